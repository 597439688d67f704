"""`guandan-referee panel` on the simulated panel and on none at all."""

from __future__ import annotations

import io
import json

import pytest

from firmware_bridge.link import Loss
from referee.app.commands import panel
from referee.app.errors import FAILED, REFUSED
from referee.app.main import main
from referee.ports import Key
from referee.texts import catalogue


def test_watch_tells_every_press(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Keys of the simulated panel are typed; each is one JSON object."""
    monkeypatch.setattr("sys.stdin", io.StringIO("E pass\nN call\nX pass\n"))
    status = main(["panel", "watch", "--panel", "simulated", "--seconds", "0.3", "--json"])
    told = capsys.readouterr()

    assert status == 0
    state, *presses = [json.loads(line) for line in told.out.splitlines()]
    assert (state["connected"], state["reason"]) == (True, "answered")
    assert [(press["seat"], press["press"]) for press in presses] == [("E", "pass"), ("N", "call")]
    assert "found 'X pass'" in told.err


def test_test_shows_every_lamp_and_buzzer_of_every_seat(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A technician hears and sees what is named on the screen."""
    monkeypatch.setattr(panel, "_SHOWN_S", 0.0)
    status = main(["panel", "test", "--panel", "simulated", "--seconds", "0", "--language", "en"])
    lines = capsys.readouterr().out.splitlines()

    assert status == 0
    assert lines[0] == "the seat unit is connected"
    shown = ["green", "amber", "red", "blue", "two short", "one long"]
    assert lines[1:7] == [f"East {what}" for what in shown]
    assert len(lines) == 1 + 4 * len(shown) + 1


def test_keys_that_do_not_come_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The test fails and says which keys are to be looked at."""
    monkeypatch.setattr(panel, "_SHOWN_S", 0.0)
    status = main(["panel", "test", "--panel", "simulated", "--seconds", "0.1", "--language", "zh"])

    assert status == FAILED
    assert "北的请裁判键没有反应" in capsys.readouterr().out


def test_missing_unit_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody looks at dark lamps and wonders."""
    monkeypatch.setattr("referee.app.compose._UNIT_ANSWERS_S", 0.05)
    status = main(["panel", "test", "--panel", "serial:/dev/null/no", "--language", "en"])

    assert status == FAILED
    assert capsys.readouterr().out == "no seat unit was found; check the cable\n"


@pytest.mark.parametrize("words", ["smoke", "simulated:x", ""])
def test_unknown_panel_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The message lists what there is."""
    status = main(["panel", "watch", "--panel=" + (words or "?")])

    assert status == REFUSED
    assert "wanted simulated, serial" in capsys.readouterr().err


def test_every_loss_has_its_words() -> None:
    """Whatever happens to a unit can be told in both languages."""
    reasons = {loss.value for loss in Loss} | {"answered", "incompatible"}

    assert reasons <= catalogue()["panel"].keys()
    assert {key.value for key in Key} == catalogue()["key"].keys()


def test_flashing_without_avrdude_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written, and the cure is named."""
    monkeypatch.setenv("PATH", "/nowhere")
    status = main(["panel", "flash", "--port", "/dev/ttyUSB0"])

    assert status == REFUSED
    assert "apt-get install avrdude" in capsys.readouterr().err
