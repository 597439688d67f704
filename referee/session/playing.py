"""The phase of play: cards laid, passed, taken back, unread, and time that runs out.

A fault changes no deal: the cards lie on the table, the turn stands. Doubt is never sounded.
"""

from __future__ import annotations

from dataclasses import replace

from referee.rules.card_counts import CardCounts
from referee.rules.classify import readings
from referee.rules.combinations import Combination
from referee.rules.deal import Deal, lay, lay_unread, pass_turn
from referee.rules.irregularities import (
    out_of_turn_pass,
    out_of_turn_play,
    wrong_answer,
    wrong_lead,
)
from referee.rules.judge import judge_pass, judge_play
from referee.rules.remedies import Remedy
from referee.rules.ruling import Fault, Refused
from referee.rules.seats import Seat
from referee.rules.switches.clocks import Step
from referee.session.cases import CaseState, Proposal, cleared
from referee.session.clock import TurnClock
from referee.session.effects import AskReferee, Buzz, DealEnded, Effect, Question
from referee.session.events import CardsLaid, CardsUnread, Passed, TakenBack
from referee.session.outcome import Outcome, resume_clock, with_case, without_pile
from referee.session.suspicions import after_play
from referee.session.table import NOBODY_BARRED, Bars, Phase, Stood, Table
from referee.session.verdict import Finding, Verdict

SOUNDED = frozenset(
    {
        Fault.OUT_OF_TURN_PLAY,
        Fault.OUT_OF_TURN_PASS,
        Fault.NOT_A_COMBINATION,
        Fault.DOES_NOT_BEAT,
        Fault.LEADER_MAY_NOT_PASS,
    }
)
"""What every rule sheet agrees on and the device sees for itself; only these are sounded."""


def begin_play(table: Table, deal: Deal, start_ms: int) -> Table:
    """The table when the leader of *deal* may act from *start_ms* on."""
    return replace(
        table,
        phase=Phase.PLAYING,
        deal=deal,
        clock=table.clocks.for_play(start_ms, leads=True, first_of_deal=True),
        refused=(),
        unread=None,
        before=None,
        bars=NOBODY_BARRED,
        reports_due=frozenset(),
        reported=frozenset(),
    )


def laid(table: Table, event: CardsLaid) -> Outcome:
    table = _others_acted(table, event.seat)
    deal, clock = playing(table)
    seat = event.seat
    ruling = judge_play(deal, seat, event.cards, event.declared)
    verdict = _seen(table, seat)
    verdict = replace(verdict, cards=event.cards)
    if isinstance(ruling, Refused):
        if ruling.fault not in SOUNDED:
            return _doubt(table, _refused(verdict, ruling), Question.ODD_CARDS)
        table = without_pile(table, seat)
        lying = replace(table, refused=(*table.refused, (seat, event.cards)), unread=None)
        return _fault(replace(lying, clock=clock.paused(table.now_ms)), verdict, ruling)
    played = lay(deal, seat, event.cards, ruling.reading, may_be=ruling.choices_left)
    if not table.same_deck:
        played = replace(played, laid=CardCounts())
    verdict = replace(verdict, combination=ruling.reading)
    asks: list[Effect] = []
    if ruling.needs_declaration:
        asks.append(AskReferee(Question.UNDECLARED_WILD, seat))
    if _is_restricted(table, seat, ruling.reading):
        asks.append(AskReferee(Question.RESTRICTED_LEAD, seat))
    after = replace(_turn_over(table, seat, played), before=Stood(deal, clock))
    after, more = after_play(after, seat, event.cards, ruling.reading)
    return _acted_in_turn(table, after, verdict, (*asks, *more))


def passed(table: Table, event: Passed) -> Outcome:
    table = _others_acted(table, event.seat)
    deal, _ = playing(table)
    ruling = judge_pass(deal, event.seat)
    verdict = _seen(table, event.seat)
    if isinstance(ruling, Refused):
        return _fault(table, verdict, ruling)
    after = replace(_turn_over(table, event.seat, pass_turn(deal, event.seat)), before=None)
    return _acted_in_turn(table, after, verdict, ())


def unread(table: Table, event: CardsUnread) -> Outcome:
    table = _others_acted(table, event.seat)
    verdict = replace(_seen(table, event.seat), finding=Finding.UNSURE, because=event.reason)
    return _doubt(table, verdict, Question.UNREAD_CARDS)


