"""Whether another picture of the same cards shows them again: much cheaper than reading it anew."""

from __future__ import annotations

import math

import numpy as np

from vision.detectors.base import IndexClassifier, Picture
from vision.read.faces import JOKERS, face_log_likelihoods, normalised, upright_probability
from vision.read.reading import CardSeen, Reading
from vision.read.turn import upright_crop

_UP_PX = 46.0
"""Index height in the crop; the classifier's middle."""
_WORD_UP_PX = 56.0
"""The same for a joker's word."""
_CLEAR = 0.7
"""A face this probable is seen again, or contradicts."""
_UPRIGHT = 0.5


def shows_again(picture_bgr: Picture, reading: Reading, classifier: IndexClassifier) -> bool:
    """Whether every card of *reading* shows its face again at one of its indices, and no other.

    Args:
        picture_bgr: Shows the same part of the table as the picture that was read.
        reading: What was read there; one with doubts is never seen again.
        classifier: The network.
    """
    if reading.unsure or not reading.cards:
        return False
    rgb = np.ascontiguousarray(picture_bgr[:, :, ::-1])
    crops = [crop for card in reading.cards for crop in _crops(rgb, card, classifier)]
    glyphs = classifier.read(np.stack(crops))
    faces = normalised(face_log_likelihoods(glyphs))
    faces[upright_probability(glyphs) < _UPRIGHT] = 0.0
    start = 0
    for card in reading.cards:
        seen = faces[start : start + len(card.indices)]
        start += len(card.indices)
        other = np.delete(seen, card.card.number, axis=1)
        if seen[:, card.card.number].max() < _CLEAR or other.max() >= _CLEAR:
            return False
    return True


def _crops(rgb: Picture, card: CardSeen, classifier: IndexClassifier) -> list[Picture]:
    up_px = _WORD_UP_PX if card.card.number in JOKERS else _UP_PX
    crops = []
    for index in card.indices:
        angle = math.radians(index.angle_deg)
        up = (index.length * math.sin(angle), -index.length * math.cos(angle))
        crops.append(upright_crop(rgb, (index.x, index.y), up, up_px, classifier.crop_wh))
    return crops
