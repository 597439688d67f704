"""Judging the scale of an uncalibrated picture from the cards on it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from vision.read.group import DIAGONAL_MM
from vision.read.reading import CardSeen

_INDEX_MM = 17.0
"""Height of an ordinary index; jumbo ones reach 30, so this is only used when no card shows two."""


def judged_px_per_mm(cards: Sequence[CardSeen]) -> float | None:
    """Pixels a millimetre, from the distance between a card's two indices where one shows both."""
    across = [
        math.hypot(first.x - second.x, first.y - second.y) / DIAGONAL_MM
        for first, second in (card.indices for card in cards if len(card.indices) == 2)
    ]
    if across:
        return statistics.median(across)
    lengths = [index.length / _INDEX_MM for card in cards for index in card.indices]
    return statistics.median(lengths) if lengths else None
