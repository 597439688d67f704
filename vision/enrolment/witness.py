"""An enrolled deck as a second witness beside the network.

Where both name the same face the reading gets surer, also where the network alone was not sure
enough. Where both are sure of different faces, none is reported, unless the network is known to
take the one for the other on this deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detectors.base import FloatArray, IndexClassifier, Picture
from vision.enrolment.deck import EnrolledDeck
from vision.enrolment.gallery import Gallery
from vision.enrolment.own_readings import OwnReadings
from vision.enrolment.prints import cut_prints, described
from vision.read.indices import Index

_SPREAD = 0.07
"""Scatter of likenesses: a face that is this much more like is e times as probable."""
_STRANGE, _KNOWN = 0.6, 0.8
"""Likeness from which a print is recognised in part, and in full, as 99 % of 2 757 indices read
rightly in 500 rendered plays are. Below the first are covered prints, court artwork, and pips at an
edge; between them half a king that looks like an ace."""
_CLEAR = 0.7
"""A face this probable to one witness contradicts another face as probable to the other."""
_ALONE = 0.55
"""Most that the network's word counts for a print which the deck does not know: too little for a
card that shows no other index, and so little that it follows the index at the card's other end."""


class DeckWitness:
    """Weighs indices by the prints of one deck; implements `vision.read.reader.KnownDeck`."""

    def __init__(self, deck: EnrolledDeck, classifier: IndexClassifier) -> None:
        """Get to know a deck; raises `ValueError` for one without any prints."""
        self._gallery = Gallery.of(deck, classifier)
        self._alike = self._gallery.alike()
        self._own_readings = OwnReadings.of(deck, classifier)
        self._classifier = classifier

    def heard(self, indices: Sequence[Index]) -> tuple[Index, ...]:
        """What the network's words mean on this deck, whose letters it may misread."""
        return tuple(
            replace(index, faces=self._own_readings.heard(index.faces)) for index in indices
        )

    def weigh(
        self, picture_bgr: Picture, indices: Sequence[Index], stretch: float
    ) -> tuple[Index, ...]:
        """Give each index the faces that network, as it was `heard`, and deck say together."""
        if not indices:
            return ()
        spots = [index.spot for index in indices]
        prints = cut_prints(picture_bgr, spots, self._classifier.crop_wh, stretch)
        likeness = self._gallery.likeness(described(prints, self._classifier))
        return tuple(
            weighed(index, self._evened(row)) for index, row in zip(indices, likeness, strict=True)
        )

    def _evened(self, likeness: FloatArray) -> FloatArray:
        """Leave it to the network to tell the likeliest face from those the deck mixes up with it.

        Args:
            likeness: Of one print to each face; shape ``(54,)``, as is the result.
        """
        best = int(likeness.argmax())
        return np.where(self._alike[best], likeness[best], likeness)


def weighed(index: Index, likeness: FloatArray) -> Index:
    """One index with both witnesses heard.

    Args:
        index: As the network alone reads it.
        likeness: Of its print to each face; shape ``(54,)``, -1 to 1.
    """
    best = int(likeness.argmax())
    network = int(index.faces.argmax())
    sure = float(index.faces[network])
    trust = float(np.clip((likeness[best] - _STRANGE) / (_KNOWN - _STRANGE), 0, 1))
    if trust == 0:
        return index if sure <= _ALONE else replace(index, faces=_held_back(index.faces, _ALONE))
    says = np.exp(trust * (likeness - likeness[best]) / _SPREAD)
    says /= says.sum()
    if best != network and min(float(says[best]), sure) >= _CLEAR:
        return replace(index, faces=np.asarray((index.faces + says) / 2, np.float32))
    faces = index.faces * says
    faces = np.asarray(faces / faces.sum(), np.float32)
    if trust < 1:
        # What is recognised in part may cast doubt, never remove it.
        most = min(sure, _ALONE + trust * (1 - _ALONE))
        return replace(index, faces=_held_back(faces, most))
    is_recognised = likeness[int(faces.argmax())] == likeness[best]
    presence = max(index.presence, float(likeness[best])) if is_recognised else index.presence
    return replace(index, faces=faces, presence=presence)


def _held_back(faces: FloatArray, most: float) -> FloatArray:
    """The same faces, none of them more probable than *most*; the rest goes to all others."""
    best = int(faces.argmax())
    if faces[best] <= most:
        return faces
    others = np.full_like(faces, (1 - most) / (len(faces) - 1))
    others[best] = most
    return others
