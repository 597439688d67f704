"""Orders to the world: what the table wants shown, sounded or asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.rules.seats import Seat


class Lamp(Enum):
    """What the lamp of a seat says."""

    OFF = "off"
    TURN = "turn"
    """This seat is to act."""
    OVERTIME = "overtime"
    """This seat is to act and its time is over."""
    FAULT = "fault"
    """Cards of this seat lie on the table that may not lie there."""


class Buzz(Enum):
    """What the buzzer of a seat sounds, once."""

    SILENT = "silent"
    FAULT = "fault"
    OVERTIME = "overtime"


class Question(Enum):
    """What only a person can decide; shown to the referee, never sounded."""

    UNREAD_CARDS = "unread_cards"
    ODD_CARDS = "odd_cards"
    UNDECLARED_WILD = "undeclared_wild"
    PLAY_TAKEN_BACK = "play_taken_back"


@dataclass(frozen=True, slots=True)
class ShowSeat:
    """Set the lamp of a seat until the next order for it, and sound its buzzer once."""

    seat: Seat
    lamp: Lamp
    buzz: Buzz = Buzz.SILENT


@dataclass(frozen=True, slots=True)
class AskReferee:
    """Put a question before the referee; nobody at the table notices."""

    question: Question
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealEnded:
    """Announce the finishing places, 上游 first."""

    finish: tuple[Seat, Seat, Seat, Seat]


Effect = ShowSeat | AskReferee | DealEnded
