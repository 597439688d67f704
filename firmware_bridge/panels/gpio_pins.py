"""Which pin of the Pi's header is soldered to what: read from a file, refused as a whole."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from firmware_bridge.errors import PanelPinsRefused
from referee.rules.seats import Seat

FIRST_PIN, LAST_PIN = 2, 27
"""GPIO numbers of the 40-pin header; 0 and 1 belong to the HAT's memory."""

FIRST_OUTPUT = 9
"""Lower ones are pulled up until a program says otherwise.

Source: Raspberry Pi Ltd, "BCM2835 ARM Peripherals", alternative function table, column Pull.
"""

_KEYS = {"pass_key", "call_key"}


@dataclass(frozen=True, slots=True)
class SeatPins:
    """GPIO numbers of one seat. Outputs are high for on, keys pull to ground."""

    red: int
    green: int
    blue: int
    buzzer: int
    pass_key: int
    call_key: int


def read_pins(path: Path) -> dict[Seat, SeatPins]:
    """Read a pins file such as ``config/hardware/header.toml``; raises `PanelPinsRefused`."""
    try:
        document: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as failed:
        raise PanelPinsRefused(path, [str(failed)]) from failed
    mistakes = _mistakes(document)
    if mistakes:
        raise PanelPinsRefused(path, mistakes)
    return {seat: SeatPins(**document[seat.value]) for seat in Seat}


def _mistakes(document: dict[str, Any]) -> list[str]:
    names = {field.name for field in fields(SeatPins)}
    seats = {seat.value for seat in Seat}
    mistakes = [f"{seat}: no such seat (known: E, N, W, S)" for seat in document.keys() - seats]
    taken: dict[int, str] = {}
    for seat in Seat:
        section = document.get(seat.value)
        if not isinstance(section, dict):
            mistakes.append(f"[{seat.value}] is missing")
            continue
        known = ", ".join(sorted(names))
        mistakes += [
            f"{seat.value}.{key}: unknown key (known: {known})" for key in section.keys() - names
        ]
        for name in sorted(names):
            place, pin = f"{seat.value}.{name}", section.get(name)
            if type(pin) is not int or not FIRST_PIN <= pin <= LAST_PIN:
                mistakes.append(f"{place}: want a GPIO from {FIRST_PIN} to {LAST_PIN}, got {pin!r}")
            elif name not in _KEYS and pin < FIRST_OUTPUT:
                wanted = f"want {FIRST_OUTPUT} to {LAST_PIN}"
                mistakes.append(f"{place}: GPIO {pin} would be on while the Pi starts; {wanted}")
            elif pin in taken:
                mistakes.append(f"{place}: GPIO {pin} is {taken[pin]} already")
            else:
                taken[pin] = place
    return mistakes


def outputs(pins: SeatPins) -> tuple[int, int, int, int]:
    """Red, green, blue, buzzer."""
    return pins.red, pins.green, pins.blue, pins.buzzer
