"""The reducer: a table and an event give a table, a verdict and orders.

Three rules hold throughout. No event makes it fail: what does not fit the phase changes nothing
but the time. A fault changes no deal: the cards lie on the table, the turn stands. Doubt is never
sounded: it goes to the referee as a question.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from referee.rules.card_counts import CardCounts
from referee.rules.cards import Card
from referee.rules.deal import Deal, lay, lay_unread, pass_turn
from referee.rules.judge import judge_pass, judge_play
from referee.rules.ruling import Fault, Refused
from referee.rules.seats import PerSeat, Seat
from referee.session.clock import TurnClock
from referee.session.effects import AskReferee, Buzz, DealEnded, Effect, Question
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    DealStarted,
    Event,
    Passed,
    SeatEvent,
    TakenBack,
    TimePassed,
)
from referee.session.signals import changes
from referee.session.table import Phase, Stood, Table
from referee.session.verdict import Finding, Verdict

EXPECTED: dict[Phase, frozenset[type[Event]]] = {
    Phase.WAITING: frozenset({DealStarted}),
    Phase.PLAYING: frozenset({CardsLaid, CardsUnread, Passed, TakenBack, TimePassed}),
    Phase.ENDED: frozenset({DealStarted}),
}
"""Events each phase listens to; players may show their last cards once a deal has ended."""

_SURE = frozenset(
    {
        Fault.OUT_OF_TURN_PLAY,
        Fault.OUT_OF_TURN_PASS,
        Fault.NOT_A_COMBINATION,
        Fault.DOES_NOT_BEAT,
        Fault.LEADER_MAY_NOT_PASS,
    }
)
"""What every rule sheet agrees on and the device sees for itself; only these are sounded."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one event did."""

    table: Table
    verdict: Verdict | None = None
    """Set for the act of a seat."""
    effects: tuple[Effect, ...] = ()


def step(table: Table, event: Event) -> Step:
    """Take one event; never fails, and the same table and event always give the same step."""
    table = replace(table, now_ms=max(table.now_ms, event.at_ms))
    if type(event) not in EXPECTED[table.phase]:
        return Step(table, _not_expected(table, event))
    match event:
        case DealStarted():
            return _start(table, event)
        case TimePassed():
            return _time_passed(table)
        case TakenBack():
            return _taken_back(table, event.seat)
        case CardsLaid():
            return _laid(_others_acted(table, event.seat), event, seen_from=table)
        case CardsUnread():
            return _unread(_others_acted(table, event.seat), event, seen_from=table)
        case Passed():
            return _passed(_others_acted(table, event.seat), event.seat, seen_from=table)


def next_deadline_ms(table: Table) -> int | None:
    """Table time at which a `TimePassed` is due; ``None`` when nothing is waited for."""
    return None if table.clock is None else table.clock.deadline_ms


def replay(events: Iterable[Event]) -> Table:
    """The table after *events*, from a table where nothing happened yet."""
    table = Table()
    for event in events:
        table = step(table, event).table
    return table


def _not_expected(table: Table, event: Event) -> Verdict | None:
    if table.phase is Phase.ENDED and isinstance(event, SeatEvent):
        return Verdict(event.seat, Finding.DEAL_IS_OVER)
    return None


def _start(table: Table, event: DealStarted) -> Step:
    deal = Deal.start(event.level, event.leader, cards_left=PerSeat(*event.cards_left))
    begun = Table(
        phase=Phase.PLAYING,
        now_ms=table.now_ms,
        clocks=event.clocks,
        deal=deal,
        clock=TurnClock(table.now_ms, event.clocks.limit_ms(leads=True)),
        same_deck=event.same_deck,
    )
    return Step(begun, None, changes(table, begun, {}))


def _time_passed(table: Table) -> Step:
    deal, clock = _playing(table)
    if deal.to_act is None or clock.signalled or not clock.is_over(table.now_ms):
        return Step(table)
    late = replace(table, clock=replace(clock, signalled=True))
    return Step(late, None, changes(table, late, {deal.to_act: Buzz.OVERTIME}))


def _laid(table: Table, event: CardsLaid, *, seen_from: Table) -> Step:
    deal, clock = _playing(table)
    seat = event.seat
    if not event.cards:
        raise AssertionError("cards laid without cards; the eye reports unread ones instead")
    ruling = judge_play(deal, seat, event.cards, event.declared)
    verdict = Verdict(
        seat,
        Finding.OK,
        cards=event.cards,
        to_beat=deal.to_beat,
        to_act=deal.to_act,
        used_ms=clock.used_ms(table.now_ms) if seat is deal.to_act else None,
        limit_ms=clock.limit_ms if seat is deal.to_act else None,
    )
    if isinstance(ruling, Refused):
        verdict = _refused(verdict, ruling)
        if ruling.fault not in _SURE:
            return _doubt(table, verdict, Question.ODD_CARDS, seen_from=seen_from)
        lying = (*_without(table, seat), (seat, event.cards))
        after = replace(table, refused=lying, unread=None, clock=clock.paused(table.now_ms))
        return Step(after, verdict, changes(seen_from, after, {seat: Buzz.FAULT}))
    open_readings = ruling.choices if ruling.needs_declaration else ()
    may_be = tuple(reading for reading in open_readings if reading != ruling.reading)
    played = lay(deal, seat, event.cards, ruling.reading, may_be=may_be)
    if not table.same_deck:
        played = replace(played, laid=CardCounts())
    verdict = replace(verdict, combination=ruling.reading)
    after = _turn_over(table, seat, played)
    after = replace(after, before=Stood(deal, clock))
    asks: tuple[Effect, ...] = ()
    if ruling.needs_declaration:
        asks = (AskReferee(Question.UNDECLARED_WILD, seat),)
    return _acted_in_turn(table, after, verdict, asks, seen_from=seen_from)


