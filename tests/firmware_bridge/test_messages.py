"""Values to payloads and back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_bridge.messages import Beat, Board, Cause, Identity, Pattern, UnitPress
from firmware_bridge.patterns import BUZZES, LAMPS, pattern
from referee.ports import Key
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat

IDENTITY = Identity(1, 2, 1, Board.AVR, (1, 4), Cause.WATCHDOG, 0xABCD, 3, 250, 0x01020304)


def test_values_come_back() -> None:
    """Identity, press and beat survive the line."""
    press = UnitPress(Seat.WEST, Key.CALL, 0xFFFFFFFF)
    beat = Beat(1234567, 65535, 255)

    assert Identity.parse(IDENTITY.encode()) == IDENTITY
    assert UnitPress.parse(press.encode()) == press
    assert Beat.parse(beat.encode()) == beat


def test_newer_units_may_say_more_of_themselves() -> None:
    """Appended fields are passed over, boards and causes we never heard of are no failure."""
    payload = bytearray(IDENTITY.encode() + b"\x07")
    payload[3] = 77
    payload[6] = 99

    assert Identity.parse(bytes(payload)) == replace(
        IDENTITY, board=Board.UNKNOWN, cause=Cause.OTHER
    )


@pytest.mark.parametrize("payload", ["04 00 00 00 00 00", "00 02 00 00 00 00", "00 00 00", ""])
def test_press_of_no_seat_or_key_is_none(payload: str) -> None:
    """A press that names a fifth seat or a third key is not told."""
    assert UnitPress.parse(bytes.fromhex(payload)) is None


def test_short_payloads_are_none() -> None:
    """What was cut is no value."""
    assert Identity.parse(IDENTITY.encode()[:-1]) is None
    assert Beat.parse(b"\0" * 6) is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"colour": 8},
        {"on_ms": 0},
        {"on_ms": 15},
        {"off_ms": 2560},
        {"beats": 11, "beat_on_ms": 100, "beat_off_ms": 100},
        {"beats": 1, "beat_on_ms": 100},
        {"beats": 1, "beat_on_ms": 1010, "beat_off_ms": 100},
    ],
)
def test_pattern_outside_the_limits_is_our_own_defect(wrong: dict[str, int]) -> None:
    """No pattern that a unit would refuse can be made."""
    with pytest.raises(AssertionError, match="limits"):
        Pattern(**({"colour": 1} | wrong))


def test_every_lamp_and_buzz_has_its_pattern() -> None:
    """A new lamp or buzz of the session cannot be forgotten here."""
    assert LAMPS.keys() == set(Lamp)
    assert BUZZES.keys() == set(Buzz)
    for lamp in Lamp:
        for buzz in Buzz:
            assert len(pattern(ShowSeat(Seat.EAST, lamp, buzz)).encode(Seat.EAST)) == 7


def test_lamps_differ_in_rhythm_as_well_as_in_colour() -> None:
    """Who confuses red and green still tells the lamps apart."""
    lit = [LAMPS[lamp] for lamp in Lamp if lamp is not Lamp.OFF]

    assert len({shown.colour for shown in lit}) == len(lit)
    assert len({(shown.on_ms, shown.off_ms) for shown in lit}) == len(lit)


def test_pattern_is_laid_out_as_the_contract_says() -> None:
    """Seat, colour, on, off, beats, beat on, beat off; times in steps of 10 ms."""
    order = ShowSeat(Seat.SOUTH, Lamp.FAULT, Buzz.FAULT)

    assert pattern(order).encode(order.seat) == bytes([3, 1, 10, 10, 2, 10, 10])
