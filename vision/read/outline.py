"""The outline of a card, where its two printed indices fix it."""

from __future__ import annotations

import math

from vision.read.group import DIAGONAL_DEG, DIAGONAL_MM
from vision.read.reading import CardSeen, IndexSeen

CARD_MM = (60.0, 88.0)
"""The middle of what cards measure, 57-63 by 87-89 mm."""
_OPPOSITE_DEG = 150.0
"""Turn between the two ends of one card, perspective included."""
_LEAN_SLACK_DEG = 9.0
"""How far the step from end to end may lean otherwise than on every card; a picture that is
squashed, or seen at a steep slant, fixes no rectangle."""
_LENGTH_SLACK = 1.25

Point = tuple[float, float]


def outline_of(seen: CardSeen, px_per_mm: float | None) -> tuple[Point, Point, Point, Point] | None:
    """The four corners of a card, pixels of the picture read.

    Args:
        seen: A card with the indices that were read of it.
        px_per_mm: Scale of the picture, if it is known; else the card's own indices tell it.

    Returns:
        Upper left, upper right, lower right and lower left, seen with the card's first index
        upright at its upper left; ``None`` where the card shows no two ends, or they do not lie to
        each other as on an unslanted card. For cards of 57 to 63 mm they are up to 2 mm off.
    """
    ends = _ends(seen)
    if ends is None:
        return None
    first, second = ends
    step = (second.x - first.x, second.y - first.y)
    length = math.hypot(*step)
    turned = first.angle_deg + math.remainder(second.angle_deg - 180 - first.angle_deg, 360) / 2
    by_step = math.degrees(math.atan2(step[0], -step[1])) - (180 - DIAGONAL_DEG)
    off = math.remainder(by_step - turned, 360)
    scale = px_per_mm
    if not seen.card.rank.is_joker:
        # A joker's word may stand anywhere along its edge, so its step tells nothing.
        if abs(off) > _LEAN_SLACK_DEG:
            return None
        turned += off / 2
        own = length / DIAGONAL_MM
        if scale is not None and not 1 / _LENGTH_SLACK < own / scale < _LENGTH_SLACK:
            return None
        scale = scale or own
    if scale is None:
        return None
    return _rectangle(
        ((first.x + second.x) / 2, (first.y + second.y) / 2), math.radians(turned), scale
    )


def _ends(seen: CardSeen) -> tuple[IndexSeen, IndexSeen] | None:
    """The first index and the one furthest from it that points the other way."""
    first, *others = seen.indices
    facing = [
        each
        for each in others
        if abs(math.remainder(each.angle_deg - first.angle_deg, 360)) > _OPPOSITE_DEG
    ]
    if not facing:
        return None
    return first, max(facing, key=lambda each: math.hypot(each.x - first.x, each.y - first.y))


def _rectangle(middle: Point, turn: float, scale: float) -> tuple[Point, Point, Point, Point]:
    across, along = (length / 2 * scale for length in CARD_MM)
    right, down = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

    def corner(x: float, y: float) -> Point:
        return (
            middle[0] + x * right[0] + y * down[0],
            middle[1] + x * right[1] + y * down[1],
        )

    return (
        corner(-across, -along),
        corner(across, -along),
        corner(across, along),
        corner(-across, along),
    )
