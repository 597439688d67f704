"""What one look at a small frame says."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.seats import PerSeat, Seat
from vision.calibration.view import Points


@dataclass(frozen=True, slots=True)
class Arm:
    """Something that reaches over the table from beyond its edge."""

    seats: tuple[Seat, ...]
    """Over whose edge, the broadest first; two where arms touch one another."""
    area_mm2: float
    """How much of the table it covers."""
    moves: bool


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A place that looks other than when it was last absorbed, and no arm is there."""

    sector: Seat
    """Whose arm was there last, or, where none was seen, in front of whom it lies."""
    places_mm: Points
    """Middles of the changed cells; shape ``(n, 2)``."""
    area_mm2: float
    still_since_ms: int
    """Since when nothing has moved in or near it."""
    covered: bool
    """Whether an arm lies over or beside it."""
    touched: PerSeat[float]
    """Share of it that arms from each edge have been over lately, 0 to 1."""
    brightened: bool
    """Whether it is brighter than before on the whole, as cards on a dark cloth are."""


@dataclass(frozen=True, slots=True)
class Glance:
    at_ms: int
    dark: bool
    """The frame shows nothing: black, or lit far worse than before. Nothing else is said then."""
    arms: tuple[Arm, ...] = ()
    changes: tuple[Change, ...] = ()
    """At most one a sector."""

    @property
    def is_calm(self) -> bool:
        return not self.dark and not self.arms and not self.changes

    def arm_of(self, seat: Seat) -> Arm | None:
        """The arm that reaches over the edge of *seat*."""
        return next((arm for arm in self.arms if seat in arm.seats), None)
