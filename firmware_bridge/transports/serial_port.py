"""A serial port or pseudo-terminal, by pyserial."""

from __future__ import annotations

import errno
import os
import termios
from contextlib import suppress

import serial

from firmware_bridge.errors import PanelMissing, TransportLost
from firmware_bridge.protocol import BAUD

READ_S = 0.01
"""How long a read waits: resends and time-outs are noticed this much late."""
WRITE_S = 0.2
"""A line that takes longer for a few frames is broken."""


class SerialPort:
    """An open port, ours alone."""

    def __init__(self, path: str) -> None:
        """Open *path*; raises `PanelMissing`."""
        self._path = path
        try:
            self._port = serial.Serial(
                path, BAUD, timeout=READ_S, write_timeout=WRITE_S, exclusive=True
            )
            _keep_dtr(self._port.fileno())
        except (OSError, termios.error) as failed:
            raise PanelMissing(path, _why(failed)) from failed

    def read(self) -> bytes:
        try:
            return bytes(self._port.read(max(1, self._port.in_waiting)))
        except (OSError, termios.error, TypeError) as failed:
            # pyserial answers with TypeError when the port is closed in mid-read.
            raise TransportLost(self._path, str(failed)) from failed

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except (OSError, termios.error, TypeError) as failed:
            raise TransportLost(self._path, str(failed)) from failed

    def close(self) -> None:
        with suppress(OSError, termios.error):
            self._port.close()


def _why(failed: OSError | termios.error) -> str:
    # pyserial's own errors are OSErrors; their text repeats path and number.
    number = failed.errno if isinstance(failed, OSError) else failed.args[0]
    if number in {errno.EAGAIN, errno.EBUSY}:
        return "another program is using it"
    return os.strerror(number) if isinstance(number, int) else str(failed)


def _keep_dtr(descriptor: int) -> None:
    """Leave DTR as it is when the port is closed.

    On an Arduino the next rising of DTR is a reset; presses that wait in the unit would be gone.
    """
    attributes = termios.tcgetattr(descriptor)
    attributes[2] &= ~termios.HUPCL
    termios.tcsetattr(descriptor, termios.TCSANOW, attributes)
