"""Draw what is soldered to what: `drawings/*.svg`, from the pins that the programs use.

Run as ``python -m firmware_bridge.firmware.wiring`` after a pin has moved; a test compares them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

_HERE = Path(__file__).parent
DRAWINGS = _HERE / "drawings"
HEADER = _HERE.parents[1] / "config" / "hardware" / "header.toml"

_SEATS = ("E 东", "N 北", "W 西", "S 南")
_SIGNALS = ("red", "green", "blue", "buzzer", "PASS", "CALL")

_CONDUCTORS = {
    "+5 V": (1, "white-orange", "#e8a060"),
    "red": (2, "orange", "#e07000"),
    "green": (3, "white-green", "#70b070"),
    "blue": (4, "blue", "#2060c0"),
    "buzzer": (5, "white-blue", "#80a8e0"),
    "PASS": (6, "green", "#108030"),
    "CALL": (7, "white-brown", "#b09070"),
    "GND": (8, "brown", "#704020"),
}
"""Signal: pin of the socket, colour of the conductor by T568B, colour in the drawing."""

_PICO_PINS = {
    0: 1,
    1: 2,
    2: 4,
    3: 5,
    4: 6,
    5: 7,
    6: 9,
    7: 10,
    8: 11,
    9: 12,
    10: 14,
    11: 15,
    12: 16,
    13: 17,
    14: 19,
    15: 20,
    16: 21,
    17: 22,
    18: 24,
    19: 25,
    20: 26,
    21: 27,
    22: 29,
    26: 31,
}
"""Pin of the board by GP number.

Source: Raspberry Pi Ltd, "Raspberry Pi Pico Datasheet", pinout.
"""
_HEADER_PINS = {
    4: 7,
    5: 29,
    6: 31,
    7: 26,
    8: 24,
    9: 21,
    10: 19,
    11: 23,
    12: 32,
    13: 33,
    14: 8,
    15: 10,
    16: 36,
    17: 11,
    18: 12,
    19: 35,
    20: 38,
    21: 40,
    22: 15,
    23: 16,
    24: 18,
    25: 22,
    26: 37,
    27: 13,
}
"""Pin of the header by GPIO number.

Source: Raspberry Pi documentation, "GPIO and the 40-pin header".
"""
_NANO_PASS = ("A0", "A1", "A2", "A3")
_NANO_CALL = ("D2", "D3", "D4", "D5")


@dataclass(frozen=True, slots=True)
class Wire:
    """One signal from the board to a seat's socket."""

    board: str
    """Name of the board's pin; empty when the driver needs none of its own."""
    driver: str
    """Input and output of the driver, or what else lies in between."""


@dataclass(frozen=True, slots=True)
class Board:
    """One way to build the unit."""

    title: str
    driver_title: str
    seats: tuple[tuple[Wire, ...], ...]
    """For each seat the wires of `_SIGNALS`."""
    supply: tuple[str, str]
    """Where +5 V and ground come from."""
    notes: tuple[str, ...]


def nano() -> Board:
    """ATmega328P: sixteen outputs behind two registers on four pins."""

    def output(bit: int) -> Wire:
        drain = bit % 8
        pin = 4 + drain if drain < 4 else 10 + drain
        return Wire("", f"U{1 + bit // 8} TPIC6B595  DRAIN{drain} ({pin})")

    seats = tuple(
        (
            *(output(4 * seat + bit) for bit in range(4)),
            Wire(_NANO_PASS[seat], "1 kΩ"),
            Wire(_NANO_CALL[seat], "1 kΩ"),
        )
        for seat in range(4)
    )
    return Board(
        "Arduino Nano (ATmega328P)",
        "two TPIC6B595 in a chain",
        seats,
        ("Nano 5V", "Nano GND"),
        (
            "D11 → U1 SER IN (3);  U1 SER OUT (18) → U2 SER IN (3)",
            "D13 → SRCK (13) of both;  D10 → RCK (12) of both",
            "D9 → G (9) of both, with 10 kΩ to +5 V: outputs stay off until the program runs",
            "SRCLR (8) and VCC (2) of both to +5 V;  GND (10, 11, 19) to ground",
            "100 nF from VCC to ground at each, 470 µF across the supply",
            "10 µF from RST to GND after flashing, + at RST: opening the port is no reset then",
        ),
    )


