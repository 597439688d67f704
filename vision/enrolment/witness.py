"""An enrolled deck as a second witness beside the network.

Where both name the same face the reading gets surer, also where the network alone was not sure
enough. Where both are sure of different faces, none is reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detectors.base import FloatArray, IndexClassifier, Picture
from vision.enrolment.gallery import Gallery
from vision.enrolment.prints import cut_prints, described
from vision.read.indices import Index

_SPREAD = 0.07
"""Scatter of likenesses: a face that is this much more like is e times as probable."""
_STRANGE, _KNOWN = 0.45, 0.75
"""Likeness below which a print says nothing, as covered ones and court pictures do, and from which
it counts in full, as 97 % of whole indices do."""
_FOREIGN = 0.35
"""Less like any print of the deck than this, and unclear to the network as well: no index but court
artwork, pips at an edge, or print of which too little shows."""
_CLEAR = 0.7
"""A face this probable to one witness contradicts another face as probable to the other."""


class DeckWitness:
    """Weighs indices by the prints of one deck; implements `vision.read.reader.KnownDeck`."""

    def __init__(self, gallery: Gallery, classifier: IndexClassifier) -> None:
        self._gallery = gallery
        self._classifier = classifier

    def weigh(
        self, picture_bgr: Picture, indices: Sequence[Index], stretch: float
    ) -> tuple[Index, ...]:
        """Give each index the faces that network and deck say together."""
        if not indices:
            return ()
        spots = [index.spot for index in indices]
        prints = cut_prints(picture_bgr, spots, self._classifier.crop_wh, stretch)
        likeness = self._gallery.likeness(described(prints, self._classifier))
        return tuple(weighed(index, row) for index, row in zip(indices, likeness, strict=True))


def weighed(index: Index, likeness: FloatArray) -> Index:
    """One index with both witnesses heard.

    Args:
        index: As the network alone reads it.
        likeness: Of its print to each face; shape ``(54,)``, -1 to 1.
    """
    best = int(likeness.argmax())
    trust = float(np.clip((likeness[best] - _STRANGE) / (_KNOWN - _STRANGE), 0, 1))
    network = int(index.faces.argmax())
    if likeness[best] < _FOREIGN and float(index.faces[network]) < _CLEAR:
        return replace(index, presence=0.0)
    if trust == 0:
        return index
    says = np.exp(trust * (likeness - likeness[best]) / _SPREAD)
    says /= says.sum()
    clear = min(float(says[best]), float(index.faces[network])) >= _CLEAR
    if best != network and clear:
        faces = (index.faces + says) / 2
    else:
        faces = index.faces * says
        faces /= faces.sum()
    agreed = best == network and trust == 1
    presence = max(index.presence, float(likeness[best])) if agreed else index.presence
    return replace(index, faces=faces.astype(np.float32), presence=presence)
