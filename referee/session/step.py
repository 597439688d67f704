"""The reducer: a table and an event give a table, a verdict and orders.

Three rules hold throughout. No event makes it fail: what does not fit the phase changes nothing
but the time. A fault changes no deal: the cards lie on the table, the turn stands. Doubt is never
sounded: it goes to the referee as a question.

`EXPECTED` says what each phase listens to; what is done about it stands in the file of the phase:
`dealing`, `playing`, `rounds`, `rulings`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.rules.deal import Deal
from referee.rules.seats import PerSeat
from referee.session import dealing, playing, rounds, rulings
from referee.session.effects import Effect
from referee.session.events import (
    CallAnswered,
    CardsLaid,
    CardsUnread,
    CardTurned,
    CorrectableEvent,
    DealStarted,
    HandsDrawn,
    LeaderNamed,
    Passed,
    Paused,
    PenaltyGiven,
    RefereeCalled,
    Reported,
    ResultConfirmed,
    Resumed,
    RoundDecided,
    RoundStarted,
    Ruled,
    SeatEvent,
    Signed,
    TakenBack,
    TimeForgiven,
    TimeGranted,
    TimePassed,
    TributeChosen,
    TributeResisted,
)
from referee.session.outcome import Outcome
from referee.session.signals import changes
from referee.session.table import Phase, Table
from referee.session.verdict import Finding, Verdict

_SEATS: frozenset[type[CorrectableEvent]] = frozenset({CardsLaid, CardsUnread, Passed, TakenBack})
_ALWAYS: frozenset[type[CorrectableEvent]] = frozenset(
    {
        TimePassed,
        TimeForgiven,
        RefereeCalled,
        CallAnswered,
        Paused,
        Resumed,
        Ruled,
        PenaltyGiven,
        RoundDecided,
    }
)
EXPECTED: dict[Phase, frozenset[type[CorrectableEvent]]] = {
    Phase.WAITING: frozenset({DealStarted, RoundStarted}),
    Phase.DRAWING: _ALWAYS | {CardTurned, LeaderNamed, HandsDrawn},
    Phase.TRIBUTE: _ALWAYS | _SEATS | {TributeResisted, TributeChosen, TimeGranted},
    Phase.RETURN: _ALWAYS | _SEATS | {TimeGranted},
    Phase.LEADER: _ALWAYS | {LeaderNamed},
    Phase.PLAYING: _ALWAYS | _SEATS | {Reported, TimeGranted},
    Phase.ENDED: _ALWAYS | {DealStarted, ResultConfirmed},
    Phase.ROUND_ENDED: frozenset({Signed, RoundStarted, TimePassed}),
    Phase.SIGNED: frozenset({RoundStarted}),
}
"""Events each phase listens to. Players may show their last cards once a deal has ended."""

_ROUND_ONLY: frozenset[type[CorrectableEvent]] = frozenset(
    {PenaltyGiven, RoundDecided, ResultConfirmed}
)
"""Events that mean nothing at a table that is only watched."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one event did."""

    table: Table
    verdict: Verdict | None = None
    """Set for the act of a seat."""
    effects: tuple[Effect, ...] = ()


def step(table: Table, event: CorrectableEvent) -> Step:
    """Take one event; never fails, and the same table and event always give the same step."""
    table = replace(table, now_ms=max(table.now_ms, event.at_ms))
    meaningless = table.round is None and type(event) in _ROUND_ONLY
    if type(event) not in EXPECTED[table.phase] or meaningless:
        return Step(table, _not_expected(table, event))
    outcome = _outcome(table, event)
    lamps = changes(table, outcome.table, outcome.buzzes)
    return Step(outcome.table, outcome.verdict, (*lamps, *outcome.effects))


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
        case TimePassed():
            return _time_passed(table)
        case Reported(seat=seat):
            return Outcome(
                replace(
                    table,
                    reports_due=table.reports_due - {seat},
                    reported=table.reported | {seat},
                )
            )
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
            return dealing.tribute_resisted(table, event)
        case TributeChosen():
            return dealing.tribute_chosen(table, event)
        case ResultConfirmed():
            return rounds.confirmed(table, event)
        case Signed():
            return rounds.signed(table, event)
        case RoundDecided():
            return rulings.decided(table, event)
        case Ruled():
            return rulings.ruled(table, event)
        case PenaltyGiven():
            return rulings.penalty_given(table, event)
        case Paused():
            return rulings.paused(table, event)
        case Resumed():
            return rulings.resumed(table, event)
        case TimeForgiven():
            return rulings.time_forgiven(table, event)
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
            if not event.cards:
                raise AssertionError("cards laid without cards; the eye reports unread ones")
            return playing.laid(table, event) if plays else dealing.laid(table, event)
        case CardsUnread():
            return playing.unread(table, event) if plays else dealing.unread(table, event)
        case Passed():
            return playing.passed(table, event) if plays else dealing.passed(table, event)
        case TakenBack():
            return playing.taken_back(table, event) if plays else dealing.taken_back(table, event)


def _time_passed(table: Table) -> Outcome:
    turn = playing.time_passed(table)
    end = rounds.time_passed(turn.table)
    return Outcome(end.table, None, turn.buzzes, end.effects)


def _watch(table: Table, event: DealStarted) -> Outcome:
    """A table that is only watched begins a deal."""
    deal = Deal.start(event.level, event.leader, cards_left=PerSeat(*event.cards_left))
    begun = Table(now_ms=table.now_ms, clocks=event.clocks, same_deck=event.same_deck)
    return Outcome(playing.begin_play(begun, deal, table.now_ms))


def _not_expected(table: Table, event: CorrectableEvent) -> Verdict | None:
    if not isinstance(event, SeatEvent):
        return None
    finding = Finding.DEAL_IS_OVER if table.phase is Phase.ENDED else Finding.NOT_NOW
    return Verdict(event.seat, finding)
