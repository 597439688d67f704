"""Which parts of a picture have anything printed on them at all.

Cleared tables are mostly bare cloth, and looking for indices there costs as much as where cards
lie. A printed index differs from its card by many grey levels within a few millimetres; where
nothing does, none can be read.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.base import Picture

_CELL_PX = 16
"""Six millimetres at the trained scale: less than an index is high, more than its strokes."""
_LEAST_CONTRAST = 30
"""Grey levels within a cell, in its strongest channel, below which it shows cloth or plain paper.
Chosen above the rendered cloths; how pale a print may be on a dim table has not been measured."""
_AROUND_PX = 48
"""Kept around what is busy: an index's own length, which the finder wants to see whole."""


class Box(NamedTuple):
    """Part of a picture, pixels."""

    x: int
    y: int
    width: int
    height: int


def busy_boxes(picture: Picture) -> list[Box]:
    """Rectangles that hold everything printed, none overlapping another.

    Args:
        picture: Shape ``(height, width, 3)``, at the scale of the finder's training.

    Returns:
        In no order; empty for bare cloth.
    """
    busy = _busy_cells(picture)
    if not busy.any():
        return []
    reach = 2 * (_AROUND_PX // _CELL_PX) + 1
    near = cv2.dilate(busy.astype(np.uint8), np.ones((reach, reach), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(near)
    height, width = picture.shape[:2]
    boxes = []
    for left, top, columns, rows, _ in stats[1:].tolist():
        x, y = left * _CELL_PX, top * _CELL_PX
        right = min((left + columns) * _CELL_PX, width)
        bottom = min((top + rows) * _CELL_PX, height)
        boxes.append(Box(x, y, right - x, bottom - y))
    return _disjoint(boxes)


def _busy_cells(picture: Picture) -> npt.NDArray[np.bool_]:
    """Cells with contrast; shape ``(rows, columns)``, the last ones filled up with their edge."""
    height, width = picture.shape[:2]
    calm = cv2.blur(picture, (3, 3))
    whole = cv2.copyMakeBorder(
        calm, 0, -height % _CELL_PX, 0, -width % _CELL_PX, cv2.BORDER_REPLICATE
    )
    # A kernel of a cell, anchored at its corner, and every sixteenth pixel: extremes of the cells.
    cell, anchor = np.ones((_CELL_PX, _CELL_PX), np.uint8), (0, 0)
    most = cv2.dilate(whole, cell, anchor=anchor)[::_CELL_PX, ::_CELL_PX].astype(np.int16)
    least = cv2.erode(whole, cell, anchor=anchor)[::_CELL_PX, ::_CELL_PX]
    return np.asarray((most - least).max(axis=2) >= _LEAST_CONTRAST, np.bool_)


def _disjoint(boxes: list[Box]) -> list[Box]:
    """Join boxes that overlap until none does."""
    kept: list[Box] = []
    for box in boxes:
        joined = box
        while (other := next((each for each in kept if _overlap(each, joined)), None)) is not None:
            kept.remove(other)
            joined = _around(joined, other)
        kept.append(joined)
    return kept


def _overlap(one: Box, other: Box) -> bool:
    apart = one.x + one.width <= other.x or other.x + other.width <= one.x
    below = one.y + one.height <= other.y or other.y + other.height <= one.y
    return not (apart or below)


def _around(one: Box, other: Box) -> Box:
    x, y = min(one.x, other.x), min(one.y, other.y)
    right = max(one.x + one.width, other.x + other.width)
    bottom = max(one.y + one.height, other.y + other.height)
    return Box(x, y, right - x, bottom - y)
