"""What a sighting says beyond what is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.rules.cards import Card
from referee.rules.seats import Seat
from tests.vision.scene.test_scene import card_at, change_of
from vision.calibration.patch import Patch
from vision.calibration.zones import Zones
from vision.scene.memory import Memory
from vision.scene.sighting import SeenCard, Sighting

_WORDS = ((25.0, -95.0), (-38.0, -68.0))
"""The two words of one black joker; a lone one places its middle 8 mm off."""
_BOTH = SeenCard(Card.parse("SB"), -7.0, -81.0, 2.81, _WORDS, 0.98)
_LOWER = SeenCard(Card.parse("SB"), -7.0, -73.0, -3.48, _WORDS[:1], 0.98)
_UPPER = SeenCard(Card.parse("SB"), -4.0, -91.0, -0.36, _WORDS[1:], 0.98)


@pytest.mark.parametrize(("inside_mm", "new"), [(8.0, 0), (14.0, 1)])
def test_an_index_at_the_edge_of_a_patch_is_no_new_card(inside_mm: float, new: int) -> None:
    """Cut through by the edge, a nine is read as a jack; what has changed lies further in."""
    seen = card_at(Card.parse("DJ"), Seat.SOUTH, 0.0)
    x, y = seen.indices[0]
    # South looks at the patch from below, so its left edge is in the west.
    patch = Patch((x - inside_mm + 100.0, y), (200.0, 160.0), Seat.SOUTH)
    change = change_of([seen], Seat.SOUTH, 0)

    difference = Memory().differ(Sighting(0, patch, (seen,), ()), change, Zones(900.0))

    assert len(difference.new) == new


@pytest.mark.parametrize("sights", [(_LOWER, _UPPER), (_BOTH, _LOWER), (_BOTH, _LOWER, _UPPER)])
def test_a_joker_is_known_by_either_of_its_words(sights: tuple[SeenCard, ...]) -> None:
    """First one end of it is covered, then the other; in a whole deal it was taken for a second."""
    memory = Memory()
    patch = Patch((0.0, -130.0), (260.0, 260.0), Seat.SOUTH)
    lying: list[SeenCard] = []
    for number, sight in enumerate(sights):
        play = card_at(Card.parse(f"H{number + 5}"), Seat.SOUTH, 30.0 * number, depth=175.0)
        lying.append(play)
        change = change_of([play, sight] if not number else [play], Seat.SOUTH, number)
        difference = memory.differ(
            Sighting(number, patch, (sight, *lying), ()), change, Zones(900.0)
        )
        assert [new.card for new in difference.new] == ([sight.card] if not number else []) + [
            play.card
        ]
        memory.apply(difference, None)

    (joker,) = (card.seen for card in memory.lying if card.seen.card is _BOTH.card)
    assert set(joker.indices) == set(_WORDS)
    assert (joker.x, joker.y) == pytest.approx((-6.0, -81.5), abs=1.0)


def test_a_second_joker_beside_the_first_is_new() -> None:
    """It lies as near, but its word lies elsewhere and points the same way."""
    memory = Memory()
    patch = Patch((0.0, -130.0), (260.0, 260.0), Seat.SOUTH)
    first = Sighting(0, patch, (_UPPER,), ())
    memory.apply(memory.differ(first, change_of([_UPPER], Seat.SOUTH, 0), Zones(900.0)), None)
    second = replace(_UPPER, x=16.0, indices=((-17.0, -70.0),))

    difference = memory.differ(
        Sighting(1, patch, (_UPPER, second), ()),
        change_of([second], Seat.SOUTH, 1),
        Zones(900.0),
    )

    assert difference.new == (second,)
