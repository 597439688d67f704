from __future__ import annotations

from dataclasses import replace

import pytest

from referee.rules.cards import Card
from tests.vision.read.hand_made import card
from vision.read.cards import card_of_group
from vision.read.reading import CardSeen, Doubt, Unsure


def test_one_clear_index_is_a_card() -> None:
    """A covered second corner takes nothing away."""
    seen = card_of_group(card("SQ", (0, 0))[:1])

    assert isinstance(seen, CardSeen)
    assert seen.card is Card.parse("SQ")
    assert seen.confidence == pytest.approx(0.97 * 0.85, abs=0.02)
    assert len(seen.indices) == 1


def test_two_indices_are_surer_than_one() -> None:
    """Agreeing corners confirm each other."""
    one = card_of_group(card("SQ", (0, 0))[:1])
    two = card_of_group(card("SQ", (0, 0)))

    assert isinstance(one, CardSeen)
    assert isinstance(two, CardSeen)
    assert two.confidence > one.confidence


def test_clear_corner_decides_for_a_blurred_one() -> None:
    """Half a reading at one end is settled by the other end."""
    clear, blurred = card("C5", (0, 0))[:1], card({"S5": 0.55, "C5": 0.4}, (0, 0))[1:]

    seen = card_of_group([*clear, *blurred])

    assert isinstance(seen, CardSeen)
    assert seen.card is Card.parse("C5")
    assert seen.indices[0].confidence > seen.indices[1].confidence


def test_two_sure_corners_that_differ_are_a_doubt() -> None:
    """Nobody is outvoted: the referee looks."""
    doubt = card_of_group([*card("C5", (0, 0))[:1], *card("S5", (0, 0))[1:]])

    assert isinstance(doubt, Unsure)
    assert doubt.reason is Doubt.TWO_READINGS


def test_unclear_face_is_a_doubt_at_its_place() -> None:
    """An index that may be two faces is reported, not guessed."""
    (index,) = card({"S3": 0.5, "S8": 0.45}, (0, 0))[:1]
    doubt = card_of_group([index])

    assert doubt == Unsure(Doubt.FACE_UNCLEAR, index.spot.x, index.spot.y)


def test_lone_joker_must_be_sure() -> None:
    """A printed word may look like a joker's; with both ends seen less is enough."""
    ends = card({"SB": 0.85, "HR": 0.1}, (0, 0))
    both, one = card_of_group(ends), card_of_group(ends[:1])

    assert isinstance(both, CardSeen)
    assert isinstance(one, Unsure)


def test_what_is_hardly_there_is_nothing() -> None:
    """A pattern that barely looks like an index is neither card nor doubt."""
    (index,) = card("S3", (0, 0))[:1]

    assert card_of_group([replace(index, presence=0.05)]) is None
