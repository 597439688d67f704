"""A round (轮) in progress: game, penalties, score sheet; the tribute of the deal at hand."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from referee.rules.cards import Card
from referee.rules.game import Game
from referee.rules.grade import Grade
from referee.rules.level import Level
from referee.rules.penalties import PenaltyBook
from referee.rules.result import DealResult, Finish
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Points
from referee.rules.seats import PerSeat, Seat, Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.rules.tribute import Debt
from referee.rules.tribute_assignment import Assignment
from referee.session.events import AppealOutcome, RowRef


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One line of the score sheet (记分表)."""

    number: int
    """From 1 in the round, over all its games."""
    level: Level
    declarer: Side | None
    """The side whose level was played; ``None`` in a first deal."""
    finish: tuple[Seat, ...]
    """In the order of going out; empty where a penalty ended the deal."""
    result: DealResult
    steps: int
    """Levels or points the result is worth; 0 for a deal that only breaks a tie."""
    east_west: Grade
    """Grade after the deal."""
    north_south: Grade
    game: int = 1
    """Number of the game in the round."""
    fouled: Seat | None = None
    """The seat whose foul ended the deal."""
    decides_tie: bool = False
    """加打一副: moves no levels."""


@dataclass(frozen=True, slots=True)
class PenaltyRecord:
    """A penalty (判罚) on the score sheet; the referee enters it."""

    deal: int
    """Number of the deal of the irregularity."""
    seat: Seat
    steps: tuple[LadderStep, ...]
    """The step given, then every step it became."""
    article: str
    by: Official


@dataclass(frozen=True, slots=True)
class Appeal:
    """An appeal (申诉), and what became of it."""

    number: int
    """From 1 at this table, over all its rounds."""
    round: int
    side: Side
    made_ms: int
    in_time: bool
    """Whether the ruleset still accepted it when it was made."""
    ruling: RowRef | None
    outcome: AppealOutcome | None = None
    """``None`` until somebody has heard it."""
    by: Official | None = None
    """Who has."""


@dataclass(frozen=True, slots=True)
class EndedRound:
    """A round that is over, as far as an appeal against it asks."""

    at_ms: int
    ruleset: Ruleset


class EndedBy(Enum):
    """What ended a round."""

    GAME = "game"
    """Passing A, reaching it, or the points that win: see the rules of a game."""
    DEALS = "deals"
    TIME = "time"
    PENALTY = "penalty"
    WITHDRAWAL = "withdrawal"
    DECISION = "decision"
    """A person decided it."""


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """What both sides sign."""

    ended_by: EndedBy
    winner: Side | None
    """``None`` for a draw."""
    match_points: Points
    """East-west first, as below."""
    level_points: Points
    east_west: Grade | None
    """Grade the side is recorded with; ``None`` where only points are."""
    north_south: Grade | None


@dataclass(frozen=True, slots=True)
class Tributes:
    """Tribute and return before one deal, and what its cards have shown since."""

    owed: Debt
    finish: Finish
    """Of the deal before."""
    paid: tuple[tuple[Seat, Card], ...] = ()
    chosen: Seat | None = None
    """The payer whose card the first out took, where the rules leave the choice."""
    assignment: Assignment | None = None
    """Who paid whom, once that is known."""
    returned: tuple[tuple[Seat, Card], ...] = ()
    """By the seat that gave it back."""
    shown: PerSeat[tuple[Card, ...]] = field(default_factory=lambda: PerSeat.all(()))
    """Every card laid in the deal since."""
    suspected: frozenset[Seat] = frozenset()
    """Seats whose tribute or return was put before the referee."""
    any_return: bool = False
    """Whether each payer may have got either returned card: equal cards leave the choice to them
    (poker-531, rules-135)."""

    def paid_by(self, seat: Seat) -> Card | None:
        return next((card for payer, card in self.paid if payer is seat), None)

    def returned_by(self, seat: Seat) -> Card | None:
        return next((card for owner, card in self.returned if owner is seat), None)

    def received_by(self, seat: Seat) -> tuple[Card, ...]:
        """What came, or may have come, to *seat*: tributes, or what a winner gave back."""
        if self.assignment is None:
            return ()
        gifts = [gift.card for gift in self.assignment.gifts if gift.receiver is seat]
        payers = {gift.payer for gift in self.assignment.gifts}
        for gift in self.assignment.gifts:
            back = self.returned_by(gift.receiver)
            may_be_his = gift.payer is seat or (self.any_return and seat in payers)
            if may_be_his and back is not None:
                gifts.append(back)
        return tuple(gifts)


@dataclass(frozen=True, slots=True)
class RoundState:
    game: Game
    started_ms: int
    """When the game at hand began; each game of a meeting has its own time."""
    must_decide: bool
    names: tuple[str, str] = ("", "")
    """Of the pairs, east-west first; empty where nobody entered them."""
    best_of: int = 1
    must_pass_ace: bool = False
    wins: tuple[Side, ...] = ()
    """Winners of the games that are over, where several make the round."""
    drawn_ms: int = 0
    """When all cards of the deal at hand were drawn."""
    book: PenaltyBook = field(default_factory=PenaltyBook)
    sheet: tuple[DealRecord, ...] = ()
    penalties: tuple[PenaltyRecord, ...] = ()
    last_finish: Finish | None = None
    """Of the deal before; ``None`` before the first and after a foul that ended a deal."""
    after_foul: Seat | None = None
    """The seat whose foul ended the deal before."""
    extra: bool = False
    """The deal at hand breaks a tie."""
    time_is_up: bool = False
    paused_ms: int = 0
    """Breaks, which do not count as time of the round."""
    paused_since_ms: int | None = None
    outcome: RoundOutcome | None = None
    signed: frozenset[Side] = frozenset()

    def used_ms(self, now_ms: int) -> int:
        until = now_ms if self.paused_since_ms is None else self.paused_since_ms
        return until - self.started_ms - self.paused_ms

    def paused(self, now_ms: int) -> RoundState:
        return self if self.paused_since_ms is not None else replace(self, paused_since_ms=now_ms)

    def running(self, now_ms: int) -> RoundState:
        if self.paused_since_ms is None:
            return self
        stood_ms = now_ms - self.paused_since_ms
        return replace(self, paused_ms=self.paused_ms + stood_ms, paused_since_ms=None)
