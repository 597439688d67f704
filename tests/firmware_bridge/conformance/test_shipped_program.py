"""The hex file that `panel flash` writes is the program that the tests judge."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.firmware_bridge.rigs.real import FIRMWARE, build_avr

ELF = FIRMWARE.parents[1] / "var" / "firmware" / "seat_unit.elf"

pytestmark = pytest.mark.firmware

COMPILER = "5.4.0"
"""The avr-gcc of Debian 12, which made the file; another one makes other code."""


def test_shipped_hex_file_is_current(tmp_path: Path) -> None:
    """Whoever changes the firmware has to run ``make firmware``."""
    build_avr()
    version = subprocess.run(["avr-gcc", "-dumpversion"], check=True, capture_output=True)
    if version.stdout.decode().strip() != COMPILER:
        pytest.skip(f"the shipped file was made by avr-gcc {COMPILER}")
    made = tmp_path / "seat_unit.hex"
    subprocess.run(["avr-objcopy", "-O", "ihex", "-R", ".eeprom", ELF, made], check=True)

    assert made.read_text() == (FIRMWARE / "avr" / "seat_unit.hex").read_text()


def test_program_has_no_heap_and_leaves_half_the_memory_to_the_stack() -> None:
    """Nothing can run out after hours: all memory is laid out when the program is made."""
    build_avr()
    symbols = subprocess.run(["avr-nm", ELF], check=True, capture_output=True, text=True).stdout
    sizes = subprocess.run(["avr-size", ELF], check=True, capture_output=True, text=True).stdout
    _, data, bss, *_ = sizes.splitlines()[1].split()

    assert "malloc" not in symbols
    assert int(data) + int(bss) <= 1024
