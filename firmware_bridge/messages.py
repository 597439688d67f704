"""Payloads of the protocol to values and back. PROTOCOL.md, "Messages"."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import Enum

from firmware_bridge import protocol as p
from referee.ports import Key
from referee.rules.seats import Seat

_SEATS = (Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH)
"""By their numbers on the line."""
_KEYS = (Key.PASS, Key.CALL)
_IDENTITY = struct.Struct(">BBBBBBBHBBI")
_PRESS = struct.Struct(">BBI")
_BEAT = struct.Struct(">IHB")


class Board(Enum):
    MODEL = p.BOARD_MODEL
    AVR = p.BOARD_AVR
    PICO = p.BOARD_PICO
    UNKNOWN = 255
    """A board that this version has not heard of."""

    @classmethod
    def _missing_(cls, value: object) -> Board:
        return cls.UNKNOWN


class Cause(Enum):
    """Why a unit started."""

    OTHER = p.CAUSE_OTHER
    POWER = p.CAUSE_POWER
    PIN = p.CAUSE_PIN
    BROWNOUT = p.CAUSE_BROWNOUT
    WATCHDOG = p.CAUSE_WATCHDOG

    @classmethod
    def _missing_(cls, value: object) -> Cause:
        return cls.OTHER


@dataclass(frozen=True, slots=True)
class Pattern:
    """What one seat shows and sounds from now on. Times are multiples of 10 ms."""

    colour: int
    """Sum of the colour bits of the protocol; 0 is dark."""
    on_ms: int = p.TIME_STEP_MS
    off_ms: int = 0
    """0 for a steady lamp."""
    beats: int = 0
    """How often the buzzer sounds."""
    beat_on_ms: int = 0
    beat_off_ms: int = 0

    def __post_init__(self) -> None:
        steps = [time / p.TIME_STEP_MS for time in (self.on_ms, self.off_ms)]
        beat_steps = [time / p.TIME_STEP_MS for time in (self.beat_on_ms, self.beat_off_ms)]
        sound = (
            0 <= self.colour <= p.WHITE
            and all(step.is_integer() and 0 <= step <= 255 for step in steps)
            and self.on_ms > 0
            and 0 <= self.beats <= p.MOST_BEATS
            and all(step.is_integer() and 0 <= step <= p.LONGEST_BEAT for step in beat_steps)
            and (self.beats == 0 or min(beat_steps) > 0)
        )
        if not sound:
            raise AssertionError(f"{self} is outside the limits of PROTOCOL.md")

    def encode(self, seat: Seat) -> bytes:
        """The payload of a SHOW order."""
        step = p.TIME_STEP_MS
        times = self.on_ms // step, self.off_ms // step
        beats = self.beats, self.beat_on_ms // step, self.beat_off_ms // step
        return bytes([_SEATS.index(seat), self.colour, *times, *beats])


DARK = Pattern(p.DARK)


@dataclass(frozen=True, slots=True)
class Identity:
    """What a unit says of itself, with BOOT unasked and with HERE when asked."""

    lowest: int
    highest: int
    version: int
    """The one that both speak; `protocol.NO_VERSION` when there is none."""
    board: Board
    firmware: tuple[int, int]
    cause: Cause
    session_before: int
    """The session that this one replaces; `protocol.NO_SESSION` since a start."""
    next_order: int
    next_press: int
    """Number of the oldest press that no host has acknowledged."""
    unit_ms: int

    @classmethod
    def parse(cls, payload: bytes) -> Identity | None:
        """`None` when the payload is too short; newer units may append fields."""
        if len(payload) < _IDENTITY.size:
            return None
        lowest, highest, version, board, major, minor, cause, *rest = _IDENTITY.unpack_from(payload)
        return cls(
            lowest, highest, version, Board(board), (major, minor), Cause(cause), *map(int, rest)
        )

    def __str__(self) -> str:
        major, minor = self.firmware
        return (
            f"board {self.board.name.lower()}, firmware {major}.{minor}, "
            f"protocol {self.lowest} to {self.highest}, started by {self.cause.name.lower()}"
        )

    def encode(self) -> bytes:
        return _IDENTITY.pack(
            self.lowest,
            self.highest,
            self.version,
            self.board.value,
            *self.firmware,
            self.cause.value,
            self.session_before,
            self.next_order,
            self.next_press,
            self.unit_ms,
        )


@dataclass(frozen=True, slots=True)
class UnitPress:
    """A key press in the unit's own time."""

    seat: Seat
    key: Key
    unit_ms: int

    @classmethod
    def parse(cls, payload: bytes) -> UnitPress | None:
        """`None` when the payload is no press."""
        if len(payload) != _PRESS.size:
            return None
        seat, key, unit_ms = _PRESS.unpack(payload)
        if seat >= len(_SEATS) or key >= len(_KEYS):
            return None
        return cls(_SEATS[seat], _KEYS[key], unit_ms)

    def encode(self) -> bytes:
        return _PRESS.pack(_SEATS.index(self.seat), _KEYS.index(self.key), self.unit_ms)


@dataclass(frozen=True, slots=True)
class Beat:
    """A sign of life."""

    unit_ms: int
    damaged: int
    """Frames that reached the unit damaged, modulo 65536."""
    dropped: int
    """Presses that found no room in the unit; stays at 255."""

    @classmethod
    def parse(cls, payload: bytes) -> Beat | None:
        """`None` when the payload is no beat."""
        return cls(*_BEAT.unpack(payload)) if len(payload) == _BEAT.size else None

    def encode(self) -> bytes:
        return _BEAT.pack(self.unit_ms, self.damaged, self.dropped)
