"""The one place where events become rows of the journal and orders to the world."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from referee.ports import Clock, Entry, Record, SeatPanel
from referee.session.effects import ShowSeat
from referee.session.events import Event, TimePassed
from referee.session.history import History, add
from referee.session.signals import all_lamps
from referee.session.step import next_deadline_ms
from referee.session.table import Table

RETRY_MS = 500
"""How often a record that waits for its disk is looked after while nothing happens."""


class Runtime:
    """Owns the table. Every event goes through `handle`, in the order of the journal."""

    def __init__(
        self,
        history: History,
        record: Record,
        panel: SeatPanel,
        clock: Clock,
        listener: Callable[[Entry], object],
    ) -> None:
        """Take up *history*; *listener* is given every entry after it was written and shown."""
        self.history = history
        self._listener = listener
        self._record = record
        self._panel = panel
        self._clock = clock

    @property
    def table(self) -> Table:
        return self.history.table

    def light_up(self) -> None:
        """Show what the lamps have to say now, after a start or a restart. Nothing sounds."""
        for order in all_lamps(self.table):
            self._panel.show(order, self.table.now_ms)

    def wait_until(self, at_ms: int) -> None:
        """Let table time pass up to *at_ms*, signalling every deadline on the way."""
        while (due := next_deadline_ms(self.table)) is not None and due <= at_ms:
            self._sleep_until(due)
            self.handle(TimePassed(due), {})
        self._sleep_until(at_ms)

    def tend_record(self) -> bool:
        """Try to write what the disk refused; whether something still waits for it.

        For a table where nothing happens meanwhile: call it about every `RETRY_MS`.
        """
        self._record.catch_up()
        return self._record.waiting > 0

    def handle(self, event: Event, origin: Mapping[str, Any]) -> Entry:
        """Judge one event, write it down, then carry out what follows from it.

        Raises:
            Whatever the record raises; then nothing was shown and the table is as before. A record
            that only waits for its disk raises nothing: the table goes on.
        """
        history, taken = add(self.history, event)
        wall_clock = datetime.now(UTC).isoformat(timespec="milliseconds")
        entry = self._record.append(event, taken, origin, wall_clock)
        self.history = history
        for effect in taken.effects:
            if isinstance(effect, ShowSeat):
                self._panel.show(effect, event.at_ms)
        self._listener(entry)
        return entry

    def _sleep_until(self, at_ms: int) -> None:
        waited_ms = self.table.now_ms
        while self._record.waiting and waited_ms + RETRY_MS < at_ms:
            waited_ms += RETRY_MS
            self._clock.wait_until(waited_ms)
            self.tend_record()
        self._clock.wait_until(at_ms)
