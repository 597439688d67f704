"""What is only the other end of a card that was read.

Where a card covers part of another's second index, what is left of it is no whole print, so it is
unclear, or reads as another rank, or its direction is unclear, and it is a little off its place;
the card itself was read by its first index.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto

from vision.read.group import DIAGONAL_DEG
from vision.read.one_card import (
    DOUBTED,
    REFUTED,
    both_ends,
    card_lean_deg,
    misfit,
    reach_mm,
    usual_reach_mm,
)
from vision.read.reading import CardSeen, Doubt, IndexSeen, Unsure
from vision.read.turn import apart_deg

_TO_END_MM = (47.0, 63.0)
"""From one index of a card to the other, seen from the first: across and down."""
_WORD_TO_END_MM = ((47.0, 54.0), (-74.0, 20.0))
"""The same for a joker's word, which runs along its card or across it."""
_NEAR_MM = 11.0
"""Half a covered index shifts its middle by 5 mm; decks differ by as much. The next index of a row
or fan is 16 mm away and more."""
_HALF_WORD_MM = 24.0
"""The same along a joker's word: half of one is 18 mm long, and decks differ besides. Of 11 rests
of words in 1 300 rendered plays one lay more than 5 mm aside, none further along."""
_WEAK = 0.65
"""A card that shows less is nothing but that other end; a whole index alone shows 0.7 and more."""
_HALF = 0.7
"""A card that shows less may be such an end though it reads as another rank, a six as a five."""
_WHOLE = 0.95
"""Confidence of a whole index; what a card's second one shows less surely is no other card's."""
_OPPOSITE_DEG = 120.0
"""A covered index is turned by what covers it, but still points away from the card's first one."""
_SHOWS, _ASKEW_DEG = 0.55, 160.0
"""What is unclear and shows more than this, pointing elsewhere than the card's other end, may be an
index of another card on top of it. Of 22 ends left unclear in 6 000 plays none was such."""
_AWAY_DEG = 155.0
"""The same where it shows plainly: a real second card lies so exactly there by rare chance only."""
_REACH_MM = (72.0, 87.0)
"""From end to end of a card. Where both are half covered, the rest of each lies further out."""
_WORD_REACH_MM, _WORD_LEAN_DEG = (62.0, 82.0), 41.0
"""The same of a joker's words along its card, the rest of which may lie either way."""
_OFF_LEAN_DEG = 15.0
"""By which the step's direction on the card may be misjudged, from both ends on average."""

Place = tuple[float, float]


class _Is(Enum):
    """What a copy of a card read by one index is to another."""

    ITS_END = auto()
    EITHER = auto()
    ANOTHER = auto()


def without_other_ends(
    cards: Sequence[CardSeen], unsure: Sequence[Unsure], px_per_mm: float
) -> tuple[tuple[CardSeen, ...], tuple[Unsure, ...]]:
    """Leave out doubts, and equal cards that hardly show, at the other end of a one-index card.

    What reads there as another rank of its suit is asked for: two cards hardly ever lie so. So is a
    copy that lies neither quite as the other end nor quite as another card, and the second index of
    a card whose ends lie so.

    Args:
        cards: As read.
        unsure: Places in the same pixels.
        px_per_mm: Scale of the picture; only where it is known is that place known.
    """
    usual_mm = usual_reach_mm(cards, px_per_mm)
    told = [_told(card, cards, px_per_mm) for card in cards]
    firsts = [
        (card, end)
        for card in cards
        if len(card.indices) == 1 and card.strength >= _WEAK
        for end in _other_ends(card, px_per_mm)
    ]

    def ways(one: CardSeen) -> set[_Is]:
        """What a card read from one index may be to the other cards of its face."""
        if len(one.indices) != 1:
            return set()
        return {
            _relation(one, card, end, usual_mm, px_per_mm)
            for card, end in firsts
            if card.card is one.card
        }

    def is_doubtful(one: CardSeen) -> bool:
        return (
            len(one.indices) == 1
            and one.strength < _HALF
            and not one.card.rank.is_joker
            and any(
                card.card.suit is one.card.suit
                and card.card.rank is not one.card.rank
                and not card.card.rank.is_joker
                and one.strength < card.strength
                and _is_at_end(card, one, px_per_mm)
                for card, _ in firsts
            )
        )

    kept, asked = [], []
    for card, second in told:
        among = ways(card)
        if _Is.ITS_END in among:
            continue
        if _Is.EITHER in among or is_doubtful(card):
            asked.append(card.indices[0])
        else:
            kept.append(card)
        if second is not None:
            asked.append(second)
    return (
        tuple(kept),
        (
            *(
                doubt
                for doubt in unsure
                if doubt.reason is not Doubt.FACE_UNCLEAR
                or not any(_explains(card, end, doubt, px_per_mm) for card, end in firsts)
            ),
            *(Unsure(Doubt.TWO_READINGS, index.x, index.y, indices=(index,)) for index in asked),
        ),
    )


