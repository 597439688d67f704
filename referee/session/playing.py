"""The phase of play: cards laid, passed, taken back, unread.

A fault changes no deal: the cards lie on the table, the turn stands. Doubt is never sounded.
"""

from __future__ import annotations

from dataclasses import replace

from referee.rules.card_counts import CardCounts
from referee.rules.combinations import Combination
from referee.rules.deal import lay, pass_turn, settle
from referee.rules.irregularities import (
    out_of_turn_pass,
    out_of_turn_play,
    wrong_answer,
    wrong_lead,
)
from referee.rules.judge import AllowedPlay, judge_pass, judge_play
from referee.rules.remedies import Remedy
from referee.rules.ruling import Fault, Refused
from referee.rules.seats import Seat
from referee.session.cases import Proposal
from referee.session.effects import AskReferee, Buzz, DealEnded, Effect, Question
from referee.session.events import CardsLaid, CardsUnread, Passed, TakenBack, WildDeclared
from referee.session.outcome import (
    Outcome,
    choice_of,
    resume_clock,
    with_case,
    with_pile,
    without_pile,
)
from referee.session.overtime import timed
from referee.session.passing import Turn, knock_counts, possible_turns, turn_of
from referee.session.places import shown_order
from referee.session.suspicions import after_play
from referee.session.table import Phase, Stood, Table
from referee.session.table_settings import Passing
from referee.session.turns import playing, restored, stood, turn_over
from referee.session.unread import may_be_over
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


def laid(table: Table, event: CardsLaid) -> Outcome:
    seat = event.seat
    turn, ruling = _judged(table, event)
    if isinstance(ruling, Refused) and _was_skipped(table, seat):
        return _objects(table, event)
    now, skipped = turn.now, turn.skipped
    deal, clock = playing(now)
    verdict = replace(_seen(now, seat, skipped), cards=event.cards)
    if isinstance(ruling, Refused):
        if may_be_over(now):
            return _after_the_deal(table, verdict)
        if ruling.fault in SOUNDED:
            return _fault(table, now, verdict, ruling)
        return _doubt(table, turn, _refused(verdict, ruling), Question.ODD_CARDS, ruling)
    played = lay(deal, seat, event.cards, ruling.reading, may_be=ruling.choices_left)
    if not table.same_deck:
        played = replace(played, laid=CardCounts())
    verdict = timed(now, replace(verdict, combination=ruling.reading), clock)
    asks: list[Effect] = []
    if ruling.needs_declaration:
        # Good only against one reading of the play before: then that one has to be said.
        whose = seat if ruling.choices_left or deal.top is None else deal.top.seat
        asks.append(AskReferee(Question.UNDECLARED_WILD, whose))
    if _is_restricted(now, seat, ruling.reading):
        asks.append(AskReferee(Question.RESTRICTED_LEAD, seat))
    before = stood(turn.before, seat, event.cards, skipped)
    after, more = after_play(turn_over(now, seat, played), seat, event.cards, ruling.reading)
    return _stands(after, verdict, before, (*asks, *more))


def passed(table: Table, event: Passed) -> Outcome:
    seat = event.seat
    if _was_skipped(table, seat) or not knock_counts(table, event):
        # A pass that was implied already, or a hand that touched the table: nothing to accuse.
        return Outcome(table, Verdict(seat, Finding.NOT_NOW))
    turn = turn_of(table, seat)
    now, skipped = turn.now, turn.skipped
    deal, clock = playing(now)
    ruling = judge_pass(deal, seat)
    verdict = _seen(now, seat, skipped)
    if isinstance(ruling, Refused):
        if may_be_over(now):
            return Outcome(table, Verdict(seat, Finding.NOT_NOW))
        return _fault(table, now, verdict, ruling)
    if event.shown_by is not Passing.KEY:
        skipped = (*skipped, seat)
    before = stood(turn.before, seat, (), skipped) if skipped else None
    after = turn_over(now, seat, pass_turn(deal, seat))
    return _stands(after, timed(now, verdict, clock), before, ())


def unread(table: Table, event: CardsUnread) -> Outcome:
    turn = turn_of(table, event.seat)
    verdict = _seen(turn.now, event.seat, turn.skipped)
    verdict = replace(verdict, finding=Finding.UNSURE, because=event.reason)
    return _doubt(table, turn, verdict, Question.UNREAD_CARDS, None)


def taken_back(table: Table, event: TakenBack) -> Outcome:
    seat = event.seat
    verdict = Verdict(seat, Finding.OK, to_act=playing(table)[0].to_act)
    before = table.before
    if table.unread is seat or table.refused_of(seat):
        after = without_pile(table, seat)
        if table.unread is seat and before is not None:
            # What those cards told about the seats before them is not told any more.
            after = restored(after, before)
        elif table.unread is seat:
            after = replace(after, unread=None)
        return Outcome(resume_clock(after), verdict)
    if before is not None and before.cards and before.seat is seat:
        after = resume_clock(restored(table, before))
        return Outcome(after, verdict, effects=(AskReferee(Question.PLAY_TAKEN_BACK, seat),))
    return Outcome(table, replace(verdict, finding=Finding.NOTHING_TO_TAKE_BACK))


def declared(table: Table, event: WildDeclared) -> Outcome:
    """Settle what the play on the table is, where that was open."""
    deal, _ = playing(table)
    top = deal.top
    if top is None or event.reading not in (top.combination, *top.may_be):
        seat = None if top is None else top.seat
        return Outcome(table, effects=(AskReferee(Question.RULING_NOT_POSSIBLE, seat),))
    return Outcome(resume_clock(replace(table, deal=settle(deal, event.reading))))


