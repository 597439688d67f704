"""Who meets whom in a round: the list that is hung up in the hall (对阵表)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two pairs at one table in one round (轮)."""

    round_number: int
    """From 1, through all stages of an event."""
    table: int
    """From 1."""
    east_west: int
    """Draw number of the pair named first, which sits at east and west (huaian-detail 六)."""
    north_south: int
    """Draw number of the other pair."""

    @property
    def pairs(self) -> tuple[int, int]:
        return self.east_west, self.north_south


@dataclass(frozen=True, slots=True)
class Pairings:
    """One round as it is to be played."""

    round_number: int
    meetings: tuple[Meeting, ...]
    """In the order of the tables."""
    byes: tuple[int, ...] = ()
    """Draw numbers of those who lack an opponent (轮空); each bye is recorded as a result."""
    idle: tuple[int, ...] = ()
    """Draw numbers of those who wait for another round; nothing is recorded for them."""
    together: tuple[tuple[int, int], ...] = ()
    """Meetings of two pairs that should have been kept apart and could not be, for the referee."""


def seat_lower_number_first(couple: tuple[int, int]) -> tuple[int, int]:
    """East and west for the pair with the lower draw number.

    Source: huaian-detail 一.3 “单、双号台次均小号在前”; general-never-demote, 方位 art. 2.
    """
    one, other = couple
    return (one, other) if one < other else (other, one)


def at_tables(round_number: int, couples: Iterable[tuple[int, int]]) -> tuple[Meeting, ...]:
    """Give couples their tables in the order they come, the first of each couple east and west."""
    return tuple(
        Meeting(round_number, table, *couple) for table, couple in enumerate(couples, start=1)
    )
