from __future__ import annotations

import numpy as np
import pytest

from referee.rules.cards import FACES
from tests.vision.read.fakes import OneFaceClassifier
from vision.detectors.base import Glyphs, Picture
from vision.read.indices import evidence, read_indices
from vision.read.spots import Spot

CLOTH = np.full((300, 300, 3), 90, np.uint8)


def spot(x: float, y: float, length: float = 42, score: float = 0.8) -> Spot:
    return Spot(x, y, 0, -length, score)


class ByBrightness(OneFaceClassifier):
    """Reads a joker on white, a seven of hearts on grey, a four or nine of spades on black."""

    def read(self, crops_rgb: Picture) -> Glyphs:
        n = len(crops_rgb)
        level = crops_rgb[:, 32, 16, 0]
        rank, suit = np.zeros((n, 14), np.float32), np.zeros((n, 6), np.float32)
        rank[level <= 50, 3] = rank[level <= 50, 8] = suit[level <= 50, 3] = 9
        rank[level > 200, 13] = suit[level > 200, 4] = 9
        rank[(level > 50) & (level <= 200), 6] = suit[(level > 50) & (level <= 200), 2] = 9
        return Glyphs(rank, suit, np.full(n, 5, np.float32))


def test_each_place_is_read_once() -> None:
    """Spots of one index from several scales become one index with a face."""
    indices = read_indices(
        CLOTH, [spot(100, 100), spot(102, 99, 45, 0.6), spot(200, 100)], OneFaceClassifier()
    )

    assert sorted(index.spot.x for index in indices) == pytest.approx([101, 200], abs=0.5)
    assert {str(FACES[int(index.faces.argmax())]) for index in indices} == {"H7"}
    assert all(index.faces.sum() == pytest.approx(1, abs=1e-3) for index in indices)
    assert evidence(indices) == pytest.approx(1.6, abs=0.05)


def test_odd_sizes_lose_against_the_usual_size() -> None:
    """A spot four times as large as the others is no index of this deck."""
    usual = [spot(30, 50), spot(120, 50), spot(210, 50)]

    indices = read_indices(CLOTH, [*usual, spot(150, 200, 170, 0.55)], OneFaceClassifier())

    assert [index.spot for index in indices] == usual


def test_word_of_another_size_is_no_joker() -> None:
    """Printed words read like a joker's; a real one is a little longer than the other indices."""
    picture = CLOTH.copy()
    picture[200:260] = 255
    suited = [spot(60, 60), spot(150, 60)]

    words = [*suited, spot(60, 230, 25), spot(150, 230, 50), spot(240, 230, 110)]

    found = read_indices(picture, words, ByBrightness())

    assert sorted(index.spot.length for index in found) == [42, 42, 50]


def test_on_a_calibrated_table_sizes_are_known_better() -> None:
    """An index cut by a covering card is shorter than a deck's; a small deck's joker is long."""
    picture = CLOTH.copy()
    picture[180:] = 255
    spots = [spot(60, 60), spot(150, 60), spot(240, 60, 29), spot(150, 235, 118)]

    anywhere = read_indices(picture, spots, ByBrightness())
    table = read_indices(picture, spots, ByBrightness(), at_scale=True)

    assert sorted(index.spot.length for index in anywhere) == [29, 42, 42]
    assert sorted(index.spot.length for index in table) == [42, 42, 118]


def test_jokers_side_by_side_are_two() -> None:
    """Their words are long and narrow: a fifth of their length apart is another card."""
    white = np.full((300, 300, 3), 255, np.uint8)

    found = read_indices(white, [spot(100, 150, 80), spot(124, 150, 78, 0.7)], ByBrightness())

    assert [index.spot.x for index in found] == pytest.approx([100, 124])


def test_unreadable_part_of_a_clear_index_is_left_out() -> None:
    """A spot between an index and the pip beside it adds nothing but doubt."""
    picture = CLOTH.copy()
    picture[:, 108:] = 0

    found = read_indices(picture, [spot(100, 100), spot(112, 118, 42, 0.6)], ByBrightness())

    assert [index.spot.x for index in found] == [100]


def test_neighbours_of_a_tight_fan_are_two_when_they_read_differently() -> None:
    """A joker pushed together with a seven; the same distance on one face is one index."""
    picture = CLOTH.copy()
    picture[:, 106:] = 255

    two = read_indices(picture, [spot(100, 100), spot(113, 100, 42, 0.7)], ByBrightness())
    one = read_indices(CLOTH, [spot(100, 100), spot(113, 100, 42, 0.7)], ByBrightness())

    assert (len(two), len(one)) == (2, 1)


def test_sights_of_one_index_are_brought_to_its_middle() -> None:
    """A seven seen twice, once too near to a joker beside it, does not stand for both."""
    picture = CLOTH.copy()
    picture[:, 106:] = 255

    found = read_indices(
        picture, [spot(100, 100), spot(92, 100), spot(110, 100, 42, 0.7)], ByBrightness()
    )

    assert [index.spot.x for index in found] == pytest.approx([96, 110])


def test_unclear_spot_beside_an_index_is_moved_onto_it() -> None:
    """What cannot be read where the finder put it, but for sure a little aside, is read there."""
    picture = np.zeros((300, 300, 3), np.uint8)
    picture[:, 105:] = 90

    (moved,) = read_indices(picture, [spot(100, 100)], ByBrightness())
    (unclear,) = read_indices(picture, [spot(80, 100)], ByBrightness())

    assert moved.spot.x == pytest.approx(107.6, abs=0.5)
    assert float(moved.faces.max()) > 0.9
    assert (unclear.spot.x, float(unclear.faces.max()) < 0.7) == (80, True)


def test_unreadable_index_at_the_edge_is_not_in_the_picture() -> None:
    """A card cut off by the picture's edge raises no doubt; a readable one there is read."""
    black = np.zeros((300, 300, 3), np.uint8)

    assert read_indices(black, [spot(150, 10)], ByBrightness()) == ()
    assert len(read_indices(black, [spot(150, 150)], ByBrightness())) == 1
    assert len(read_indices(CLOTH, [spot(150, 10)], ByBrightness())) == 1


def test_no_spot_no_index() -> None:
    """A bare table."""
    assert read_indices(CLOTH, [], OneFaceClassifier()) == ()
