"""The hex file that `panel flash` writes is the program that the tests judge."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.firmware_bridge.rigs.real import FIRMWARE, build_avr

pytestmark = pytest.mark.firmware

COMPILER = "5.4.0"
"""The avr-gcc of Debian 12, which made the file; another one makes other code."""


def test_shipped_hex_file_is_current(tmp_path: Path) -> None:
    """Whoever changes the firmware has to run ``make firmware``."""
    build_avr()
    version = subprocess.run(["avr-gcc", "-dumpversion"], check=True, capture_output=True)
    if version.stdout.decode().strip() != COMPILER:
        pytest.skip(f"the shipped file was made by avr-gcc {COMPILER}")
    elf = FIRMWARE.parents[1] / "var" / "firmware" / "seat_unit.elf"
    made = tmp_path / "seat_unit.hex"
    subprocess.run(["avr-objcopy", "-O", "ihex", "-R", ".eeprom", elf, made], check=True)

    assert made.read_text() == (FIRMWARE / "avr" / "seat_unit.hex").read_text()
