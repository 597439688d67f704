from __future__ import annotations

import numpy as np
import pytest

from referee.rules.cards import FACES, Card
from tests.vision.read.hand_made import faces
from vision.detectors.base import RANK_LETTERS, SUIT_LETTERS, Glyphs
from vision.read.faces import face_log_likelihoods, in_colour, normalised, upright_probability


def glyphs(rank: str, suit: str) -> Glyphs:
    """Logits that leave no doubt about *rank* and *suit*."""
    ranks = np.zeros((1, 14), np.float32)
    ranks[0, RANK_LETTERS.index(rank)] = 20
    suits = np.zeros((1, 6), np.float32)
    suits[0, SUIT_LETTERS.index(suit)] = 20
    return Glyphs(ranks, suits, np.array([3.0], np.float32))


@pytest.mark.parametrize(
    ("rank", "suit", "face"),
    [
        ("A", "C", "CA"),
        ("T", "H", "HT"),
        ("2", "S", "S2"),
        ("K", "D", "DK"),
        ("joker", "black", "SB"),
        ("joker", "red", "HR"),
    ],
)
def test_rank_and_suit_make_the_face(rank: str, suit: str, face: str) -> None:
    """Every output of the two heads leads to its own face."""
    probabilities = np.exp(face_log_likelihoods(glyphs(rank, suit)))[0]

    assert FACES[int(probabilities.argmax())] is Card.parse(face)
    assert probabilities.max() == pytest.approx(1, abs=1e-3)


def test_impossible_pairs_lose_their_share() -> None:
    """A five in a joker's black is no card; what is left is compared among cards."""
    likely = face_log_likelihoods(glyphs("5", "black"))

    assert np.exp(likely).sum() < 0.01
    assert normalised(likely).sum() == pytest.approx(1)


def test_upright_is_a_probability() -> None:
    """The third head's logit becomes a probability without overflow."""
    extremes = Glyphs(
        np.zeros((3, 14), np.float32),
        np.zeros((3, 6), np.float32),
        np.array([-500, 0, 500], np.float32),
    )

    assert upright_probability(extremes) == pytest.approx([0, 0.5, 1])


@pytest.mark.parametrize(
    ("black", "red", "want"),
    [(0.75, 0.25, "SB"), (0.65, 0.33, "SB"), (0.002, 0.99, "HR"), (0.1, 0.85, "HR")],
)
def test_on_a_picture_with_colours_a_word_that_is_not_red_is_black(
    black: float, red: float, want: str
) -> None:
    """The quarter that is left to red stands for greyscale pictures; a red word keeps its face."""
    told = in_colour(np.stack([faces({"SB": black, "HR": red}), faces("SQ")]))

    assert FACES[int(told[0].argmax())] is Card.parse(want)
    assert float(told[0].max()) > 0.8
    assert told.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert told[1] == pytest.approx(faces("SQ"), abs=1e-3)


def test_a_word_that_may_be_either_stays_open() -> None:
    told = in_colour(np.stack([faces({"SB": 0.45, "HR": 0.53})]))

    assert float(told.max()) < 0.6
