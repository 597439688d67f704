from __future__ import annotations

import pytest

from tests.vision.read.hand_made import TOP_LEFT, Lens, Point, card, flat
from vision.read.indices import Index
from vision.read.shape import true_stretch


def squeezed(factor: float) -> Lens:
    """A camera straight above whose picture was then made *factor* as wide."""
    straight = flat()

    def through(mm: Point) -> Point:
        x, y = straight(mm)
        return x * factor, y

    return through


def cards(lens: Lens) -> list[Index]:
    return [
        *card("H7", (0, 0), 10, lens=lens),
        *card("S9", (90, 20), 65, lens=lens),
        *card("DK", (20, 120), 120, lens=lens),
    ]


@pytest.mark.parametrize(
    ("squeeze", "stretch"),
    [(1.0, 1.0), (9 / 16, 16 / 9), (16 / 9, 9 / 16), (3 / 4, 4 / 3)],
    ids=["true", "wide-to-square", "tall-to-square", "4:3-to-square"],
)
def test_whole_cards_tell_how_a_picture_was_squashed(squeeze: float, stretch: float) -> None:
    """The step from index to index leans the same on every card, however it is turned."""
    assert true_stretch(cards(squeezed(squeeze))) == pytest.approx(stretch, rel=0.12)


def test_one_false_pair_does_not_decide() -> None:
    """Two cards of one face, one of them upside down, look like a card of an odd shape."""
    pair = card("C2", (0, 200), 0, (TOP_LEFT,)) + card("C2", (-60, 130), 180, (TOP_LEFT,))

    assert true_stretch([*cards(flat()), *pair]) == pytest.approx(1, rel=0.12)


def test_without_whole_cards_a_picture_is_taken_as_it_is() -> None:
    """Covered corners tell nothing about the shape, nor do the words of jokers."""
    assert true_stretch(card("H7", (0, 0), 0, (TOP_LEFT,))) == 1.0
    assert true_stretch(card("HR", (0, 0), 0, lens=squeezed(0.5))) == 1.0
    assert true_stretch([]) == 1.0
