"""A seat unit without hardware: remembers every order with its time and shows it to a listener."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat


@dataclass(frozen=True, slots=True)
class Shown:
    """One order as it was carried out."""

    at_ms: int
    """Table time in milliseconds."""
    order: ShowSeat


class SimulatedPanel:
    """Lamps and buzzers as values; also the double that tests look into."""

    def __init__(self, listener: Callable[[Shown], None] | None = None) -> None:
        self.lamps = dict.fromkeys(Seat, Lamp.OFF)
        self.shown: list[Shown] = []
        self._listener = listener

    def show(self, order: ShowSeat, at_ms: int) -> None:
        self.lamps[order.seat] = order.lamp
        record = Shown(at_ms, order)
        self.shown.append(record)
        if self._listener is not None:
            self._listener(record)

    def close(self) -> None:
        self.lamps = dict.fromkeys(Seat, Lamp.OFF)

    @property
    def buzzes(self) -> list[Shown]:
        """The orders that made a sound."""
        return [shown for shown in self.shown if shown.order.buzz is not Buzz.SILENT]
