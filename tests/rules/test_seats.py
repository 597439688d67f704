from __future__ import annotations

import pytest

from referee.rules.seats import PerSeat, Seat, Side


def test_play_runs_counter_clockwise() -> None:
    """East, north, west, south, and east again."""
    order = [Seat.EAST]
    for _ in range(4):
        order.append(order[-1].following)

    assert [seat.value for seat in order] == ["E", "N", "W", "S", "E"]


@pytest.mark.parametrize("seat", Seat)
def test_neighbours_and_partner_are_the_other_three(seat: Seat) -> None:
    """Everybody else is either a neighbour or the partner, and sees it the same way."""
    assert {seat.following, seat.partner, seat.preceding} == set(Seat) - {seat}
    assert seat.following.preceding is seat
    assert seat.partner.partner is seat


@pytest.mark.parametrize("side", Side)
def test_partners_share_a_side(side: Side) -> None:
    """A side is two seats opposite each other; the other two are the other side."""
    first, second = side.seats

    assert first.partner is second
    assert {seat.side for seat in side.seats} == {side}
    assert set(side.seats) | set(side.other.seats) == set(Seat)
    assert side.value == first.value + second.value


def test_values_per_seat_are_replaced_one_by_one() -> None:
    """Putting a value leaves the others and the old set as they were."""
    before = PerSeat.all(27)
    after = before.put(Seat.WEST, 22)

    assert after[Seat.WEST] == 22
    assert dict(after.items()) == dict.fromkeys(Seat, 27) | {Seat.WEST: 22}
    assert before == PerSeat.all(27)
