"""Finding the moments of a moving picture at which something new lies still."""

from __future__ import annotations

import cv2
import numpy as np

from vision.detectors.base import Picture
from vision.sources.base import Frame

_CELLS_WH = (48, 27)
"""The picture reduced: a card seen from above covers some cells, noise averages out."""
_MOVES = 6.0
"""Grey levels by which a cell changes when something moves in it, and not by noise."""
_RESTS_MS = 700
"""Nothing has moved for so long: hands are away and cards have come to rest."""


class Stillness:
    """Tells of each new thing that comes to rest, once."""

    def __init__(self) -> None:
        self._before: Picture | None = None
        self._told: Picture | None = None
        self._since_ms = 0

    def is_new(self, frame: Frame) -> bool:
        """Whether *frame* shows something at rest that no earlier ``True`` has shown."""
        small = cv2.resize(frame.image, _CELLS_WH, interpolation=cv2.INTER_AREA)
        cells = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        if self._before is None or _differ(cells, self._before):
            self._before, self._since_ms = cells, frame.at_ms
            return False
        if frame.at_ms - self._since_ms < _RESTS_MS:
            return False
        if self._told is not None and not _differ(cells, self._told):
            return False
        self._told = cells
        return True


def _differ(one: Picture, other: Picture) -> bool:
    return float(cv2.absdiff(one, other).max()) >= _MOVES
