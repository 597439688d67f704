"""The part of the small stream that is watched, and where each of its cells lies on the table.

Everything is compared in cells of two by two pixels, which is fine enough for a card of 26 x 36
pixels, four times as cheap, and averages the sensor's noise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.rules.seats import Seat
from vision.calibration.view import Points, TableView
from vision.detectors.base import Picture
from vision.sources.base import SMALL_WH

Mask = npt.NDArray[np.uint8]
"""Shape of the cells; 255 where something is, else 0."""

CELL_PX = 2
_MARGIN_MM = 70.0
"""Watched beyond the table's edge, where the frame shows it: arms are known by coming from there.
"""
_RING_MM = -12.0
"""Cells further outside than this belong to the ring: just inside the table's edge, since a sleeve
may look like the floor, and nearer than any discard area."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Fixed by the calibration."""

    left: int
    top: int
    width: int
    height: int
    """The watched rectangle of the small stream, pixels; even."""
    x_mm: npt.NDArray[np.float32]
    y_mm: npt.NDArray[np.float32]
    """Place of each cell's middle on the table."""
    ring: npt.NDArray[np.int8]
    """Outside the table: the edge's place in `Seat`; on it -1."""
    cell_mm2: float
    """What one cell covers."""

    @classmethod
    def of(cls, view: TableView) -> Field:
        scale = SMALL_WH[0] / view.full_wh[0]
        half = view.table_mm / 2 + _MARGIN_MM
        line = np.linspace(-half, half, 9)
        around = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
        seen = view.px_of(around) * scale
        low = np.maximum(np.floor(seen.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(seen.max(axis=0)).astype(int), SMALL_WH)
        width, height = ((int(length) // CELL_PX) * CELL_PX for length in high - low)
        columns, rows = width // CELL_PX, height // CELL_PX
        # The middle of a cell lies between its two pixels, in the full frame's pixels.
        x = (low[0] + CELL_PX * (np.arange(columns) + 0.5)) / scale - 0.5
        y = (low[1] + CELL_PX * (np.arange(rows) + 0.5)) / scale - 0.5
        grid = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
        places = view.mm_of(grid).reshape(rows, columns, 2).astype(np.float32)
        return cls(
            int(low[0]),
            int(low[1]),
            width,
            height,
            places[..., 0],
            places[..., 1],
            _ring(places, view.table_mm),
            (CELL_PX / (view.px_per_mm * scale)) ** 2,
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of cells."""
        return self.height // CELL_PX, self.width // CELL_PX

    def part(self, small_bgr: Picture) -> Picture:
        """The watched cells: the mean of each one's pixels."""
        part = small_bgr[self.top : self.top + self.height, self.left : self.left + self.width]
        rows, columns = self.shape
        return np.asarray(cv2.resize(part, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)

    def places(self, cells: npt.NDArray[np.bool_]) -> Points:
        """Middles of some cells on the table; shape ``(n, 2)``."""
        return np.stack([self.x_mm[cells], self.y_mm[cells]], axis=1).astype(np.float64)

    def reach_cells(self, distance_mm: float) -> int:
        """A distance as a whole number of cells, at least one."""
        return max(1, round(distance_mm / math.sqrt(self.cell_mm2)))


def _ring(places: npt.NDArray[np.float32], table_mm: float) -> npt.NDArray[np.int8]:
    towards = {
        Seat.EAST: places[..., 0],
        Seat.NORTH: places[..., 1],
        Seat.WEST: -places[..., 0],
        Seat.SOUTH: -places[..., 1],
    }
    stacked = np.stack([towards[seat] for seat in Seat])
    nearest = stacked.argmax(axis=0).astype(np.int8)
    outside = stacked.max(axis=0) > table_mm / 2 + _RING_MM
    return np.where(outside, nearest, np.int8(-1)).astype(np.int8)
