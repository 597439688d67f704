"""Whether the camera still hangs where it hung when it was calibrated."""

from __future__ import annotations

import math
import statistics

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration.view import TableView
from vision.detectors.base import Picture
from vision.sources.base import SMALL_WH

MOVED_MM = 6.0
"""From here on crops miss indices and zones; a table that creaks moves by less."""
_CORNER_PX = 64
"""Side of what is remembered around each corner of the table, small stream."""
_REACH_PX = 24
"""How far a corner is looked for: 6 cm at a sixth of the full frame. Further away the picture shows
another table, which no shift would mend."""
_ALIKE = 0.55
"""Correlation below which a corner is not seen: an arm, a crowd, darkness."""
_LEAST_EDGE = 2.0
"""Grey levels that the edges of a corner must have to be found again."""
_IN_A_ROW = 3
"""Looks that must agree, so that somebody leaning on the table is not reported."""


class CameraGuard:
    """Compares the table's corners with how they looked when the table was calibrated."""

    def __init__(self, view: TableView, small_bgr: Picture) -> None:
        """Remember *small_bgr*, a picture of the small stream with nobody's arms in it."""
        scale = SMALL_WH[0] / view.full_wh[0]
        half = view.table_mm / 2
        corners = view.px_of(np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))
        self._mm_per_px = 1 / (view.px_per_mm * scale)
        self._places = [_inside(x * scale, y * scale) for x, y in corners.tolist()]
        edges = _edges(small_bgr)
        self._before = [edges[y : y + _CORNER_PX, x : x + _CORNER_PX] for x, y in self._places]
        self._off: list[float] = []

    def look(self, small_bgr: Picture) -> float | None:
        """Compare one picture; call it now and then while nobody moves.

        Returns:
            By how many millimetres the camera has moved, once several looks agree that it has;
            ``None`` while it hangs where it was, and while nothing can be told.
        """
        edges = _edges(small_bgr)
        shifts = [
            shift
            for before, place in zip(self._before, self._places, strict=True)
            if (shift := _shift(before, place, edges)) is not None
        ]
        if len(shifts) < 2:
            return None
        x = statistics.median(shift[0] for shift in shifts)
        y = statistics.median(shift[1] for shift in shifts)
        self._off = [*self._off, math.hypot(x, y) * self._mm_per_px][-_IN_A_ROW:]
        if len(self._off) < _IN_A_ROW or min(self._off) < MOVED_MM:
            return None
        return statistics.median(self._off)


def _edges(small_bgr: Picture) -> npt.NDArray[np.float32]:
    """How steep the brightness is: light may change by half, and an edge stays where it is."""
    grey = cv2.GaussianBlur(cv2.cvtColor(small_bgr, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0)
    along = cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.GaussianBlur(cv2.magnitude(across, along), (0, 0), 1.5), np.float32)


def _shift(
    before: npt.NDArray[np.float32], place: tuple[int, int], edges: npt.NDArray[np.float32]
) -> tuple[float, float] | None:
    """How far a corner has gone, pixels; ``None`` where it cannot be seen."""
    x0, y0 = (max(start - _REACH_PX, 0) for start in place)
    x1 = min(place[0] + _CORNER_PX + _REACH_PX, edges.shape[1])
    y1 = min(place[1] + _CORNER_PX + _REACH_PX, edges.shape[0])
    around = edges[y0:y1, x0:x1]
    if min(float(before.max()), float(around.max())) < _LEAST_EDGE:
        return None
    found = cv2.matchTemplate(around, before, cv2.TM_CCOEFF_NORMED)
    _, alike, _, (x, y) = cv2.minMaxLoc(found)
    if alike < _ALIKE:
        return None
    return float(x0 + x - place[0]), float(y0 + y - place[1])


def _inside(x: float, y: float) -> tuple[int, int]:
    """Upper left corner of the square around a place, moved into the picture."""
    return (
        int(min(max(x - _CORNER_PX / 2, 0), SMALL_WH[0] - _CORNER_PX)),
        int(min(max(y - _CORNER_PX / 2, 0), SMALL_WH[1] - _CORNER_PX)),
    )