def pico() -> Board:
    """Raspberry Pi Pico: one pin a signal."""
    names: dict[str, Any] = {}
    source = (_HERE / "micropython" / "pins.py").read_text("utf-8")
    exec(source, names)  # noqa: S102 - our own file, which only MicroPython can import
    keys = [*names["PASS_KEYS"], *names["CALL_KEYS"]]
    seats = tuple((*names["OUTPUTS"][seat], keys[seat], keys[seat + 4]) for seat in range(4))
    return Board(
        "Raspberry Pi Pico",
        "two ULN2803A",
        tuple(_through_darlingtons(place, pins, _pico_name) for place, pins in enumerate(seats)),
        ("Pico VBUS (pin 40)", "Pico GND (pin 38)"),
        _DARLINGTON_NOTES,
    )


def header() -> Board:
    """The Pi's own header."""
    document = tomllib.loads(HEADER.read_text("utf-8"))
    order = ("red", "green", "blue", "buzzer", "pass_key", "call_key")
    seats = [tuple(document[seat[0]][key] for key in order) for seat in _SEATS]
    return Board(
        "Raspberry Pi, 40-pin header",
        "two ULN2803A",
        tuple(_through_darlingtons(place, pins, _header_name) for place, pins in enumerate(seats)),
        ("5V (pins 2 and 4)", "GND (pins 6 and 9)"),
        (*_DARLINGTON_NOTES, "serial console, SPI and audio on these pins must be off"),
    )


_DARLINGTON_NOTES = (
    "ULN2803A: COM (10) to +5 V, GND (9) to ground; U1 serves E and N, U2 serves W and S",
    "100 nF at each, 470 µF across the supply",
)


def _through_darlingtons(
    seat: int, pins: Sequence[int], name: Callable[[int], str]
) -> tuple[Wire, ...]:
    outputs = []
    for bit in range(4):
        place = seat % 2 * 4 + bit
        way = f"U{1 + seat // 2} ULN2803A  {1 + place} → {18 - place}"
        outputs.append(Wire(name(pins[bit]), way))
    return (*outputs, *(Wire(name(pin), "1 kΩ") for pin in pins[4:]))


def _pico_name(pin: int) -> str:
    return f"GP{pin} (pin {_PICO_PINS[pin]})"


def _header_name(pin: int) -> str:
    return f"GPIO{pin} (pin {_HEADER_PINS[pin]})"


# Drawing.

_ROW, _LEFT, _TOP = 22, 20, 70
_BOARD_X, _BOARD_W = 20, 200
_DRIVER_X, _DRIVER_W = 330, 230
_SOCKET_X, _SOCKET_W = 690, 250
_WIDTH = _SOCKET_X + _SOCKET_W + 20


def drawing(board: Board) -> str:
    """The unit as SVG."""
    rows = 4 * (len(_CONDUCTORS) + 1)
    bottom = _TOP + rows * _ROW
    height = bottom + 40 + 20 * len(board.notes)
    parts = [
        _svg(_WIDTH, height),
        _text(_LEFT, 30, board.title, size=18),
        _text(_DRIVER_X, 30, board.driver_title, size=14),
        _text(_SOCKET_X, 30, "to the seats: RJ45, T568B", size=14),
        _box(_BOARD_X, _TOP - 20, _BOARD_W, rows * _ROW),
        _box(_DRIVER_X, _TOP - 20, _DRIVER_W, rows * _ROW),
    ]
    for place, (seat, wires) in enumerate(zip(_SEATS, board.seats, strict=True)):
        top = _TOP + place * (len(_CONDUCTORS) + 1) * _ROW
        parts += _seat(seat, wires, board.supply, top)
    for place, note in enumerate(board.notes):
        parts.append(_text(_LEFT, bottom + 20 + 20 * place, note))
    return "\n".join([*parts, "</svg>", ""])


