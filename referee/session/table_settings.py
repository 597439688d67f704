"""How one table is equipped: what shows that a seat has passed, and whether reports are seen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Passing(Enum):
    """What shows that a seat has passed (过), the surest first."""

    KEY = "key"
    """The seat's own key, or the referee's entry; nothing else counts as a pass."""
    KNOCK = "knock"
    """A knock on the table is seen (national-2017 art. 6); one that was not seen is implied."""
    IMPLIED = "implied"
    """The next seat's act tells that the seats before it have passed."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    passing: Passing = Passing.KEY
    """The weakest sign of a pass this table has to go by."""
    implied_ms: int = 1_000
    """How long a seat must have had the turn before the next one's act is taken for its pass, in
    milliseconds. Less than that nobody can have passed in, so that act is surely out of turn."""
    reports_seen: bool = True
    """Whether a report (报牌) comes to notice, by disc, key or entry; a missing one is doubted only
    then."""

    def __post_init__(self) -> None:
        if self.implied_ms < 0:
            raise ValueError(f"implied_ms is a time, not {self.implied_ms}")


WITH_KEYS = TableSettings()
"""A table where every pass is a key press or an entry."""
