"""From the classifier's logits to how likely each of the 54 faces is."""

from __future__ import annotations

import numpy as np

from referee.rules.cards import FACES, Card, Suit
from vision.detectors.base import RANK_LETTERS, SUIT_LETTERS, FloatArray, Glyphs

_JOKERS = {"SB": "black", "HR": "red"}
_RANK_OF_FACE = np.array(
    [RANK_LETTERS.index("joker" if str(card) in _JOKERS else card.rank.value) for card in FACES]
)
_SUIT_OF_FACE = np.array(
    [SUIT_LETTERS.index(_JOKERS.get(str(card), card.suit.value)) for card in FACES]
)


JOKERS = [FACES.index(card) for card in FACES if card.rank.is_joker]
"""Columns of the two jokers."""
RED_SUITS = frozenset({Suit.DIAMONDS, Suit.HEARTS})
_BLACK, _RED = (FACES.index(Card.parse(text)) for text in ("SB", "HR"))
_HARDLY = 1e-4
"""A network is never as sure as it says."""


def face_log_likelihoods(glyphs: Glyphs) -> FloatArray:
    """Logarithm of the probability of each face; shape ``(n, 54)``, order of `FACES`.

    Rank and suit are taken as independent; what the classifier gives to pairs that no card has,
    such as a black joker's suit on a five, is lost, so a row adds up to less than one.
    """
    rank = _log_softmax(glyphs.rank)
    suit = _log_softmax(glyphs.suit)
    return np.asarray(rank[:, _RANK_OF_FACE] + suit[:, _SUIT_OF_FACE], np.float32)


def upright_probability(glyphs: Glyphs) -> FloatArray:
    """Shape ``(n,)``."""
    return np.asarray(1 / (1 + np.exp(-np.clip(glyphs.upright, -30, 30))), np.float32)


def normalised(log_likelihoods: FloatArray) -> FloatArray:
    """Probabilities that add up to one in each row; same shape."""
    return np.asarray(np.exp(_log_softmax(log_likelihoods)), np.float32)


def in_colour(faces: FloatArray) -> FloatArray:
    """Probabilities of a picture that shows colours; shape ``(n, 54)``, as is the result.

    The classifier leaves a third of what it gives the black joker to the red one as well, since
    some words of its training had no colour; a red word gets no black.
    """
    told = faces.copy()
    told[:, _RED] = np.maximum(faces[:, _RED] - faces[:, _BLACK] / 3, _HARDLY)
    return np.asarray(told / told.sum(axis=1, keepdims=True), np.float32)


def _log_softmax(logits: FloatArray) -> FloatArray:
    shifted = logits - logits.max(axis=1, keepdims=True)
    total = np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return np.asarray(shifted - total, np.float32)