def taken_back(table: Table, event: TakenBack) -> Outcome:
    deal, clock = playing(table)
    seat = event.seat
    verdict = Verdict(seat, Finding.OK, to_act=deal.to_act)
    if table.unread is seat or table.refused_of(seat):
        after = replace(
            without_pile(table, seat),
            unread=None if table.unread is seat else table.unread,
            cases=cleared(table.cases, seat),
        )
        return Outcome(resume_clock(after), verdict)
    if table.before is not None and deal.top is not None and deal.top.seat is seat:
        before = table.before
        # The time since the play was the next seat's; it does not count for this one.
        since_play = table.now_ms - clock.started_ms
        again = replace(before.clock, paused_ms=before.clock.paused_ms + since_play)
        after = resume_clock(replace(table, deal=before.deal, clock=again, before=None))
        return Outcome(after, verdict, effects=(AskReferee(Question.PLAY_TAKEN_BACK, seat),))
    return Outcome(table, replace(verdict, finding=Finding.NOTHING_TO_TAKE_BACK))


def time_passed(table: Table) -> Outcome:
    """Signal every stage of the running clock that is due by now."""
    buzzes: dict[Seat, Buzz] = {}
    while (
        table.clock is not None
        and (due := table.clock.deadline_ms) is not None
        and due <= table.now_ms
    ):
        table = replace(table, clock=table.clock.signalled())
        for seat in table.to_act:
            buzzes[seat] = Buzz.OVERTIME
            table = _slow_case(table, seat)
    return Outcome(table, buzzes=buzzes)


def skip_barred(table: Table) -> Table:
    """Pass for the seats that have lost their play in this trick."""
    while (
        table.phase is Phase.PLAYING
        and table.deal is not None
        and table.deal.to_act is not None
        and table.deal.top is not None
        and is_barred(table, table.deal.to_act)
    ):
        seat = table.deal.to_act
        table = _turn_over(table, seat, pass_turn(table.deal, seat), skip=False)
    return table


def is_barred(table: Table, seat: Seat) -> bool:
    """Whether *seat* may not play in the trick at hand."""
    bars, deal = table.bars, table.deal
    if deal is None or bars.trick != deal.trick:
        return False
    return seat in bars.seats or seat.side is bars.side


def playing(table: Table) -> tuple[Deal, TurnClock]:
    """The deal and its clock; asked only where both are there."""
    if table.deal is None or table.clock is None:
        raise AssertionError(f"no deal is played: {table.phase}")
    return table.deal, table.clock


def stand(table: Table, seat: Seat) -> Table | None:
    """Let the refused cards of *seat* count as its play; ``None`` if they are no combination."""
    deal, _ = playing(table)
    cards = table.refused_of(seat)
    found = readings(cards, deal.level, types=deal.rules.types)
    if not found or deal.to_act is None or deal.cards_left[seat] < len(cards):
        return None
    return replace(_turn_over(table, seat, lay(deal, seat, cards, found[-1])), before=None)


def _seen(table: Table, seat: Seat) -> Verdict:
    """A verdict before judging: whose turn it was and how long that seat took."""
    deal, clock = playing(table)
    in_turn = seat is deal.to_act
    return Verdict(
        seat,
        Finding.OK,
        to_beat=deal.to_beat,
        to_act=deal.to_act,
        used_ms=clock.used_ms(table.now_ms) if in_turn else None,
        limit_ms=clock.limit_ms if in_turn else None,
    )


def _fault(table: Table, verdict: Verdict, ruling: Refused) -> Outcome:
    """A sure fault: sounded at that seat, and put before the referee with its remedy."""
    verdict = _refused(verdict, ruling)
    seat = verdict.seat
    remedy = _remedy(table, seat, ruling.fault)
    proposal = Proposal(ruling.article) if remedy is None else Proposal.of_remedy(remedy)
    table = with_case(table, seat, ruling.fault, ruling.because, proposal, silent=False)
    verdict = replace(verdict, case=len(table.cases))
    return Outcome(table, verdict, {seat: Buzz.FAULT})


def _remedy(table: Table, seat: Seat, fault: Fault) -> Remedy | None:
    deal, _ = playing(table)
    if deal.to_act is None:
        return None
    match fault:
        case Fault.OUT_OF_TURN_PLAY:
            return out_of_turn_play(seat, deal.to_act, table.ruleset)
        case Fault.OUT_OF_TURN_PASS:
            return out_of_turn_pass(seat, deal.to_act, table.ruleset)
        case Fault.NOT_A_COMBINATION if deal.top is None:
            return wrong_lead(seat, table.ruleset)
        case Fault.NOT_A_COMBINATION | Fault.DOES_NOT_BEAT:
            return wrong_answer(seat, fault, table.ruleset)
        case _:
            return None


