"""Writing the program of an ATmega unit, by avrdude."""

from __future__ import annotations

import shutil
import subprocess
from importlib import resources

from referee.app.errors import FAILED, InputRefused

_PROGRAM = "firmware/avr/seat_unit.hex"


def flash(port: str, baud: int) -> int:
    """Write the shipped program through the boot loader at *port*.

    Returns:
        0, or `FAILED` when avrdude could not; it has said why.

    Raises:
        InputRefused: If avrdude is not installed.
    """
    avrdude = shutil.which("avrdude")
    if avrdude is None:
        raise InputRefused("avrdude is not installed; apt-get install avrdude")
    with resources.as_file(resources.files("firmware_bridge") / _PROGRAM) as program:
        words = [avrdude, "-p", "m328p", "-c", "arduino", "-P", port, "-b", str(baud), "-D"]
        done = subprocess.run([*words, "-U", f"flash:w:{program}:i"], check=False)  # noqa: S603
    return FAILED if done.returncode else 0
