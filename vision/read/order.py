"""The order in which a play was laid: left to right as its player sees it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.read.covering import TO_MIDDLE_MM, WORD_ACROSS_TO_MIDDLE_MM
from vision.read.reading import CardSeen, IndexSeen
from vision.read.turn import apart_deg

_DECIDED = 0.25
"""Share of the cards that must point one way beyond those pointing back, for it to be known."""
_UPWARDS_DEG = 90.0
"""An index turned less points away from the picture's lower edge."""
_WORD_TO_MIDDLE_MM = (23.5, 27.0)
"""As `TO_MIDDLE_MM` from a joker's word down the edge, which reaches further down."""
_ACROSS_DEG = (45.0, 135.0)
"""A word turned so far against the other cards runs across its card."""

Point = tuple[float, float]


def as_laid(cards: Sequence[CardSeen], px_per_mm: float | None) -> tuple[CardSeen, ...]:
    """Sort cards left to right, or top to bottom where they lie in a column.

    A card in a fan shows the index at its player's upper left, so the lone indices tell where its
    player sits. Cards that show both ends tell nothing; without lone ones the player is taken to
    sit at the picture's lower edge.

    Args:
        cards: In any order.
        px_per_mm: Scale of the picture they lie in; may be ``None`` for fewer than two.
    """
    if len(cards) < 2 or px_per_mm is None:
        return tuple(cards)
    up = _away_from_player(cards)
    right = (-up[1], up[0])
    middles = [_middle(card, up, px_per_mm) for card in cards]
    across = [x * right[0] + y * right[1] for x, y in middles]
    down = [-(x * up[0] + y * up[1]) for x, y in middles]
    column = max(down) - min(down) > 2 * (max(across) - min(across))
    place = down if column else across
    return tuple(
        card for _, card in sorted(zip(place, cards, strict=True), key=lambda pair: pair[0])
    )


def _away_from_player(cards: Sequence[CardSeen]) -> Point:
    """Unit vector.

    Jokers have no say where others do, since their word may run any way. Older cards below may show
    their other end, so that what points away from the lower edge comes first: its player mostly
    sits there.
    """
    jokers = [card for card in cards if card.card.rank.is_joker]
    others = [card for card in cards if not card.card.rank.is_joker]
    for said in (others, jokers):
        upwards = [index for index in _lone(said) if abs(index.angle_deg) < _UPWARDS_DEG]
        if upwards:
            return _mean_way(upwards, len(said) - len(_lone(said)) + len(upwards))
    return _mean_way(_lone(others or cards), len(others or cards))


def _lone(cards: Sequence[CardSeen]) -> list[IndexSeen]:
    return [card.indices[0] for card in cards if len(card.indices) == 1]


def _mean_way(lone: Sequence[IndexSeen], cards: int) -> Point:
    """Where most of so many cards point, else up."""
    x = sum(math.sin(math.radians(index.angle_deg)) for index in lone)
    y = -sum(math.cos(math.radians(index.angle_deg)) for index in lone)
    length = math.hypot(x, y)
    if length < _DECIDED * cards:
        return (0.0, -1.0)
    return (x / length, y / length)


def _middle(card: CardSeen, up: Point, px_per_mm: float) -> Point:
    if len(card.indices) > 1:
        return (
            sum(index.x for index in card.indices) / len(card.indices),
            sum(index.y for index in card.indices) / len(card.indices),
        )
    index = card.indices[0]
    to_middle = TO_MIDDLE_MM
    if card.card.rank.is_joker:
        away_deg = math.degrees(math.atan2(up[0], -up[1]))
        runs_across = _ACROSS_DEG[0] < apart_deg(index.angle_deg, away_deg) < _ACROSS_DEG[1]
        to_middle = WORD_ACROSS_TO_MIDDLE_MM if runs_across else _WORD_TO_MIDDLE_MM
    angle = math.radians(index.angle_deg)
    own_up = (math.sin(angle), -math.cos(angle))
    across, down = (part * px_per_mm for part in to_middle)
    return (
        index.x - own_up[1] * across - own_up[0] * down,
        index.y + own_up[0] * across - own_up[1] * down,
    )
