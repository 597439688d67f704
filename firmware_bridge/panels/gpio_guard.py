"""Silences the pins of a program that was killed: a second process that waits for the first to end.

A unit does this itself when its host is silent. On the bare header nobody else is left to do it,
and a pin may keep its level when its program is gone: a buzzer would sound until somebody pulls
the plug.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from gpiozero import DigitalOutputDevice
from gpiozero.pins import Factory

_PARTED = b"."
"""Said by a program that leaves in peace, with its pins already off."""


class Guard:
    """The second process, from the side of the first."""

    def __init__(self, pins: Iterable[int]) -> None:
        """Start to watch over *pins*, GPIO numbers of outputs where high is on."""
        words = [sys.executable, "-m", __name__, *map(str, pins)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE)  # noqa: S603

    def dismiss(self) -> None:
        """The pins are off and free for the next program; returns when the guard has left."""
        try:
            self._process.communicate(_PARTED, timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def watch(line: BinaryIO, pins: Sequence[int], factory: Factory | None = None) -> bool:
    """Wait until *line* ends; whether its owner was killed and the pins were switched off."""
    if line.read(1) == _PARTED:
        return False
    for pin in pins:
        try:
            # Taking hold of a pin as an output sets it low.
            DigitalOutputDevice(pin, pin_factory=factory).close()
        except Exception as failed:  # noqa: BLE001 - every driver has errors of its own
            sys.stderr.write(f"pin {pin} could not be switched off: {failed}\n")
    return True


def main() -> None:
    # A service manager ends all processes of a service at once; this one has work to do then.
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if watch(sys.stdin.buffer, [int(word) for word in sys.argv[1:]]):
        sys.stderr.write("the program of the seat unit was killed; its outputs are off\n")


if __name__ == "__main__":
    main()
