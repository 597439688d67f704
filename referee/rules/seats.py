"""Seats (座位) and sides (方): who sits where, who plays next, who plays together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")


class Side(Enum):
    """Two partners who sit opposite each other."""

    EAST_WEST = "EW"
    NORTH_SOUTH = "NS"

    __hash__ = object.__hash__

    @property
    def seats(self) -> tuple[Seat, Seat]:
        first = Seat.EAST if self is Side.EAST_WEST else Seat.NORTH
        return first, first.partner

    @property
    def other(self) -> Side:
        return Side.NORTH_SOUTH if self is Side.EAST_WEST else Side.EAST_WEST


class Seat(Enum):
    """The four seats, listed in the order of play: counter-clockwise seen from above.

    Source: jiangsu-2017, definition of 上家 (left) and 下家 (right); national-2017 art. 5.
    """

    EAST = "E"
    NORTH = "N"
    WEST = "W"
    SOUTH = "S"

    __hash__ = object.__hash__

    @property
    def following(self) -> Seat:
        """下家: the seat that acts next, on the right hand."""
        return _FOLLOWING[self]

    @property
    def partner(self) -> Seat:
        """对家: the seat opposite."""
        return _PARTNER[self]

    @property
    def preceding(self) -> Seat:
        """上家: the seat that acted before, on the left hand."""
        return _PRECEDING[self]

    @property
    def side(self) -> Side:
        return _SIDE[self]


_ORDER = tuple(Seat)
_FOLLOWING = {seat: _ORDER[(place + 1) % 4] for place, seat in enumerate(_ORDER)}
_PARTNER = {seat: _ORDER[(place + 2) % 4] for place, seat in enumerate(_ORDER)}
_PRECEDING = {seat: _ORDER[(place + 3) % 4] for place, seat in enumerate(_ORDER)}
_SIDE = dict(zip(_ORDER, (Side.EAST_WEST, Side.NORTH_SOUTH) * 2, strict=True))
_FIELD = {seat: seat.name.lower() for seat in Seat}


@dataclass(frozen=True, slots=True)
class PerSeat(Generic[T]):
    """One value for each seat, read as ``values[seat]``."""

    east: T
    north: T
    west: T
    south: T

    @classmethod
    def all(cls, value: T) -> PerSeat[T]:
        """The same value at every seat."""
        return cls(value, value, value, value)

    def __getitem__(self, seat: Seat) -> T:
        value: T = getattr(self, _FIELD[seat])
        return value

    def put(self, seat: Seat, value: T) -> PerSeat[T]:
        """The same values with another one at *seat*."""
        return PerSeat(*(value if other is seat else kept for other, kept in self.items()))

    def items(self) -> Iterator[tuple[Seat, T]]:
        """Seats and their values, in the order of play from east."""
        return zip(_ORDER, (self.east, self.north, self.west, self.south), strict=True)
