"""Lamps that say the device itself is not well: idle seats show blue while it is in trouble.

The lamps of the game come first. A seat that is to act or has cards to take back keeps its lamp;
only those that would be dark show the trouble, without a sound.
"""

from __future__ import annotations

import threading
from dataclasses import replace

from referee.ports import SeatPanel
from referee.rules.seats import Seat
from referee.session.effects import Lamp, ShowSeat


class TroubledPanel:
    """A `SeatPanel` around another one; `trouble` may be told from any thread."""

    def __init__(self, panel: SeatPanel) -> None:
        self._panel = panel
        self._lock = threading.Lock()
        self._dark: dict[Seat, int] = {}
        self._troubled = False

    def show(self, order: ShowSeat, at_ms: int) -> None:
        with self._lock:
            if order.lamp is Lamp.OFF:
                self._dark[order.seat] = at_ms
            else:
                self._dark.pop(order.seat, None)
            self._panel.show(self._shown(order), at_ms)

    def trouble(self, *, is_there: bool) -> None:
        """Say that the device cannot referee as it should, or can again."""
        with self._lock:
            if is_there is self._troubled:
                return
            self._troubled = is_there
            for seat, at_ms in self._dark.items():
                self._panel.show(self._shown(ShowSeat(seat, Lamp.OFF)), at_ms)

    def close(self) -> None:
        self._panel.close()

    def _shown(self, order: ShowSeat) -> ShowSeat:
        troubled = self._troubled and order.lamp is Lamp.OFF
        return replace(order, lamp=Lamp.TROUBLE) if troubled else order