def remedy_for(table: Table, seat: Seat, fault: Fault) -> Remedy | None:
    """What the ruleset offers for a fault of play by *seat*."""
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


def _judged(table: Table, event: CardsLaid) -> tuple[Turn, AllowedPlay | Refused]:
    """The likeliest way to be in turn that allows the play, or else the likeliest of all."""
    found = []
    for turn in possible_turns(table, event.seat):
        deal, _ = playing(turn.now)
        ruling = judge_play(deal, event.seat, event.cards, event.declared)
        if not isinstance(ruling, Refused):
            return turn, ruling
        found.append((turn, ruling))
    if found:
        return found[0]
    deal, _ = playing(table)
    return Turn(table, table), judge_play(deal, event.seat, event.cards, event.declared)


def _seen(table: Table, seat: Seat, skipped: tuple[Seat, ...]) -> Verdict:
    """A verdict before judging: whose turn it was and how long that seat took."""
    deal, clock = playing(table)
    # Nobody knows when the turn of a seat begins that follows a pass nobody saw.
    is_timed = seat is deal.to_act and not skipped
    return Verdict(
        seat,
        Finding.OK,
        to_beat=deal.to_beat,
        to_act=deal.to_act,
        used_ms=clock.used_ms(table.now_ms) if is_timed else None,
        limit_ms=clock.limit_ms if is_timed else None,
        skipped=skipped,
    )


def _fault(table: Table, now: Table, verdict: Verdict, ruling: Refused) -> Outcome:
    """A sure fault: sounded at that seat, and put before the referee with its remedy.

    *now* is the table as that seat found it; it is *table* that stands.
    """
    verdict = replace(_refused(verdict, ruling), skipped=())
    seat = verdict.seat
    remedy = remedy_for(now, seat, ruling.fault)
    proposal = Proposal(ruling.article) if remedy is None else Proposal.of_remedy(remedy)
    if verdict.cards:
        table = with_pile(table, seat, verdict.cards)
        table = replace(table, unread=None if table.unread is seat else table.unread)
    table = with_case(
        table,
        seat,
        ruling.fault,
        ruling.because,
        proposal,
        cards=verdict.cards,
        silent=False,
    )
    verdict = replace(verdict, case=len(table.cases))
    return Outcome(resume_clock(table), verdict, {seat: Buzz.FAULT}, choice_of(proposal))


def _doubt(
    table: Table, turn: Turn, verdict: Verdict, question: Question, ruling: Refused | None
) -> Outcome:
    """Cards that nobody may be blamed for: the referee is asked, the clock stands still.

    What only the referee may suspect, a third copy or a 28th card, becomes a silent case.
    """
    seat, now = verdict.seat, turn.now
    if seat in now.to_act:
        before = stood(turn.before, seat, (), turn.skipped) if turn.skipped else None
        now = replace(without_pile(now, seat), unread=seat, before=before)
    else:
        now = table
    if ruling is not None:
        proposal = Proposal(ruling.article)
        now = with_case(
            now,
            seat,
            ruling.fault,
            ruling.because,
            proposal,
            cards=verdict.cards,
            silent=True,
        )
        verdict = replace(verdict, case=len(now.cases))
    return Outcome(resume_clock(now), verdict, effects=(AskReferee(question, seat),))


def _after_the_deal(table: Table, verdict: Verdict) -> Outcome:
    """Cards shown while unread ones may have ended the deal: they may be right."""
    verdict = replace(verdict, finding=Finding.UNSURE, because="the deal may be over", skipped=())
    asks = AskReferee(Question.ODD_CARDS, verdict.seat)
    return Outcome(resume_clock(table), verdict, effects=(asks,))


def _was_skipped(table: Table, seat: Seat) -> bool:
    """Whether the last act was taken for a pass of *seat*, and it is not its turn again."""
    before = table.before
    if before is None or before.seat is seat or seat in table.to_act:
        return False
    return seat in before.skipped


def _objects(table: Table, event: CardsLaid) -> Outcome:
    """A seat lays cards right after its pass was implied: it may not have passed at all."""
    verdict = Verdict(event.seat, Finding.UNSURE, because="its pass was implied", cards=event.cards)
    return Outcome(table, verdict, effects=(AskReferee(Question.PASS_DENIED, event.seat),))


def _is_restricted(table: Table, seat: Seat, reading: Combination) -> bool:
    """Whether *seat* leads what a confirmed irregularity has closed to it."""
    bars, deal = table.bars, table.deal
    if deal is None or deal.top is not None:
        return False
    closed = deal.trick == bars.lead_trick and seat is bars.lead_seat
    named = deal.trick == bars.trick and seat is bars.named_seat
    return (closed and reading.kind in bars.lead_kinds) or (
        named and reading.kind is not bars.named_kind
    )


def _stands(
    after: Table, verdict: Verdict, before: Stood | None, asks: tuple[Effect, ...]
) -> Outcome:
    """A play or pass that stands, and what it ended."""
    if after.phase is not Phase.ENDED:
        return Outcome(replace(after, before=before), verdict, effects=asks)
    ended = (*asks, DealEnded(shown_order(after)))
    return Outcome(replace(after, before=None), verdict, effects=ended)


def _refused(verdict: Verdict, ruling: Refused) -> Verdict:
    finding = Finding(ruling.fault.value)
    return replace(verdict, finding=finding, article=ruling.article, because=ruling.because)
