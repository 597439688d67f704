"""A deck's prints as the classifier describes them, and how alike another print is to each face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from referee.rules.cards import FACES, Card
from vision.detectors.base import FloatArray, IndexClassifier
from vision.enrolment.deck import EnrolledDeck
from vision.enrolment.prints import described

SAFE, TIGHT = 0.2, 0.1
"""Margins between a face and the one most like it. Whole prints of a face scatter by 0.05 to 0.1
around their mean, and the margins of drawn decks are 0.3 to 0.5."""


@dataclass(frozen=True, slots=True)
class Separation:
    """How safely one face is told from all others of its deck."""

    card: Card
    prints: int
    """How many were kept."""
    own: float
    """Likeness of the face's least typical print to its other prints, -1 to 1."""
    nearest: Card
    """The face most like it."""
    margin: float
    """*own* less the greatest likeness of one of its prints to another face."""

    @property
    def is_safe(self) -> bool:
        return self.margin >= SAFE

    @property
    def is_tight(self) -> bool:
        """Told apart, but with little to spare; below this the two may be mixed up."""
        return TIGHT <= self.margin < SAFE


@dataclass(frozen=True, slots=True, eq=False)
class Gallery:
    """Typical prints of the faces shown."""

    cards: tuple[Card, ...]
    middle: FloatArray
    """What all prints of the deck have in common, taken off every description."""
    typical: FloatArray
    """Shape ``(len(cards), width)``, each of length 1."""
    samples: tuple[FloatArray, ...]
    """The prints themselves, in the same form, by card."""

    @classmethod
    def of(cls, deck: EnrolledDeck, classifier: IndexClassifier) -> Self:
        """Describe a deck; raises `ValueError` for one without any prints."""
        cards = tuple(card for card in FACES if card in deck.prints)
        if not cards:
            raise ValueError(f"deck {deck.name} has no prints")
        raw = [described(deck.prints[card], classifier) for card in cards]
        middle = np.asarray(np.stack([each.mean(axis=0) for each in raw]).mean(axis=0), np.float32)
        samples = tuple(_unit(each - middle) for each in raw)
        typical = _unit(np.stack([each.mean(axis=0) for each in samples]))
        return cls(cards, middle, typical, samples)

    def likeness(self, descriptions: FloatArray) -> FloatArray:
        """Cosines to every face, order of `FACES`; shape ``(n, 54)``, -1 for a face not shown."""
        result = np.full((len(descriptions), len(FACES)), -1, np.float32)
        if len(descriptions):
            columns = [card.number for card in self.cards]
            result[:, columns] = _unit(descriptions - self.middle) @ self.typical.T
        return result

    def alike(self) -> npt.NDArray[np.bool_]:
        """Which faces the deck cannot tell apart, each of them from itself included.

        Shape ``(54, 54)``, order of `FACES`, symmetric: margins below `TIGHT`.
        """
        unsafe = np.eye(len(FACES), dtype=np.bool_)
        for place, (card, samples) in enumerate(zip(self.cards, self.samples, strict=True)):
            margins = self._own(place) - (samples @ self.typical.T).max(axis=0)
            for other, margin in zip(self.cards, margins, strict=True):
                if other is not card and margin < TIGHT:
                    unsafe[card.number, other.number] = unsafe[other.number, card.number] = True
        return unsafe

    def separation(self) -> tuple[Separation, ...]:
        """How safe each face is, in the order of `FACES`; needs two faces or more."""
        return tuple(self._separation_of(place) for place in range(len(self.cards)))

    def _separation_of(self, place: int) -> Separation:
        samples = self.samples[place]
        others = samples @ np.delete(self.typical, place, axis=0).T
        worst = int(others.max(axis=0).argmax())
        own = self._own(place)
        return Separation(
            card=self.cards[place],
            prints=len(samples),
            own=own,
            nearest=[card for i, card in enumerate(self.cards) if i != place][worst],
            margin=own - float(others.max()),
        )

    def _own(self, place: int) -> float:
        """Likeness of a face's least typical print to its others."""
        samples = self.samples[place]
        return min(self._to_the_rest(samples, i) for i in range(len(samples)))

    @staticmethod
    def _to_the_rest(samples: FloatArray, place: int) -> float:
        """Likeness of one print to the typical one of the others, or to itself when it is alone."""
        rest = np.delete(samples, place, axis=0) if len(samples) > 1 else samples
        return float(samples[place] @ _unit(rest.mean(axis=0, keepdims=True))[0])


def _unit(rows: FloatArray) -> FloatArray:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-9), np.float32)
