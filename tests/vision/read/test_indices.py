from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.rules.cards import FACES
from tests.vision.read.fakes import OneFaceClassifier
from tests.vision.read.hand_made import TOP_LEFT, card
from tests.vision.read.painted import ByBrightness
from vision.read.cards import card_of_group
from vision.read.indices import evidence, plain_beside, read_indices
from vision.read.reading import CardSeen, Unsure
from vision.read.spots import Spot

CLOTH = np.full((300, 300, 3), 90, np.uint8)


def spot(x: float, y: float, length: float = 42, score: float = 0.8) -> Spot:
    return Spot(x, y, 0, -length, score)


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
    spots = [spot(60, 60), spot(150, 60), spot(240, 60, 29), spot(150, 227, 118)]

    anywhere = read_indices(picture, spots, ByBrightness())
    table = read_indices(picture, spots, ByBrightness(), at_scale=True)

    assert sorted(index.spot.length for index in anywhere) == [29, 42, 42]
    assert sorted(index.spot.length for index in table) == [42, 42, 118]


@pytest.mark.parametrize(("other", "believed"), [(50.0, False), (75.0, True)])
def test_a_word_shorter_than_anothers_is_doubted(*, other: float, believed: bool) -> None:
    """A deck's jokers print words of one length, so that of 50 beside 80 pixels is not whole."""
    white = np.full((400, 400, 3), 255, np.uint8)
    spots = [spot(100, 100, 80), spot(250, 250, other)]

    long, short = read_indices(white, spots, ByBrightness(), at_scale=True)

    assert long.presence > 0.7
    assert (short.presence > 0.5) is believed
    assert isinstance(card_of_group([short], at_scale=True), CardSeen if believed else Unsure)
    assert read_indices(white, spots, ByBrightness())[-1].presence > 0.5


@pytest.mark.parametrize(("length", "believed"), [(80.0, True), (65.0, False)])
def test_a_faint_word_as_long_as_a_plain_one_is_believed(*, length: float, believed: bool) -> None:
    """Covered in part, it still shows from its beginning to its end."""
    white = np.full((400, 400, 3), 255, np.uint8)
    spots = [spot(100, 100, 82), spot(250, 250, length, 0.45)]

    _, faint = read_indices(white, spots, ByBrightness(), at_scale=True)

    assert isinstance(card_of_group([faint], at_scale=True), CardSeen if believed else Unsure)


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


@pytest.mark.parametrize(("y", "kept"), [(10.0, 0), (290.0, 0), (22.0, 0), (29.0, 1), (270.0, 1)])
def test_on_a_calibrated_table_no_cut_index_is_read(y: float, kept: int) -> None:
    """The rest of its print lies outside what was cut out around the play: a nine looks a jack."""
    picture = CLOTH.copy()

    assert len(read_indices(picture, [spot(150, y)], ByBrightness(), at_scale=True)) == kept


@pytest.mark.parametrize(
    ("face", "presence", "away_mm", "taken"),
    [("S4", 0.7, 40, True), ("S4", 0.4, 40, False), ("SB", 0.7, 40, False), ("S4", 0.7, 5, False)],
    ids=["plain", "faint", "a word", "where another lies"],
)
def test_what_another_shape_of_the_picture_shows_must_be_plain(
    face: str, presence: float, away_mm: float, *, taken: bool
) -> None:
    """And it must lie where nothing was seen: what was seen is not read anew."""
    (known,) = card("D6", (0, 0), shows=(TOP_LEFT,))
    (other,) = card(face, (away_mm, 0), shows=(TOP_LEFT,))
    other = replace(other, presence=presence)

    assert plain_beside([known], [other]) == ([other] if taken else [])


def test_no_spot_no_index() -> None:
    """A bare table."""
    assert read_indices(CLOTH, [], OneFaceClassifier()) == ()
