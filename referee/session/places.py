"""Finishing places (名次): those the cards decided, a person entered, or a void hand changed."""

from __future__ import annotations

from referee.rules.deal import Deal
from referee.rules.result import Finish
from referee.rules.seats import Seat
from referee.session.table import Table


def is_decided(deal: Deal, void: Seat | None) -> bool:
    """Whether no more cards need to be played.

    With one hand void, two others that are out leave no place open: the third is third and the void
    hand last (national-2017 art. 19).
    """
    if deal.is_over:
        return True
    return void is not None and len([seat for seat in deal.finished if seat is not void]) >= 2


def places(table: Table) -> Finish | None:
    """The places of the deal at hand; ``None`` while they are not known.

    After a double-down that was not played out nobody is third or last (AMB-21).
    """
    if table.finish:
        return Finish.of(table.finish)
    deal = table.deal
    if deal is None or not deal.is_over:
        return None
    if table.void is None:
        return Finish.of(deal.finished)
    return Finish((*(seat for seat in deal.finish_order if seat is not table.void), table.void))


def shown_order(table: Table) -> tuple[Seat, ...]:
    """The places as they are announced: all four seats where the cards left tell them apart."""
    if table.void is None and not table.finish and table.deal is not None:
        return table.deal.finish_order
    found = places(table)
    return () if found is None else found.order
