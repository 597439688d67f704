"""What only later plays show: reports that were missed, tributes that were wrong.

All of it is silent: the referee is told, the table notices nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.rules.cards import Card
from referee.rules.combinations import Combination
from referee.rules.irregularities import wrong_laying
from referee.rules.laying import lies_in_order
from referee.rules.reports import report_duty, report_penalty
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.play import Laying
from referee.rules.tribute_errors import tribute_remedy
from referee.rules.tribute_proof import could_have_returned, higher_than_paid, red_jokers_of_payers
from referee.session.cases import Proposal
from referee.session.effects import Announce, Effect, Notice
from referee.session.events import Reported
from referee.session.outcome import with_case
from referee.session.round_state import Tributes
from referee.session.table import Table


def after_play(
    table: Table, seat: Seat, cards: Sequence[Card], reading: Combination
) -> tuple[Table, tuple[Effect, ...]]:
    """The table with what this play of *seat* gives reason to suspect, and what it owes now."""
    table = _missed_report(table, seat)
    table = _laying_order(table, seat, cards, reading)
    table = _tribute(table, seat, cards)
    return _report_due(table, seat)


def _report_due(table: Table, seat: Seat) -> tuple[Table, tuple[Effect, ...]]:
    if table.deal is None or table.round is None or seat in table.uncounted:
        return table, ()
    left = table.deal.cards_left[seat]
    duty = report_duty(left, table.ruleset, reported=seat in table.reported)
    if not duty.must_announce:
        return replace(table, reports_due=table.reports_due - {seat}), ()
    if seat in table.reports_due:
        return table, ()
    due = replace(table, reports_due=table.reports_due | {seat})
    return due, (Announce(Notice.REPORT_DUE, seat),)


def _missed_report(table: Table, seat: Seat) -> Table:
    """A seat that acts again without having said how few cards it holds."""
    if seat not in table.reports_due or table.round is None or not table.settings.reports_seen:
        return table
    because = f"{seat.value} played on without a report"
    # Said once a deal: a second case about the same silence would be no second breach.
    table = replace(table, reports_due=table.reports_due - {seat}, reported=table.reported | {seat})
    return _report_case(table, seat, because)


def reported(table: Table, event: Reported) -> Table:
    """The table after a report; one above the threshold is none, a wrong number is doubted."""
    seat, deal = event.seat, table.deal
    if deal is None or not 0 < deal.cards_left[seat] <= table.ruleset.play.report_at:
        return table
    table = replace(table, reports_due=table.reports_due - {seat}, reported=table.reported | {seat})
    left = deal.cards_left[seat]
    if event.count is None or event.count == left or seat in table.uncounted:
        return table
    return _report_case(table, seat, f"{seat.value} told {event.count} cards and holds {left}")


def _report_case(table: Table, seat: Seat, because: str) -> Table:
    earlier = 0 if table.round is None else table.round.book[seat.side].missed_reports
    article = f"{table.ruleset.id}/play.report_breach"
    proposal = Proposal.of_report(report_penalty(earlier, table.ruleset), article)
    return with_case(table, seat, Fault.MISSED_REPORT, because, proposal, silent=True)


def _laying_order(table: Table, seat: Seat, cards: Sequence[Card], reading: Combination) -> Table:
    if table.ruleset.play.laying is Laying.ANY or table.round is None or table.deal is None:
        return table
    if lies_in_order(cards, table.deal.level, reading):
        return table
    earlier = table.round.book[seat.side].wrong_layings
    remedy = wrong_laying(seat, seat, earlier, table.ruleset)
    because = f"{seat.value} laid {' '.join(map(str, cards))} in another order than {reading}"
    return with_case(
        table,
        seat,
        Fault.WRONG_LAYING_ORDER,
        because,
        Proposal.of_remedy(remedy),
        cards=cards,
        silent=True,
    )


def _tribute(table: Table, seat: Seat, cards: Sequence[Card]) -> Table:
    tributes = table.tributes
    if tributes is None or tributes.assignment is None or table.deal is None:
        return table
    shown = tributes.shown.put(seat, (*tributes.shown[seat], *cards))
    tributes = replace(tributes, shown=shown)
    table = replace(table, tributes=tributes)
    if seat in tributes.suspected:
        return table
    found = _proof(table, tributes, seat)
    if found is None:
        return table
    fault, because = found
    remedy = tribute_remedy(fault, seat, table.ruleset, play_begun=True)
    suspected = replace(tributes, suspected=tributes.suspected | {seat})
    table = replace(table, tributes=suspected)
    proposal = Proposal.of_tribute(remedy)
    return with_case(table, seat, fault, because, proposal, cards=cards, silent=True)


def _proof(table: Table, tributes: Tributes, seat: Seat) -> tuple[Fault, str] | None:
    """What the cards *seat* has shown prove about its tribute or return, if anything."""
    deal = table.deal
    if deal is None or tributes.assignment is None:
        return None
    level, shown = deal.level, tributes.shown[seat]
    paid = tributes.paid_by(seat)
    if paid is not None:
        higher = higher_than_paid(paid, tributes.received_by(seat), shown, level)
        if higher is not None:
            return Fault.WRONG_TRIBUTE, f"{seat.value} paid {paid} and held {higher}"
        if table.ruleset.tribute.anti_mandatory and _resisted_not(tributes):
            return Fault.WRONG_TRIBUTE, "the payers held both red jokers and paid"
    back = tributes.returned_by(seat)
    if back is not None:
        gift = next(gift for gift in tributes.assignment.gifts if gift.receiver is seat)
        lower = could_have_returned(
            back,
            gift.card,
            shown,
            level,
            table.ruleset,
            to_partner=gift.payer.partner is seat,
        )
        if lower is not None:
            return Fault.WRONG_RETURN, f"{seat.value} returned {back} and held {lower}"
    return None


def _resisted_not(tributes: Tributes) -> bool:
    payers = tributes.owed.payers
    held = red_jokers_of_payers(
        tributes.owed,
        dict(tributes.paid),
        {seat: tributes.received_by(seat) for seat in payers},
        {seat: tributes.shown[seat] for seat in payers},
    )
    return held == 2
