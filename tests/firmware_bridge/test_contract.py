"""PROTOCOL.md says what the program does: numbers, names and examples."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import firmware_bridge
from firmware_bridge import protocol as p
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.generate import SOURCE
from firmware_bridge.messages import Beat, Board, Cause, Identity, Pattern, UnitPress
from referee.ports import Key
from referee.rules.seats import Seat

TEXT = (Path(firmware_bridge.__file__).parent / "PROTOCOL.md").read_text("utf-8")
EXAMPLES = re.findall(r"^\| (\w+) \| (.+) \| `([0-9A-F ]+)` \|$", TEXT, re.MULTILINE)
KINDS = re.findall(r"^\| `([0-9A-F]{2})` \| (\w+) \|", TEXT, re.MULTILINE)
SESSION = 0x1234


def example(name: str, nth: int = 0) -> Frame:
    lines = [line for kind, _, line in EXAMPLES if kind == name]
    frames = Decoder().feed(bytes.fromhex(lines[nth]))
    assert len(frames) == 1
    return frames[0]


def test_every_message_is_in_the_tables_with_its_number() -> None:
    """The document lists exactly the messages of protocol.toml."""
    source = tomllib.loads(SOURCE.read_text("utf-8"))
    messages = source["from_host"] | source["from_unit"]

    assert {name: int(kind, 16) for kind, name in KINDS} == {
        name: message["value"] for name, message in messages.items()
    }


def test_every_message_has_an_example() -> None:
    """Whoever writes another unit can check his frames against the document."""
    assert {name for name, _, _ in EXAMPLES} == {name for _, name in KINDS}


@pytest.mark.parametrize(("name", "says", "line"), EXAMPLES, ids=lambda value: str(value)[:12])
def test_example_is_a_sound_frame_of_its_kind(name: str, says: str, line: str) -> None:
    """Each hex line decodes, has the length of its kind, and encodes to itself."""
    frame = Decoder().feed(bytes.fromhex(line))[0]

    assert says
    assert frame.kind == getattr(p, name)
    assert len(frame.payload) == p.PAYLOAD_BYTES[frame.kind]
    assert frame.encode() == bytes.fromhex(line)


def test_examples_mean_what_stands_beside_them() -> None:
    """The values in words and in hex agree."""
    amber = Pattern(p.RED | p.GREEN, 250, 250, beats=3, beat_on_ms=100, beat_off_ms=100)
    assert example("SHOW") == Frame(p.SHOW, SESSION, 0, amber.encode(Seat.EAST))
    assert example("SHOW", 1) == Frame(p.SHOW, SESSION, 1, Pattern(p.GREEN).encode(Seat.SOUTH))
    first, second = (UnitPress.parse(example("KEY", n).payload) for n in (0, 1))
    assert first == UnitPress(Seat.NORTH, Key.PASS, 61_500)
    assert second == UnitPress(Seat.WEST, Key.CALL, 61_750)
    assert Beat.parse(example("BEAT").payload) == Beat(62_000, 3, 0)
    boot, here = (Identity.parse(example(name).payload) for name in ("BOOT", "HERE"))
    assert here == Identity(1, 1, 1, Board.AVR, (1, 0), Cause.POWER, 0, 0, 0, 1500)
    assert boot == Identity(1, 1, 0, Board.AVR, (1, 0), Cause.WATCHDOG, 0, 0, 0, 2)
    assert example("REFUSED").payload == bytes([p.REASON_VALUE])


@pytest.mark.parametrize(
    "words",
    [
        f"{p.BAUD} baud",
        f"answers HERE with version {p.NO_VERSION}",
        f"a new session every {p.HELLO_MS} ms",
        f"Every {p.ASK_BEAT_MS} ms",
        f"Host silent for {p.HOST_SILENT_MS // 1000} s",
        f"Unit silent for {p.UNIT_SILENT_MS // 1000} s",
        f"after {p.RESEND_MS} ms",
        f"down for {p.KEY_DOWN_MS} ms",
        f"up for {p.KEY_UP_MS} ms",
        f"Up to {p.PRESSES_KEPT} wait in the unit",
        f"| beats | 0–{p.MOST_BEATS} |",
        f"| 0–{p.LONGEST_BEAT} | × {p.TIME_STEP_MS} ms",
        f"| colour | 0–{p.WHITE} |",
        f"6 to {p.LONGEST_BODY} bytes",
        f"flashes all lamps blue, {p.HOST_LOST_ON * p.TIME_STEP_MS / 1000} s in 2 s",
        f"This is version {p.HIGHEST_VERSION}.",
    ],
)
def test_numbers_in_the_text_are_those_of_the_source(words: str) -> None:
    """A constant cannot change without its sentence."""
    assert words in TEXT
