"""Officials (裁判): who records, who decides what, how an appeal is made."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from referee.rules.seats import Seat
from referee.rules.switches.bounds import Between, Length


class Official(Enum):
    """Who decides."""

    REFEREE = "referee"
    """裁判员"""
    CHIEF_REFEREE = "chief_referee"
    """裁判长"""
    ARBITRATION = "arbitration"
    """仲裁委员会"""
    ORGANISER = "organiser"
    """组委会, or whoever holds the event"""


@dataclass(frozen=True, slots=True)
class OfficialRules:
    recorder: Seat = Seat.WEST
    """Who records the results of the deals (记分)."""
    checkers: Annotated[tuple[Seat, ...], Length(1, 3)] = (Seat.NORTH,)
    """Who checks the record (复查)."""
    signatures: bool = True
    """Whether both sides sign the score sheet."""
    warning_by: Official = Official.REFEREE
    """Who gives a warning or a violation."""
    foul_by: Official = Official.CHIEF_REFEREE
    """Who gives a foul or a lost round."""
    disqualification_by: Official = Official.ORGANISER
    """Who disqualifies."""
    appeal_to: Official = Official.ORGANISER
    """Who hears an appeal (申诉), or decides where no appeal is known."""
    appeal_minutes: Annotated[int, Between(0, 1440)] = 30
    """How long after the round an appeal is accepted, in minutes."""
    appeal_written: bool = True
    """Whether an appeal must be written and signed."""
