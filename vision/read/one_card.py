"""Whether two indices of a face are the two ends of one card.

Two cards of a double deck may lie so that an index of one is about where the other's second index
would be. How far apart the ends of a card are, how the way between them leans and how exactly they
point away from each other tell the two cases apart, most of the time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from vision.read.group import DIAGONAL_DEG
from vision.read.reading import CardSeen, IndexSeen
from vision.read.turn import apart_deg

DOUBTED = 9.0
"""Misfit above which two ends may be those of two cards. In 6 000 rendered plays 2 976 pairs that
were one card had up to 7.0, all but five of them below 5, and three that were two had 7.1, 10 and
16; in other plays one card has been seen with 8.3."""
REFUTED = 14.0
"""Above this they are two cards."""

_USUAL_REACH_MM, _USUAL_LEAN_DEG, _LEAN_PER_MM = 79.0, 38.6, -0.55
"""How the lean goes with the reach: indices nearer to the card's edges are 83 mm apart and lean by
36 degrees, others 75 mm and 41 degrees."""
_REACHES_MM = (71.0, 86.0)
"""From end to end of a card of any deck, a millimetre or two of misjudgement included."""
_OFF_REACH_MM = 2.0
"""How far a card's reach may be off that of its deck; what is left of a half-covered index lies
further out."""
_OFF_ANY_REACH_MM, _OFF_ANY_LEAN_DEG = 5.0, 7.0
"""The same off that of all decks, which is 73 to 84 mm, and off their lean."""
_OFF_LEAN_DEG = 5.0
"""How far the way may lean otherwise, directions being misjudged by a few degrees."""
_OFF_TURN_DEG = 8.0
"""How far two ends may be from pointing exactly away; of uncovered ones 95 in 100 are within 5."""
_DIAGONAL_TURN_DEG, _DIAGONAL_LEAN_DEG = 45.0, 25.0
"""Two indices further off lie straight below or beside each other, in decks that print four."""


def misfit(one: IndexSeen, other: IndexSeen, usual_mm: float | None, px_per_mm: float) -> float:
    """How badly two indices lie for two ends of one card: 0 where all fits, without limit.

    Args:
        one: An index.
        other: Of the same face; which is first does not matter.
        usual_mm: From end to end of this deck's cards; ``None`` where that is not known.
        px_per_mm: Scale of the picture.
    """
    reach, lean_deg = reach_mm(one, other, px_per_mm), card_lean_deg(one, other)
    if usual_mm is None:
        off_reach = (reach - _USUAL_REACH_MM) / _OFF_ANY_REACH_MM
        off_lean = (lean_deg - _USUAL_LEAN_DEG) / _OFF_ANY_LEAN_DEG
    else:
        usual_lean_deg = _USUAL_LEAN_DEG + _LEAN_PER_MM * (usual_mm - _USUAL_REACH_MM)
        off_reach = (reach - usual_mm) / _OFF_REACH_MM
        off_lean = (lean_deg - usual_lean_deg) / _OFF_LEAN_DEG
    off_turn = _off_opposite_deg(one, other) / _OFF_TURN_DEG
    return off_reach**2 + off_lean**2 + off_turn**2


def usual_reach_mm(cards: Sequence[CardSeen], px_per_mm: float) -> float | None:
    """From end to end of a deck's cards, by those that show both ends; ``None`` without any.

    What is further apart or nearer than the ends of any deck's cards are tells nothing.
    """
    reaches = [reach_mm(one, other, px_per_mm) for card in cards for one, other in both_ends(card)]
    credible = [reach for reach in reaches if _REACHES_MM[0] <= reach <= _REACHES_MM[1]]
    return median(credible) if credible else None


def both_ends(card: CardSeen) -> list[tuple[IndexSeen, IndexSeen]]:
    """The two ends by which a card, no joker, was read; empty where it was read otherwise."""
    if len(card.indices) != 2 or card.card.rank.is_joker:
        return []
    one, other = card.indices
    is_diagonal = (
        _off_opposite_deg(one, other) < _DIAGONAL_TURN_DEG
        and abs(card_lean_deg(one, other) - DIAGONAL_DEG) < _DIAGONAL_LEAN_DEG
    )
    return [(one, other)] if is_diagonal else []


def reach_mm(one: IndexSeen, other: IndexSeen, px_per_mm: float) -> float:
    """From the middle of one index to that of another."""
    return math.hypot(other.x - one.x, other.y - one.y) / px_per_mm


def card_lean_deg(one: IndexSeen, other: IndexSeen) -> float:
    """How far the way from index to index of a card leans from straight down, by both of them.

    It is `DIAGONAL_DEG` on every card; by as much as it differs the indices' directions are off.
    """
    return (_lean_deg(one, other) + _lean_deg(other, one)) / 2


def _lean_deg(one: IndexSeen, other: IndexSeen) -> float:
    """Between straight down and the way to another index, as the one stands; right is positive."""
    way_deg = math.degrees(math.atan2(other.x - one.x, one.y - other.y))
    return (one.angle_deg + 180 - way_deg + 180) % 360 - 180


def _off_opposite_deg(one: IndexSeen, other: IndexSeen) -> float:
    return 180 - apart_deg(one.angle_deg, other.angle_deg)
