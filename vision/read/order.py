"""The order in which a play was laid: left to right as its player sees it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.read.reading import CardSeen, IndexSeen

_DECIDED = 0.25
"""Share of the cards that must point one way beyond those pointing back, for it to be known."""
_TO_MIDDLE = (1.35, 1.8)
"""From an index to its card's middle, right and down in index heights: half of 47 by 63 mm."""


def as_laid(cards: Sequence[CardSeen]) -> tuple[CardSeen, ...]:
    """Sort cards left to right, or top to bottom where they lie in a column.

    A card in a fan shows the index at its player's upper left, so the lone indices tell where its
    player sits. Cards that show both ends tell nothing; without lone ones the player is taken to
    sit at the picture's lower edge.
    """
    if len(cards) < 2:
        return tuple(cards)
    up = _away_from_player(cards)
    right = (-up[1], up[0])
    middles = [_middle(card) for card in cards]
    across = [x * right[0] + y * right[1] for x, y in middles]
    down = [-(x * up[0] + y * up[1]) for x, y in middles]
    column = max(down) - min(down) > 2 * (max(across) - min(across))
    place = down if column else across
    return tuple(
        card for _, card in sorted(zip(place, cards, strict=True), key=lambda pair: pair[0])
    )


def _away_from_player(cards: Sequence[CardSeen]) -> tuple[float, float]:
    lone = [card.indices[0] for card in cards if len(card.indices) == 1]
    x = sum(math.sin(math.radians(index.angle_deg)) for index in lone)
    y = -sum(math.cos(math.radians(index.angle_deg)) for index in lone)
    length = math.hypot(x, y)
    if length < _DECIDED * len(cards):
        return (0.0, -1.0)
    return (x / length, y / length)


def _middle(card: CardSeen) -> tuple[float, float]:
    if len(card.indices) > 1:
        return (
            sum(index.x for index in card.indices) / len(card.indices),
            sum(index.y for index in card.indices) / len(card.indices),
        )
    return _middle_from(card.indices[0])


def _middle_from(index: IndexSeen) -> tuple[float, float]:
    angle = math.radians(index.angle_deg)
    up = (math.sin(angle), -math.cos(angle))
    across, down = (part * index.length for part in _TO_MIDDLE)
    return (
        index.x - up[1] * across - up[0] * down,
        index.y + up[0] * across - up[1] * down,
    )
