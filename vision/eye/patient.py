"""Running an eye on a source that can wait, as a rendered table can.

Frames come when their moment has come, and a reading is there a fixed time after it was asked for.
Where the machine has not got that far the table waits, so a busy machine sees what an idle one
sees, only later.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from vision.eye.eye import Eye, Look, Read, Request
from vision.read.reading import Reading
from vision.sources.base import Cut, Frame, Source

READS_TAKE_MS = 500
"""From a question to its answer, in table time; what a reading takes here without hurry."""


class Pace:
    """Lets table time pass as fast as it should, and counts how long it had to stand still."""

    def __init__(
        self,
        speed: float = 1.0,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """Prepare; the first moment waited for is now.

        Args:
            speed: Table seconds a second.
            monotonic: The machine's clock, in seconds.
            sleep: Waits so many seconds.
        """
        self._speed = speed
        self._monotonic = monotonic
        self._sleep = sleep
        self._began: float | None = None
        self.stood_still_s = 0.0
        """How long table time had to wait for the machine."""

    def wait_until(self, at_ms: int) -> None:
        """Return when table time has reached *at_ms*; a moment missed puts off all later ones."""
        due = at_ms / 1000 / self._speed
        now = self._monotonic()
        if self._began is None:
            self._began = now - due
        left = self._began + due - now
        if left > 0:
            self._sleep(left)
        else:
            self._began -= left
            self.stood_still_s -= left


def patiently(
    source: Source,
    eye: Eye,
    read: Read,
    pace: Pace,
    reads_take_ms: int = READS_TAKE_MS,
    took_cut: Callable[[Cut], object] = lambda _: None,
) -> Iterator[tuple[Frame, Look]]:
    """Show *eye* every frame of *source* at the given pace, reading in a second thread.

    *took_cut* is told every picture of cards before the eye is told what was read on it.

    Yields:
        Each frame with what came of it; the same for the same source, however long reading takes.
    """
    waiting: deque[tuple[Request, Cut, Future[Reading], int]] = deque()
    reading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reading")
    try:
        for frame in source.frames():
            while waiting and waiting[0][3] < frame.at_ms:
                request, cut, answer, _ = waiting.popleft()
                eye.answer(request, cut, answer.result())
            pace.wait_until(frame.at_ms)
            look = eye.see(frame)
            for request in look.requests:
                cut = source.cut(request.window)
                took_cut(cut)
                due_ms = frame.at_ms + reads_take_ms
                waiting.append((request, cut, reading.submit(eye.read, request, cut, read), due_ms))
            yield frame, look
    finally:
        reading.shutdown(cancel_futures=True)
        source.close()
