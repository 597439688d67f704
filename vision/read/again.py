"""Whether another picture of the same cards shows them again: much cheaper than reading it anew."""

from __future__ import annotations

import math

import cv2
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
_REDUCED = 8
"""At the trained scale an index covers ten pixels or more that are so much smaller."""
_NOISE = 12
"""Grey levels by which such a pixel may differ without anything having come."""


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


def reduced(picture_bgr: Picture) -> Picture:
    """A picture small enough to be kept until `is_unchanged` is asked; sides an eighth."""
    height, width = picture_bgr.shape[:2]
    small = (max(1, width // _REDUCED), max(1, height // _REDUCED))
    return np.asarray(cv2.resize(picture_bgr, small, interpolation=cv2.INTER_AREA), np.uint8)


def is_unchanged(before: Picture, now: Picture) -> bool:
    """Whether two reduced pictures of one place differ by noise and flicker only."""
    return before.shape == now.shape and int(cv2.absdiff(before, now).max()) <= _NOISE


def _crops(rgb: Picture, card: CardSeen, classifier: IndexClassifier) -> list[Picture]:
    up_px = _WORD_UP_PX if card.card.number in JOKERS else _UP_PX
    crops = []
    for index in card.indices:
        angle = math.radians(index.angle_deg)
        up = (index.length * math.sin(angle), -index.length * math.cos(angle))
        crops.append(upright_crop(rgb, (index.x, index.y), up, up_px, classifier.crop_wh))
    return crops
