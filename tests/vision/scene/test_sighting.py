"""Readings brought onto the table."""

from __future__ import annotations

import pytest

from referee.rules.cards import parse_cards
from referee.rules.seats import Seat
from vision.calibration.patch import PX_PER_MM, Patch
from vision.read.reading import CardSeen, IndexSeen, Reading
from vision.scene.sighting import sighting_of

PATCH = Patch((100.0, -50.0), (200.0, 160.0), Seat.SOUTH)
(SB,) = parse_cards("SB")


def index(across_mm: float, down_mm: float, angle_deg: float) -> IndexSeen:
    """From the patch's upper left corner."""
    return IndexSeen(
        across_mm * PX_PER_MM - 0.5, down_mm * PX_PER_MM - 0.5, angle_deg, 0.9, 17 * PX_PER_MM
    )


def test_a_lone_index_places_its_card() -> None:
    """The middle of a card lies to the lower right of its upper left index."""
    seen = CardSeen(SB, 0.9, (index(76.5, 48.5, 0.0),))

    (card,) = sighting_of(Reading((seen,), (), PX_PER_MM), PATCH, 7).cards

    assert (card.x, card.y) == pytest.approx((100.0, -50.0))
    assert card.both_ends()[0] == pytest.approx(card.indices[0])


def test_two_ends_of_one_card_are_one_card() -> None:
    """A joker whose long word kept the reader from joining its two indices."""
    ends = (index(76.5, 52.0, 0.0), index(123.5, 108.0, 180.0))
    reading = Reading(tuple(CardSeen(SB, 0.9, (end,)) for end in ends), (), PX_PER_MM)

    (card,) = sighting_of(reading, PATCH, 7).cards

    assert len(card.indices) == 2
    assert (card.x, card.y) == pytest.approx((100.0, -50.0))


def test_two_equal_cards_side_by_side_stay_two() -> None:
    """Both decks have one."""
    cards = (index(40.0, 48.5, 0.0), index(60.0, 48.5, 0.0))
    reading = Reading(tuple(CardSeen(SB, 0.9, (each,)) for each in cards), (), PX_PER_MM)

    assert len(sighting_of(reading, PATCH, 7).cards) == 2


def test_two_copies_that_cover_each_others_far_ends_stay_two() -> None:
    """One laid over an older one: their middles are 29 mm apart, what shows of them 96 mm."""
    ends = (index(48.5, 44.0, -5.0), index(92.0, 130.0, 180.0))
    reading = Reading(tuple(CardSeen(SB, 0.9, (end,)) for end in ends), (), PX_PER_MM)

    assert len(sighting_of(reading, PATCH, 7).cards) == 2
