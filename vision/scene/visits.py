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
_SECOND_HAND_MM2 = 6_000.0
"""So much more than a resting hand covers it and another one: a hand that knocks covers twice that.
A resting hand that stirs, or is drawn back, does not."""


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
    rest_mm2: float | None = None
    """How much of the table was covered when nothing moved last; ``None`` before the first rest."""
    stirred_ms: int | None = None
    """Since when something has moved."""
    most_mm2: float = 0.0
    """The most that has been covered since then."""

    def look(self, at_ms: int, area_mm2: float, *, moves: bool) -> tuple[int, int] | None:
        """Take the arms of one glance.

        Returns:
            From when to when another hand came beside a resting one, once that is over.
        """
        self.seen_ms = at_ms
        if moves:
            self.moved_ms = at_ms
            if self.stirred_ms is None:
                self.stirred_ms, self.most_mm2 = at_ms, area_mm2
        if self.stirred_ms is not None:
            self.most_mm2 = max(self.most_mm2, area_mm2)
        if at_ms - self.moved_ms < _RESTS_MS:
            return None
        second = self.second()
        self.rest_mm2, self.stirred_ms = area_mm2, None
        return second

    def second(self) -> tuple[int, int] | None:
        """From when to when more than the resting hand was there."""
        if self.stirred_ms is None or self.rest_mm2 is None:
            return None
        if self.most_mm2 < self.rest_mm2 + _SECOND_HAND_MM2:
            return None
        return self.stirred_ms, self.moved_ms


class Visits:
    """Follows the arms from glance to glance."""

    def __init__(self) -> None:
        self._present: dict[Seat, _Present] = {}

    def see(self, glance: Glance) -> list[Visit]:
        """Take a glance; returns the visits that have just ended."""
        ended = []
        for seat in Seat:
            arms = [arm for arm in glance.arms if seat in arm.seats]
            if not arms:
                continue
            there = self._present.setdefault(
                seat, _Present(glance.at_ms, glance.at_ms, glance.at_ms)
            )
            second = there.look(
                glance.at_ms,
                sum(arm.area_mm2 for arm in arms),
                moves=any(arm.moves for arm in arms),
            )
            if second is not None:
                ended.append(Visit(seat, *second))
        for seat, there in list(self._present.items()):
            if glance.at_ms - there.seen_ms >= _GONE_MS:
                del self._present[seat]
                came_ms, left_ms = there.second() or (there.came_ms, there.seen_ms)
                ended.append(Visit(seat, came_ms, left_ms))
        return ended

    def is_busy(self, seat: Seat, at_ms: int) -> bool:
        """Whether an arm of *seat* is over the table and not just resting there."""
        there = self._present.get(seat)
        return there is not None and at_ms - there.moved_ms < _RESTS_MS

    def busy_since_ms(self, at_ms: int) -> int | None:
        """When the first of the arms came that may be doing something now."""
        came = [there.came_ms for seat, there in self._present.items() if self.is_busy(seat, at_ms)]
        return min(came, default=None)
