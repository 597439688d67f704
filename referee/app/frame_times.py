"""Table time of what a camera shows, whose clock is its own."""

from __future__ import annotations

from collections import deque

_REMEMBERED = 120
"""Frames; some ten seconds. A source whose clock goes wrong, or that cannot keep up, is followed
within so long."""


class FrameTimes:
    """Compares when frames came with when they say they were taken.

    The quickest of the latest frames tells how far both clocks are apart; all others were held up
    on their way. Moments are given in order: a later one of the source never becomes an earlier
    one of the table.
    """

    def __init__(self) -> None:
        self._behind_ms: deque[int] = deque(maxlen=_REMEMBERED)
        self._latest_ms = 0

    def came(self, taken_ms: int, now_ms: int) -> None:
        """A frame taken at *taken_ms* on the source's clock is here at table time *now_ms*."""
        self._behind_ms.append(now_ms - taken_ms)

    def table_ms(self, taken_ms: int) -> int:
        """Table time of a moment on the source's clock; raises `ValueError` before any frame."""
        if not self._behind_ms:
            raise ValueError(f"no frame has come yet, so {taken_ms} means nothing")
        return taken_ms + min(self._behind_ms)

    def in_order_ms(self, taken_ms: int) -> int:
        """The same, but never before a moment that was given so already."""
        self._latest_ms = max(self._latest_ms, self.table_ms(taken_ms))
        return self._latest_ms
