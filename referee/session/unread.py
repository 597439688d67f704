"""What cards that nobody could read leave open: who may be out, and whether the deal may be over.

Nothing that rests on the counts of such a seat is sounded until the referee has entered its cards.
"""

from __future__ import annotations

from itertools import permutations

from referee.rules.finish import is_deal_over
from referee.rules.seats import Seat
from referee.session.table import Table

MOST_CARDS = 10
"""Cards of the largest play there is: eight of a rank with both wild cards."""


def may_be_out(table: Table, seat: Seat) -> bool:
    """Whether the unread plays of *seat* may have been all it still held."""
    deal, plays = table.deal, table.unread_plays[seat] + (table.unread is seat)
    return deal is not None and bool(plays) and deal.cards_left[seat] <= plays * MOST_CARDS


def may_be_over(table: Table) -> bool:
    """Whether nobody may have to act any more, as some seats went out unnoticed."""
    deal = table.deal
    if deal is None:
        return False
    unsure = [seat for seat in Seat if seat not in deal.finished and may_be_out(table, seat)]
    ended_by = table.ruleset.play.deal_end
    return any(
        is_deal_over((*order[:first], *deal.finished, *order[first:]), ended_by)
        for order in permutations(unsure)
        for first in range(len(order) + 1)
    )
