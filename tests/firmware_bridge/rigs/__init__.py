"""Seat units under test, whatever they are made of, behind one face.

A rig has a panel in front and hands on the keys and eyes on the lamps behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from referee.ports import Key, KeyPress, PanelState, SeatPanel
from referee.rules.seats import Seat

RED, GREEN, BLUE, BUZZER = range(4)
"""Outputs of a seat; the first three are the bits of a colour."""

SEATS = (Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH)
KEYS = (Key.PASS, Key.CALL)


@dataclass(frozen=True, slots=True)
class Edge:
    """An output changed."""

    at_ms: float
    """In the rig's own time."""
    seat: Seat
    output: int
    level: int


@dataclass(frozen=True, slots=True)
class Move:
    """A contact that will close or open."""

    after_ms: int
    seat: Seat
    key: Key
    down: bool


class Rig(Protocol):
    """A panel with its unit."""

    panel: SeatPanel
    presses: list[KeyPress]
    """Told by the panel."""
    states: list[PanelState]
    edges: list[Edge]
    """Every change of an output since the start."""
    moved: list[float]
    """When contacts moved, in the panel's time, in milliseconds."""
    precision_ms: float
    """How far a duration may be off for reasons of the rig, not of the unit."""

    @property
    def clock_precision_ms(self) -> float:
        """How far the time of a press may be off: an emulated crystal stops on a busy machine."""

    def wait(self, ms: int) -> None:
        """Let time pass."""

    def move_keys(self, moves: list[Move]) -> None:
        """Plan movements of contacts, from now."""

    def close_panel(self) -> None:
        """Let the program leave; the unit stays to be looked at."""

    def close(self) -> None:
        """Take the rig down, the panel first."""


def colour(rig: Rig, seat: Seat) -> int:
    """What a lamp shows now."""
    return sum(_level(rig, seat, output) << output for output in (RED, GREEN, BLUE))


def sounds(rig: Rig, seat: Seat) -> bool:
    """Whether a buzzer sounds now."""
    return bool(_level(rig, seat, BUZZER))


def _level(rig: Rig, seat: Seat, output: int) -> int:
    levels = [edge.level for edge in rig.edges if (edge.seat, edge.output) == (seat, output)]
    return levels[-1] if levels else 0
