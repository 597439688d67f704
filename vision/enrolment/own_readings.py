"""What the network reads on a deck's own prints, so that its word on it counts for its worth.

Letters it has never seen are read as others: a nine with an open loop as a four, each time and
surely. Shown the nine under its name, the device knows what such a four may be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from referee.rules.cards import FACES
from vision.detectors.base import FloatArray, IndexClassifier, Picture
from vision.enrolment.deck import EnrolledDeck
from vision.read.faces import face_log_likelihoods, normalised


@dataclass(frozen=True, slots=True, eq=False)
class OwnReadings:
    """How each face of a deck is read by the network alone."""

    said: FloatArray
    """Shape ``(54, 54)``, order of `FACES`: of a face, a row, the mean probability that its prints
    are read as each face."""

    @classmethod
    def of(cls, deck: EnrolledDeck, classifier: IndexClassifier) -> Self:
        """Read all prints of a deck.

        A face without prints counts as read for what it is, and so do the jokers, whose words the
        reader looks at differently from how prints are kept.
        """
        said = np.eye(len(FACES), dtype=np.float32)
        for card, prints in deck.prints.items():
            if not card.rank.is_joker:
                said[card.number] = _read(prints, classifier)
        return cls(said)

    def heard(self, faces: FloatArray) -> FloatArray:
        """How probable each face is, the network reading what it reads.

        Args:
            faces: Probabilities as the network gives them; shape ``(54,)``, as is the result.
        """
        likely = self.said @ faces
        return np.asarray(likely / likely.sum(), np.float32)


def _read(prints: Picture, classifier: IndexClassifier) -> FloatArray:
    """Mean reading of one face's prints, each read as the reader does: by all its heights."""
    n, heights = prints.shape[:2]
    glyphs = classifier.read(prints.reshape(n * heights, *prints.shape[2:]))
    likely = face_log_likelihoods(glyphs).reshape(n, heights, len(FACES)).mean(axis=1)
    return np.asarray(normalised(likely).mean(axis=0), np.float32)
