"""The colours an index may be printed in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.read.hand_made import faces
from vision.detectors.base import Picture
from vision.read.indices import Index
from vision.read.ink import FOREIGN, against_ink, foreign_ink, red_ink, without_foreign_ink
from vision.read.spots import Spot

SPOT = Spot(100.0, 100.0, 0.0, -60.0, 0.7)
BLACK, RED, PINK, GREEN, BLUE, PURPLE, GOLD = (
    (30, 30, 32),
    (40, 30, 200),
    (90, 40, 230),
    (60, 160, 70),
    (200, 90, 40),
    (140, 50, 130),
    (40, 140, 190),
)
"""Blue, green, red."""


def printed(
    ink: tuple[int, ...], paper: tuple[int, ...] = (235, 240, 238), lamp: float = 1.0
) -> Picture:
    """Bars of one ink, as high as the index at `SPOT`."""
    picture = np.full((200, 200, 3), paper, np.float32)
    for top in range(72, 128, 14):
        picture[top : top + 8, 94:106] = np.array(ink) * np.array(paper) / 240
    return np.clip(picture * lamp, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("ink", [BLACK, RED, PINK])
@pytest.mark.parametrize("paper", [(235, 240, 238), (180, 215, 240), (240, 225, 200)])
@pytest.mark.parametrize("lamp", [0.4, 1.0, 1.15])
def test_cards_print_red_and_black(
    ink: tuple[int, ...], paper: tuple[int, ...], lamp: float
) -> None:
    """Under yellow and blue light, too, which the paper tells."""
    assert foreign_ink(printed(ink, paper, lamp), SPOT, is_word=False) < 0.1


@pytest.mark.parametrize("ink", [GREEN, BLUE, PURPLE, GOLD])
@pytest.mark.parametrize("is_word", [True, False])
def test_crowns_have_other_colours(ink: tuple[int, ...], *, is_word: bool) -> None:
    """Whatever they read as."""
    assert foreign_ink(printed(ink), SPOT, is_word=is_word) > 0.8


def test_what_has_no_ink_has_no_foreign_one() -> None:
    """Bare paper says nothing."""
    assert foreign_ink(np.full((200, 200, 3), 230, np.uint8), SPOT, is_word=True) == 0


@pytest.mark.parametrize(
    ("face", "ink", "steadiness", "stays"),
    [
        ("SB", GREEN, 0.6, False),
        ("SB", GREEN, 0.85, False),
        ("SB", GREEN, 0.9, True),
        ("SB", GREEN, None, True),
        ("SB", BLACK, 0.6, True),
        ("D9", BLUE, 0.8, False),
        ("D9", BLUE, 0.9, True),
    ],
)
def test_only_what_is_unsteady_is_judged_by_its_colour(
    face: str, ink: tuple[int, ...], steadiness: float | None, *, stays: bool
) -> None:
    """A deck of four colours is read as long as it shows plainly."""
    known = {} if steadiness is None else {(0,): steadiness}
    indices = [Index(SPOT, faces(face), 0.5)]

    assert without_foreign_ink([(0,)], indices, known, printed(ink)) == ([(0,)] if stays else [])


def test_a_card_with_one_index_of_true_colour_stays() -> None:
    """The other may be half of it and half of a figure."""
    picture = printed(GREEN)
    picture[:, :60] = printed(BLACK)[:, 70:130]
    black = replace(SPOT, x=30.0)
    indices = [Index(SPOT, faces("SB"), 0.5), Index(black, faces("SB"), 0.4)]

    assert (
        foreign_ink(picture, black, is_word=True)
        < FOREIGN
        < foreign_ink(picture, SPOT, is_word=True)
    )
    assert without_foreign_ink([(0, 1)], indices, {(0, 1): 0.5}, picture) == [(0, 1)]


@pytest.mark.parametrize(
    ("face", "ink", "steady"),
    [
        ("DQ", BLACK, False),
        ("DQ", RED, True),
        ("D4", GOLD, True),
        ("C6", BLACK, True),
        ("C6", RED, False),
        ("HR", BLACK, True),
    ],
)
def test_a_suit_in_the_other_ink_is_not_believed(
    face: str, ink: tuple[int, ...], *, steady: bool
) -> None:
    """What was left of a half-covered spade read as diamonds, steadily."""
    index = Index(SPOT, faces(face), 0.7)

    told = against_ink([(0,)], [index], {(0,): 0.9}, printed(ink))

    assert told == {(0,): 0.9 if steady else 0.0}
    assert against_ink([(0,)], [index], {}, printed(ink)) == {}


def test_a_dark_card_says_nothing_of_its_ink() -> None:
    """Silver and gold stand for black and red there."""
    assert red_ink(255 - printed(BLACK), SPOT) is None
    assert red_ink(printed(RED), SPOT) == pytest.approx(1.0)
