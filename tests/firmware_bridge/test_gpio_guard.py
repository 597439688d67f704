"""A killed program of the bare header leaves no endless buzzer."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys

import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.panels.gpio_guard import watch

PINS = (17, 27)
PROGRAM = """
import os, signal
from firmware_bridge.panels.gpio_guard import Guard
guard = Guard([17, 27])
{end}
"""


def sounding() -> MockFactory:
    """Pins as the kernel keeps them when their program is gone."""
    factory = MockFactory()
    for pin in PINS:
        factory.pin(pin).function = "output"
        factory.pin(pin).state = True
    return factory


def test_pins_are_switched_off_when_the_line_ends() -> None:
    """The first process was killed, so nobody said farewell."""
    factory = sounding()

    assert watch(io.BytesIO(b""), PINS, factory)
    assert [[state.state for state in factory.pin(pin).states][-1] for pin in PINS] == [0, 0]


def test_pins_are_left_alone_after_a_farewell() -> None:
    """They may belong to the next program already."""
    factory = sounding()

    assert not watch(io.BytesIO(b"."), PINS, factory)
    assert [factory.pin(pin).state for pin in PINS] == [True, True]


def test_pin_that_cannot_be_had_does_not_spare_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every buzzer counts."""
    factory = sounding()

    assert watch(io.BytesIO(b""), (99, *PINS), factory)
    assert "pin 99 could not be switched off" in capsys.readouterr().err
    assert not any(factory.pin(pin).state for pin in PINS)


@pytest.mark.parametrize(
    ("end", "status", "acts"),
    [
        ("os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL, True),
        ("guard.dismiss()", 0, False),
    ],
)
def test_second_process_acts_only_for_a_killed_one(end: str, status: int, *, acts: bool) -> None:
    """Both processes for real, on mock pins."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(end=end)],
        env=os.environ | {"GPIOZERO_PIN_FACTORY": "mock"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == status
    assert ("its outputs are off" in done.stderr) == acts
    assert "could not" not in done.stderr
