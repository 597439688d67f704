"""Table time from the machine's monotonic clock, as fast as the operator wants it."""

from __future__ import annotations

import time


class ScaledClock:
    """Table time that starts at a given moment and runs *speed* times as fast as the world's."""

    def __init__(self, started_ms: int, speed: float) -> None:
        self._started_ms = started_ms
        self._speed = speed
        self._since = time.monotonic()

    @property
    def speed(self) -> float:
        """Table seconds a second."""
        return self._speed

    def now_ms(self) -> int:
        """Milliseconds of table time; may be asked from any thread."""
        return self._started_ms + int((time.monotonic() - self._since) * 1000 * self._speed)

    def wait_until(self, at_ms: int) -> None:
        """Return when table time has reached *at_ms*; at once when it is past."""
        due = self._since + (at_ms - self._started_ms) / 1000 / self._speed
        while (left := due - time.monotonic()) > 0:
            time.sleep(left)


class TableClock:
    """Table time of a live table: the machine's monotonic clock, going on where a record ended."""

    def __init__(self, started_ms: int = 0) -> None:
        self._started_ms = started_ms
        self._since = time.monotonic()

    def now_ms(self) -> int:
        """Milliseconds of table time; never runs back, whatever happens to the wall clock."""
        return self._started_ms + round((time.monotonic() - self._since) * 1000)
