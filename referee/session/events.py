"""What happened at a table: facts in the past tense, stamped by the adapter that saw them.

Three kinds: what seats do (`SeatEvent`), what officials decide (`OfficialEvent`), and the rest.
A correction of the record is an event, too; it is carried out by `referee.session.history`.

An event that exists is well formed: a constructor raises `ValueError` for what cannot have
happened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from referee.rules.cards import Card
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Fault
from referee.rules.seats import Seat, Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.session.clock import Clocks
from referee.session.table_settings import WITH_KEYS, Passing, TableSettings

FULL_HANDS = (27, 27, 27, 27)


@dataclass(frozen=True, slots=True)
class DealStarted:
    """Watching begins in a deal: the hands are sorted and the leader may lay cards (一副牌).

    For a table that is only watched; a round deals by itself.
    """

    at_ms: int
    """Table time in milliseconds, here and in every event: monotonic, from the first event on."""
    level: Level
    leader: Seat
    clocks: Clocks = field(default_factory=Clocks)
    cards_left: tuple[int, int, int, int] = FULL_HANDS
    """Cards in the hands of E, N, W, S; fewer than 27 when watching starts in mid-deal."""
    same_deck: bool = True
    """Whether all cards come from the two decks on the table, so that a third copy is doubted."""
    settings: TableSettings = WITH_KEYS

    def __post_init__(self) -> None:
        if len(self.cards_left) != 4 or not all(1 <= left <= 27 for left in self.cards_left):
            raise ValueError(f"every seat starts with 1 to 27 cards, got {self.cards_left}")


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """Two pairs are seated and the round (轮) begins."""

    at_ms: int
    ruleset: Ruleset
    """Every switch, so that the record can be judged again whatever becomes of the file."""
    east_west: str = ""
    """Name of the pair that sits there; empty where nobody entered it."""
    north_south: str = ""
    must_decide: bool = False
    """Whether the meeting must have a winner, as in a knock-out."""
    settings: TableSettings = WITH_KEYS
    best_of: int = 1
    """Games of the meeting: most of this odd number win it (三局两胜 is 3)."""
    must_pass_ace: bool = False
    """Whether only passing A ends a game, as in the last rounds of union-2024 and qingyang-2018
    (`round.final_must_pass_ace`)."""

    def __post_init__(self) -> None:
        if self.best_of < 1 or self.best_of % 2 == 0:
            raise ValueError(f"most of an odd number of games win, not of {self.best_of}")


@dataclass(frozen=True, slots=True)
class CardTurned:
    """A card was turned in the cut of a first deal (翻牌)."""

    at_ms: int
    card: Card


@dataclass(frozen=True, slots=True)
class HandsDrawn:
    """All cards are drawn (抓牌完毕)."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class LeaderNamed:
    """Who leads is known where no rule tells it from the record.

    The seat that drew the turned card, or the one named after a foul.
    """

    at_ms: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class TributeResisted:
    """The paying side showed both red jokers (抗贡)."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class TributeChosen:
    """The first out gets the card of this payer, where the rules or the record leave it open.

    His own choice between equal cards, or the referee's word who was last where cards go by place
    and a double-down was not played out (AMB-21).
    """

    at_ms: int
    payer: Seat


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A seat took the card that another one had paid or returned (收贡、收还牌).

    Only a camera tells it. Nothing rests on it but the choice between equal tributes: who gets
    which card follows from the rules, and this shows whether it went there.
    """

    at_ms: int
    seat: Seat
    """Who took it."""
    laid_by: Seat


@dataclass(frozen=True, slots=True)
class CardsLaid:
    """A seat laid these cards (一手牌; in the phase of tribute, the card it pays or returns)."""

    at_ms: int
    seat: Seat
    cards: tuple[Card, ...]
    """In the order they lie, left to right as the player sees them."""
    declared: Combination | None = None
    """The reading the player announced, if any."""

    def __post_init__(self) -> None:
        if not self.cards:
            raise ValueError("cards laid without cards; what cannot be read is CardsUnread")


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
    shown_by: Passing = Passing.KEY
    """How it came to notice; an entry is as sure as a key."""


@dataclass(frozen=True, slots=True)
class PassDenied:
    """A seat had not passed although the next one's act was taken for its pass."""

    at_ms: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class WildDeclared:
    """The player said what the wild card of the play on the table stands for (报明)."""

    at_ms: int
    reading: Combination


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat picked the cards up again that it laid last."""

    at_ms: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Reported:
    """A seat told how few cards it holds (报牌): by word, disc or key."""

    at_ms: int
    seat: Seat
    count: int | None = None
    """The number said; ``None`` where only the fact is known, as from a disc."""


@dataclass(frozen=True, slots=True)
class TimePassed:
    """Nothing happened until now."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class RefereeCalled:
    """A seat pressed its CALL key."""

    at_ms: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class CallAnswered:
    """The referee has dealt with the call; the clocks run on."""

    at_ms: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Paused:
    """A referee stopped all clocks: a ruling, a break."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """Play goes on."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class TimeGranted:
    """The seat to act got more time."""

    at_ms: int
    extra_ms: int


@dataclass(frozen=True, slots=True)
class TimeForgiven:
    """Time that was nobody's thinking time.

    A correction took it, or the device's own reading of an act that had come in time.
    """

    at_ms: int
    lost_ms: int


