"""What officials decide: rulings on cases, faults they saw, breaks, extra time, the round."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.classify import readings
from referee.rules.deal import Deal
from referee.rules.deal_rules import DealRules
from referee.rules.finish import is_deal_over
from referee.rules.irregularities import exposed_card, wrong_laying
from referee.rules.remedies import CardsGo
from referee.rules.reports import report_penalty
from referee.rules.ruling import Fault
from referee.rules.seats import PerSeat, Seat
from referee.rules.switches.officials import Official
from referee.rules.tribute_errors import tribute_remedy
from referee.session import paying
from referee.session.cases import Case, CaseState, Proposal, outranks
from referee.session.dealing import in_round
from referee.session.effects import Announce, AskReferee, DealEnded, Effect, Notice, Question
from referee.session.events import (
    CallAnswered,
    Decision,
    FaultNoted,
    Paused,
    PenaltyGiven,
    PlayTakenUp,
    RefereeCalled,
    Resumed,
    RoundDecided,
    Ruled,
    SideWithdrew,
    TimeGranted,
)
from referee.session.outcome import Outcome, choice_of, resume_clock, with_case, without_pile
from referee.session.penalising import (
    bars_of_trick,
    is_same_trick,
    obstacle,
    penalise,
    with_offender_barred,
)
from referee.session.places import is_decided, shown_order
from referee.session.playing import remedy_for
from referee.session.results import outcome_of
from referee.session.round_state import EndedBy
from referee.session.rounds import end, lose_round
from referee.session.suspicions import after_play
from referee.session.table import Phase, Table
from referee.session.turns import begin_play, lose_cards, skip_barred, stand


def ruled(table: Table, event: Ruled) -> Outcome:
    """Carry out a ruling, or say why it cannot be; then the table is as before."""
    case = next((case for case in table.cases if case.number == event.case), None)
    if case is None or case.state.is_ruled:
        return _not_possible(table, None if case is None else case.seat)
    match event.decision:
        case Decision.DISMISS:
            after = _close(_picked_up(table, case), case, CaseState.DISMISSED)
            return Outcome(resume_clock(after))
        case Decision.LET_STAND:
            return _let_stand(table, case)
        case Decision.CONFIRM:
            return _confirm(table, case, event)


def penalty_given(table: Table, event: PenaltyGiven) -> Outcome:
    """A penalty without a case."""
    in_the_way = obstacle(table, event.seat, event.step, event.by)
    if in_the_way is not None:
        return Outcome(table, effects=(AskReferee(in_the_way, event.seat),))
    outcome = penalise(table, event.seat, event.step, event.by)
    return replace(outcome, table=resume_clock(outcome.table))


def noted(table: Table, event: FaultNoted) -> Outcome:
    """Open a case for what a person saw, with what the ruleset offers for it."""
    proposal = _offered(table, event.seat, event.fault)
    because = f"{event.seat.value}: {event.fault.value}, seen by a person"
    after = with_case(
        table, event.seat, event.fault, because, proposal, cards=event.cards, silent=False
    )
    return Outcome(after, effects=choice_of(proposal))


def paused(table: Table, _: Paused) -> Outcome:
    """Stop every clock, the one of the round too."""
    state = table.round and table.round.paused(table.now_ms)
    return Outcome(resume_clock(replace(table, paused=True, round=state)))


def resumed(table: Table, _: Resumed) -> Outcome:
    """Let the clocks run on, unless something else stops them."""
    state = table.round and table.round.running(table.now_ms)
    return Outcome(resume_clock(replace(table, paused=False, round=state)))


def time_granted(table: Table, event: TimeGranted) -> Outcome:
    """More time for whoever is to act."""
    if table.clock is None or event.extra_ms <= 0:
        return Outcome(table)
    clock = table.clock.extended(event.extra_ms, table.now_ms)
    return Outcome(replace(table, clock=clock))


def called(table: Table, event: RefereeCalled) -> Outcome:
    """A seat calls the referee and the clocks stand; a second press changes nothing."""
    if event.seat in table.calls:
        return Outcome(table)
    table = resume_clock(replace(table, calls=table.calls | {event.seat}))
    return Outcome(table, effects=(AskReferee(Question.CALLED, event.seat),))


def answered(table: Table, event: CallAnswered) -> Outcome:
    return Outcome(resume_clock(replace(table, calls=table.calls - {event.seat})))


def taken_up(table: Table, event: PlayTakenUp) -> Outcome:
    """Watch on from what a person has counted; cards seen before are still known."""
    if is_deal_over(event.finished, table.ruleset.play.deal_end):
        return _not_possible(table, None)
    deal = table.deal
    if deal is None:
        rules = DealRules.of(table.ruleset)
        deal = Deal.start(in_round(table).game.level, event.leader, rules=rules)
    deal = replace(
        deal,
        to_act=event.leader,
        top=None,
        passed=(),
        cards_left=PerSeat(*event.cards_left),
        finished=event.finished,
        trick=deal.trick + 1,
    )
    begun = begin_play(table, deal, table.now_ms)
    clock = table.clocks.for_play(table.now_ms, leads=True, first_of_deal=False)
    # Cards that were not seen changing hands must not make a tribute look wrong.
    tributes = table.tributes if table.phase is Phase.PLAYING else None
    begun = replace(begun, clock=clock, reported=table.reported, void=table.void, tributes=tributes)
    return Outcome(resume_clock(begun), effects=(Announce(Notice.LEAD, event.leader),))


def decided(table: Table, event: RoundDecided) -> Outcome:
    """A person decided the round, which the chief referee alone may."""
    if outranks(Official.CHIEF_REFEREE, event.by):
        return Outcome(table, effects=(AskReferee(Question.CHIEF_NEEDED, None),))
    state = in_round(table)
    return end(table, outcome_of(table, state.game, EndedBy.DECISION, event.winner))


def withdrew(table: Table, event: SideWithdrew) -> Outcome:
    """A side gives the round up (弃权)."""
    if outranks(Official.CHIEF_REFEREE, event.by):
        return Outcome(table, effects=(AskReferee(Question.CHIEF_NEEDED, None),))
    return lose_round(table, event.side, EndedBy.WITHDRAWAL)


def _let_stand(table: Table, case: Case) -> Outcome:
    if table.phase in (Phase.TRIBUTE, Phase.RETURN):
        accepted = paying.let_stand(table, case)
        if accepted is None:
            return _not_possible(table, case.seat)
        after = _close(accepted.table, case, CaseState.LET_STAND)
        return replace(accepted, table=resume_clock(after))
    stands = stand(table, case) if table.phase is Phase.PLAYING else None
    if stands is None:
        return _not_possible(table, case.seat)
    after, reading = stands
    after, effects = after_play(after, case.seat, case.cards, reading)
    after = resume_clock(_close(after, case, CaseState.LET_STAND))
    return Outcome(after, effects=(*effects, *_ending(after)))


def _confirm(table: Table, case: Case, event: Ruled) -> Outcome:
    step = event.step or case.proposal.step
    after = _close(_cards_gone(table, case), case, CaseState.CONFIRMED)
    if outranks(case.proposal.decided_by, event.by) and case.proposal.hand_void:
        return Outcome(table, effects=(AskReferee(Question.CHIEF_NEEDED, case.seat),))
    effects: tuple[Effect, ...] = ()
    if table.round is not None and step is not None:
        in_the_way = obstacle(table, case.seat, step, event.by)
        if in_the_way is not None:
            return Outcome(table, effects=(AskReferee(in_the_way, case.seat),))
        penalised = penalise(after, case.seat, step, event.by, case)
        after, effects = penalised.table, penalised.effects
    if case.proposal.hand_void and case.deal == table.deal_number:
        after = _void(after, case.seat)
    if after.phase is Phase.PLAYING:
        after = skip_barred(_with_bars(after, case, event))
    if table.phase is Phase.PLAYING:
        effects = (*effects, *_ending(after))
    return Outcome(resume_clock(after), effects=effects)


def _void(table: Table, seat: Seat) -> Table:
    """The hand of *seat* counts no more and it is last (national-2017 art. 19)."""
    if table.phase not in (Phase.PLAYING, Phase.ENDED):
        return table
    table = replace(table, void=seat, before=None)
    if table.phase is Phase.PLAYING and table.deal is not None and is_decided(table.deal, seat):
        deal = replace(table.deal, to_act=None)
        return replace(
            table, phase=Phase.ENDED, deal=deal, clock=None, refused=(), reports_due=frozenset()
        )
    return table


def _ending(table: Table) -> tuple[Effect, ...]:
    """The announcement of a deal that a ruling has brought to its end."""
    return (DealEnded(shown_order(table)),) if table.phase is Phase.ENDED else ()


def _picked_up(table: Table, case: Case) -> Table:
    """The table when the cards of *case* are taken up, if they still lie there."""
    if not case.cards:
        return table
    if table.refused_of(case.seat) == case.cards:
        return without_pile(table, case.seat)
    if table.unread is case.seat and case.acts == table.acts and case.deal == table.deal_number:
        return replace(table, unread=None)
    return table


def _cards_gone(table: Table, case: Case) -> Table:
    """The table when the cards of a confirmed case went where the ruleset sends them."""
    lie = bool(case.cards) and table.refused_of(case.seat) == case.cards
    stay = case.proposal.cards is CardsGo.STAY
    table = _picked_up(table, case)
    if lie and stay and table.phase is Phase.PLAYING:
        return lose_cards(table, case.seat, case.cards)
    return table


def _with_bars(table: Table, case: Case, event: Ruled) -> Table:
    """The table with the bars of a confirmed case; they belong to its trick and the next."""
    deal, proposal, seat = table.deal, case.proposal, case.seat
    if deal is None or case.deal != table.deal_number:
        return table
    if is_same_trick(table, case):
        bars = bars_of_trick(table.bars, deal.trick)
        if proposal.side_barred:
            bars = replace(bars, side=seat.side)
        if event.named is not None:
            bars = replace(bars, named_seat=seat, named_kind=event.named)
        table = replace(table, bars=bars)
        if proposal.offender_barred:
            table = with_offender_barred(table, seat)
    if event.stopped:
        # One play of the offender, in whatever trick he would play next.
        table = with_offender_barred(table, seat)
    if proposal.partner_restricted and case.cards and deal.trick <= case.trick + 1:
        shown = readings(case.cards, deal.level, types=deal.rules.types)
        bars = replace(
            table.bars,
            lead_trick=case.trick + 1,
            lead_seat=seat.partner,
            lead_kinds=frozenset(reading.kind for reading in shown),
        )
        table = replace(table, bars=bars)
    return table


def _offered(table: Table, seat: Seat, fault: Fault) -> Proposal:
    ruleset, state = table.ruleset, table.round
    article = f"{ruleset.id}/penalties.ladder"
    match fault:
        case Fault.EXPOSED_CARD | Fault.SURPLUS_CARD:
            to_act = table.to_act[0] if table.to_act else seat
            surplus = fault is Fault.SURPLUS_CARD
            return Proposal.of_remedy(exposed_card(seat, to_act, ruleset, surplus=surplus))
        case Fault.WRONG_LAYING_ORDER:
            earlier = 0 if state is None else state.book[seat.side].wrong_layings
            return Proposal.of_remedy(wrong_laying(seat, seat, earlier, ruleset))
        case Fault.MISSED_REPORT:
            earlier = 0 if state is None else state.book[seat.side].missed_reports
            penalty = report_penalty(earlier, ruleset)
            return Proposal.of_report(penalty, f"{ruleset.id}/play.report_breach")
        case Fault.WRONG_TRIBUTE | Fault.WRONG_RETURN:
            begun = table.phase is Phase.PLAYING and table.acts > 0
            remedy = tribute_remedy(fault, seat, ruleset, play_begun=begun)
            return Proposal.of_tribute(remedy)
        case _:
            of_play = remedy_for(table, seat, fault) if table.phase is Phase.PLAYING else None
            return Proposal(article) if of_play is None else Proposal.of_remedy(of_play)


def _close(table: Table, case: Case, state: CaseState) -> Table:
    return replace(
        table,
        cases=tuple(
            replace(other, state=state) if other.number == case.number else other
            for other in table.cases
        ),
    )


def _not_possible(table: Table, seat: Seat | None) -> Outcome:
    return Outcome(table, effects=(AskReferee(Question.RULING_NOT_POSSIBLE, seat),))
