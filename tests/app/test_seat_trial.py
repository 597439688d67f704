"""Trying the seat unit: it disturbs no table and leaves nothing behind."""

from __future__ import annotations

import time

import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app import seat_trial
from referee.app.panel_keys import PanelLine
from referee.app.seat_trial import UnitTrial
from referee.ports import Key
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat
from referee.session.events import DealStarted
from referee.session.step import step
from referee.session.table import Table
from referee.texts import Language
from referee.web.ports import NotNow


class Bench:
    """A simulated unit at a table that begins to wait."""

    def __init__(self) -> None:
        self.table = Table()
        self.line = PanelLine([Language.ENGLISH], lambda _: None)
        self.unit = SimulatedPanel(on_press=self.line.press)
        self.trial = UnitTrial(self.unit, self.line, lambda: self.table)


def test_each_lamp_and_buzzer_is_shown_and_each_key_is_told() -> None:
    """What a person does at the seats appears on the page."""
    bench = Bench()
    bench.trial.show(Seat.EAST, Lamp.FAULT, Buzz.SILENT)
    bench.trial.show(Seat.WEST, Lamp.OFF, Buzz.OVERTIME)
    bench.unit.press(Seat.EAST, Key.PASS, 10)
    bench.unit.press(Seat.EAST, Key.CALL, 20)

    assert bench.unit.lamps[Seat.EAST] is Lamp.FAULT
    assert [shown.order.seat for shown in bench.unit.buzzes] == [Seat.WEST]
    assert [press.key for press in bench.trial.pressed()] == [Key.PASS, Key.CALL]


def test_a_trial_that_ends_gives_lamps_and_keys_back() -> None:
    """The lamps show the table again, and a key is the table's."""
    bench = Bench()
    bench.trial.show(Seat.EAST, Lamp.FAULT, Buzz.SILENT)
    bench.trial.end()
    bench.unit.press(Seat.EAST, Key.PASS, 10)

    assert set(bench.unit.lamps.values()) == {Lamp.OFF}
    assert bench.trial.pressed() == ()


def test_nothing_is_tried_while_a_deal_is_played() -> None:
    """No lamp may lie to a player."""
    bench = Bench()
    bench.table = step(Table(), DealStarted(0, Level.parse("8"), Seat.SOUTH)).table

    with pytest.raises(NotNow, match="trial_playing"):
        bench.trial.show(Seat.EAST, Lamp.FAULT, Buzz.SILENT)
    assert bench.unit.shown == []


def test_the_table_ends_a_trial_before_it_shows_anything() -> None:
    """A deal that begins in mid-trial finds its lamps as they should be."""
    bench = Bench()
    bench.trial.show(Seat.EAST, Lamp.FAULT, Buzz.SILENT)
    bench.table = step(Table(), DealStarted(0, Level.parse("8"), Seat.SOUTH)).table
    bench.trial.panel.show(ShowSeat(Seat.SOUTH, Lamp.TURN), 0)

    assert bench.unit.lamps == dict.fromkeys(Seat, Lamp.OFF) | {Seat.SOUTH: Lamp.TURN}


def test_a_page_that_went_away_keeps_no_lamp(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial ends by itself some time after the last question."""
    monkeypatch.setattr(seat_trial, "LASTS_S", 0.05)
    bench = Bench()
    bench.trial.show(Seat.EAST, Lamp.FAULT, Buzz.SILENT)
    for _ in range(500):
        if bench.unit.lamps[Seat.EAST] is Lamp.OFF:
            break
        time.sleep(0.01)

    assert bench.unit.lamps[Seat.EAST] is Lamp.OFF
