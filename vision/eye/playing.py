"""Running an eye through a source in the source's own time, without threads.

For recordings, rendered tables and tests.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vision.eye.eye import Eye, Look, Read, Request
from vision.read.reading import Reading
from vision.sources.base import Cut, Frame, NeverRead, Source


def played(
    source: Source,
    eye: Eye,
    read: Read,
    reads_take_ms: Callable[[], int] = lambda: 0,
    took_cut: Callable[[Cut], object] = lambda _: None,
) -> Iterator[tuple[Frame, Look]]:
    """Show *eye* every frame of *source*.

    A recording says after which frame each reading was there, and it is given then; otherwise it is
    given as if one thread read one cut after another, each for *reads_take_ms*. *took_cut* is told
    every picture of cards before the eye is told what was read on it.

    Yields:
        Each frame with what came of it.
    """
    waiting: deque[_Waiting] = deque()
    due_ms = 0
    for frame in source.frames():
        while waiting and waiting[0].is_ready(frame):
            done = waiting.popleft()
            eye.answer(done.request, done.cut, done.reading)
        look = eye.see(frame)
        for request in look.requests:
            due_ms = max(due_ms, frame.at_ms) + reads_take_ms()
            try:
                cut = source.cut(request.window)
            except NeverRead as unread:
                waiting.append(_Waiting(request, None, None, unread.ready_after, due_ms))
            else:
                took_cut(cut)
                reading = eye.read(request, cut, read)
                waiting.append(_Waiting(request, cut, reading, cut.ready_after, due_ms))
        yield frame, look


@dataclass(frozen=True, slots=True)
class _Waiting:
    request: Request
    cut: Cut | None
    reading: Reading | None
    ready_after: int | None
    due_ms: int

    def is_ready(self, frame: Frame) -> bool:
        if self.ready_after is None:
            return False
        return frame.number > self.ready_after if self.ready_after else frame.at_ms > self.due_ms
