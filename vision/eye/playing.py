"""Running an eye through a source in the source's own time, without threads.

For recordings, rendered tables and tests.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from vision.eye.eye import Eye, Look, Read, Request
from vision.read.reading import Reading
from vision.sources.base import Cut, Frame, Source


def played(
    source: Source, eye: Eye, read: Read, reads_take_ms: Callable[[], int] = lambda: 0
) -> Iterator[tuple[Frame, Look]]:
    """Show *eye* every frame of *source*.

    A recording says after which frame each reading was there, and it is given then; otherwise it is
    given *reads_take_ms* after it was asked for.

    Yields:
        Each frame with what came of it.
    """
    waiting: deque[tuple[Request, Cut, Reading, int, int]] = deque()
    for frame in source.frames():
        while waiting and _is_ready(waiting[0], frame):
            request, cut, reading, _, _ = waiting.popleft()
            eye.answer(request, cut, reading)
        look = eye.see(frame)
        for request in look.requests:
            cut = source.cut(request.window)
            reading = eye.read(request, cut, read)
            due_ms = frame.at_ms + reads_take_ms()
            waiting.append((request, cut, reading, cut.ready_after, due_ms))
        yield frame, look


def _is_ready(entry: tuple[Request, Cut, Reading, int, int], frame: Frame) -> bool:
    _, _, _, ready_after, due_ms = entry
    return frame.number > ready_after if ready_after else frame.at_ms > due_ms
