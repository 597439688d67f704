"""The pins file of the bare header."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.errors import PanelPinsRefused
from firmware_bridge.panels.gpio_pins import SeatPins, read_pins
from referee.rules.seats import Seat
from tests.firmware_bridge.rigs.virtual import HEADER

TEXT = HEADER.read_text("utf-8")


def test_shipped_pins_are_sound() -> None:
    """The file that ships gives every seat six pins of its own."""
    pins = read_pins(HEADER)

    assert pins.keys() == set(Seat)
    assert pins[Seat.EAST] == SeatPins(17, 27, 22, 23, 4, 5)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("red = 17", "red = 28", r"E.red: want a GPIO from 2 to 27, got 28"),
        ("red = 17", "red = true", r"E.red: want a GPIO from 2 to 27, got True"),
        ("red = 17", "read = 17", r"E.read: unknown key \(known: blue, buzzer"),
        ("red = 17", "red = 27", r"E.red: GPIO 27 is E.green already"),
        ("red = 17", "red = 3", r"E.red: GPIO 3 would be on while the Pi starts; want 9 to 27"),
        ("[S]", "[X]", r"X: no such seat"),
        ("[S]", "[X]", r"\[S\] is missing"),
        ("[E]", "[E", r"header.toml: .*"),
    ],
)
def test_refusals_name_file_key_and_cure(tmp_path: Path, old: str, new: str, message: str) -> None:
    """Whoever soldered the panel can mend the file from the message alone."""
    path = tmp_path / "header.toml"
    path.write_text(TEXT.replace(old, new), "utf-8")

    with pytest.raises(PanelPinsRefused, match=message):
        read_pins(path)


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    """Nobody has to start the program once for each typo."""
    path = tmp_path / "header.toml"
    path.write_text(TEXT.replace("red = 17", "red = 99").replace("buzzer = 24", ""), "utf-8")

    with pytest.raises(PanelPinsRefused) as refused:
        read_pins(path)
    assert len(refused.value.mistakes) == 2
