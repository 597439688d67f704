"""The header panel with its thread, on mock pins."""

from __future__ import annotations

import itertools
import time

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.panels.gpio import GpioPanel
from firmware_bridge.panels.gpio_pins import read_pins
from referee.ports import Key, KeyPress, PanelState
from referee.rules.seats import Seat
from referee.session.effects import Lamp, ShowSeat
from tests.firmware_bridge.rigs.virtual import HEADER


def test_thread_scans_keys_and_lets_lamps_blink() -> None:
    """Started, it needs nobody to call it; closed, every output is off."""
    pins = read_pins(HEADER)
    factory = MockFactory()
    presses: list[KeyPress] = []
    states: list[PanelState] = []
    for seat in pins.values():
        for key in (seat.pass_key, seat.call_key):
            factory.pin(key).pull = "up"
    panel = GpioPanel(pins, presses.append, states.append, factory=factory)
    panel.start()
    red = factory.pin(pins[Seat.WEST].red)
    panel.show(ShowSeat(Seat.WEST, Lamp.FAULT), 0)
    factory.pin(pins[Seat.EAST].call_key).drive_low()
    end = time.monotonic() + 30
    while time.monotonic() < end and not (presses and len(red.states) > 4):
        time.sleep(0.005)
    panel.close()

    assert [(press.seat, press.key) for press in presses] == [(Seat.EAST, Key.CALL)]
    assert len(red.states) > 4
    assert red.state == 0
    assert [state.connected for state in states] == [True]


def test_listener_that_fails_stops_neither_lamps_nor_keys(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The defect is logged; a table without lamps would be worse."""
    pins = read_pins(HEADER)
    factory = MockFactory()
    for seat in pins.values():
        for key in (seat.pass_key, seat.call_key):
            factory.pin(key).pull = "up"
    told: list[KeyPress] = []

    def fail(press: KeyPress) -> None:
        told.append(press)
        raise ZeroDivisionError

    clock = itertools.count()
    panel = GpioPanel(pins, fail, lambda _: None, now_ms=clock.__next__, factory=factory)
    for seat in (Seat.EAST, Seat.NORTH):
        factory.pin(pins[seat].pass_key).drive_low()
    for _ in range(20):
        panel.scan()
    panel.show(ShowSeat(Seat.WEST, Lamp.TURN), 0)
    lit = factory.pin(pins[Seat.WEST].green).state
    panel.close()

    assert [press.seat for press in told] == [Seat.EAST, Seat.NORTH]
    assert lit
    assert "ZeroDivisionError" in caplog.text
