"""A seat unit without hardware: remembers orders with their times and shows them to a listener."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from firmware_bridge.keys import KEYS, Keyboard
from firmware_bridge.messages import DARK, Pattern
from firmware_bridge.patterns import pattern
from firmware_bridge.waveform import Levels, levels
from referee.ports import Key, KeyPress
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat

REMEMBERED = 10_000
"""Orders that can still be looked at: some rounds' worth, and no more however long it lives."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One order as it was carried out."""

    at_ms: int
    """Table time in milliseconds."""
    order: ShowSeat


class SimulatedPanel:
    """Lamps, buzzers and keys as values; also the double that tests look into."""

    def __init__(
        self,
        listener: Callable[[Shown], None] | None = None,
        on_press: Callable[[KeyPress], None] | None = None,
    ) -> None:
        self.lamps = dict.fromkeys(Seat, Lamp.OFF)
        self._shown: deque[Shown] = deque(maxlen=REMEMBERED)
        self._listener = listener
        self._on_press = on_press
        self._patterns: dict[Seat, tuple[Pattern, int]] = dict.fromkeys(Seat, (DARK, 0))
        self._down = dict.fromkeys(KEYS, False)
        self._keyboard = Keyboard(self._down)

    def show(self, order: ShowSeat, at_ms: int) -> None:
        self.lamps[order.seat] = order.lamp
        self._patterns[order.seat] = (pattern(order), at_ms)
        record = Shown(at_ms, order)
        self._shown.append(record)
        if self._listener is not None:
            self._listener(record)

    def close(self) -> None:
        self.lamps = dict.fromkeys(Seat, Lamp.OFF)
        self._patterns = dict.fromkeys(Seat, (DARK, 0))

    def levels(self, seat: Seat, at_ms: int) -> Levels:
        """What a lamp and a buzzer would do at a table time from the latest order on."""
        showing, since_ms = self._patterns[seat]
        return levels(showing, at_ms - since_ms)

    def move_key(self, seat: Seat, key: Key, *, down: bool) -> None:
        """Put a contact down or up; `scan` notices."""
        self._down[seat, key] = down

    def scan(self, at_ms: int) -> None:
        """Look at the keys; a press that counts is told."""
        for press in self._keyboard.look(self._down, at_ms):
            self.press(press.seat, press.key, press.at_ms)

    def press(self, seat: Seat, key: Key, at_ms: int) -> None:
        """Press a key that does not bounce."""
        if self._on_press is not None:
            self._on_press(KeyPress(seat, key, at_ms))

    @property
    def shown(self) -> list[Shown]:
        """The latest orders, `REMEMBERED` at most, the oldest first."""
        return list(self._shown)

    @property
    def buzzes(self) -> list[Shown]:
        """The orders that made a sound."""
        return [shown for shown in self._shown if shown.order.buzz is not Buzz.SILENT]
