from __future__ import annotations

import numpy as np
import pytest

from referee.rules.cards import FACES, Card
from vision.detectors.base import RANK_LETTERS, SUIT_LETTERS, Glyphs
from vision.read.faces import face_log_likelihoods, normalised, upright_probability


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
