"""Whose play some new cards are: by the arm that brought them, where they lie, how they point."""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.rules.seats import Seat
from vision.calibration.zones import AWAY, Zones
from vision.scene.sighting import SeenCard
from vision.watch.glance import Change

_ARM = 2.0
_PLACE = 1.5
_STRIP = 1.0
_DIRECTION = 1.0
_CLEAR = 0.6
"""How much the best seat must be ahead of the next one."""
_BROUGHT = 0.5
"""Share of a change that an arm must have been over to have made it."""


def owner_of(
    cards: Sequence[SeenCard], change: Change, zones: Zones, *, anywhere: bool = False
) -> Seat | None:
    """The seat that laid *cards*, at least one; ``None`` where that is not clear.

    Where they may be laid *anywhere*, also before another seat, the arm that brought them
    decides alone.
    """
    if anywhere and (brought := arm_of(change)) is not None:
        return brought
    x = sum(card.x for card in cards) / len(cards)
    y = sum(card.y for card in cards) / len(cards)
    worth = {
        seat: _ARM * change.touched[seat]
        + _PLACE * zones.how_clearly(seat, x, y)
        + _STRIP * zones.in_strip(seat, x, y)
        + _DIRECTION * _points_from(seat, cards)
        for seat in Seat
    }
    best, second = sorted(worth, key=lambda seat: -worth[seat])[:2]
    return best if worth[best] - worth[second] >= _CLEAR else None


def arm_of(change: Change) -> Seat | None:
    """The seat whose arm was last at what has changed; ``None`` where none was seen."""
    return change.sector if change.touched[change.sector] >= _BROUGHT else None


def _points_from(seat: Seat, cards: Sequence[SeenCard]) -> float:
    """How well the cards point away from a seat, -1 to 1.

    A card that shows both ends points both ways, so it counts for the seats on its axis alike.
    """
    up_x, up_y = AWAY[seat]
    total = 0.0
    for card in cards:
        along = math.sin(card.turn) * up_x + math.cos(card.turn) * up_y
        total += along if card.shows_one_end else abs(along) - 0.5
    return total / len(cards)
