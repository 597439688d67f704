"""The reducer: a table and an event give a table, a verdict and orders.

Four rules hold throughout. No event makes it fail: what does not fit the phase changes nothing
but the time. Time passes before anything else: a stage that is due is signalled before the act that
comes after it, however late somebody asked. A fault changes no deal: the cards lie on the table,
the turn stands. Doubt is never sounded: it goes to the referee as a question.

`EXPECTED` says what each phase listens to; what is done about it stands in the file of the phase:
`dealing`, `paying`, `playing`, `rounds`, `rulings`, `appeals`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.rules.deal import Deal
from referee.rules.seats import PerSeat, Seat
from referee.session import (
    appeals,
    dealing,
    overtime,
    passing,
    paying,
    playing,
    receiving,
    rounds,
    rulings,
    suspicions,
)
from referee.session.effects import Buzz, Effect
from referee.session.events import (
    AppealAnswered,
    AppealMade,
    CallAnswered,
    CardsLaid,
    CardsUnread,
    CardTaken,
    CardTurned,
    CorrectableEvent,
    DealStarted,
    FaultNoted,
    FinishEntered,
    HandsDrawn,
    LeaderNamed,
    PassDenied,
    Passed,
    Paused,
    PenaltyGiven,
    PlayTakenUp,
    RefereeCalled,
    Reported,
    ResultConfirmed,
    Resumed,
    RoundDecided,
    RoundStarted,
    Ruled,
    SeatEvent,
    SideWithdrew,
    Signed,
    TakenBack,
    TimeForgiven,
    TimeGranted,
    TimePassed,
    TributeChosen,
    TributeResisted,
    WildDeclared,
)
from referee.session.outcome import Outcome
from referee.session.signals import changes
from referee.session.table import Phase, Table
from referee.session.turns import begin_play
from referee.session.verdict import Finding, Verdict

_Kinds = frozenset[type[CorrectableEvent]]

_SEATS: _Kinds = frozenset({CardsLaid, CardsUnread, Passed, TakenBack})
_ALWAYS: _Kinds = frozenset({TimePassed, TimeForgiven, RefereeCalled, CallAnswered})
_RULINGS: _Kinds = frozenset({Ruled, PenaltyGiven, FaultNoted})
_APPEALS: _Kinds = frozenset({AppealMade, AppealAnswered})
_IN_ROUND: _Kinds = _ALWAYS | _RULINGS | _APPEALS | {Paused, Resumed, RoundDecided, SideWithdrew}
_IN_HAND: _Kinds = _IN_ROUND | {PlayTakenUp, FinishEntered}
EXPECTED: dict[Phase, _Kinds] = {
    Phase.WAITING: _ALWAYS | {DealStarted, RoundStarted},
    Phase.DRAWING: _IN_ROUND | {CardTurned, LeaderNamed, HandsDrawn},
    Phase.TRIBUTE: _IN_HAND | _SEATS | {TributeResisted, TributeChosen, CardTaken, TimeGranted},
    Phase.RETURN: _IN_HAND | _SEATS | {CardTaken, TimeGranted},
    Phase.LEADER: _IN_HAND | {CardTaken, LeaderNamed},
    Phase.PLAYING: _IN_HAND | _SEATS | {CardTaken, Reported, TimeGranted, PassDenied, WildDeclared},
    Phase.ENDED: _IN_ROUND | {DealStarted, FinishEntered, ResultConfirmed},
    Phase.TIED: _IN_ROUND,
    Phase.ROUND_ENDED: _ALWAYS | _RULINGS | _APPEALS | {Signed, RoundStarted},
    Phase.SIGNED: _ALWAYS | _APPEALS | {RoundStarted},
}
"""Events each phase listens to. Players may show their last cards once a deal has ended."""

_ROUND_ONLY: _Kinds = _APPEALS | {PenaltyGiven, RoundDecided, SideWithdrew, ResultConfirmed}
"""Events that mean nothing at a table that is only watched."""

_WATCHED_ONLY: _Kinds = frozenset({DealStarted})
"""Events that mean nothing in a round."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one event did."""

    table: Table
    verdict: Verdict | None = None
    """Set for the act of a seat."""
    effects: tuple[Effect, ...] = ()


def step(table: Table, event: CorrectableEvent) -> Step:
    """Take one event; never fails, and the same table and event always give the same step."""
    before = table
    if isinstance(event, TimeForgiven):
        # The time between was nobody's, so no stage can have come in it.
        table = overtime.forgiven(table, event)
    due = _let_time_pass(table, max(table.now_ms, event.at_ms))
    table = due.table
    if not _is_expected(table, event):
        lamps = changes(before, table, due.buzzes)
        return Step(table, _not_expected(table, event), (*lamps, *due.effects))
    outcome = _outcome(table, event)
    lamps = changes(before, outcome.table, {**due.buzzes, **outcome.buzzes})
    return Step(outcome.table, outcome.verdict, (*lamps, *due.effects, *outcome.effects))


