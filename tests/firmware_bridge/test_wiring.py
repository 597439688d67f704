"""Drawings and parts agree with the pins that the programs use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_bridge.firmware import wiring
from firmware_bridge.firmware.wiring import DRAWINGS, Board, drawings

AVR = DRAWINGS.parent / "avr"
BOARDS = [wiring.nano(), wiring.pico(), wiring.header()]


@pytest.mark.parametrize(("path", "text"), drawings().items(), ids=lambda value: str(value)[-10:])
def test_drawing_is_current(path: Path, text: str) -> None:
    """Whoever moves a pin has to run ``python -m firmware_bridge.firmware.wiring``."""
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.title)
def test_no_pin_is_used_twice(board: Board) -> None:
    """Every signal of every seat has pins and driver outputs of its own."""
    pins = [wire.board for seat in board.seats for wire in seat if wire.board]
    outputs = [wire.driver for seat in board.seats for wire in seat if wire.driver[0] == "U"]

    assert len(set(pins)) == len(pins)
    assert len(set(outputs)) == len(outputs) == 16


def test_nano_is_drawn_as_its_program_has_it() -> None:
    """The pins of board.h by the names that are printed on a Nano."""
    text = (AVR / "board.h").read_text("utf-8")
    defined = dict(re.findall(r"#define (\w+) P([B-D]\d)", text))
    printed = {f"B{n}": f"D{8 + n}" for n in range(6)} | {f"C{n}": f"A{n}" for n in range(6)}
    printed |= {f"D{n}": f"D{n}" for n in range(8)}
    seats = wiring.nano().seats

    assert [seat[4].board for seat in seats] == [f"A{n}" for n in range(4)]
    assert printed[defined["PASS_FIRST"]] == seats[0][4].board
    assert printed[defined["CALL_FIRST"]] == seats[0][5].board
    notes = " ".join(wiring.nano().notes)
    for name, words in [
        ("OUTPUT_DATA", "{} → U1 SER IN"),
        ("OUTPUT_CLOCK", "{} → SRCK"),
        ("OUTPUT_LATCH", "{} → RCK"),
        ("OUTPUT_ENABLE", "{} → G (9)"),
    ]:
        assert words.format(printed[defined[name]]) in notes
