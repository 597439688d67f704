"""Judging the scale of an uncalibrated picture from the cards on it."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from vision.read.group import DIAGONAL_MM
from vision.read.reading import CardSeen

_INDEX_MM = 17.0
"""Height of an ordinary index; jumbo ones reach 30, so this is only used when no card shows two."""
_WORD_MM = 30.0
"""Length of a joker's word."""


def judged_px_per_mm(cards: Sequence[CardSeen]) -> float | None:
    """Pixels a millimetre, from the distance between a card's two indices where one shows both."""
    across = [
        math.hypot(first.x - second.x, first.y - second.y) / DIAGONAL_MM
        for first, second in (card.indices for card in cards if len(card.indices) == 2)
    ]
    if across:
        return statistics.median(across)
    suited = [card for card in cards if not card.card.rank.is_joker]
    high = _INDEX_MM if suited else _WORD_MM
    lengths = [index.length / high for card in suited or cards for index in card.indices]
    return statistics.median(lengths) if lengths else None
