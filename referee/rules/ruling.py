"""Rulings (判定): whether an act is allowed, and if not, where that is written.

A ruling is an answer, not an exception: a player's mistake is an ordinary event of a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.rules.cards import Card
from referee.rules.combinations import Combination
from referee.rules.seats import Seat


class Fault(Enum):
    """What was wrong. Texts for players are composed elsewhere from these codes."""

    OUT_OF_TURN_PLAY = "out_of_turn_play"
    """越序出牌"""
    OUT_OF_TURN_PASS = "out_of_turn_pass"
    """越序表态"""
    NOT_A_COMBINATION = "not_a_combination"
    """The cards are none of the ten types."""
    DOES_NOT_BEAT = "does_not_beat"
    """They are one, but not larger than the play on the table."""
    LEADER_MAY_NOT_PASS = "leader_may_not_pass"
    """Whoever leads a trick lays cards."""
    NOT_IN_HAND = "not_in_hand"
    """More cards than are left, or a card that seat does not hold."""
    FOREIGN_CARD = "foreign_card"
    """A third copy of a face: misread, or brought in from outside (夹带)."""
    WRONG_DECLARATION = "wrong_declaration"
    """The declared reading is none of these cards, or one the rules forbid them."""
    DEAL_IS_OVER = "deal_is_over"
    """No more cards are played in this deal."""
    WRONG_LAYING_ORDER = "wrong_laying_order"
    EXPOSED_CARD = "exposed_card"
    SURPLUS_CARD = "surplus_card"
    OVERTIME = "overtime"
    MISSED_REPORT = "missed_report"
    """漏报: few cards are left and nobody was told."""
    WRONG_TRIBUTE = "wrong_tribute"
    WRONG_RETURN = "wrong_return"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a sentence about a ruling can name. Only what matters to the fault is set."""

    seat: Seat | None = None
    """Whose act it was."""
    to_act: Seat | None = None
    """Whose turn it was."""
    cards: tuple[Card, ...] = ()
    """The cards of the act, in the order they lay."""
    readings: tuple[Combination, ...] = ()
    """Everything those cards can be taken for."""
    to_beat: Combination | None = None
    """The play on the table."""
    cards_left: int | None = None
    """How many cards that seat still holds."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """The act stands."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The act does not stand, and changes nothing by itself."""

    fault: Fault
    article: str
    """Where the rule is written, document and article: ``national-2017/art.18``."""
    because: str
    """One English sentence with the facts of this case, for logs; never shown to players."""
    facts: Facts = Facts()


Ruling = Allowed | Refused
