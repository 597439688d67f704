"""A line whose far end is the Pico's program on CPython: no port, no process, real time."""

from __future__ import annotations

import time

from firmware_bridge.errors import PanelMissing, TransportLost
from tests.firmware_bridge.rigs.virtual import CoreUnit, Line


class ModelLine:
    """One unit that can be plugged in and pulled out; `connect` is what a panel is given."""

    def __init__(self, *, plugged: bool = True) -> None:
        self.unit = CoreUnit(Line(), Line())
        self.plugged = plugged
        self.openings = 0
        self._begun = time.monotonic()
        self._stepped_ms = 0

    def connect(self) -> ModelLine:
        if not self.plugged:
            raise PanelMissing("model", "unplugged")
        self.openings += 1
        self._live()
        self.unit.to_host.arrive()
        return self

    def read(self) -> bytes:
        time.sleep(0.002)
        self._live()
        return self.unit.to_host.arrive()

    def write(self, data: bytes) -> None:
        if not self.plugged:
            raise TransportLost("model", "unplugged")
        self.unit.to_unit.send(data)

    def close(self) -> None:
        self.unit.to_unit.arrive()

    def levels(self) -> int:
        return self.unit.levels(self._stepped_ms)

    def _live(self) -> None:
        if not self.plugged:
            raise TransportLost("model", "unplugged")
        while self._stepped_ms < (time.monotonic() - self._begun) * 1000:
            self._stepped_ms += 1
            self.unit.step(self._stepped_ms)
