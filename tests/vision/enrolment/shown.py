"""Cards that exist only as noise: each face has a pattern of its own, printed at both its ends."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from referee.rules.cards import Card
from vision.detectors.base import Picture
from vision.read.reading import CardSeen, Doubt, IndexSeen, Reading, Unsure

PX_PER_MM = 2.5
_STEP_PX = 180
_SEEN = 0.95


def show(
    cards: Sequence[str],
    *,
    printed: Sequence[str] | None = None,
    sure: float = _SEEN,
    ends: int = 2,
    unread: int = 0,
    doubted: bool = False,
    seed: int = 0,
) -> tuple[Reading, Picture]:
    """A picture of cards side by side, and what a reader reads on it.

    Args:
        cards: Faces as they are read.
        printed: Faces as they are, where they are read wrongly.
        sure: Probability of each index's face.
        ends: How many indices of each card are seen.
        unread: Places with an index that cannot be read.
        doubted: Whether each index of the cards is a doubt of its own.
        seed: Of the picture's noise.
    """
    picture = np.full((260, _STEP_PX * max(1, len(cards)), 3), 90, np.uint8)
    seen = []
    for number, (face, print_) in enumerate(zip(cards, printed or cards, strict=True)):
        indices = []
        for x, y, angle in ((40, 50, 0.0), (140, 210, 180.0))[:ends]:
            pattern = _pattern(print_)
            if angle:
                pattern = cv2.rotate(pattern, cv2.ROTATE_180)
            left = number * _STEP_PX + x
            picture[y - 40 : y + 40, left - 20 : left + 20] = pattern
            indices.append(IndexSeen(left - 0.5, y - 0.5, angle, sure, 42.0))
        seen.append(CardSeen(Card.parse(face), sure, tuple(indices)))
    noise = np.random.default_rng(seed).normal(0, 4, picture.shape)
    noisy = np.clip(picture + noise, 0, 255).astype(np.uint8)
    doubts = tuple(Unsure(Doubt.FACE_UNCLEAR, 3.0 + i, 4.0) for i in range(unread))
    if doubted:
        doubts += tuple(
            Unsure(Doubt.FACE_UNCLEAR, index.x, index.y, indices=(index,))
            for each in seen
            for index in each.indices
        )
        seen = []
    return Reading(tuple(seen), doubts, PX_PER_MM), noisy


def _pattern(face: str) -> Picture:
    coarse = np.random.default_rng(list(face.encode())).integers(0, 255, (5, 4, 3), np.uint8)
    return np.asarray(cv2.resize(coarse, (40, 80), interpolation=cv2.INTER_CUBIC), np.uint8)
