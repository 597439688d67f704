"""What officials decide: rulings on cases, penalties, breaks, extra time, calls answered."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.classify import readings
from referee.rules.penalties import LadderError, Tally, consequence, record
from referee.rules.result import DealResult
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.session.cases import Case, CaseState
from referee.session.dealing import in_round
from referee.session.effects import AskReferee, DealEnded, Question
from referee.session.events import (
    CallAnswered,
    Decision,
    Paused,
    PenaltyGiven,
    RefereeCalled,
    Resumed,
    RoundDecided,
    Ruled,
    TimeForgiven,
    TimeGranted,
)
from referee.session.outcome import Outcome, resume_clock, without_pile
from referee.session.playing import skip_barred, stand
from referee.session.round_state import EndedBy
from referee.session.rounds import close_deal, end, lose_round, outcome_of
from referee.session.table import Bars, Phase, Table

_RANKS = {
    Official.REFEREE: 0,
    Official.CHIEF_REFEREE: 1,
    Official.ARBITRATION: 2,
    Official.ORGANISER: 2,
}


def ruled(table: Table, event: Ruled) -> Outcome:
    """Carry out a ruling, or say why it cannot be; then the table is as before."""
    case = next((case for case in table.cases if case.number == event.case), None)
    if case is None or case.state.is_ruled:
        seat = Seat.EAST if case is None else case.seat
        return _not_possible(table, seat)
    match event.decision:
        case Decision.DISMISS:
            after = _close(without_pile(table, case.seat), case, CaseState.DISMISSED)
            return Outcome(resume_clock(after))
        case Decision.LET_STAND:
            stands = stand(table, case.seat) if table.phase is Phase.PLAYING else None
            if stands is None:
                return _not_possible(table, case.seat)
            after = resume_clock(_close(stands, case, CaseState.LET_STAND))
            finish = after.deal.finish_order if after.deal is not None else ()
            return Outcome(after, effects=(DealEnded(finish),) if finish else ())
        case Decision.CONFIRM:
            return _confirm(table, case, event)


def penalty_given(table: Table, event: PenaltyGiven) -> Outcome:
    """A penalty without a case."""
    obstacle = _obstacle(table, event.seat, event.step, event.by)
    if obstacle is not None:
        return Outcome(table, effects=(AskReferee(obstacle, event.seat),))
    return _penalise(table, event.seat, event.step, None)


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
    return Outcome(replace(table, clock=table.clock.extended(event.extra_ms)))


def time_forgiven(table: Table, event: TimeForgiven) -> Outcome:
    """The running clock stood still for a while."""
    if table.clock is None or event.lost_ms <= 0:
        return Outcome(table)
    clock = replace(table.clock, paused_ms=table.clock.paused_ms + event.lost_ms)
    return Outcome(replace(table, clock=clock))


def called(table: Table, event: RefereeCalled) -> Outcome:
    """A seat calls the referee; a second press changes nothing."""
    if event.seat in table.calls:
        return Outcome(table)
    table = replace(table, calls=table.calls | {event.seat})
    return Outcome(table, effects=(AskReferee(Question.CALLED, event.seat),))


def answered(table: Table, event: CallAnswered) -> Outcome:
    return Outcome(replace(table, calls=table.calls - {event.seat}))


def decided(table: Table, event: RoundDecided) -> Outcome:
    """A person decided the round: a tie nobody can tell, a withdrawal."""
    state = in_round(table)
    outcome = outcome_of(table, state.game, EndedBy.DECISION, event.winner)
    return end(table, outcome)


def _confirm(table: Table, case: Case, event: Ruled) -> Outcome:
    step = event.step or case.proposal.step
    outcome = Outcome(table)
    if table.round is not None and step is not None:
        obstacle = _obstacle(table, case.seat, step, event.by)
        if obstacle is not None:
            return Outcome(table, effects=(AskReferee(obstacle, case.seat),))
        outcome = _penalise(table, case.seat, step, case.fault)
    after = _close(without_pile(outcome.table, case.seat), case, CaseState.CONFIRMED)
    if after.phase is Phase.PLAYING:
        after = skip_barred(replace(after, bars=_bars(after, case)))
    return replace(outcome, table=resume_clock(after))


def _bars(table: Table, case: Case) -> Bars:
    """The bars after *case* was confirmed; they belong to the trick at hand."""
    deal, proposal = table.deal, case.proposal
    if deal is None:
        return table.bars
    bars = table.bars if table.bars.trick == deal.trick else Bars(trick=deal.trick)
    if proposal.offender_barred:
        bars = replace(bars, seats=bars.seats | {case.seat})
    if proposal.side_barred:
        bars = replace(bars, side=case.seat.side)
    if proposal.partner_restricted and case.cards:
        shown = readings(case.cards, deal.level, types=deal.rules.types)
        bars = replace(
            bars,
            lead_trick=deal.trick + 1,
            lead_seat=case.seat.partner,
            lead_kinds=frozenset(reading.kind for reading in shown),
        )
    return bars


def _obstacle(table: Table, seat: Seat, step: LadderStep, by: Official) -> Question | None:
    """Why *by* cannot record *step*; ``None`` when nothing is in the way."""
    try:
        recorded = record(in_round(table).book[seat.side], step, table.ruleset)
    except LadderError:
        return Question.RULING_NOT_POSSIBLE
    deciders = [consequence(given, table.ruleset).decided_by for given in recorded.steps]
    return Question.CHIEF_NEEDED if any(_RANKS[by] < _RANKS[d] for d in deciders) else None


def _penalise(table: Table, seat: Seat, step: LadderStep, fault: Fault | None) -> Outcome:
    """Record *step* with everything it becomes, and carry out what that costs at once."""
    state, ruleset = in_round(table), table.ruleset
    recorded = record(state.book[seat.side], step, ruleset)
    costs = [consequence(given, ruleset) for given in recorded.steps]
    tally = _counted(recorded.tally, fault)
    table = replace(table, round=replace(state, book=state.book.put(seat.side, tally)))
    if costs[-1].round_lost:
        return lose_round(table, seat.side)
    if any(cost.deal_ends for cost in costs) and table.phase in _IN_DEAL:
        result = DealResult(seat.side.other, partner_place=2)
        return close_deal(table, result, None, fouled=seat.side)
    if any(cost.trick_lost for cost in costs) and table.deal is not None:
        bars = table.bars if table.bars.trick == table.deal.trick else Bars(table.deal.trick)
        table = skip_barred(replace(table, bars=replace(bars, seats=bars.seats | {seat})))
    return Outcome(table)


def _counted(tally: Tally, fault: Fault | None) -> Tally:
    """The tally with the breaches that make the next one of their kind dearer."""
    match fault:
        case Fault.MISSED_REPORT:
            return replace(tally, missed_reports=tally.missed_reports + 1)
        case Fault.WRONG_LAYING_ORDER:
            return replace(tally, wrong_layings=tally.wrong_layings + 1)
        case _:
            return tally


def _close(table: Table, case: Case, state: CaseState) -> Table:
    closed = replace(case, state=state)
    return replace(
        table,
        cases=tuple(closed if other.number == case.number else other for other in table.cases),
    )


def _not_possible(table: Table, seat: Seat) -> Outcome:
    return Outcome(table, effects=(AskReferee(Question.RULING_NOT_POSSIBLE, seat),))


_IN_DEAL = frozenset({Phase.TRIBUTE, Phase.RETURN, Phase.LEADER, Phase.PLAYING, Phase.ENDED})
"""Phases in which a foul ends a deal."""
