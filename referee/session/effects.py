"""Orders to the world: what the table wants shown, sounded or asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.rules.seats import Seat, Side


class Lamp(Enum):
    """What the lamp of a seat says."""

    OFF = "off"
    TURN = "turn"
    """This seat is to act."""
    OVERTIME = "overtime"
    """This seat is to act and its time is over."""
    FAULT = "fault"
    """Cards of this seat lie on the table that may not lie there."""
    TROUBLE = "trouble"
    """The device cannot referee as it should; shown where a lamp would be off. Never an order of
    the table."""


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
    RESTRICTED_LEAD = "restricted_lead"
    """The partner of an offender led the type that the ruleset closes to him."""
    CHIEF_NEEDED = "chief_needed"
    """This ruling is the chief referee's."""
    RULING_NOT_POSSIBLE = "ruling_not_possible"
    """The case is closed already, or the ladder has no such step."""
    PASS_DENIED = "pass_denied"
    """A seat laid cards although the next one's act was taken for its pass."""
    WRONG_RECEIVER = "wrong_receiver"
    """A seat took a tribute or a returned card that is another one's."""
    CALLED = "called"
    """A seat calls the referee."""


class Notice(Enum):
    """What the table is told; on the page and the screen, never sounded."""

    SHUFFLE = "shuffle"
    CUT = "cut"
    DRAW_FIRST = "draw_first"
    PAY_TRIBUTE = "pay_tribute"
    RETURN_CARD = "return_card"
    LEAD = "lead"
    CUT_AGAIN = "cut_again"
    REPORT_DUE = "report_due"
    NAME_LEADER = "name_leader"
    """This side, or the chief referee, names who leads."""
    CHOOSE_TRIBUTE = "choose_tribute"
    NAME_LAST_OUT = "name_last_out"
    """Cards go by place and nobody was last yet: the referee names the payer to the first out."""
    MAY_CHOOSE = "may_choose"
    """This seat alone decides what follows the irregularity; its partner may not be asked."""
    NEXT_GAME = "next_game"
    """The meeting goes on with another game."""
    DECIDE_ROUND = "decide_round"
    """Equal levels, and nobody knows what breaks the tie: a person names the winner."""
    LAST_DEAL = "last_deal"
    """Time is up: the deal in progress is the last."""


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
    seat: Seat | None
    """The seat it is about; ``None`` where it is about none."""


@dataclass(frozen=True, slots=True)
class Announce:
    """Tell the table what comes next and whose it is."""

    notice: Notice
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class DealEnded:
    """Announce the finishing places, 上游 first; two seats where a foul ended the deal."""

    finish: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Announce the winner of the round; ``None`` for a draw."""

    winner: Side | None


Effect = ShowSeat | AskReferee | Announce | DealEnded | RoundEnded
