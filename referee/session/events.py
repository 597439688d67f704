"""What happened at a table: facts in the past tense, stamped by the adapter that saw them."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.rules.cards import Card
from referee.rules.combinations import Combination
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.clock import Clocks

FULL_HANDS = (27, 27, 27, 27)


@dataclass(frozen=True, slots=True)
class DealStarted:
    """The hands are sorted and the leader may lay the first cards (一副牌)."""

    at_ms: int
    """Table time in milliseconds, here and in every event: monotonic, from the first event on."""
    level: Level
    leader: Seat
    clocks: Clocks = field(default_factory=Clocks)
    cards_left: tuple[int, int, int, int] = FULL_HANDS
    """Cards in the hands of E, N, W, S; fewer than 27 when watching starts in mid-deal."""
    same_deck: bool = True
    """Whether all cards come from the two decks on the table, so that a third copy is doubted."""


@dataclass(frozen=True, slots=True)
class CardsLaid:
    """A seat laid these cards (一手牌)."""

    at_ms: int
    seat: Seat
    cards: tuple[Card, ...]
    """In the order they lie, left to right as the player sees them."""
    declared: Combination | None = None
    """The reading the player announced, if any."""


@dataclass(frozen=True, slots=True)
class CardsUnread:
    """A seat laid something that could not be read for sure."""

    at_ms: int
    seat: Seat
    reason: str
    """Why, in one of the reader's reason codes."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed (过): its key, a knock seen, or the referee's entry."""

    at_ms: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat picked the cards up again that it laid last."""

    at_ms: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing happened until now."""

    at_ms: int


Event = DealStarted | CardsLaid | CardsUnread | Passed | TakenBack | TimePassed
SeatEvent = CardsLaid | CardsUnread | Passed | TakenBack
"""The events that are somebody's act."""
