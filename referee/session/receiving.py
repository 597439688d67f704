"""Whose is a card that was paid or returned: what it tells that somebody has taken it."""

from __future__ import annotations

from referee.rules.seats import Seat
from referee.rules.switches.tribute import DoubleAssignment
from referee.session import paying
from referee.session.effects import AskReferee, Question
from referee.session.events import CardTaken, TributeChosen
from referee.session.outcome import Outcome
from referee.session.round_state import Tributes
from referee.session.table import Phase, Table


def taken(table: Table, event: CardTaken) -> Outcome:
    """A card that went to another seat than the rules say is put before the referee, silently.

    Between equal tributes, of which the winners take the one they like, it is the choice itself.
    """
    tributes = table.tributes
    if tributes is None or event.seat is event.laid_by:
        return Outcome(table)
    if tributes.assignment is None:
        return _chosen(table, tributes, event)
    receivers = receivers_of(tributes, event.laid_by)
    if not receivers or event.seat in receivers:
        return Outcome(table)
    return Outcome(table, effects=(AskReferee(Question.WRONG_RECEIVER, event.seat),))


def _chosen(table: Table, tributes: Tributes, event: CardTaken) -> Outcome:
    """While nobody knows who gets which card, only a choice that is due tells anything."""
    by_place = table.ruleset.tribute.double_assignment is DoubleAssignment.BY_PLACE
    paid = tributes.paid_by(event.laid_by) is not None
    if table.phase is not Phase.TRIBUTE or table.to_act or by_place or not paid:
        return Outcome(table)
    first = tributes.finish.first_out
    match event.seat:
        case seat if seat is first:
            payer = event.laid_by
        case seat if seat is first.partner:
            payer = event.laid_by.partner
        case _:
            return Outcome(table, effects=(AskReferee(Question.WRONG_RECEIVER, event.seat),))
    return paying.chosen(table, TributeChosen(event.at_ms, payer))


def receivers_of(tributes: Tributes, owner: Seat) -> frozenset[Seat]:
    """Who may take what *owner* has laid; nobody in particular where that is not known, or owed."""
    assignment = tributes.assignment
    if assignment is None:
        return frozenset()
    to = {gift.payer: gift.receiver for gift in assignment.gifts}
    back = {gift.receiver: gift.payer for gift in assignment.gifts}
    if owner in to:
        return frozenset({to[owner]})
    if owner in back:
        return frozenset(to) if tributes.any_return else frozenset({back[owner]})
    return frozenset()
