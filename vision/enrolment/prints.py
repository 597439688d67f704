"""Cutting out printed indices and describing them so that like prints come out alike."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from vision.detectors.base import FloatArray, IndexClassifier, Picture
from vision.read.reading import IndexSeen
from vision.read.spots import Spot
from vision.read.turn import upright_crop

UP_PX = (42.0, 50.0)
"""Index heights in the crops, as the reader's last look has them: each print is cut at both."""


def spot_of(index: IndexSeen) -> Spot:
    """The place of an index that was read, as the reader's inner stages have it."""
    angle = math.radians(index.angle_deg)
    up = (math.sin(angle) * index.length, -math.cos(angle) * index.length)
    return Spot(index.x, index.y, *up, score=index.confidence)


def cut_prints(
    picture_bgr: Picture, spots: Iterable[Spot], crop_wh: tuple[int, int], stretch: float = 1.0
) -> Picture:
    """Cut out prints, turned upright.

    Args:
        picture_bgr: The picture the spots are measured in.
        spots: Where.
        crop_wh: Width and height of the classifier's crops.
        stretch: Factor by which the picture must be widened to show true shapes.

    Returns:
        Shape ``(n, len(UP_PX), height, width, 3)``, red, green, blue.
    """
    rgb = np.ascontiguousarray(picture_bgr[:, :, ::-1])
    crops = [
        upright_crop(rgb, (s.x, s.y), (s.up_x, s.up_y), up, crop_wh, stretch)
        for s in spots
        for up in UP_PX
    ]
    width, height = crop_wh
    return np.asarray(crops, np.uint8).reshape(-1, len(UP_PX), height, width, 3)


def described(prints: Picture, classifier: IndexClassifier) -> FloatArray:
    """One description a print, the mean over its crops; shape ``(n, width)``.

    Args:
        prints: As `cut_prints` gives them.
        classifier: Whose last layer's view is the description.
    """
    n, crops = prints.shape[:2]
    if not n:
        return np.zeros((0, 1), np.float32)
    features = classifier.embed(prints.reshape(n * crops, *prints.shape[2:]))
    return np.asarray(features.reshape(n, crops, -1).mean(axis=1), np.float32)
