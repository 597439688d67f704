"""A source that is ready at once, slowed down to the time in which its frames were exposed."""

from __future__ import annotations

import time
from collections.abc import Iterator

from vision.sources.base import Cut, Frame, Source, Window


class Paced:
    """Gives each frame when its moment has come, *speed* times as fast as it was."""

    def __init__(self, source: Source, speed: float = 1.0) -> None:
        self._source = source
        self._speed = speed

    @property
    def full_wh(self) -> tuple[int, int]:
        return self._source.full_wh

    def frames(self) -> Iterator[Frame]:
        began: float | None = None
        for frame in self._source.frames():
            due = frame.at_ms / 1000 / self._speed
            if began is None:
                began = time.monotonic() - due
            left = began + due - time.monotonic()
            if left > 0:
                time.sleep(left)
            yield frame

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        return self._source.cut(window, at_ms)

    def close(self) -> None:
        self._source.close()
