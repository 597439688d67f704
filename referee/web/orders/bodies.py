"""What an order holds as JSON; everything unknown, too long or impossible is refused."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, PlainValidator

from referee.rules.cards import COPIES, Card, CardTextError
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level, LevelTextError
from referee.rules.ruling import Fault
from referee.rules.seats import Seat, Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.session.events import AppealOutcome, Decision


def _card(text: object) -> Card:
    try:
        return Card.parse(text if isinstance(text, str) else "")
    except CardTextError as error:
        raise ValueError(str(error)) from None


def _cards(texts: object) -> tuple[Card, ...]:
    if not isinstance(texts, list) or not 1 <= len(texts) <= 27:
        raise ValueError("want a list of 1 to 27 cards")
    cards = tuple(_card(text) for text in texts)
    for card in cards:
        if cards.count(card) > COPIES:
            raise ValueError(f"{card} is there {COPIES} times at most")
    return cards


def _level(text: object) -> Level:
    try:
        return Level.parse(text if isinstance(text, str) else "")
    except LevelTextError as error:
        raise ValueError(str(error)) from None


def _reading(value: object) -> Combination:
    match value:
        case [str(kind), int(size), int(key)] if bool not in (type(size), type(key)):
            return Combination(Kind(kind), size, key)
        case _:
            raise ValueError("want a reading such as ['pair', 2, 14]")


OneCard = Annotated[Card, PlainValidator(_card)]
Cards = Annotated[tuple[Card, ...], PlainValidator(_cards)]
ALevel = Annotated[Level, PlainValidator(_level)]
Reading = Annotated[Combination, PlainValidator(_reading)]
Row = Annotated[int, Field(ge=1, le=10_000_000)]
Part = Annotated[int, Field(ge=0, le=10_000)]
Left = Annotated[int, Field(ge=0, le=27)]
Name = Annotated[str, Field(max_length=80)]


class Body(BaseModel):
    """What every order holds."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    based_on: Annotated[int, Field(ge=0, le=10_000_000)]
    """Rows of the record that the page had seen when the order was given."""
    chief_pin: Annotated[str, Field(max_length=32)] | None = None
    """The chief referee's PIN on a referee's page: this one order is then the chief's."""


class Nothing(Body):
    """An order that says everything by its name."""


class OfSeat(Body):
    seat: Seat


class Play(Body):
    seat: Seat
    cards: Cards
    declared: Reading | None = None


class Report(Body):
    seat: Seat
    count: Annotated[int, Field(ge=1, le=27)] | None = None


class Declare(Body):
    reading: Reading


class OneTurned(Body):
    card: OneCard


class ExtraTime(Body):
    seconds: Annotated[int, Field(ge=1, le=600)]


class Rule(Body):
    case: Annotated[int, Field(ge=1, le=100_000)]
    decision: Decision
    step: LadderStep | None = None
    stopped: bool = False
    named: Kind | None = None
    on_behalf: Official | None = None
    """Arbitration or organiser, whose decision the chief referee enters."""


class Penalty(Body):
    seat: Seat
    step: LadderStep
    on_behalf: Official | None = None


class Note(Body):
    seat: Seat
    fault: Fault
    cards: Cards | None = None


class Order(Body):
    order: Annotated[list[Seat], Field(min_length=2, max_length=4)]


class TakeUp(Body):
    leader: Seat
    cards_left: Annotated[tuple[Left, Left, Left, Left], Field(strict=False)]
    """Cards in the hands of E, N, W, S, as somebody has counted them."""
    finished: Annotated[list[Seat], Field(max_length=2)] = []


class OfSide(Body):
    side: Side


class Appeal(OfSide):
    row: Row | None = None
    """Of the ruling that is fought; ``None``: how the last round went."""


class AnswerAppeal(Body):
    appeal: Annotated[int, Field(ge=1, le=10_000)]
    outcome: AppealOutcome
    on_behalf: Official | None = None


class Decide(Body):
    winner: Side | None


class StartRound(Body):
    ruleset: Annotated[str, Field(max_length=80, pattern=r"^[a-z0-9][a-z0-9-]*$")]
    east_west: Name = ""
    north_south: Name = ""
    must_decide: bool = False
    best_of: Annotated[int, Field(ge=1, le=9, multiple_of=1)] = 1
    must_pass_ace: bool = False


class StartDeal(Body):
    level: ALevel
    leader: Seat


class AtRow(Body):
    row: Row
    part: Part = 0


class Replace(AtRow):
    """The event in that row was another one."""

    seat: Seat
    cards: Cards | None = None
    """The cards laid; ``None`` for a pass."""


class Insert(Replace):
    """An act before that row was not recorded."""
