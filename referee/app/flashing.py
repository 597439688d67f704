"""Writing the program of an ATmega unit, by avrdude, and asking the unit before and after."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from enum import Enum
from importlib import resources

from firmware_bridge import protocol as p
from firmware_bridge.discovery import who_is_there
from firmware_bridge.errors import PanelError
from firmware_bridge.messages import Board, Identity
from firmware_bridge.transports.serial_port import SerialPort
from referee.app.errors import InputRefused

SHIPPED = (p.FIRMWARE_MAJOR, p.FIRMWARE_MINOR)
"""Version of the program that is written."""
_PROGRAM = "firmware/avr/seat_unit.hex"


class Outcome(Enum):
    """How it went; the value is the key of the text that says so."""

    DONE = "flash_done"
    CURRENT = "flash_current"
    SILENT = "flash_silent"
    """Nothing answers, and only a unit that is older was to be written to."""
    OTHER_BOARD = "flash_other_board"
    FAILED = "flash_failed"
    """avrdude could not; it has said why."""
    UNANSWERED = "flash_unanswered"
    """Written, and the unit does not answer with the new version."""


@dataclass(frozen=True, slots=True)
class Flashed:
    outcome: Outcome
    found: Identity | None
    """What answered before."""

    @property
    def good(self) -> bool:
        return self.outcome in {Outcome.DONE, Outcome.CURRENT}


def flash(port: str, baud: int, *, if_older: bool) -> Flashed:
    """Write the shipped program through the boot loader at *port*.

    Args:
        port: Device node of the unit's line.
        baud: Of the boot loader, in bits a second.
        if_older: Only when the unit answers HELLO with an older version; a device that does not
            answer may be somebody else's.

    Raises:
        InputRefused: If avrdude is not installed, or *port* is not there or in use.
    """
    avrdude = shutil.which("avrdude")
    if avrdude is None:
        raise InputRefused("avrdude is not installed; apt-get install avrdude")
    found = _ask(port)
    if if_older:
        if found is None:
            return Flashed(Outcome.SILENT, found)
        if found.firmware >= SHIPPED:
            return Flashed(Outcome.CURRENT, found)
    if found is not None and found.board is not Board.AVR:
        return Flashed(Outcome.OTHER_BOARD, found)
    if not _write(avrdude, port, baud):
        return Flashed(Outcome.FAILED, found)
    now = _ask(port)
    done = now is not None and now.firmware == SHIPPED
    return Flashed(Outcome.DONE if done else Outcome.UNANSWERED, found)


def _ask(port: str) -> Identity | None:
    try:
        transport = SerialPort(port)
        try:
            return who_is_there(transport)
        finally:
            transport.close()
    except PanelError as failed:
        raise InputRefused(str(failed)) from failed


def _write(avrdude: str, port: str, baud: int) -> bool:
    with resources.as_file(resources.files("firmware_bridge") / _PROGRAM) as program:
        words = [avrdude, "-p", "m328p", "-c", "arduino", "-P", port, "-b", str(baud), "-D"]
        done = subprocess.run([*words, "-U", f"flash:w:{program}:i"], check=False)  # noqa: S603
    return done.returncode == 0
