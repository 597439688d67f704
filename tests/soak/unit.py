"""The Pico's own program as a seat unit on a pseudo-terminal that can be unplugged."""

from __future__ import annotations

import os
import threading
import time
import tty
from contextlib import suppress
from pathlib import Path

from referee.ports import Key
from referee.rules.seats import Seat
from tests.firmware_bridge.rigs.virtual import CoreUnit, Line

_TICK_S = 0.01
_PRESS_S = 0.12
"""As long as a finger stays."""


class PluggedUnit:
    """Keeps its name in the file system over pulling the cable, as udev does it."""

    def __init__(self, name: Path) -> None:
        self.name = name
        self._unit = CoreUnit(Line(), Line())
        self._lock = threading.Lock()
        self._ends: tuple[int, int] | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._live, name="unit", daemon=True)
        self.plug()
        self._thread.start()

    def plug(self) -> None:
        with self._lock:
            host, ours = os.openpty()
            tty.setraw(ours)
            os.set_blocking(host, False)
            self.name.unlink(missing_ok=True)
            self.name.symlink_to(os.ttyname(ours))
            self._ends = host, ours

    def unplug(self) -> None:
        """Pull the cable; the unit keeps its power and its program."""
        with self._lock:
            if self._ends is not None:
                self.name.unlink(missing_ok=True)
                for end in self._ends:
                    os.close(end)
                self._ends = None

    def press(self, seat: Seat, key: Key = Key.PASS) -> None:
        self._unit.move(seat, key, down=True)
        time.sleep(_PRESS_S)
        self._unit.move(seat, key, down=False)

    def levels(self) -> int:
        """All outputs as bits: 4 * seat + {0 red, 1 green, 2 blue, 3 buzzer}."""
        return self._unit.levels(_now_ms())

    def close(self) -> None:
        self._ended.set()
        self._thread.join(2)
        self.unplug()

    def _live(self) -> None:
        while not self._ended.wait(_TICK_S):
            with self._lock:
                if self._ends is not None:
                    self._exchange(self._ends[0])
                else:
                    self._unit.to_host.arrive()
            self._unit.step(_now_ms())

    def _exchange(self, host: int) -> None:
        # Nothing may be there to read, and nobody to listen; a unit does not wait either.
        with suppress(OSError):
            self._unit.to_unit.send(os.read(host, 4096))
        data = self._unit.to_host.arrive()
        with suppress(OSError):
            os.write(host, data)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
