"""Penalties (判罚): who may give one, what it becomes on the ladder, what it costs at once."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.penalties import LadderError, Tally, consequence, record
from referee.rules.result import DealResult
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.session.cases import Case, outranks
from referee.session.dealing import in_round
from referee.session.effects import Announce, DealEnded, Notice, Question
from referee.session.outcome import Outcome
from referee.session.round_state import EndedBy, PenaltyRecord
from referee.session.rounds import close_deal, lose_round
from referee.session.table import Bars, Phase, Table
from referee.session.turns import skip_barred

_IN_DEAL = frozenset({Phase.TRIBUTE, Phase.RETURN, Phase.LEADER, Phase.PLAYING, Phase.ENDED})
"""Phases in which a foul ends a deal."""


def obstacle(table: Table, seat: Seat, step: LadderStep, by: Official) -> Question | None:
    """Why *by* cannot record *step*; ``None`` when nothing is in the way."""
    try:
        recorded = record(in_round(table).book[seat.side], step, table.ruleset)
    except LadderError:
        return Question.RULING_NOT_POSSIBLE
    needed = [consequence(given, table.ruleset).decided_by for given in recorded.steps]
    return Question.CHIEF_NEEDED if any(outranks(who, by) for who in needed) else None


def penalise(
    table: Table, seat: Seat, step: LadderStep, by: Official, case: Case | None = None
) -> Outcome:
    """Record *step* with everything it becomes, and carry out what that costs at once.

    What is over cannot be taken away any more: a foul about a deal that is closed ends no other
    one, and a trick lost in an earlier trick only counts.
    """
    state, ruleset = in_round(table), table.ruleset
    recorded = record(state.book[seat.side], step, ruleset)
    costs = [consequence(given, ruleset) for given in recorded.steps]
    tally = _counted(recorded.tally, None if case is None else case.fault)
    entry = PenaltyRecord(
        table.deal_number if case is None else case.deal,
        seat,
        recorded.steps,
        f"{ruleset.id}/penalties.ladder" if case is None else case.proposal.article,
        by,
    )
    state = replace(
        state, book=state.book.put(seat.side, tally), penalties=(*state.penalties, entry)
    )
    table = replace(table, round=state)
    if any(cost.round_lost for cost in costs):
        return lose_round(table, seat.side, EndedBy.PENALTY)
    same_deal = case is None or case.deal == table.deal_number
    if any(cost.deal_ends for cost in costs) and table.phase in _IN_DEAL and same_deal:
        result = DealResult(seat.side.other, partner_place=2)
        closed = close_deal(table, result, None, fouled=seat)
        ended = DealEnded(seat.side.other.seats)
        return replace(closed, effects=(ended, *closed.effects))
    if any(cost.trick_lost for cost in costs) and is_same_trick(table, case):
        table = skip_barred(with_offender_barred(table, seat))
    if any(cost.following_may_stop for cost in costs):
        return Outcome(table, effects=(Announce(Notice.MAY_CHOOSE, seat.following),))
    return Outcome(table)


def is_same_trick(table: Table, case: Case | None) -> bool:
    """Whether the trick of *case* is still being played; without a case, whether any is."""
    if table.phase is not Phase.PLAYING or table.deal is None:
        return False
    return case is None or (case.deal, case.trick) == (table.deal_number, table.deal.trick)


def with_offender_barred(table: Table, seat: Seat) -> Table:
    """The table when *seat* plays no more in the trick at hand."""
    if table.deal is None:
        return table
    bars = bars_of_trick(table.bars, table.deal.trick)
    return replace(table, bars=replace(bars, seats=bars.seats | {seat}))


def bars_of_trick(bars: Bars, trick: int) -> Bars:
    """The bars to add to in *trick*; those of an earlier one are over, but a closed lead stays."""
    if bars.trick == trick:
        return bars
    return Bars(
        trick=trick,
        lead_trick=bars.lead_trick,
        lead_seat=bars.lead_seat,
        lead_kinds=bars.lead_kinds,
    )


def _counted(tally: Tally, fault: Fault | None) -> Tally:
    """The tally with the breaches that make the next one of their kind dearer."""
    match fault:
        case Fault.MISSED_REPORT:
            return replace(tally, missed_reports=tally.missed_reports + 1)
        case Fault.WRONG_LAYING_ORDER:
            return replace(tally, wrong_layings=tally.wrong_layings + 1)
        case _:
            return tally
