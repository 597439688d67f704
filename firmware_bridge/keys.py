"""Contacts that bounce to presses that count: for keys on pins that this program reads itself.

The times are those of the seat unit's firmware, so a key feels the same on every panel.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.protocol import KEY_DOWN_MS, KEY_UP_MS
from referee.ports import Key, KeyPress
from referee.rules.seats import Seat

KEYS = tuple((seat, key) for key in Key for seat in Seat)
"""Every key of a table."""


class Contact:
    """One debounced key."""

    def __init__(self, *, down: bool) -> None:
        """Begin as the pin is: a key that is down from the start is stuck, which is no press."""
        self._down = down
        self._against_since_ms: int | None = None

    def look(self, now_ms: int, *, down: bool) -> int | None:
        """See the pin at *now_ms*; when this makes a press, the time at which it began."""
        if down == self._down:
            self._against_since_ms = None
            return None
        since_ms = self._against_since_ms if self._against_since_ms is not None else now_ms
        self._against_since_ms = since_ms
        if now_ms - since_ms < (KEY_UP_MS if self._down else KEY_DOWN_MS):
            return None
        self._down = down
        self._against_since_ms = None
        return since_ms if down else None


class Keyboard:
    """All keys of a table."""

    def __init__(self, down: Mapping[tuple[Seat, Key], bool]) -> None:
        self._contacts = {place: Contact(down=down[place]) for place in KEYS}

    def look(self, down: Mapping[tuple[Seat, Key], bool], now_ms: int) -> list[KeyPress]:
        """See all pins at once; the presses that this completes."""
        presses = []
        for (seat, key), contact in self._contacts.items():
            at_ms = contact.look(now_ms, down=down[seat, key])
            if at_ms is not None:
                presses.append(KeyPress(seat, key, at_ms))
        return presses
