"""A unit on a pseudo-terminal: the Pico's program on CPython, in real time, as a port to open."""

from __future__ import annotations

import os
import select
import threading
import time
import tty

from firmware_bridge.frames import Decoder
from firmware_bridge.messages import Board
from tests.appliance.desk_unit import as_said
from tests.firmware_bridge.rigs.virtual import CoreUnit, Line


class DeskUnit:
    """Answers at `port` until it is closed; says of itself what a test wants."""

    def __init__(self, board: Board = Board.AVR, firmware: tuple[int, int] = (1, 0)) -> None:
        self._line, self._far_end = os.openpty()
        tty.setraw(self._far_end)
        self.port = os.ttyname(self._far_end)
        self._board = board
        self.firmware = firmware
        self.mute = False
        self._unit = CoreUnit(Line(), Line())
        self._now_ms = 0
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    @property
    def shows(self) -> int:
        """All outputs as bits: 4 * seat + output."""
        return self._unit.levels(self._now_ms)

    @property
    def at_peace(self) -> bool:
        """Whether its last host has said BYE."""
        orders = self._unit.carried_out
        return bool(orders) and orders[-1] == b""

    def close(self) -> None:
        self._stopping.set()
        self._thread.join()
        os.close(self._line)
        os.close(self._far_end)

    def _live(self) -> None:
        heard = Decoder()
        begun = time.monotonic()
        while not self._stopping.is_set():
            if select.select([self._line], [], [], 0.001)[0]:
                self._unit.to_unit.send(os.read(self._line, 256))
            now_ms = int((time.monotonic() - begun) * 1000)
            while self._now_ms < now_ms:
                self._now_ms += 1
                self._unit.step(self._now_ms)
            told = heard.feed(self._unit.to_host.arrive())
            wanted = (as_said(frame, self._board, self.firmware) for frame in told)
            if not self.mute:
                os.write(self._line, b"".join(frame.encode() for frame in wanted))
