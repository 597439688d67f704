"""`guandan-referee panel flash` against a unit on a pseudo-terminal, with a stand-in for avrdude.

The stand-in is a program on the path that says what it was called with; the boot loader's own
conversation is avrdude's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge import discovery
from firmware_bridge.messages import Board
from firmware_bridge.transports.serial_port import SerialPort
from referee.app.errors import FAILED, REFUSED
from referee.app.flashing import SHIPPED
from referee.app.main import main
from tests.firmware_bridge.rigs.desk_unit import DeskUnit

OLD = (1, 0)
PATIENCE_S = 30.0


@pytest.fixture
def unit() -> Iterator[DeskUnit]:
    made = DeskUnit(firmware=OLD)
    yield made
    made.close()


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What avrdude was called with; it fails while a file named ``broken`` lies beside it."""
    told = tmp_path / "called"
    program = tmp_path / "avrdude"
    program.write_text(
        f'#!/bin/sh\nprintf "%s\\n" "$@" >{told}\n[ ! -e {tmp_path}/broken ] || exit 1\n'
        f"while [ -e {tmp_path}/slow ]; do sleep 0.01; done\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(discovery, "ANSWER_S", PATIENCE_S)
    return told


def flash(unit: DeskUnit, *words: str) -> int:
    return main(["panel", "flash", "--port", unit.port, "--language", "en", *words])


def flash_well(unit: DeskUnit, called: Path, *words: str) -> int:
    """As `flash`, with a boot loader that does what it is told."""
    slow = called.with_name("slow")
    slow.touch()

    def finish() -> None:
        while not called.exists():
            threading.Event().wait(0.005)
        unit.firmware = SHIPPED
        slow.unlink()

    loader = threading.Thread(target=finish)
    loader.start()
    status = flash(unit, *words)
    loader.join()
    return status


def test_older_unit_is_written_and_asked_again(
    unit: DeskUnit, called: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The shipped file goes to the port that was named, and the new version is what counts."""
    assert flash_well(unit, called, "--if-older") == 0
    assert f"now runs version {SHIPPED[0]}.{SHIPPED[1]}" in capfd.readouterr().out
    words = called.read_text().split()
    assert words[words.index("-P") + 1] == unit.port
    assert words[-1].endswith("firmware/avr/seat_unit.hex:i")


def test_current_unit_is_left_alone(
    unit: DeskUnit, called: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """So that it can be asked for before every tournament; by hand it is written all the same."""
    unit.firmware = SHIPPED

    assert flash(unit, "--if-older") == 0
    assert "nothing was written" in capfd.readouterr().out
    assert not called.exists()
    assert flash(unit) == 0
    assert called.exists()


def test_unit_that_does_not_come_back_is_said(
    unit: DeskUnit, called: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The boot loader was content, and still the old program answers."""
    assert flash(unit) == FAILED
    assert "does not answer with version" in capfd.readouterr().out


def test_boot_loader_that_does_not_answer_is_said(
    unit: DeskUnit, called: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """With the two most likely cures."""
    called.with_name("broken").touch()

    assert flash(unit) == FAILED
    assert "capacitor" in capfd.readouterr().out


@pytest.mark.parametrize("words", [(), ("--if-older",)])
def test_pico_is_not_written_to(
    called: Path, words: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    """It has no such boot loader."""
    pico = DeskUnit(Board.PICO, OLD)
    status = flash(pico, *words)
    pico.close()

    assert status == FAILED
    assert "is a pico" in capfd.readouterr().out
    assert not called.exists()


def test_unit_in_use_is_not_written_to(
    unit: DeskUnit, called: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A table that is being played keeps its unit."""
    held = SerialPort(unit.port)
    status = flash(unit)
    held.close()

    assert status == REFUSED
    assert "another program is using it" in capfd.readouterr().err
    assert not called.exists()


def test_device_that_does_not_answer_may_be_somebody_elses(
    unit: DeskUnit,
    called: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only a person flashes what does not say that it is a seat unit."""
    monkeypatch.setattr(discovery, "ANSWER_S", 0.3)
    unit.mute = True

    assert flash(unit, "--if-older") == FAILED
    assert "nothing answers" in capfd.readouterr().out
    assert not called.exists()
    assert flash(unit) == FAILED
    assert called.exists()


def test_asking_leaves_the_unit_dark_and_at_peace(unit: DeskUnit) -> None:
    """Whoever only asked for the name is not missed by the unit."""
    line = SerialPort(unit.port)
    found = discovery.who_is_there(line)
    line.close()

    assert found is not None
    assert found.firmware == OLD
    assert unit.shows == 0
    give_up = time.monotonic() + PATIENCE_S
    while not unit.at_peace and time.monotonic() < give_up:
        time.sleep(0.005)
    assert unit.at_peace