def _seat(seat: str, wires: Sequence[Wire], supply: tuple[str, str], top: int) -> Iterator[str]:
    yield _box(_SOCKET_X, top - 18, _SOCKET_W, len(_CONDUCTORS) * _ROW + 8)
    yield _text(_SOCKET_X + _SOCKET_W - 50, top, seat, size=16)
    between = dict(zip(_SIGNALS, wires, strict=True))
    for row, (signal, (pin, conductor, colour)) in enumerate(_CONDUCTORS.items()):
        y = top + row * _ROW
        yield _text(_SOCKET_X + 8, y + 4, f"{pin}  {signal}  ({conductor})")
        wire = between.get(signal)
        if wire is None:
            yield _line(_DRIVER_X + _DRIVER_W, _SOCKET_X, y, colour)
            yield _text(_DRIVER_X + 8, y + 4, supply[signal == "GND"])
            continue
        yield _line(_DRIVER_X + _DRIVER_W, _SOCKET_X, y, colour)
        yield _text(_DRIVER_X + 8, y + 4, wire.driver)
        if wire.board:
            yield _line(_BOARD_X + _BOARD_W, _DRIVER_X, y, colour)
            yield _text(_BOARD_X + 8, y + 4, wire.board)


def seat_box() -> str:
    """What hangs on each of the four cables."""
    rows = {
        "+5 V": "common anode of the RGB lamp, + of the buzzer",
        "red": "220 Ω, cathode red",
        "green": "120 Ω, cathode green",
        "blue": "120 Ω, cathode blue",
        "buzzer": "− of an active 5 V buzzer; 1N4148 across it, stripe at +5 V",
        "PASS": "key 不要, other end to GND",
        "CALL": "key 请裁判, other end to GND",
        "GND": "both keys",
    }
    height = _TOP + len(rows) * _ROW + 20
    parts = [
        _svg(780, height),
        _text(_LEFT, 30, "Seat box (four of them)", size=18),
        _box(20, _TOP - 20, 220, len(rows) * _ROW + 8),
        _box(330, _TOP - 20, 430, len(rows) * _ROW + 8),
    ]
    for row, (signal, what) in enumerate(rows.items()):
        pin, conductor, colour = _CONDUCTORS[signal]
        y = _TOP + row * _ROW
        parts.append(_text(28, y + 4, f"{pin}  {signal}  ({conductor})"))
        parts.append(_line(240, 330, y, colour))
        parts.append(_text(338, y + 4, what))
    return "\n".join([*parts, "</svg>", ""])


def drawings() -> dict[Path, str]:
    """Every drawing by its path."""
    return {
        DRAWINGS / "nano.svg": drawing(nano()),
        DRAWINGS / "pico.svg": drawing(pico()),
        DRAWINGS / "header.svg": drawing(header()),
        DRAWINGS / "seat.svg": seat_box(),
    }


def _svg(width: int, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="13">\n'
        f'<rect width="{width}" height="{height}" fill="white"/>'
    )


def _text(x: int, y: int, words: str, size: int = 13) -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}">{escape(words)}</text>'


def _box(x: int, y: int, width: int, height: int) -> str:
    shape = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="6"'
    return f'<rect {shape} fill="#f4f4f4" stroke="#333"/>'


def _line(x0: int, x1: int, y: int, colour: str) -> str:
    return f'<line x1="{x0}" x2="{x1}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="3"/>'


def main() -> None:
    DRAWINGS.mkdir(exist_ok=True)
    for path, text in drawings().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
