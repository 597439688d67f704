"""Hands that come and go, and which of them may have been a knock."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.seats import Seat
from vision.watch.glance import Glance

_GONE_MS = 170
"""An arm is gone when it has not been seen for so long: two frames."""
_SHORTEST_MS = 250
_LONGEST_MS = 3_000
"""What lasts longer is no knock but a hand that rests or looks for something."""
_RESTS_MS = 450
"""An arm that has not moved for so long rests there; nobody waits for it. Between two moves of one
play a hand hardly stands still."""


@dataclass(frozen=True, slots=True)
class Visit:
    seat: Seat
    came_ms: int
    left_ms: int

    @property
    def may_be_knock(self) -> bool:
        return _SHORTEST_MS <= self.left_ms - self.came_ms <= _LONGEST_MS


@dataclass(slots=True)
class _Present:
    came_ms: int
    seen_ms: int
    moved_ms: int


class Visits:
    """Follows the arms from glance to glance."""

    def __init__(self) -> None:
        self._present: dict[Seat, _Present] = {}

    def see(self, glance: Glance) -> list[Visit]:
        """Take a glance; returns the visits that have just ended."""
        for arm in glance.arms:
            for seat in arm.seats:
                there = self._present.setdefault(
                    seat, _Present(glance.at_ms, glance.at_ms, glance.at_ms)
                )
                there.seen_ms = glance.at_ms
                if arm.moves:
                    there.moved_ms = glance.at_ms
        ended = []
        for seat, there in list(self._present.items()):
            if glance.at_ms - there.seen_ms >= _GONE_MS:
                del self._present[seat]
                ended.append(Visit(seat, there.came_ms, there.seen_ms))
        return ended

    def is_busy(self, seat: Seat, at_ms: int) -> bool:
        """Whether an arm of *seat* is over the table and not just resting there."""
        there = self._present.get(seat)
        return there is not None and at_ms - there.moved_ms < _RESTS_MS

    def busy_since_ms(self, at_ms: int) -> int | None:
        """When the first of the arms came that may be doing something now."""
        came = [there.came_ms for seat, there in self._present.items() if self.is_busy(seat, at_ms)]
        return min(came, default=None)
