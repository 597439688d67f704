"""What the table needs of the world. Adapters implement these; tests use the shipped doubles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from referee.rules.cards import Card
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


class SeatPanel(Protocol):
    """Lamps and buzzers of the four seats, whatever carries them."""

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
    """Keeps what happened. An entry is safe when `append` returns."""

    def append(self, event: Event, step: Step, origin: Mapping[str, Any], wall_clock: str) -> Entry:
        """Write one row before its orders are carried out; returns it as written."""


class Clock(Protocol):
    """Table time."""

    def wait_until(self, at_ms: int) -> None:
        """Return when table time has reached *at_ms*; at once when it is past."""
