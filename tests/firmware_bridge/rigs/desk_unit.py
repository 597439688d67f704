"""A unit on a pseudo-terminal: the Pico's program on CPython, in real time, as a port to open."""

from __future__ import annotations

import os
import select
import threading
import time
import tty
from dataclasses import replace

from firmware_bridge import protocol as p
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.messages import Board, Identity
from tests.firmware_bridge.rigs.virtual import CoreUnit, Line


class DeskUnit:
    """Answers at `port` until it is closed; says of itself what a test wants."""

    def __init__(self, board: Board = Board.AVR, firmware: tuple[int, int] = (1, 0)) -> None:
        self._line, self._far_end = os.openpty()
        tty.setraw(self._far_end)
        self.port = os.ttyname(self._far_end)
        self._board = board
        self.firmware = firmware
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
            os.write(self._line, b"".join(self._as_wanted(frame).encode() for frame in told))

    def _as_wanted(self, frame: Frame) -> Frame:
        identity = Identity.parse(frame.payload) if frame.kind == p.HERE else None
        if identity is None:
            return frame
        wanted = replace(identity, board=self._board, firmware=self.firmware)
        return replace(frame, payload=wanted.encode())
