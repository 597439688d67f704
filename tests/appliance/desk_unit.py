"""A seat unit inside the machine: ``desk_unit.py FIRMWARE WRITTEN``.

Runs the Pico's program of the installed package on a pseudo-terminal that /dev/guandan-panel points
to. It says to be an ATmega with FIRMWARE, and with the shipped version once WRITTEN is there.
"""

from __future__ import annotations

import os
import select
import sys
import time
import tty
from dataclasses import replace
from pathlib import Path

import firmware_bridge
from firmware_bridge import protocol as p
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.messages import Board, Identity

PORT = Path("/dev/guandan-panel")


def main(firmware: str, written: Path) -> None:
    sys.path.insert(0, str(Path(firmware_bridge.__file__).parent / "firmware" / "micropython"))
    from unit import Unit

    line, far_end = os.openpty()
    tty.setraw(far_end)
    os.chmod(os.ttyname(far_end), 0o666)  # noqa: PTH101, S103
    PORT.unlink(missing_ok=True)
    PORT.symlink_to(os.ttyname(far_end))
    major, minor = map(int, firmware.split("."))
    heard = Decoder()

    def told(data: bytes) -> None:
        now = (p.FIRMWARE_MAJOR, p.FIRMWARE_MINOR) if written.exists() else (major, minor)
        os.write(
            line, b"".join(as_said(frame, Board.AVR, now).encode() for frame in heard.feed(data))
        )

    unit = Unit(told, p.BOARD_AVR, p.CAUSE_POWER, 0)
    begun = time.monotonic()
    while True:
        has_bytes = select.select([line], [], [], 0.001)[0]
        now_ms = int((time.monotonic() - begun) * 1000)
        if has_bytes:
            unit.receive(os.read(line, 256), now_ms)
        unit.tick(0, now_ms)


def as_said(frame: Frame, board: Board, firmware: tuple[int, int]) -> Frame:
    """What a unit sent, with another identity in its HERE."""
    identity = Identity.parse(frame.payload) if frame.kind == p.HERE else None
    if identity is None:
        return frame
    return replace(frame, payload=replace(identity, board=board, firmware=firmware).encode())


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