def _passed(table: Table, seat: Seat, *, seen_from: Table) -> Step:
    deal, clock = _playing(table)
    ruling = judge_pass(deal, seat)
    in_turn = seat is deal.to_act
    verdict = Verdict(
        seat,
        Finding.OK,
        to_beat=deal.to_beat,
        to_act=deal.to_act,
        used_ms=clock.used_ms(table.now_ms) if in_turn else None,
        limit_ms=clock.limit_ms if in_turn else None,
    )
    if isinstance(ruling, Refused):
        buzz = {seat: Buzz.FAULT}
        return Step(table, _refused(verdict, ruling), changes(seen_from, table, buzz))
    after = replace(_turn_over(table, seat, pass_turn(deal, seat)), before=None)
    return _acted_in_turn(table, after, verdict, (), seen_from=seen_from)


def _unread(table: Table, event: CardsUnread, *, seen_from: Table) -> Step:
    deal, _ = _playing(table)
    verdict = Verdict(
        event.seat, Finding.UNSURE, because=event.reason, to_beat=deal.to_beat, to_act=deal.to_act
    )
    return _doubt(table, verdict, Question.UNREAD_CARDS, seen_from=seen_from)


def _doubt(table: Table, verdict: Verdict, question: Question, *, seen_from: Table) -> Step:
    """Cards that nobody may be blamed for: the referee is asked, the clock stands still."""
    deal, clock = _playing(table)
    after = table
    if verdict.seat is deal.to_act:
        after = replace(
            table,
            unread=verdict.seat,
            refused=_without(table, verdict.seat),
            clock=clock.paused(table.now_ms),
        )
    asks = (AskReferee(question, verdict.seat),)
    return Step(after, verdict, (*changes(seen_from, after, {}), *asks))


def _taken_back(table: Table, seat: Seat) -> Step:
    deal, clock = _playing(table)
    verdict = Verdict(seat, Finding.OK, to_act=deal.to_act)
    if table.unread is seat or table.refused_of(seat):
        after = _resume_clock(
            replace(
                table,
                refused=_without(table, seat),
                unread=None if table.unread is seat else table.unread,
            )
        )
        return Step(after, verdict, changes(table, after, {}))
    if table.before is not None and deal.top is not None and deal.top.seat is seat:
        before = table.before
        # The time since the play was the next seat's; it does not count for this one.
        since_play = table.now_ms - clock.started_ms
        again = replace(before.clock, paused_ms=before.clock.paused_ms + since_play)
        after = replace(table, deal=before.deal, clock=again, before=None)
        asks = (AskReferee(Question.PLAY_TAKEN_BACK, seat),)
        return Step(after, verdict, (*changes(table, after, {}), *asks))
    return Step(table, replace(verdict, finding=Finding.NOTHING_TO_TAKE_BACK))


def _others_acted(table: Table, seat: Seat) -> Table:
    """Take unread cards for a play once another seat acts: blaming that seat would be a guess."""
    if table.unread is None or table.unread is seat:
        return table
    deal, _ = _playing(table)
    return replace(_turn_over(table, table.unread, lay_unread(deal, table.unread)), before=None)


def _turn_over(table: Table, seat: Seat, deal: Deal) -> Table:
    """The table when *seat* has acted and the turn goes on to the next one."""
    ended = deal.is_over
    after = replace(
        table,
        phase=Phase.ENDED if ended else Phase.PLAYING,
        deal=deal,
        clock=None
        if ended
        else TurnClock(table.now_ms, table.clocks.limit_ms(leads=deal.top is None)),
        refused=() if ended else _without(table, seat),
        unread=None,
    )
    return after if ended else _resume_clock(after)


def _resume_clock(table: Table) -> Table:
    """Let the clock run again unless something on the table still stands in its way."""
    _, clock = _playing(table)
    waits = table.unread is not None or bool(table.refused)
    clock = clock.paused(table.now_ms) if waits else clock.running(table.now_ms)
    return replace(table, clock=clock)


def _acted_in_turn(
    table: Table, after: Table, verdict: Verdict, asks: tuple[Effect, ...], *, seen_from: Table
) -> Step:
    """A play or pass that stands: say whether it came in time and what it ended."""
    _, clock = _playing(table)
    buzzes: dict[Seat, Buzz] = {}
    if clock.is_over(table.now_ms):
        used_s, limit_s = clock.used_ms(table.now_ms) / 1000, clock.limit_ms / 1000
        verdict = replace(
            verdict,
            finding=Finding.OVERTIME,
            article=table.clocks.article,
            because=f"{verdict.seat.value} took {used_s:.1f} s of {limit_s:.1f} s",
        )
        if not clock.signalled:
            buzzes = {verdict.seat: Buzz.OVERTIME}
    effects: list[Effect] = [*changes(seen_from, after, buzzes), *asks]
    if after.phase is Phase.ENDED and after.deal is not None:
        first, second, third, last = after.deal.finish_order
        effects.append(DealEnded((first, second, third, last)))
    return Step(after, verdict, tuple(effects))


def _refused(verdict: Verdict, ruling: Refused) -> Verdict:
    finding = Finding(ruling.fault.value)
    return replace(verdict, finding=finding, article=ruling.article, because=ruling.because)


def _without(table: Table, seat: Seat) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
    return tuple(pile for pile in table.refused if pile[0] is not seat)


def _playing(table: Table) -> tuple[Deal, TurnClock]:
    if table.deal is None or table.clock is None:
        raise AssertionError(f"no deal is played: {table.phase}")
    return table.deal, table.clock
