"""The end of a deal (一副牌): when it is over and who came in which place."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.seats import PerSeat, Seat
from referee.rules.switches.play import DealEnd


def is_double_down(finished: Sequence[Seat]) -> bool:
    """双下: two partners are first and second out.

    Source: jiangsu-2017, definition of 双下; national-2017 art. 6.
    """
    return len(finished) >= 2 and finished[0].partner is finished[1]


def is_deal_over(finished: Sequence[Seat], deal_end: DealEnd) -> bool:
    """Whether no more cards are played.

    Source: national-2017 art. 6 to 8: three hands are out, or at once on a double-down; AMB-21.
    """
    if deal_end is DealEnd.THIRD_OUT_OR_DOUBLE_DOWN and is_double_down(finished):
        return True
    return len(finished) >= 3


def finish_order(finished: Sequence[Seat], cards_left: PerSeat[int]) -> tuple[Seat, ...]:
    """All four seats by place, once the deal is over.

    After a double-down no sheet says which loser is third. The one with fewer cards is put first
    here, then the one who would have acted first; only a tribute by place depends on it: AMB-21.
    """
    last = finished[-1]
    waiting = [last.following, last.partner, last.preceding]
    still_in = [seat for seat in waiting if seat not in finished]
    return (*finished, *sorted(still_in, key=lambda seat: cards_left[seat]))
