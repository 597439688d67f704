"""Photographs whose labels lack some indices, completed by what a first training reads in them.

People leave blurred, cut or far indices unlabelled. Left so, they would teach the finder that such
indices are none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.training.crops import LEARNT_FROM
from vision.training.judging import INDEX_PX, Reading, read_picture
from vision.training.photographs import Classify, quad_of
from vision.training.reading import Find
from vision.training.scenes import IndexLabel
from vision.training.shards import StoredScene

_SURE = 0.95
"""Probability of a reading that is taken for a label; keys and print on boxes stay below."""


def completed(photograph: StoredScene, find: Find, classify: Classify) -> StoredScene:
    """*photograph* with a label for every index that the networks read in it for sure.

    A labelled index whose direction was in doubt takes the direction in which its own face is read.
    """
    heights = [float(np.linalg.norm(label.quad[0] - label.quad[3])) for label in photograph.labels]
    scale = INDEX_PX / float(np.median(heights))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    picture = cv2.resize(photograph.picture(), None, fx=scale, fy=scale, interpolation=how)
    readings = [_at_scale(one, 1 / scale) for one in read_picture(picture, find, classify)]
    return replace(photograph, labels=_joined(photograph.labels, readings))


def _joined(labels: Sequence[IndexLabel], readings: Sequence[Reading]) -> tuple[IndexLabel, ...]:
    joined = list(labels)
    for reading in readings:
        near = [number for number, label in enumerate(labels) if _same_place(label, reading)]
        sure = reading.probability >= _SURE
        if not near and sure and reading.face is not None:
            joined.append(IndexLabel(reading.face, _quad(reading), 1.0, len(joined)))
        for number in near:
            label = joined[number]
            if label.visible < LEARNT_FROM and sure and reading.face == label.face:
                joined[number] = replace(label, quad=_quad(reading), visible=1.0)
    return tuple(joined)


def _same_place(label: IndexLabel, reading: Reading) -> bool:
    distance = math.hypot(label.centre[0] - reading.x, label.centre[1] - reading.y)
    extent = float(np.linalg.norm(label.quad[0] - label.quad[2]))
    return distance < extent / 2


def _quad(reading: Reading) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    size = (reading.height / 2, reading.height)
    return quad_of((reading.x, reading.y), reading.angle, size)


def _at_scale(reading: Reading, scale: float) -> Reading:
    return replace(reading, x=reading.x * scale, y=reading.y * scale, height=reading.height * scale)
