"""Whose part of the table a place is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.rules.seats import Seat

AWAY = {
    Seat.EAST: (-1.0, 0.0),
    Seat.NORTH: (0.0, -1.0),
    Seat.WEST: (1.0, 0.0),
    Seat.SOUTH: (0.0, 1.0),
}
"""Direction on the table that points away from each player: "up" as that player sees it."""


EDGE_MM = 165.0
"""From the table's edge: discard areas lie 30-50 mm from it and are 80 mm deep (national-2017), and
swept cards are pushed there."""


@dataclass(frozen=True, slots=True)
class DisplayArea:
    """The marked square in the middle with a strip for each seat (示牌区).

    Source: national-2017, figure of the table: 320-400 mm square, strips 100 mm deep.
    """

    side_mm: float = 400.0
    strip_mm: float = 100.0


@dataclass(frozen=True, slots=True)
class Zones:
    """The parts of one table."""

    table_mm: float
    display: DisplayArea | None = None
    """``None`` for free play: a seat's zone is then the sector in front of it."""

    def sector(self, x: float, y: float) -> Seat:
        """The seat whose edge is nearest; every place of the table has one."""
        return max(Seat, key=lambda seat: -(x * AWAY[seat][0] + y * AWAY[seat][1]))

    def on_table(self, x: float, y: float) -> bool:
        return max(abs(x), abs(y)) <= self.table_mm / 2

    def in_play(self, x: float, y: float) -> bool:
        """Whether the middle of a play may lie there: the rest near the edge is for discards."""
        return max(abs(x), abs(y)) <= self.table_mm / 2 - EDGE_MM

    def towards(self, seat: Seat, x: float, y: float) -> float:
        """Millimetres from the table's middle towards *seat*; negative beyond the middle."""
        away_x, away_y = AWAY[seat]
        return -(x * away_x + y * away_y)

    def in_strip(self, seat: Seat, x: float, y: float) -> bool:
        """Whether a place lies in the strip marked for *seat*; False where nothing is marked."""
        if self.display is None:
            return False
        half = self.display.side_mm / 2
        inside = max(abs(x), abs(y)) <= half
        near = half - self.display.strip_mm <= self.towards(seat, x, y) <= half
        return inside and near and self.sector(x, y) is seat

    def how_clearly(self, seat: Seat, x: float, y: float) -> float:
        """How clearly a place belongs to *seat*.

        1 straight before it; 0 on the border to a neighbour, or nearer to another seat.
        """
        own = self.towards(seat, x, y)
        others = max(self.towards(other, x, y) for other in Seat if other is not seat)
        reach = math.hypot(x, y)
        return 0.0 if reach == 0 else max(0.0, min(1.0, (own - others) / reach))
