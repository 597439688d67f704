"""The serial panel with its thread, on a line without hardware."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.panels import serial
from firmware_bridge.panels.serial import SerialPanel
from firmware_bridge.protocol import GREEN, RED
from referee.ports import Key, KeyPress, PanelState
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat
from tests.firmware_bridge.rigs.model_line import ModelLine

PATIENCE_S = 30.0


class Table:
    """A panel and everything it told."""

    def __init__(self, line: ModelLine) -> None:
        self.line = line
        self.presses: list[KeyPress] = []
        self.states: list[PanelState] = []
        self.panel = SerialPanel(line.connect, self.presses.append, self.states.append)

    def shows(self, seat: int) -> int:
        return self.line.levels() >> 4 * seat & 7


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table(ModelLine())
    yield made
    made.panel.close()


def soon(question: Callable[[], object]) -> bool:
    """Whether the answer becomes true while a busy machine may still be working on it."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if question():
            return True
        time.sleep(0.005)
    return False


def test_panel_connects_and_carries_orders_and_presses(table: Table) -> None:
    """The unit answers, a lamp lights, a press is told with a time of the panel's clock."""
    assert table.panel.wait_connected(PATIENCE_S)
    table.panel.show(ShowSeat(Seat.NORTH, Lamp.TURN), 0)
    assert soon(lambda: table.shows(1) == GREEN)
    table.line.unit.move(Seat.SOUTH, Key.CALL, down=True)
    assert soon(lambda: table.presses)

    press = table.presses[0]
    assert (press.seat, press.key) == (Seat.SOUTH, Key.CALL)
    assert abs(press.at_ms - time.monotonic() * 1000) < PATIENCE_S * 1000
    assert [(state.connected, state.reason) for state in table.states] == [(True, "answered")]
    assert table.panel.identity is not None
    assert "round trip" in table.panel.health


def test_listener_may_give_orders(table: Table) -> None:
    """A press that lights a lamp from the panel's own thread does not stand still."""
    assert table.panel.wait_connected(PATIENCE_S)
    order = ShowSeat(Seat.SOUTH, Lamp.TURN)
    table.panel._on_press = lambda _: table.panel.show(order, 0)
    table.line.unit.move(Seat.SOUTH, Key.PASS, down=True)

    assert soon(lambda: table.shows(3) == GREEN)


def test_listener_that_fails_stops_neither_lamps_nor_keys(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    """The failure is logged with its press, and the next press is told."""
    assert table.panel.wait_connected(PATIENCE_S)
    heard: list[KeyPress] = []

    def fail_once(press: KeyPress) -> None:
        heard.append(press)
        if len(heard) == 1:
            raise ValueError("defect")

    table.panel._on_press = fail_once
    table.line.unit.move(Seat.SOUTH, Key.PASS, down=True)
    assert soon(lambda: len(heard) == 1)
    table.line.unit.move(Seat.WEST, Key.CALL, down=True)
    assert soon(lambda: len(heard) == 2)
    table.panel.show(ShowSeat(Seat.NORTH, Lamp.TURN), 0)

    assert soon(lambda: table.shows(1) == GREEN)
    assert "panel listener failed" in caplog.text


def test_pulled_cable_is_told_and_the_lamps_come_back() -> None:
    """Orders given meanwhile are shown when the unit is back; a press of meanwhile is told."""
    table = Table(ModelLine())
    assert table.panel.wait_connected(PATIENCE_S)
    table.line.plugged = False
    assert soon(lambda: len(table.states) == 2)
    table.panel.show(ShowSeat(Seat.EAST, Lamp.TURN, Buzz.FAULT), 0)
    table.line.unit.move(Seat.WEST, Key.PASS, down=True)
    table.line.plugged = True
    assert soon(lambda: table.shows(0) == GREEN)
    assert soon(lambda: table.presses)
    table.panel.close()

    assert [state.reason for state in table.states] == ["answered", "unplugged", "answered"]
    assert table.line.openings == 2


def test_missing_unit_is_waited_for() -> None:
    """A table whose unit is plugged in later starts without it and lights up then."""
    table = Table(ModelLine(plugged=False))
    assert not table.panel.wait_connected(0.05)
    table.panel.show(ShowSeat(Seat.EAST, Lamp.FAULT, Buzz.FAULT), 0)
    table.line.plugged = True
    assert table.panel.wait_connected(PATIENCE_S)
    # A fault blinks; some time it is seen lit.
    assert soon(lambda: table.shows(0) == RED)
    table.panel.close()


def test_closing_darkens_the_unit_and_tells_nothing() -> None:
    """A program that ends in peace is no loss."""
    table = Table(ModelLine())
    assert table.panel.wait_connected(PATIENCE_S)
    table.panel.show(ShowSeat(Seat.EAST, Lamp.TURN, Buzz.OVERTIME), 0)
    table.panel.close()

    assert table.line.levels() == 0
    assert [state.connected for state in table.states] == [True]


def test_closing_without_a_unit_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is there to acknowledge a farewell."""
    monkeypatch.setattr(serial, "PARTING_S", 2 * PATIENCE_S)
    table = Table(ModelLine(plugged=False))
    begun = time.monotonic()
    table.panel.close()

    assert time.monotonic() - begun < PATIENCE_S
