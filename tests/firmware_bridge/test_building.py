"""Which panel a setting stands for."""

from __future__ import annotations

from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.panels.gpio import GpioPanel
from firmware_bridge.panels.serial import SerialPanel
from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app import compose
from referee.app.errors import InputRefused
from referee.app.settings import PanelSettings
from referee.ports import PanelState


def test_simulated_panel_is_always_there() -> None:
    """It says so, as a real one does."""
    states: list[PanelState] = []
    panel = compose.build_panel(PanelSettings(), on_state=states.append, now_ms=lambda: 7)

    assert isinstance(panel, SimulatedPanel)
    assert states == [PanelState(connected=True, at_ms=7, reason="answered")]


def test_table_begins_without_its_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that is not there is waited for a moment, and then in the background."""
    monkeypatch.setattr(compose, "_UNIT_ANSWERS_S", 0.05)
    panel = compose.build_panel(PanelSettings(driver="serial", port="/dev/null/no"))
    panel.close()

    assert isinstance(panel, SerialPanel)


def test_header_takes_the_shipped_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a pins file of one's own, the one that ships is used."""
    monkeypatch.setattr(gpiozero.Device, "pin_factory", MockFactory())
    panel = compose.build_panel(PanelSettings(driver="gpio"))
    panel.close()

    assert isinstance(panel, GpioPanel)


def test_wrong_pins_file_is_refused_with_its_mistakes(tmp_path: Path) -> None:
    """Before anything was switched."""
    pins = tmp_path / "pins.toml"
    pins.write_text("[E]\nred = 3\n")

    with pytest.raises(InputRefused) as refused:
        compose.build_panel(PanelSettings(driver="gpio", pins=str(pins)))
    assert any("[S] is missing" in mistake for mistake in refused.value.mistakes)
