"""Tricks (圈): who acts next, when a trick is over, who leads the next one."""

from __future__ import annotations

from collections.abc import Collection

from referee.rules.seats import PerSeat, Seat
from referee.rules.switches.play import WindFor


def next_holder(after: Seat, cards_left: PerSeat[int]) -> Seat:
    """The next seat in turn that still holds cards; seats without cards are skipped."""
    seat = after.following
    while not cards_left[seat]:
        seat = seat.following
    return seat


def is_trick_over(top_seat: Seat, passed: Collection[Seat], cards_left: PerSeat[int]) -> bool:
    """Whether all others who hold cards have passed since *top_seat* laid the top play.

    Source: national-2017 art. 6.
    """
    return all(seat is top_seat or seat in passed for seat, left in cards_left.items() if left)


def next_leader(
    winner: Seat, finished: Collection[Seat], cards_left: PerSeat[int], wind_for: WindFor
) -> Seat:
    """Who leads the trick after *winner* took one.

    The winner, or, if these were his last cards, his partner (接风); where the ruleset keeps that
    for 上游, or where the partner is out too, the next seat that holds cards.

    Source: national-2017 art. 9; every sheet that speaks; `WindFor` and AMB-11 for 二游.
    """
    if cards_left[winner]:
        return winner
    takes_the_wind = wind_for is WindFor.ANYBODY or len(finished) == 1
    if takes_the_wind and cards_left[winner.partner]:
        return winner.partner
    return next_holder(winner, cards_left)
