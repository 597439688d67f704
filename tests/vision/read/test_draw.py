from __future__ import annotations

import numpy as np

from referee.rules.cards import Card
from tests.vision.read.test_report import READING
from vision.detectors.base import Picture
from vision.read.draw import DOUBT, FAIR, SURE, draw_reading
from vision.read.reading import CardSeen, IndexSeen, Reading


def colours(picture: Picture) -> set[tuple[int, ...]]:
    return {tuple(pixel) for pixel in picture.reshape(-1, 3).tolist()}


def test_cards_and_doubts_are_painted_on_a_copy() -> None:
    """Sure cards and doubts have their colours; the picture given stays clean."""
    blank = np.zeros((100, 120, 3), np.uint8)
    drawn = draw_reading(blank, READING)

    assert {SURE, DOUBT} <= colours(drawn)
    assert FAIR not in colours(drawn)
    assert not blank.any()


def test_arrow_points_to_the_index_top() -> None:
    """An index whose top points right has the arrow's head at its right end."""
    seen = CardSeen(Card.parse("HT"), 0.95, (IndexSeen(60, 50, 90.0, 0.9, 60.0),))
    drawn = draw_reading(np.zeros((100, 120, 3), np.uint8), Reading((seen,), (), 2.5))
    inside = np.all(drawn[45:56] == SURE, axis=2)

    assert inside[:, 77:88].sum() > inside[:, 32:43].sum()


def test_edge_of_the_picture_is_no_obstacle() -> None:
    """Places outside a tiny picture do not fail."""
    assert draw_reading(np.zeros((8, 8, 3), np.uint8), READING).shape == (8, 8, 3)
