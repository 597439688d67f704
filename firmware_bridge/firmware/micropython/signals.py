# MicroPython has other modules than CPython, and no stubs of them are here.
# mypy: ignore-errors
"""Lamp patterns, buzzer beats and keys of a seat: time in, levels and presses out."""

import protocol as p

RED, GREEN, BLUE, BUZZER = range(4)
OUTPUTS = 4
"""Outputs of a seat; the first three are the bits of a colour."""


class SeatSignals:
    """One lamp and one buzzer; all durations in milliseconds."""

    def __init__(self) -> None:
        self.show(0, p.DARK, 1, 0, 0, 0, 0)

    def show(
        self, now: int, colour: int, on: int, off: int, beats: int, beat_on: int, beat_off: int
    ) -> None:
        """Begin a pattern now; *off* 0 is a steady lamp."""
        self._colour = colour
        self._lamp_ms = (off, on)
        self._lit = 1
        self._lamp_turns = now + on
        self._beats = beats
        self._beat_ms = (beat_off, beat_on)
        self._sounding = 1 if beats else 0
        self._beat_turns = now + beat_on

    def levels(self, now: int) -> int:
        """The four outputs as bits."""
        while self._lamp_ms[0] and now >= self._lamp_turns:
            self._lit ^= 1
            self._lamp_turns += self._lamp_ms[self._lit]
        while self._beats and now >= self._beat_turns:
            self._beats -= self._sounding
            self._sounding ^= 1
            self._beat_turns += self._beat_ms[self._sounding]
        buzzing = self._sounding if self._beats else 0
        return (self._colour if self._lit else p.DARK) | buzzing << BUZZER


class Contact:
    """One debounced key."""

    def __init__(self, down: int) -> None:
        # A key that is down from the start is stuck or leant upon: no press.
        self._down = down
        self._against_since = -1

    def pressed_at(self, down: int, now: int) -> int:
        """Look at the key; the time of its press when it just became one, else -1."""
        if down == self._down:
            self._against_since = -1
            return -1
        if self._against_since < 0:
            self._against_since = now
        if now - self._against_since < (p.KEY_UP_MS if self._down else p.KEY_DOWN_MS):
            return -1
        since = self._against_since
        self._down = down
        self._against_since = -1
        return since if down else -1
