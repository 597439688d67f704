"""Where the cloth is seen no card lies."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.read.hand_made import TOP_LEFT, card, faces
from vision.detectors.base import Picture
from vision.read.cloth import without_cloth
from vision.read.indices import Index

SCALE = 2.5
GREEN = (40, 90, 30)
CARD_PX = (150, 220)


def table(middle: tuple[int, int] = (300, 300), cloth: tuple[int, int, int] = GREEN) -> Picture:
    """A white card upright on a cloth, 600 by 600 pixels."""
    picture = np.full((600, 600, 3), cloth, np.uint8)
    (x, y), (width, height) = middle, CARD_PX
    half = (width // 2, height // 2)
    cv2.rectangle(picture, (x - half[0], y - half[1]), (x + half[0], y + half[1]), (245,) * 3, -1)
    return picture


def is_left(index: Index, picture: Picture) -> bool:
    return without_cloth([(0,)], [index], picture, SCALE) == [(0,)]


@pytest.mark.parametrize("turn_deg", [0, 180])
def test_a_card_under_its_index_stays(turn_deg: float) -> None:
    """Whichever end is seen."""
    (index,) = card("HQ", (0, 0), turn_deg, shows=(TOP_LEFT,))

    assert is_left(index, table())


def test_an_index_at_the_foot_of_a_card_promises_none_on_the_cloth() -> None:
    """A court's figure, read like the upper left index of another card."""
    (index,) = card("HK", (20, 60), shows=(TOP_LEFT,))

    assert not is_left(index, table())


def test_a_word_may_run_along_the_card_or_across() -> None:
    """One of the two ways is enough for a joker, and it needs some room too."""
    (index,) = card("HR", (0, 0), shows=(TOP_LEFT,))
    up_x, up_y = index.spot.up_x, index.spot.up_y
    across = replace(index, spot=replace(index.spot, up_x=up_y, up_y=-up_x))
    suited = replace(across, faces=faces("HQ"))

    assert is_left(index, table())
    assert is_left(across, table())
    assert not is_left(suited, table())
    assert not is_left(index, table(middle=(250, 130)))


def test_two_indices_of_one_card_stay() -> None:
    """They tell its place, and nothing else has them there."""
    indices = card("HK", (20, 60))

    assert without_cloth([(0, 1)], indices, table(), SCALE) == [(0, 1)]


def test_a_white_cloth_tells_nothing() -> None:
    """Paper and cloth cannot be told apart."""
    (index,) = card("HK", (20, 60), shows=(TOP_LEFT,))

    assert is_left(index, table(cloth=(235, 235, 235)))


def test_only_what_is_in_the_picture_counts() -> None:
    """A card that reaches out of it is judged by the rest."""
    (index,) = card("HK", (0, 0), shows=(TOP_LEFT,))

    assert is_left(index, table()[:300])
