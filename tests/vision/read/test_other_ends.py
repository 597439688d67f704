from __future__ import annotations

import math

import pytest

from referee.rules.cards import Card
from vision.read.other_ends import without_other_ends
from vision.read.reading import CardSeen, Doubt, IndexSeen, Unsure

SCALE = 2.5


def lone(angle_deg: float = 0.0) -> CardSeen:
    return CardSeen(Card.parse("HT"), 0.9, (IndexSeen(300, 300, angle_deg, 0.9, 42.0),))


def at(
    across_mm: float, down_mm: float, angle_deg: float = 0.0, reason: Doubt | None = None
) -> Unsure:
    """A doubt so far from the index, in the index's own frame."""
    turn = math.radians(angle_deg)
    x = across_mm * math.cos(turn) - down_mm * math.sin(turn)
    y = across_mm * math.sin(turn) + down_mm * math.cos(turn)
    return Unsure(reason or Doubt.FACE_UNCLEAR, 300 + x * SCALE, 300 + y * SCALE)


@pytest.mark.parametrize("angle_deg", [0.0, 60.0, -120.0, 180.0])
def test_the_covered_other_end_is_no_doubt(angle_deg: float) -> None:
    """Half an index, a little off its place, however the card is turned."""
    doubt = at(47, 57, angle_deg)

    assert without_other_ends([lone(angle_deg)], [doubt], SCALE) == ()


@pytest.mark.parametrize(
    "doubt",
    [at(16, 0), at(47, 0), at(47, 45), at(63, 63), at(47, 63, reason=Doubt.TWO_READINGS)],
    ids=["next card", "far corner", "another card on it", "beside it", "read twice"],
)
def test_other_doubts_stay(doubt: Unsure) -> None:
    """What may be another card is still asked about."""
    assert without_other_ends([lone()], [doubt], SCALE) == (doubt,)


def test_a_card_that_shows_both_ends_explains_nothing_more() -> None:
    """Its other end has been read, so what is unclear there lies on top of it."""
    index = lone().indices[0]
    both = CardSeen(Card.parse("HT"), 0.9, (index, IndexSeen(417, 457, 180.0, 0.9, 42.0)))

    assert without_other_ends([both], [at(47, 57)], SCALE) == (at(47, 57),)
