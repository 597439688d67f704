"""When something happened in the unit, told in the host's time."""

from __future__ import annotations

from collections import deque

_SAMPLES = 16
"""At ten a second: new enough for a ceramic resonator that is half a percent off."""
_WRAP = 1 << 32


class UnitClock:
    """Keeps the latest exchanges with the unit and trusts the quickest, of equals the newest."""

    def __init__(self) -> None:
        # Round trip, host time, unit time; the newest first.
        self._samples: deque[tuple[int, int, int]] = deque(maxlen=_SAMPLES)

    def forget(self) -> None:
        """The unit started anew: its time did, too."""
        self._samples.clear()

    def sample(self, sent_ms: int, received_ms: int, unit_ms: int) -> None:
        """A question sent and answered at these host times was answered at *unit_ms*."""
        self._samples.appendleft((received_ms - sent_ms, (sent_ms + received_ms) // 2, unit_ms))

    def host_ms(self, unit_ms: int) -> int:
        """Host time of *unit_ms*, which may lie 24 days around the latest sample.

        Raises:
            AssertionError: If there was no sample yet; HERE brings the first one.
        """
        if not self._samples:
            raise AssertionError("no exchange with the unit yet")
        _, host_ms, at_ms = min(self._samples, key=_round_trip)
        since = (unit_ms - at_ms) % _WRAP
        return host_ms + (since - _WRAP if since >= _WRAP // 2 else since)

    @property
    def round_trip_ms(self) -> int:
        """The quickest exchange of late; 0 before the first."""
        return min(map(_round_trip, self._samples)) if self._samples else 0


def _round_trip(sample: tuple[int, int, int]) -> int:
    return sample[0]
