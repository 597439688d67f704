"""The table found by four printed ArUco markers, one near each corner."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration.view import CalibrationError, Points, TableView, view_from_points
from vision.detectors.base import Picture

DICTIONARY = cv2.aruco.DICT_4X4_50
PLACES = ("north-west", "north-east", "south-east", "south-west")
"""Where the markers with the numbers 0 to 3 lie."""


@dataclass(frozen=True, slots=True)
class MarkerLayout:
    """Where the four markers lie; their edges are along the table's edges."""

    table_mm: float
    """Side of the table."""
    marker_mm: float = 40.0
    """Side of a marker's black square."""
    inset_mm: float = 40.0
    """From the table's edges to the middle of a marker."""

    def centres_mm(self) -> Points:
        """Shape ``(4, 2)``, order of `PLACES`."""
        half = self.table_mm / 2 - self.inset_mm
        return np.array([[-half, half], [half, half], [half, -half], [-half, -half]])


def view_from_markers(full_bgr: Picture, layout: MarkerLayout) -> TableView:
    """Find the table on a full frame.

    Each marker may be turned by a quarter or more: which of its corners is which is told by the
    other markers.

    Raises:
        CalibrationError: If a marker is not seen, or they do not lie as *layout* says.
    """
    grey = cv2.cvtColor(full_bgr, cv2.COLOR_BGR2GRAY)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)
    corners, numbers, _ = detector.detectMarkers(grey)
    found = {} if numbers is None else dict(zip(numbers.ravel().tolist(), corners, strict=True))
    missing = [f"{n} ({place})" for n, place in enumerate(PLACES) if n not in found]
    if missing:
        raise CalibrationError(
            f"markers not seen: {', '.join(missing)}; light them evenly and keep them flat"
        )
    quads = [np.asarray(found[n], np.float64).reshape(4, 2) for n in range(4)]
    height, width = grey.shape
    middles = np.array([quad.mean(axis=0) for quad in quads])
    rough = view_from_points(middles, layout.centres_mm(), (width, height), layout.table_mm)
    points_px, points_mm = [], []
    side = layout.marker_mm / 2
    square = np.array([[-side, side], [side, side], [side, -side], [-side, -side]])
    for quad, centre in zip(quads, layout.centres_mm(), strict=True):
        wanted = square + centre
        seen = rough.mm_of(quad)
        turn = min(range(4), key=lambda k: float(((np.roll(seen, k, 0) - wanted) ** 2).sum()))
        points_px.append(np.roll(quad, turn, axis=0))
        points_mm.append(wanted)
    return view_from_points(
        np.concatenate(points_px), np.concatenate(points_mm), (width, height), layout.table_mm
    )