class Decision(Enum):
    """What a referee makes of an open case."""

    CONFIRM = "confirm"
    """As proposed, or with the step given instead."""
    DISMISS = "dismiss"
    """There was no fault; the cards go back and nothing is recorded."""
    LET_STAND = "let_stand"
    """The cards stay where they lie and count as that seat's play."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A person ruled on a case."""

    at_ms: int
    case: int
    """Number of the case in this round."""
    decision: Decision
    by: Official = Official.REFEREE
    step: LadderStep | None = None
    """Step to record; ``None``: the one proposed, if any."""
    stopped: bool = False
    """Whether one play of the offender is stopped, as the seat that had the choice decided."""
    named: Kind | None = None
    """The type the offender has to lead, as the seat that had the choice named it."""


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A penalty that no case of the device led to."""

    at_ms: int
    seat: Seat
    step: LadderStep
    by: Official = Official.REFEREE


@dataclass(frozen=True, slots=True)
class FaultNoted:
    """A person saw an irregularity that no camera can be sure of, as an exposed card (暴露张)."""

    at_ms: int
    seat: Seat
    fault: Fault
    cards: tuple[Card, ...] = ()
    """The cards shown, where they are what matters."""


@dataclass(frozen=True, slots=True)
class PlayTakenUp:
    """Watching is taken up again in mid-deal, from what a person has counted.

    After a blind camera, or whatever else the record has missed: the next trick is led from here.
    """

    at_ms: int
    leader: Seat
    cards_left: tuple[int, int, int, int]
    """Cards in the hands of E, N, W, S."""
    finished: tuple[Seat, ...] = ()
    """Seats without cards, in the order they went out; two at most, or the deal would be over."""

    def __post_init__(self) -> None:
        if len(self.cards_left) != 4 or not all(0 <= left <= 27 for left in self.cards_left):
            raise ValueError(f"every seat holds 0 to 27 cards, got {self.cards_left}")
        held = dict(zip(Seat, self.cards_left, strict=True))
        out = {seat for seat, left in held.items() if not left}
        if len(self.finished) > 2 or len(set(self.finished)) < len(self.finished):
            raise ValueError(f"two seats at most are out, each once, got {self.finished}")
        if out != set(self.finished) or self.leader in out:
            raise ValueError(f"seats without cards are out and lead nothing: {self}")


@dataclass(frozen=True, slots=True)
class FinishEntered:
    """A person entered the finishing places, and the deal is over whatever the device has seen."""

    at_ms: int
    order: tuple[Seat, ...]
    """上游 first; two partners are enough after a double-down, else three or four seats."""

    def __post_init__(self) -> None:
        Finish.of(self.order)


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """The table agreed to the finishing places shown."""

    at_ms: int


@dataclass(frozen=True, slots=True)
class RoundDecided:
    """A person decided the round, as after a tie nobody can tell."""

    at_ms: int
    winner: Side | None
    """``None`` for a draw."""
    by: Official = Official.CHIEF_REFEREE


@dataclass(frozen=True, slots=True)
class SideWithdrew:
    """A side does not play on, or never came (弃权)."""

    at_ms: int
    side: Side
    by: Official = Official.CHIEF_REFEREE


@dataclass(frozen=True, slots=True)
class Signed:
    """A side signed the score sheet."""

    at_ms: int
    side: Side


@dataclass(frozen=True, slots=True)
class AppealMade:
    """A side appeals (申诉) against a ruling of a round, or against how it went."""

    at_ms: int
    side: Side
    round: int
    """Number of the round at this table, from 1."""
    ruling: RowRef | None = None
    """Where the ruling stands in the record; ``None`` where it is about none there."""

    def __post_init__(self) -> None:
        if self.round < 1:
            raise ValueError(f"rounds are counted from 1, got {self.round}")


class AppealOutcome(Enum):
    """What became of an appeal."""

    UPHELD = "upheld"
    """申诉成立: what follows from it is entered by rulings and corrections."""
    REJECTED = "rejected"
    """申诉不成立"""
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class AppealAnswered:
    """Whoever heard an appeal has decided it."""

    at_ms: int
    appeal: int
    """Number of the appeal at this table, from 1."""
    outcome: AppealOutcome
    by: Official = Official.CHIEF_REFEREE


@dataclass(frozen=True, slots=True)
class RowRef:
    """A place in the record: a row, or an event that a correction put there."""

    row: int
    """Number of the row in the journal, from 1."""
    part: int = 0
    """0: the row's own event; from 1: the events that a correction in that row brought in."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The record was put right; both versions are kept.

    Events from *first* to *last* no longer count, the *instead* ones count in their place. With
    ``last=None`` nothing is taken out and they are put in before *first*; with
    ``first == last`` one event is replaced.
    """

    at_ms: int
    first: RowRef
    last: RowRef | None
    instead: tuple[CorrectableEvent, ...] = ()
    by: Official = Official.REFEREE


SeatEvent = CardsLaid | CardsUnread | Passed | TakenBack
"""The events that are somebody's act and get a verdict."""

OfficialEvent = (
    Paused
    | Resumed
    | TimeGranted
    | Ruled
    | PenaltyGiven
    | FaultNoted
    | PassDenied
    | WildDeclared
    | CallAnswered
    | PlayTakenUp
    | FinishEntered
    | RoundDecided
    | SideWithdrew
    | AppealMade
    | AppealAnswered
)
"""The events that are a referee's."""

CorrectableEvent = (
    DealStarted
    | RoundStarted
    | CardTurned
    | HandsDrawn
    | LeaderNamed
    | TributeResisted
    | TributeChosen
    | CardTaken
    | SeatEvent
    | Reported
    | TimePassed
    | TimeForgiven
    | RefereeCalled
    | OfficialEvent
    | ResultConfirmed
    | Signed
)
"""Everything that can have happened at the table itself."""

Event = CorrectableEvent | Corrected