def next_deadline_ms(table: Table) -> int | None:
    """Table time at which a `TimePassed` is due; ``None`` when nothing is waited for."""
    deadlines = [rounds.deadline_ms(table)]
    if table.clock is not None:
        deadlines.append(table.clock.deadline_ms)
    return min((due for due in deadlines if due is not None), default=None)


def _outcome(table: Table, event: CorrectableEvent) -> Outcome:
    match event:
        case CardsLaid() | CardsUnread() | Passed() | TakenBack():
            return _act(table, event)
        case TimePassed() | TimeForgiven():
            return Outcome(table)
        case Reported():
            return Outcome(suspicions.reported(table, event))
        case WildDeclared():
            return playing.declared(table, event)
        case PassDenied():
            return passing.denied(table, event)
        case DealStarted():
            return _watch(table, event)
        case RoundStarted():
            return rounds.started(table, event)
        case CardTurned():
            return dealing.card_turned(table, event)
        case LeaderNamed():
            return dealing.leader_named(table, event)
        case HandsDrawn():
            return dealing.hands_drawn(table, event)
        case TributeResisted():
            return paying.resisted(table, event)
        case TributeChosen():
            return paying.chosen(table, event)
        case CardTaken():
            return receiving.taken(table, event)
        case PlayTakenUp():
            return rulings.taken_up(table, event)
        case FinishEntered():
            return rounds.entered(table, event)
        case ResultConfirmed():
            return rounds.confirmed(table, event)
        case Signed():
            return rounds.signed(table, event)
        case RoundDecided():
            return rulings.decided(table, event)
        case SideWithdrew():
            return rulings.withdrew(table, event)
        case Ruled():
            return rulings.ruled(table, event)
        case PenaltyGiven():
            return rulings.penalty_given(table, event)
        case FaultNoted():
            return rulings.noted(table, event)
        case AppealMade():
            return appeals.made(table, event)
        case AppealAnswered():
            return appeals.answered(table, event)
        case Paused():
            return rulings.paused(table, event)
        case Resumed():
            return rulings.resumed(table, event)
        case TimeGranted():
            return rulings.time_granted(table, event)
        case RefereeCalled():
            return rulings.called(table, event)
        case CallAnswered():
            return rulings.answered(table, event)


def _act(table: Table, event: SeatEvent) -> Outcome:
    """What a seat did, in play or in tribute."""
    plays = table.phase is Phase.PLAYING
    match event:
        case CardsLaid():
            return playing.laid(table, event) if plays else paying.laid(table, event)
        case CardsUnread():
            return playing.unread(table, event) if plays else paying.unread(table, event)
        case Passed():
            return playing.passed(table, event) if plays else paying.passed(table, event.seat)
        case TakenBack():
            return playing.taken_back(table, event) if plays else paying.taken_back(table, event)


def _let_time_pass(table: Table, until_ms: int) -> Outcome:
    """Everything that is due by *until_ms*, each at its own moment, as if somebody had asked."""
    buzzes: dict[Seat, Buzz] = {}
    effects: tuple[Effect, ...] = ()
    while (due_ms := next_deadline_ms(table)) is not None and due_ms <= until_ms:
        turn = overtime.time_passed(replace(table, now_ms=max(table.now_ms, due_ms)))
        end = rounds.time_passed(turn.table)
        table, effects = end.table, (*effects, *end.effects)
        buzzes |= turn.buzzes
    return Outcome(replace(table, now_ms=until_ms), None, buzzes, effects)


def _watch(table: Table, event: DealStarted) -> Outcome:
    """A table that is only watched begins a deal."""
    deal = Deal.start(event.level, event.leader, cards_left=PerSeat(*event.cards_left))
    begun = Table(
        now_ms=table.now_ms,
        settings=event.settings,
        clocks=event.clocks.on(event.settings),
        same_deck=event.same_deck,
    )
    return Outcome(begin_play(begun, deal, table.now_ms))


def _is_expected(table: Table, event: CorrectableEvent) -> bool:
    meaningless = _ROUND_ONLY if table.round is None else _WATCHED_ONLY
    return type(event) in EXPECTED[table.phase] and type(event) not in meaningless


def _not_expected(table: Table, event: CorrectableEvent) -> Verdict | None:
    if not isinstance(event, SeatEvent):
        return None
    finding = Finding.DEAL_IS_OVER if table.phase is Phase.ENDED else Finding.NOT_NOW
    return Verdict(event.seat, finding)
