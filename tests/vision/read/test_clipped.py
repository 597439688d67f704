"""An index lower than its deck's must read steadily to be believed."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.read.fakes import OneFaceClassifier
from tests.vision.read.hand_made import faces
from vision.detectors.base import Glyphs, Picture
from vision.read.clipped import against_clipped
from vision.read.indices import Index
from vision.read.spots import Spot
from vision.read.steady import SecondLook

HEIGHT = 44.0
OTHERS = tuple((face, HEIGHT) for face in ("H4", "S4", "D8"))


class Seeing(OneFaceClassifier):
    """Reads a six of hearts, upright with the given log-odds."""

    def __init__(self, upright: float) -> None:
        super().__init__("6", "H")
        self._upright = upright

    def read(self, crops_rgb: Picture) -> Glyphs:
        plain = super().read(crops_rgb)
        return Glyphs(plain.rank, plain.suit, np.full(len(crops_rgb), self._upright, np.float32))


def steadiness(
    lone: tuple[str, float],
    upright: float,
    others: tuple[tuple[str, float], ...] = OTHERS,
    *,
    both_ends: bool = False,
    by_deck: float = 0.7,
    sure: float = 0.97,
) -> float | None:
    """Of the lone index of that face and height beside others, where there is any."""
    indices = [
        Index(Spot(60.0 * i + 30, 50.0, 0.0, -height, 0.9), faces(face, sure), 0.8)
        for i, (face, height) in enumerate((lone, *others))
    ]
    weighed = [Index(each.spot, each.faces, by_deck) for each in indices]
    look = SecondLook(np.full((100, 300, 3), 120, np.uint8), Seeing(upright))
    groups = [(0, 1), (2,), (3,)] if both_ends else [(i,) for i in range(len(indices))]
    return against_clipped(groups, indices, {}, look, weighed).get(groups[0])


def test_what_is_lower_than_the_deck_and_unsteady_is_not_believed() -> None:
    """An eight of which a card hides the upper loop."""
    assert steadiness(("H6", 36.0), upright=1.5) == 0.0


@pytest.mark.parametrize(
    "believed",
    [
        steadiness(("H6", 36.0), upright=6.0),
        steadiness(("H6", 40.0), upright=1.5),
        steadiness(("H6", 36.0), upright=1.5, others=OTHERS[:2]),
        steadiness(("HR", 36.0), upright=1.5),
        steadiness(("H6", 36.0), upright=1.5, both_ends=True),
        steadiness(("H6", 36.0), upright=1.5, by_deck=0.9),
    ],
    ids=["steady", "as high", "too few others", "a word", "both ends", "the deck knows it"],
)
def test_anything_else_keeps_its_steadiness(believed: float | None) -> None:
    assert believed is None


@pytest.mark.parametrize("face", ["HA", "S6"])
def test_an_ace_or_six_that_is_not_sure_must_read_steadily(face: str) -> None:
    """Half a king reads as an ace, most of an eight as a six, as high as any other index."""
    assert steadiness((face, HEIGHT), upright=2.0, sure=0.93) == 0.0
    assert steadiness((face, HEIGHT), upright=2.0, sure=0.96) is None
    assert steadiness(("H5", HEIGHT), upright=2.0, sure=0.93) is None


def test_words_tell_no_height() -> None:
    """Jokers' words are twice as high as the other indices of their deck."""
    others = (*OTHERS, *(("SB", 80.0),) * 4)

    assert steadiness(("H6", 43.0), upright=1.5, others=others) is None
    assert steadiness(("H6", 36.0), upright=1.5, others=others) == 0.0
