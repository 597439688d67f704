"""Keys of the seat unit reach the journal as what they mean, at the time they went down."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.clock import ScaledClock
from referee.app.desk import Desk
from referee.app.panel_keys import PanelLine, key_event
from referee.app.runtime import Runtime
from referee.ports import Entry, Key, KeyPress, PanelState
from referee.record.fallback import FallbackRecord
from referee.record.journal import Journal
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import CardsLaid, DealStarted, Passed, RefereeCalled
from referee.session.history import History
from referee.session.verdict import Finding
from referee.texts import Language


@pytest.mark.parametrize(
    ("press", "now_ms", "event"),
    [
        (KeyPress(Seat.EAST, Key.PASS, 900), 500, Passed(900, Seat.EAST)),
        (KeyPress(Seat.EAST, Key.CALL, 900), 500, RefereeCalled(900, Seat.EAST)),
        (KeyPress(Seat.EAST, Key.PASS, 300), 500, Passed(500, Seat.EAST)),
    ],
)
def test_press_becomes_its_event(press: KeyPress, now_ms: int, event: object) -> None:
    """PASS passes, CALL calls; time never runs back, however long the line kept the press."""
    assert key_event(press, now_ms) == event


def test_press_is_judged_and_written_down(tmp_path: Path) -> None:
    """A pass by key is a row of the journal with its verdict and where it came from."""
    entries: list[Entry] = []
    line = PanelLine((Language.ENGLISH,), lambda _: None)
    panel = SimulatedPanel(on_press=line.press)
    record = FallbackRecord(Journal.create(tmp_path / "j.journal", {}), None, lambda *_: None)
    runtime = Runtime(History(), record, panel, ScaledClock(0, 1.0), entries.append)
    now = 0
    desk = Desk(runtime, lambda: now)
    line.press(KeyPress(Seat.SOUTH, Key.PASS, 10))
    line.connect(desk)
    desk.submit(lambda _: DealStarted(0, Level.parse("8"), Seat.SOUTH))
    now = 1_000
    desk.submit(lambda at_ms: CardsLaid(at_ms, Seat.SOUTH, parse_cards("C5")))
    now = 2_000
    line.press(KeyPress(Seat.EAST, Key.PASS, 1_800))
    desk.stop()
    desk.serve()
    record.close()

    assert [type(entry.event) for entry in entries] == [DealStarted, CardsLaid, Passed]
    assert entries[-1].event.at_ms == 1_800
    assert entries[-1].origin == {"how": "key", "key": "pass", "pressed_ms": 1_800}
    assert entries[-1].verdict is not None
    assert entries[-1].verdict.finding is Finding.OK


def test_loss_of_the_unit_is_said_in_the_languages_of_the_table() -> None:
    """The operator reads it; the table goes on."""
    said: list[str] = []
    line = PanelLine((Language.CHINESE, Language.ENGLISH), said.append)
    line.state(PanelState(connected=False, at_ms=5, reason="unplugged"))

    assert len(said) == 2
    assert "unplugged" in said[1]
