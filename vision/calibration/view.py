"""How a camera sees the table: pixels of the full frame to millimetres on the cloth and back.

Table coordinates are millimetres from the table's middle, x to the east, y to the north, seen from
above.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
"""Shape ``(n, 2)``."""
Matrix = npt.NDArray[np.float64]
"""Shape ``(3, 3)``."""

LARGEST_RESIDUAL_MM = 3.0
"""Where the known points are missed by more, something was measured or clicked wrongly."""
_LENS_RANGE = 0.2
"""Largest division coefficient tried; the lenses of the Pi cameras stay within 0.05."""


class CalibrationError(Exception):
    """Points or a file from which no view of a table follows."""


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """One camera above one table."""

    full_wh: tuple[int, int]
    """Size of the full frame, pixels."""
    table_mm: float
    """Side of the square table."""
    to_table: Matrix
    """From pixels without lens distortion to millimetres."""
    lens: float
    """Coefficient of the division model (Fitzgibbon 2001), radius in half diagonals of the frame;
    0 for a perfect lens, negative for barrel distortion."""
    residual_mm: float
    """Root mean square by which the known points are missed; 0 when exactly four were known."""
    _from_table: Matrix = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_from_table", np.linalg.inv(self.to_table).astype(np.float64))

    def mm_of(self, points_px: Points) -> Points:
        """Places on the table of pixels of the full frame; shape ``(n, 2)`` each."""
        return _through(self.to_table, undistorted(points_px, self.full_wh, self.lens))

    def px_of(self, points_mm: Points) -> Points:
        """Pixels of the full frame that show places on the table; shape ``(n, 2)`` each."""
        straight = _through(self._from_table, points_mm)
        return distorted(straight, self.full_wh, self.lens)

    @property
    def px_per_mm(self) -> float:
        """Pixels of the full frame per millimetre in the middle of the table."""
        ends = self.px_of(np.array([[-50.0, 0.0], [50.0, 0.0], [0.0, -50.0], [0.0, 50.0]]))
        across, along = np.linalg.norm(ends[1] - ends[0]), np.linalg.norm(ends[3] - ends[2])
        return float(across + along) / 200


def view_from_points(
    points_px: Points,
    points_mm: Points,
    full_wh: tuple[int, int],
    table_mm: float,
) -> TableView:
    """Find the view from places known in both.

    Args:
        points_px: Shape ``(n, 2)``, at least four, no three on a line.
        points_mm: The same places on the table, same order. With more than eight of them the lens
            is found too; with fewer it is taken to be perfect.
        full_wh: Size of the full frame, pixels.
        table_mm: Side of the table.

    Raises:
        CalibrationError: If no view follows, or the points contradict one another.
    """
    if points_px.shape != points_mm.shape or points_px.ndim != 2 or len(points_px) < 4:
        raise CalibrationError(
            f"found {len(points_px)} points, want four or more, each in pixels and in millimetres"
        )
    lens = _best_lens(points_px, points_mm, full_wh) if len(points_px) > 8 else 0.0
    to_table, residual = _fitted(points_px, points_mm, full_wh, lens)
    if residual > LARGEST_RESIDUAL_MM:
        raise CalibrationError(
            f"the points are missed by {residual:.1f} mm, want at most {LARGEST_RESIDUAL_MM} mm; "
            "check their order and the size of the table"
        )
    return TableView(full_wh, table_mm, to_table, lens, residual)


def view_from_corners(
    corners_px: Points, full_wh: tuple[int, int], table_mm: float, seen_mm: float | None = None
) -> TableView:
    """The view from four clicks.

    Args:
        corners_px: The table's corners north-west, north-east, south-east, south-west.
        full_wh: Size of the full frame, pixels.
        table_mm: Side of the table.
        seen_mm: Side of the square that was clicked, where it is not the table's edge.
    """
    half = (seen_mm or table_mm) / 2
    square = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
    return view_from_points(corners_px, square, full_wh, table_mm)


def undistorted(points_px: Points, full_wh: tuple[int, int], lens: float) -> Points:
    """Where a perfect lens would show what *points_px* show."""
    centre, half = _frame(full_wh)
    off = (np.asarray(points_px, np.float64) - centre) / half
    result: Points = centre + half * off / (1 + lens * (off**2).sum(axis=1, keepdims=True))
    return result


def distorted(points_px: Points, full_wh: tuple[int, int], lens: float) -> Points:
    """The inverse of `undistorted`."""
    centre, half = _frame(full_wh)
    off = (np.asarray(points_px, np.float64) - centre) / half
    radius2 = (off**2).sum(axis=1, keepdims=True)
    # The root of lens * r * d**2 - d + r = 0 that goes to r for a perfect lens.
    growth = 2 / (1 + np.sqrt(np.maximum(1 - 4 * lens * radius2, 0.0)))
    result: Points = centre + half * off * growth
    return result


def _frame(full_wh: tuple[int, int]) -> tuple[Points, float]:
    return np.array(full_wh, np.float64) / 2, math.hypot(*full_wh) / 2


def _through(matrix: Matrix, points: Points) -> Points:
    listed = np.ascontiguousarray(points, np.float64)[None]
    return np.asarray(cv2.perspectiveTransform(listed, matrix)[0], np.float64)


def _fitted(
    points_px: Points, points_mm: Points, full_wh: tuple[int, int], lens: float
) -> tuple[Matrix, float]:
    straight = undistorted(points_px, full_wh, lens)
    found, _ = cv2.findHomography(straight, points_mm)
    if found is None or not np.isfinite(found).all() or abs(np.linalg.det(found)) < 1e-12:
        raise CalibrationError("the points lie on one line; want the corners of a square")
    matrix = np.asarray(found, np.float64)
    missed = _through(matrix, straight) - points_mm
    return matrix, float(np.sqrt((missed**2).sum(axis=1).mean()))


def _best_lens(points_px: Points, points_mm: Points, full_wh: tuple[int, int]) -> float:
    """Golden-section search: the residual has one valley in the range lenses are made in."""
    ratio = (math.sqrt(5) - 1) / 2
    low, high = -_LENS_RANGE, _LENS_RANGE
    while high - low > 1e-4:
        one, other = high - ratio * (high - low), low + ratio * (high - low)
        if (
            _fitted(points_px, points_mm, full_wh, one)[1]
            < _fitted(points_px, points_mm, full_wh, other)[1]
        ):
            high = other
        else:
            low = one
    return (low + high) / 2
