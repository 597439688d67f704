"""Reading the face of each spot: which of them are indices, and what is printed there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detectors.base import FloatArray, Glyphs, IndexClassifier, Picture
from vision.read.faces import face_log_likelihoods, normalised, upright_probability
from vision.read.spots import Spot, suppress, usual_length
from vision.read.turn import upright_crop

_FIRST_UP_PX = 44.0
"""Index height in the crop for the first look; the training decks' middle."""
_UP_PX = (40.0, 46.0, 52.0)
"""Heights averaged for the final reading: decks differ, and a joker's index is taller."""
_STRETCHES = (0.56, 0.7, 0.85, 1.0, 1.2, 1.45, 1.78)
"""Shapes tried on a picture: 16:9 squashed or widened to a square are the ends."""
_STRETCH_COST = 0.15
"""Log-likelihood an index must gain for a shape that is one natural-log unit off the true one."""
_STRETCH_SAMPLE = 24
"""Best spots that decide on the shape."""
_VIVID = 2.0
"""Factor on the colours of the second look: faded reds are brought back to those of training."""
_GREY = 6.0
"""Mean difference of the strongest to the weakest channel below which a picture has no colours."""
_LEAST_QUALITY = 0.12
"""Below this a spot is no index."""
_SIZE_RANGE = 2.2
"""Spots further than this factor from the usual height are something else."""


@dataclass(frozen=True, slots=True)
class Index:
    """A spot with what its print looks like."""

    spot: Spot
    faces: FloatArray
    """Shape ``(54,)``, order of `FACES`: probability of each face if this is an index."""
    presence: float
    """How much this looks like a whole upright index, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All indices of a picture with the shape the picture must be given."""

    indices: tuple[Index, ...]
    stretch: float
    """Factor by which the picture must be widened to show cards in their true shape."""


def read_indices(picture_bgr: Picture, spots: Sequence[Spot], classifier: IndexClassifier) -> Sheet:
    """Read every spot, keep one for each place.

    Args:
        picture_bgr: The picture the spots are measured in.
        spots: Places may occur several times, from several scales.
        classifier: The network.
    """
    rgb = np.ascontiguousarray(picture_bgr[:, :, ::-1])
    kept = _real_ones(rgb, spots, classifier)
    if not kept:
        return Sheet((), 1.0)
    looks = _looks(rgb)
    stretch = _shape(looks[0], kept[:_STRETCH_SAMPLE], classifier)
    total = np.zeros((len(kept), 54), np.float32)
    upright = np.zeros(len(kept), np.float32)
    for look in looks:
        for up_px in _UP_PX:
            glyphs = classifier.read(_crops(look, kept, up_px, stretch, classifier))
            total += face_log_likelihoods(glyphs)
            upright += upright_probability(glyphs)
    count = len(looks) * len(_UP_PX)
    faces = normalised((total / count).astype(np.float32))
    return Sheet(
        tuple(
            Index(spot, face, float(up) / count * spot.score)
            for spot, face, up in zip(kept, faces, upright, strict=True)
        ),
        stretch,
    )


def _real_ones(rgb: Picture, spots: Sequence[Spot], classifier: IndexClassifier) -> list[Spot]:
    """Keep the spots that look like an index, one a place, best first."""
    if not spots:
        return []
    glyphs = classifier.read(_crops(rgb, spots, _FIRST_UP_PX, 1.0, classifier))
    quality = _quality(spots, glyphs)
    usual = usual_length([s for s, q in zip(spots, quality, strict=True) if q >= 0.5])
    if usual is not None:
        quality = [
            q * math.exp(-0.5 * (math.log(s.length / usual) / 0.4) ** 2)
            for s, q in zip(spots, quality, strict=True)
        ]
    ranked = {id(s): q for s, q in zip(spots, quality, strict=True)}
    return suppress(
        (s for s in spots if ranked[id(s)] >= _LEAST_QUALITY), worth=lambda s: ranked[id(s)]
    )


def _quality(spots: Sequence[Spot], glyphs: Glyphs) -> list[float]:
    sure = np.exp(face_log_likelihoods(glyphs).max(axis=1))
    upright = upright_probability(glyphs)
    return [
        spot.score * math.sqrt(p) * u
        for spot, p, u in zip(spots, sure.tolist(), upright.tolist(), strict=True)
    ]


def _shape(rgb: Picture, spots: Sequence[Spot], classifier: IndexClassifier) -> float:
    """Find the stretch at which the indices read best."""

    def gain(stretch: float) -> float:
        glyphs = classifier.read(_crops(rgb, spots, _FIRST_UP_PX, stretch, classifier))
        best = face_log_likelihoods(glyphs).max(axis=1).mean()
        return float(best) - _STRETCH_COST * abs(math.log(stretch))

    return max(_STRETCHES, key=gain)


def _looks(rgb: Picture) -> list[Picture]:
    """The picture as it is, and with its colours strengthened where it has any."""
    if (rgb.max(axis=2).astype(np.int16) - rgb.min(axis=2)).mean() < _GREY:
        return [rgb]
    grey = cv2.cvtColor(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    vivid = cv2.addWeighted(rgb, _VIVID, grey, 1 - _VIVID, 0).astype(np.uint8)
    return [rgb, vivid]


def _crops(
    rgb: Picture,
    spots: Sequence[Spot],
    up_px: float,
    stretch: float,
    classifier: IndexClassifier,
) -> Picture:
    return np.stack(
        [
            upright_crop(rgb, (s.x, s.y), (s.up_x, s.up_y), up_px, classifier.crop_wh, stretch)
            for s in spots
        ]
    )
