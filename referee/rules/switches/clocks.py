"""Clocks (时间): seconds for a play, a tribute, sorting; minutes for arriving and being late."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from referee.rules.switches.bounds import Between, Length


class Step(Enum):
    """A step of the penalty ladder, or the mere sign that time is up."""

    SIGNAL = "signal"
    """A light; no penalty is attached."""
    WARNING = "warning"
    """警告"""
    VIOLATION = "violation"
    """违例: with the loss the ruleset's ladder gives it."""
    FOUL = "foul"
    """犯规"""


@dataclass(frozen=True, slots=True)
class Stage:
    """What happens when a clock has run over."""

    over_seconds: int
    """Seconds past the normal time; 0: as soon as it is exceeded."""
    step: Step

    @classmethod
    def parse(cls, text: str) -> Stage:
        """Read ``15 foul``; raises `ValueError`."""
        seconds, _, step = text.partition(" ")
        if not (seconds.isascii() and seconds.isdecimal() and len(seconds) <= 3):
            raise ValueError(f"{text!r} does not begin with seconds")
        return cls(int(seconds), Step(step))

    def __str__(self) -> str:
        return f"{self.over_seconds} {self.step.value}"


@dataclass(frozen=True, slots=True)
class ClockRules:
    lead_seconds: Annotated[int, Between(0, 600)] = 40
    """Normal time for the first lead of a deal, in seconds; 0: no clock (AMB-24)."""
    follow_seconds: Annotated[int, Between(0, 600)] = 20
    """Normal time for every other play, in seconds; 0: no clock."""
    stages: Annotated[tuple[Stage, ...], Length(1, 4)] = (Stage(0, Step.SIGNAL),)
    """What happens once the normal time of a play is over, earliest first (AMB-24)."""
    tribute_seconds: Annotated[int, Between(0, 600)] = 40
    """Normal time for a tribute (贡牌), counted from the last card drawn, in seconds."""
    return_seconds: Annotated[int, Between(0, 600)] = 40
    """Normal time for a returned card (还牌), counted from the tribute, in seconds."""
    tribute_stages: Annotated[tuple[Stage, ...], Length(1, 4)] = (Stage(0, Step.SIGNAL),)
    """What happens once the normal time of a tribute or return is over, earliest first."""
    sort_seconds: Annotated[int, Between(0, 600)] = 30
    """Time for sorting (理牌) before the first clock starts, in seconds (staff-2011)."""
    arrive_minutes: Annotated[int, Between(0, 120)] = 10
    """How long before the start players report, in minutes."""
    late_forfeit_minutes: Annotated[int, Between(0, 120)] = 10
    """Lateness (迟到) of a side, both partners not seated, that forfeits the round, in minutes."""
    late_excused_minutes: Annotated[int, Between(0, 240)] = 15
    """The same where leave was asked and given before, in minutes (general-never-demote)."""
