"""Networks that are not there: a finder that sees drawn marks, a classifier that reads colours."""

from __future__ import annotations

import cv2
import numpy as np

from vision.detectors.base import RANK_LETTERS, SUIT_LETTERS, FloatArray, Glyphs, Picture, Proposals

MARK_BLUE = 200
"""A mark is a bar of this blue, its upper half brighter in green; nothing else on a picture is."""


class MarkFinder:
    """Finds drawn bars of 28 to 60 pixels height, as the real finder finds indices."""

    def __init__(self) -> None:
        self.looked_at = 0

    @property
    def tile_px(self) -> int:
        return 640

    @property
    def step_px(self) -> int:
        return 32

    def find(self, tile_rgb: Picture, least_score: float) -> Proposals:
        self.looked_at += 1
        marked = (tile_rgb[:, :, 2] > 150) & (tile_rgb[:, :, 0] < 100)
        count, _, stats, _ = cv2.connectedComponentsWithStats(marked.astype(np.uint8))
        rows = []
        for x, y, w, h, _ in stats[1:count]:
            score = 0.9 if 28 <= h <= 60 else 0.4 if 20 <= h <= 80 else 0.0
            if score >= least_score:
                middle = x + (w - 1) / 2
                rows.append((score, middle, y + (h - 1) / 2, w, h, middle, y, middle, y + h - 1))
        table = np.array(rows, np.float32).reshape(-1, 9)
        return Proposals(table[:, 0], table[:, 1:5], table[:, 5:7], table[:, 7:9])


class OneFaceClassifier:
    """Reads the same face everywhere, always upright."""

    def __init__(self, rank: str = "7", suit: str = "H") -> None:
        self._rank, self._suit = rank, suit

    @property
    def crop_wh(self) -> tuple[int, int]:
        return 32, 64

    def read(self, crops_rgb: Picture) -> Glyphs:
        n = len(crops_rgb)
        rank = np.zeros((n, len(RANK_LETTERS)), np.float32)
        rank[:, RANK_LETTERS.index(self._rank)] = 9
        suit = np.zeros((n, len(SUIT_LETTERS)), np.float32)
        suit[:, SUIT_LETTERS.index(self._suit)] = 9
        return Glyphs(rank, suit, np.full(n, 6, np.float32))

    def embed(self, crops_rgb: Picture) -> FloatArray:
        """The crop's pixels, reduced."""
        small = crops_rgb[:, ::8, ::8].reshape(len(crops_rgb), -1)
        return np.asarray(small, np.float32)


def marked(size_wh: tuple[int, int], marks: list[tuple[int, int, int, int]]) -> Picture:
    """A grey BGR picture with bars at ``x, y, width, height``."""
    picture = np.full((size_wh[1], size_wh[0], 3), 120, np.uint8)
    for x, y, w, h in marks:
        picture[y : y + h, x : x + w] = (MARK_BLUE, 30, 20)
    return picture
