"""Table time of a table whose frames bring it along, for whatever happens between two frames."""

from __future__ import annotations

import time
from collections.abc import Callable

_LONGEST_GAP_MS = 250
"""Three frames: a source that is slower than that stands still, and its time with it."""


class FrameClock:
    """Goes on by the machine's clock from the last frame, for a moment."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        # One tuple, so that another thread never sees the one without the other.
        self._last = (0, monotonic())

    def saw(self, at_ms: int) -> None:
        """Take the moment of a frame that has just come."""
        self._last = (at_ms, self._monotonic())

    def now_ms(self) -> int:
        """Table time in milliseconds; may be asked from any thread."""
        at_ms, came = self._last
        since_ms = round((self._monotonic() - came) * 1000)
        return at_ms + min(since_ms, _LONGEST_GAP_MS)
