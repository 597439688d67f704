"""Table time of what a camera shows, whose clock is its own."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque

_COMPARED = 120
"""Frames; some ten seconds. A source whose clock goes wrong, or that cannot keep up, is followed
within so long."""
_REMEMBERED = 1_500
"""Frames whose table time is remembered; acts are found within two minutes or never."""


class FrameTimes:
    """Compares when frames came with when they say they were taken.

    The quickest of the latest frames tells how far both clocks are apart; all others were held up
    on their way. What is found later is dated as it would have been when it was seen, so that acts
    and keys keep their order also while the two clocks drift apart.
    """

    def __init__(self) -> None:
        self._behind_ms: deque[int] = deque(maxlen=_COMPARED)
        self._taken_ms: deque[int] = deque(maxlen=_REMEMBERED)
        self._table_ms: deque[int] = deque(maxlen=_REMEMBERED)
        self._latest_ms = 0

    def came(self, taken_ms: int, now_ms: int) -> None:
        """A frame taken at *taken_ms* on the source's clock is here at table time *now_ms*."""
        self._behind_ms.append(now_ms - taken_ms)
        self._taken_ms.append(taken_ms)
        self._table_ms.append(taken_ms + min(self._behind_ms))

    def table_ms(self, taken_ms: int) -> int:
        """Table time of a moment on the source's clock; raises `ValueError` before any frame."""
        if not self._taken_ms:
            raise ValueError(f"no frame has come yet, so {taken_ms} means nothing")
        place = max(bisect_right(self._taken_ms, taken_ms) - 1, 0)
        table_ms = self._table_ms[place] + taken_ms - self._taken_ms[place]
        if 0 < place + 1 < len(self._table_ms):
            table_ms = min(table_ms, self._table_ms[place + 1])
        return table_ms

    def in_order_ms(self, taken_ms: int) -> int:
        """The same, but never before a moment that was given so already: how far all is known."""
        self._latest_ms = max(self._latest_ms, self.table_ms(taken_ms))
        return self._latest_ms
