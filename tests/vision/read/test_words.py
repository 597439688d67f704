"""Words whose length or direction the finder has misjudged."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.vision.read.fakes import OneFaceClassifier
from tests.vision.read.hand_made import faces
from vision.detectors.base import RANK_LETTERS, SUIT_LETTERS, Glyphs, Picture
from vision.read.indices import Index
from vision.read.spots import Spot
from vision.read.words import missed_words

SCALE = 2.5
WORD_PX = 75
"""30 mm."""


class ByShape(OneFaceClassifier):
    """Reads a red joker the more surely, the more a crop looks like `barred` cut along its bar."""

    def read(self, crops_rgb: Picture) -> Glyphs:
        light = crops_rgb[:, :, :, 0] > 150
        word = np.zeros((64, 32), np.bool_)
        word[4:60, 7:25] = True
        alike = (light == word).mean(axis=(1, 2))
        rank = np.zeros((len(crops_rgb), len(RANK_LETTERS)), np.float32)
        suit = np.zeros((len(crops_rgb), len(SUIT_LETTERS)), np.float32)
        rank[:, RANK_LETTERS.index("joker")] = suit[:, SUIT_LETTERS.index("red")] = 10 * alike
        return Glyphs(rank, suit, np.asarray(120 * (alike - 0.87), np.float32))


def barred() -> Picture:
    picture = np.full((300, 300, 3), 60, np.uint8)
    picture[150 - WORD_PX // 2 : 151 + WORD_PX // 2, 138:162] = 230
    return picture


@pytest.mark.parametrize("length", [20.0, 75.0, 110.0])
@pytest.mark.parametrize("turn_deg", [0.0, 15.0, 190.0])
def test_a_word_is_found_whatever_its_spot_says(length: float, turn_deg: float) -> None:
    """It comes back with its own length, and along the print."""
    turn = math.radians(turn_deg)
    spot = Spot(150.0, 150.0, length * math.sin(turn), -length * math.cos(turn), 0.7)

    (word,) = missed_words(barred(), [spot], [], ByShape(), SCALE).whole

    assert word.length == pytest.approx(WORD_PX, abs=2 * SCALE)
    assert abs(math.sin(math.radians(word.angle_deg))) < math.sin(math.radians(12))
    assert (word.x, word.y, word.score) == (150.0, 150.0, 0.7)


def test_the_direction_of_a_letter_tells_nothing() -> None:
    """Of a word of which little shows the finder may see a letter, and across: it is asked for."""
    letter = Spot(150.0, 150.0, 11.0, -5.0, 0.6)

    missed = missed_words(barred(), [letter], [], ByShape(), SCALE)

    (part,) = missed.parts
    assert missed.whole == ()
    assert part.spot.length == pytest.approx(WORD_PX, abs=2 * SCALE)
    assert abs(math.sin(math.radians(part.spot.angle_deg))) < math.sin(math.radians(12))


def test_a_letter_of_a_word_that_was_found_is_none_of_another() -> None:
    """The finder may see a word and a letter of it."""
    word, letter = Spot(150.0, 150.0, 0.0, -40.0, 0.6), Spot(152.0, 146.0, 11.0, -5.0, 0.7)

    missed = missed_words(barred(), [letter, word], [], ByShape(), SCALE)

    assert (len(missed.whole), missed.parts) == (1, ())


def test_other_print_stays_unread() -> None:
    """Nothing there is as long as a word, or the finder hardly saw it."""
    beside = Spot(60.0, 60.0, 0.0, -40.0, 0.7)
    faint = Spot(150.0, 150.0, 0.0, -20.0, 0.4)

    assert missed_words(barred(), [beside, faint], [], ByShape(), SCALE).whole == ()


def test_what_was_read_is_not_looked_at_again() -> None:
    """A spot within an index that was read is another sight of it."""
    spot = Spot(150.0, 150.0, 0.0, -20.0, 0.7)
    index = Index(Spot(150.0, 140.0, 0.0, -60.0, 0.8), faces("HR"), 0.7)

    assert missed_words(barred(), [spot], [index], ByShape(), SCALE).whole == ()


def faint(y: float, length: float, presence: float = 0.4) -> Index:
    """What the finder saw of the word in `barred`."""
    return Index(Spot(150.0, y, 0.0, -length, 0.6), faces("HR"), presence)


def plain(x: float = 40.0) -> Index:
    return Index(Spot(x, 150.0, 0.0, -float(WORD_PX), 0.8), faces("HR"), 0.8)


@pytest.mark.parametrize("y", [132.0, 139.0, 168.0])
def test_a_faint_word_is_as_long_as_a_plain_one(y: float) -> None:
    """Whichever half of it was seen."""
    (word,) = missed_words(barred(), [], [plain(), faint(y, 45.0)], ByShape(), SCALE).whole

    assert word.length == pytest.approx(WORD_PX, rel=0.05)
    assert (word.x, word.y) == pytest.approx((150.0, 150.0), abs=4)


@pytest.mark.parametrize(
    "others",
    [
        [],
        [plain(), plain(150.0)],
    ],
)
def test_a_faint_word_stays_as_it_is(others: list[Index]) -> None:
    """Nothing tells its length, or the whole word there is another card's."""
    assert missed_words(barred(), [], [*others, faint(132.0, 45.0)], ByShape(), SCALE).whole == ()


def test_a_green_word_is_none() -> None:
    """A court's crown reads like a word in the best of many looks."""
    green = barred()
    green[150 - WORD_PX // 2 : 151 + WORD_PX // 2, 138:162] = 235
    green[140:160, 138:162] = (60, 200, 151)

    assert missed_words(green, [], [plain(), faint(132.0, 45.0)], ByShape(), SCALE).whole == ()


@pytest.mark.parametrize(("presence", "found"), [(0.1, 1), (0.4, 0)])
def test_a_word_that_does_not_show_is_not_read(presence: float, found: int) -> None:
    """The finder was sure of its spot, and only misjudged it."""
    spot = Spot(150.0, 150.0, 0.0, -20.0, 0.7)
    index = Index(spot, faces("SB"), presence)

    assert len(missed_words(barred(), [spot], [index], ByShape(), SCALE).whole) == found


@pytest.mark.parametrize(("covered", "parts"), [(0, 0), (4, 1), (40, 0)])
def test_a_part_of_a_word_is_asked_for(covered: int, parts: int) -> None:
    """Too little of one is nothing."""
    picture = barred()
    picture[150 - WORD_PX // 2 : 150 - WORD_PX // 2 + covered] = 60
    missed = missed_words(picture, [Spot(150.0, 150.0, 0.0, -60.0, 0.7)], [], ByShape(), SCALE)

    assert len(missed.parts) == parts
    assert all(part.presence < 0.5 for part in missed.parts)
    assert len(missed.whole) == (covered == 0)
