"""Doubts that are only the other end of a card that was read.

Where a card covers part of another's second index, what is left of it is no whole print, so it is
unclear and a little off its place; the card itself was read by its first index.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.read.reading import CardSeen, Doubt, Unsure

_ACROSS_MM, _DOWN_MM = 47.0, 63.0
"""From one index of a card to the other, seen from the first."""
_NEAR_MM = 11.0
"""Half a covered index shifts its middle by 5 mm; decks differ by as much. The next index of a row
or fan is 16 mm away and more."""


def without_other_ends(
    cards: Sequence[CardSeen], unsure: Sequence[Unsure], px_per_mm: float
) -> tuple[Unsure, ...]:
    """Leave out doubts at the other end of a card that shows one index.

    Args:
        cards: As read.
        unsure: Places in the same pixels.
        px_per_mm: Scale of the picture; only where it is known is that place known.
    """
    ends = [_other_end(card, px_per_mm) for card in cards if len(card.indices) == 1]
    return tuple(
        doubt
        for doubt in unsure
        if doubt.reason is not Doubt.FACE_UNCLEAR
        or all(math.dist(end, (doubt.x, doubt.y)) > _NEAR_MM * px_per_mm for end in ends)
    )


def _other_end(card: CardSeen, px_per_mm: float) -> tuple[float, float]:
    index = card.indices[0]
    turn = math.radians(index.angle_deg)
    right, down = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    across, along = _ACROSS_MM * px_per_mm, _DOWN_MM * px_per_mm
    return (
        index.x + across * right[0] + along * down[0],
        index.y + across * right[1] + along * down[1],
    )
