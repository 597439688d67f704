"""Keys on every panel: each press told once, in order, with its time."""

from __future__ import annotations

import pytest

from referee.ports import Key
from referee.rules.seats import Seat
from tests.firmware_bridge.rigs import Move, Rig


def tapped(seat: Seat, key: Key, at_ms: int, for_ms: int = 40) -> list[Move]:
    return [Move(at_ms, seat, key, down=True), Move(at_ms + for_ms, seat, key, down=False)]


def told(rig: Rig) -> list[tuple[Seat, Key]]:
    return [(press.seat, press.key) for press in rig.presses]


@pytest.mark.parametrize("key", Key)
@pytest.mark.parametrize("seat", Seat)
def test_every_key_is_told_as_itself(rig: Rig, seat: Seat, key: Key) -> None:
    """Seat, key and time of a press arrive; a key that is held says nothing more."""
    rig.move_keys([Move(5, seat, key, down=True)])
    rig.wait(250)

    assert told(rig) == [(seat, key)]
    assert rig.presses[0].at_ms == pytest.approx(rig.moved[0], abs=rig.clock_precision_ms)


def test_bouncing_contact_is_one_press(rig: Rig) -> None:
    """A contact that bounces for 12 ms on the way down and up is pressed once."""
    bounces = [Move(5 + 2 * n, Seat.NORTH, Key.PASS, down=n % 2 == 0) for n in range(7)]
    release = [Move(100 + 2 * n, Seat.NORTH, Key.PASS, down=n % 2 == 1) for n in range(7)]
    rig.move_keys(bounces + release)
    rig.wait(300)

    assert told(rig) == [(Seat.NORTH, Key.PASS)]


def test_spike_is_no_press(rig: Rig) -> None:
    """Interference shorter than a finger can move is not a press."""
    for at_ms in (10, 40, 70):
        rig.move_keys(tapped(Seat.EAST, Key.CALL, at_ms, for_ms=2))
    rig.wait(200)

    assert told(rig) == []


def test_storm_on_all_keys_is_told_whole_and_in_order(rig: Rig) -> None:
    """Eight people hammering on all keys lose no press and turn no order around."""
    wanted = []
    for turn in range(6):
        for place, (seat, key) in enumerate((seat, key) for seat in Seat for key in Key):
            rig.move_keys(tapped(seat, key, 10 + turn * 120 + place * 10))
            wanted.append((seat, key))
    rig.wait(1100)

    assert told(rig) == wanted
    times = [press.at_ms for press in rig.presses]
    assert times == sorted(times)


def test_two_keys_of_a_seat_do_not_hide_each_other(rig: Rig) -> None:
    """PASS and CALL held together are two presses."""
    rig.move_keys(tapped(Seat.SOUTH, Key.PASS, 5, 100) + tapped(Seat.SOUTH, Key.CALL, 20, 100))
    rig.wait(250)

    assert told(rig) == [(Seat.SOUTH, Key.PASS), (Seat.SOUTH, Key.CALL)]
