"""What the table needs of the world. Adapters implement these; tests use the shipped doubles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from referee.rules.cards import Card
from referee.rules.seats import Seat
from referee.session.effects import Effect, ShowSeat
from referee.session.events import Event
from referee.session.step import Step
from referee.session.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Sight:
    """What the eye made of one picture of a play."""

    cards: tuple[Card, ...]
    """Faces read for sure, in laid order where that can be known."""
    doubts: tuple[str, ...] = ()
    """Reason codes of what lies there and could not be read; empty when everything was."""


class CardEye(Protocol):
    """Reads the cards of one play from a picture."""

    def look(self, picture: Path) -> Sight:
        """Read *picture*; raises the adapter's picture error when it is none."""


class Key(Enum):
    """The keys that a seat has."""

    PASS = "pass"
    """不要"""
    CALL = "call"
    """请裁判"""


@dataclass(frozen=True, slots=True)
class KeyPress:
    """A player pressed a key; told once, however often the line had to repeat it."""

    seat: Seat
    key: Key
    at_ms: int
    """When the key went down, in the milliseconds of the clock that the panel was given."""


@dataclass(frozen=True, slots=True)
class PanelState:
    """Whether lamps, buzzers and keys can be reached."""

    connected: bool
    at_ms: int
    """In the milliseconds of the clock that the panel was given."""
    reason: str
    """Code of what happened: ``answered``, or ``silent``, ``unplugged``, ``restarted``, ..."""
    detail: str = ""
    """What the device says of itself, for a technician."""


class SeatPanel(Protocol):
    """Lamps, buzzers and keys of the four seats, whatever carries them.

    A panel is given two listeners when it is made: one for every `KeyPress` in the order of the
    presses, one for every change of its `PanelState`. They are called from the panel's own thread
    and must not fail. A panel that cannot be reached takes orders without complaint and shows the
    latest of each seat as soon as it can, without sound.
    """

    def show(self, order: ShowSeat, at_ms: int) -> None:
        """Carry out one order; *at_ms* is the table time it belongs to."""

    def close(self) -> None:
        """Let go of the device; all lamps and buzzers are off afterwards."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the record: what happened, what was found, what was ordered, and its origin."""

    number: int
    """From 1, without gaps."""
    wall_clock: str
    """ISO 8601 in UTC; a label only, a table without a network may have it wrong."""
    event: Event
    verdict: Verdict | None
    effects: tuple[Effect, ...]
    origin: Mapping[str, Any]
    """What the adapter knows about the event: picture, act of a session file, hand entry."""


class Record(Protocol):
    """Keeps what happened, in order."""

    @property
    def waiting(self) -> int:
        """Rows that the disk has refused so far; the operator was told. 0 when all is well."""

    def append(self, event: Event, step: Step, origin: Mapping[str, Any], wall_clock: str) -> Entry:
        """Write one row before its orders are carried out; returns it as written.

        The row is safe when this returns, unless it counts as `waiting`.
        """

    def catch_up(self) -> None:
        """Try to write what waits, if it is time to try again; cheap when nothing does."""


class EvidenceStore(Protocol):
    """Pictures that verdicts rest on, by the hash of their content."""

    def keep(self, jpeg: bytes) -> str | None:
        """Write and sync one picture.

        Returns:
            SHA-256 of the bytes in hexadecimal, to be named by a row under ``evidence``; ``None``
            where the disk refused the picture. The operator was told.
        """

    def find(self, name: str) -> bytes | None:
        """The picture that `keep` named; ``None`` when it is gone or damaged."""


class Clock(Protocol):
    """Table time."""

    def wait_until(self, at_ms: int) -> None:
        """Return when table time has reached *at_ms*; at once when it is past."""