def _told(
    card: CardSeen, cards: Sequence[CardSeen], px_per_mm: float
) -> tuple[CardSeen, IndexSeen | None]:
    """A card, and apart from it its second index where that may be another card's."""
    usual_mm = usual_reach_mm([other for other in cards if other is not card], px_per_mm)
    for first, second in both_ends(card):
        is_plain = second.confidence >= _WHOLE
        if is_plain and misfit(first, second, usual_mm, px_per_mm) > DOUBTED:
            return replace(card, indices=(first,)), second
    return card, None


def _relation(
    other: CardSeen, first: CardSeen, end: Place, usual_mm: float | None, px_per_mm: float
) -> _Is:
    """What is read as a second copy is to *first*, whose other end is expected at *end*."""
    start, index = first.indices[0], other.indices[0]
    away_deg = apart_deg(index.angle_deg, start.angle_deg)
    if other.strength < _WEAK and _is_near(end, (index.x, index.y), first, px_per_mm):
        return _Is.ITS_END if away_deg >= _OPPOSITE_DEG else _Is.ANOTHER
    if other.strength >= first.strength or not _is_at_end(first, other, px_per_mm):
        return _Is.ANOTHER
    if first.card.rank.is_joker:
        return _Is.ITS_END
    off = misfit(start, index, usual_mm, px_per_mm)
    return _Is.ITS_END if off <= DOUBTED else _Is.EITHER if off <= REFUTED else _Is.ANOTHER


def _explains(card: CardSeen, end: Place, doubt: Unsure, px_per_mm: float) -> bool:
    """Whether what is unclear is nothing but the other end of a card, expected at *end*."""
    if card.card.rank.is_joker is not doubt.is_word:
        return False
    shows = doubt.strength >= _SHOWS and any(
        apart_deg(index.angle_deg, card.indices[0].angle_deg) < _ASKEW_DEG
        for index in doubt.indices
    )
    return not shows and _is_near(end, (doubt.x, doubt.y), card, px_per_mm)


def _is_at_end(first: CardSeen, other: CardSeen, px_per_mm: float) -> bool:
    """Whether two indices lie and point as the two ends of one card do."""
    start, index = first.indices[0], other.indices[0]
    if apart_deg(index.angle_deg, start.angle_deg) < _AWAY_DEG:
        return False
    is_word = first.card.rank.is_joker
    least_mm, most_mm = _WORD_REACH_MM if is_word else _REACH_MM
    lean_deg = card_lean_deg(start, index)
    usual_deg = _WORD_LEAN_DEG if is_word else DIAGONAL_DEG
    return (
        least_mm <= reach_mm(start, index, px_per_mm) <= most_mm
        and abs(lean_deg - usual_deg) <= _OFF_LEAN_DEG
    )


def _is_near(end: Place, place: Place, card: CardSeen, px_per_mm: float) -> bool:
    if not card.card.rank.is_joker:
        return math.dist(end, place) <= _NEAR_MM * px_per_mm
    turn = math.radians(card.indices[0].angle_deg)
    off_x, off_y = place[0] - end[0], place[1] - end[1]
    across = abs(off_x * math.cos(turn) + off_y * math.sin(turn))
    along = abs(off_y * math.cos(turn) - off_x * math.sin(turn))
    return across <= _NEAR_MM * px_per_mm and along <= _HALF_WORD_MM * px_per_mm


def _other_ends(card: CardSeen, px_per_mm: float) -> Iterator[Place]:
    """Where the card's second index may lie, pixels."""
    index = card.indices[0]
    turn = math.radians(index.angle_deg)
    right, down = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    for across_mm, down_mm in _WORD_TO_END_MM if card.card.rank.is_joker else (_TO_END_MM,):
        across, along = across_mm * px_per_mm, down_mm * px_per_mm
        yield (
            index.x + across * right[0] + along * down[0],
            index.y + across * right[1] + along * down[1],
        )
