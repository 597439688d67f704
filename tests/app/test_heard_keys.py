"""Keys of the seat unit in a run: a session of pictures, and a table that is watched."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_bridge.panels.simulated import Shown, SimulatedPanel
from referee.app.clock import ScaledClock
from referee.app.commands import run as run_command
from referee.app.frame_clock import FrameClock
from referee.app.heard_keys import HeardKeys
from referee.app.live import CameraClock, LiveTable
from referee.app.main import main
from referee.app.runtime import Runtime
from referee.app.unit_news import UnitNews
from referee.ports import Key, KeyPress, PanelState
from referee.record.journal import Journal
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.effects import Lamp, ShowSeat
from referee.session.events import (
    CallAnswered,
    DealStarted,
    Passed,
    RefereeCalled,
    Reported,
    TimePassed,
)
from referee.session.history import History
from referee.session.verdict import Finding
from referee.texts import Language
from tests.end_to_end.refereed import Rows

STARTED = DealStarted(0, Level.parse("2"), Seat.EAST, Clocks(20_000, 10_000))


class Keys:
    """East leads; a thousand times as fast as the world."""

    def __init__(self) -> None:
        self.rows, self.keys, self.acts = Rows(), HeardKeys(), 0
        self.clock = ScaledClock(0, 1000)
        self.runtime = Runtime(History(), self.rows, SimulatedPanel(), self.clock, lambda _: None)
        self.runtime.handle(STARTED, {})

    def wait_until(self, at_ms: int) -> None:
        self.keys.wait_until(at_ms, self.runtime, self.clock, self._acted)

    def _acted(self) -> None:
        self.acts += 1


def test_keys_and_deadlines_come_in_their_order() -> None:
    """A pass out of turn, the end of the time, then a call: each at its own moment."""
    table = Keys()
    table.keys.press(KeyPress(Seat.SOUTH, Key.PASS, 5_000))
    table.keys.press(KeyPress(Seat.WEST, Key.CALL, 21_000))

    table.wait_until(30_000)

    events = [entry.event for entry in table.rows.entries[1:]]
    assert [type(event) for event in events] == [Passed, TimePassed, RefereeCalled]
    assert [event.at_ms for event in events] == [5_000, 20_001, 21_000]
    assert table.runtime.table.calls == {Seat.WEST}
    assert table.acts == 1


def test_a_key_pressed_later_waits_for_the_act_of_the_moment() -> None:
    """A picture that took long to read is still judged before it."""
    table = Keys()
    table.keys.press(KeyPress(Seat.SOUTH, Key.PASS, 900))

    table.wait_until(800)
    assert len(table.rows.entries) == 1

    table.wait_until(1_000)
    assert table.rows.entries[-1].event == Passed(900, Seat.SOUTH)


class PressedWhenLit(SimulatedPanel):
    """A seat that presses a key when its lamp turns green for the first time."""

    def __init__(self, seat: Seat, key: Key, on_press: Callable[[KeyPress], None]) -> None:
        super().__init__(self._lit, on_press)
        self._seat, self._key, self._pressed = seat, key, False

    def _lit(self, shown: Shown) -> None:
        is_mine = shown.order == ShowSeat(self._seat, Lamp.TURN)
        if is_mine and not self._pressed:
            self._pressed = True
            self.press(self._seat, self._key, shown.at_ms + 100)


SESSION = """
level = "2"
leader = "E"
[[act]]
seat = "E"
after_seconds = 3.0
passes = true
verdict = "leader_may_not_pass"
"""


def test_a_key_reaches_a_session_of_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The call stands in the journal before the act, and the run can be gone on with after it."""
    script = tmp_path / "session.toml"
    script.write_text(SESSION, encoding="utf-8")
    monkeypatch.setattr(
        run_command,
        "build_panel",
        lambda _settings, on_press, *_: PressedWhenLit(Seat.EAST, Key.PASS, on_press),
    )
    journal = tmp_path / "keys.journal"
    words = f"run --session {script} --journal {journal} --speed 1000 --json"

    assert main(words.split()) == 0

    acts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(act["act"], act["seat"], act["verdict"]) for act in acts] == [
        (None, "E", Finding.LEADER_MAY_NOT_PASS.value),
        (1, "E", Finding.LEADER_MAY_NOT_PASS.value),
    ]
    with Journal.read(journal) as kept:
        first = next(e.origin for e in kept.entries() if isinstance(e.event, Passed))
    assert first == {"how": "key", "key": "pass"}
    assert main(f"{words} --resume".split()) == 0
    assert capsys.readouterr().out == ""


def test_a_call_at_a_watched_table_keeps_its_place_among_the_acts() -> None:
    """It waits until the eye knows all that happened before it, and stops the clock then."""
    rows = Rows()
    runtime = Runtime(History(), rows, SimulatedPanel(), CameraClock(), lambda _: None)
    runtime.handle(STARTED, {})

    class Nobody:
        def trick_ended(self) -> None: ...

    live = LiveTable(runtime, Nobody())
    live.call(4_000, Seat.NORTH)

    live.advance(3_900)
    assert not runtime.table.calls

    live.advance(60_000)
    assert rows.entries[-1].event == RefereeCalled(4_000, Seat.NORTH)
    assert rows.entries[-1].origin == {"how": "key"}
    runtime.handle(CallAnswered(61_000, Seat.NORTH), {})
    assert runtime.table.clock is not None
    assert runtime.table.clock.used_ms(61_000) == 4_000


def test_a_report_disc_is_taken_in_its_place() -> None:
    """It is no act of a turn; the play before it is judged first."""
    rows = Rows()
    runtime = Runtime(History(), rows, SimulatedPanel(), CameraClock(), lambda _: None)
    runtime.handle(replace(STARTED, cards_left=(10, 27, 27, 27)), {})

    class Nobody:
        def trick_ended(self) -> None: ...

    live = LiveTable(runtime, Nobody())
    live.report([Reported(4_000, Seat.EAST)])
    live.press(3_000, Seat.SOUTH)

    live.advance(5_000)

    assert [entry.event for entry in rows.entries[1:]] == [
        Passed(3_000, Seat.SOUTH),
        Reported(4_000, Seat.EAST),
    ]
    assert runtime.table.reported == {Seat.EAST}


def test_a_press_between_two_frames_has_a_time_between_theirs() -> None:
    """The clock of a frame goes on by the machine's, but not through a pause of the source."""
    now = 50.0
    clock = FrameClock(lambda: now)
    clock.saw(8_000)

    now += 0.04
    assert clock.now_ms() == 8_040
    now += 3.0
    assert clock.now_ms() == 8_250


def test_a_lost_unit_is_said_and_one_that_is_there_is_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line a language when it goes, and when it comes back."""
    news = UnitNews([Language.CHINESE, Language.ENGLISH])

    news.state(PanelState(connected=True, at_ms=0, reason="answered"))
    assert capsys.readouterr().err == ""

    news.state(PanelState(connected=False, at_ms=5, reason="unplugged"))
    news.state(PanelState(connected=True, at_ms=9, reason="answered"))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4
    assert "the seat unit is unplugged" in lines[1]
    assert "the seat unit is connected" in lines[3]