def _doubt(table: Table, verdict: Verdict, question: Question) -> Outcome:
    """Cards that nobody may be blamed for: the referee is asked, the clock stands still."""
    deal, clock = playing(table)
    if verdict.seat is deal.to_act:
        table = replace(
            without_pile(table, verdict.seat),
            unread=verdict.seat,
            clock=clock.paused(table.now_ms),
        )
    return Outcome(table, verdict, effects=(AskReferee(question, verdict.seat),))


def _others_acted(table: Table, seat: Seat) -> Table:
    """Take unread cards for a play once another seat acts: blaming that seat would be a guess."""
    if table.unread is None or table.unread is seat:
        return table
    deal, _ = playing(table)
    return replace(_turn_over(table, table.unread, lay_unread(deal, table.unread)), before=None)


def _turn_over(table: Table, seat: Seat, deal: Deal, *, skip: bool = True) -> Table:
    """The table when *seat* has acted and the turn goes on to the next one."""
    table = replace(without_pile(table, seat), deal=deal, unread=None)
    if deal.is_over:
        return replace(table, phase=Phase.ENDED, clock=None, refused=(), reports_due=frozenset())
    clock = table.clocks.for_play(table.now_ms, leads=deal.top is None, first_of_deal=False)
    table = replace(table, clock=clock, bars=_bars_now(table.bars, deal, seat))
    return resume_clock(skip_barred(table) if skip else table)


def _bars_now(bars: Bars, deal: Deal, acted: Seat) -> Bars:
    """What is left of the bars after *acted* has acted."""
    if bars == NOBODY_BARRED:
        return bars
    if bars.side is not None and deal.top is not None and deal.top.seat.side is not bars.side:
        # The other side has played: the bar is lifted. A play of the barred side cannot be.
        return replace(bars, side=None) if deal.top.seat is acted else bars
    over = deal.trick > bars.trick and deal.trick > bars.lead_trick
    return NOBODY_BARRED if over else bars


def _is_restricted(table: Table, seat: Seat, reading: Combination) -> bool:
    bars, deal = table.bars, table.deal
    return (
        deal is not None
        and deal.top is None
        and deal.trick == bars.lead_trick
        and seat is bars.lead_seat
        and reading.kind in bars.lead_kinds
    )


def _acted_in_turn(
    table: Table, after: Table, verdict: Verdict, asks: tuple[Effect, ...]
) -> Outcome:
    """A play or pass that stands: say whether it came in time and what it ended."""
    _, clock = playing(table)
    buzzes: dict[Seat, Buzz] = {}
    if clock.is_over(table.now_ms):
        used_s, limit_s = clock.used_ms(table.now_ms) / 1000, clock.limit_ms / 1000
        verdict = replace(
            verdict,
            finding=Finding.OVERTIME,
            article=table.clocks.article,
            because=f"{verdict.seat.value} took {used_s:.1f} s of {limit_s:.1f} s",
        )
        if not clock.reached:
            buzzes = {verdict.seat: Buzz.OVERTIME}
    effects = list(asks)
    if after.phase is Phase.ENDED and after.deal is not None:
        effects.append(DealEnded(after.deal.finish_order))
    return Outcome(after, verdict, buzzes, tuple(effects))


def _slow_case(table: Table, seat: Seat) -> Table:
    """Put a stage that is more than a sign before the referee; a later stage replaces it."""
    clock = table.clock
    if clock is None or clock.stage is None or clock.stage.step is Step.SIGNAL:
        return table
    because = f"{seat.value} took more than {clock.limit_ms // 1000} s"
    proposal = Proposal.of_stage(clock.stage.step, table.clocks.article)
    for case in table.cases:
        same_turn = case.at_ms >= clock.started_ms and case.state is CaseState.OPEN
        if case.fault is Fault.OVERTIME and case.seat is seat and same_turn:
            graver = replace(case, proposal=proposal, because=because)
            return replace(table, cases=tuple(graver if c is case else c for c in table.cases))
    return with_case(table, seat, Fault.OVERTIME, because, proposal, silent=False)


def _refused(verdict: Verdict, ruling: Refused) -> Verdict:
    finding = Finding(ruling.fault.value)
    return replace(verdict, finding=finding, article=ruling.article, because=ruling.because)
