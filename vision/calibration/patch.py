"""Part of the table as an upright picture of the scale that the reader was trained at."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from referee.rules.seats import Seat
from vision.calibration.view import Points, TableView
from vision.calibration.zones import AWAY
from vision.detectors.base import Picture
from vision.sources.base import Window

PX_PER_MM = 2.5
"""Scale of every patch, that of the training scenes."""
_SPARE_PX = 3
"""Around the window cut from the frame, so that interpolation at a patch's edge has neighbours."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A rectangle of the table, turned so that a seat's player looks at it from below."""

    centre_mm: tuple[float, float]
    size_mm: tuple[float, float]
    """Width and height as that player sees them."""
    seat: Seat

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return (
            max(1, math.ceil(self.size_mm[0] * PX_PER_MM)),
            max(1, math.ceil(self.size_mm[1] * PX_PER_MM)),
        )

    def mm_of(self, points_px: Points) -> Points:
        """Places on the table of pixels of the picture, ``(0, 0)`` in the middle of the first."""
        width, height = self.size_px
        right, up = self._axes()
        off = (np.asarray(points_px, np.float64) + 0.5) / PX_PER_MM
        across = off[:, [0]] - width / PX_PER_MM / 2
        along = height / PX_PER_MM / 2 - off[:, [1]]
        return np.asarray(self.centre_mm + across * right + along * up, np.float64)

    def window(self, view: TableView) -> Window | None:
        """What must be cut from the full frame; ``None`` when all of it lies outside."""
        corners = view.px_of(self._corners())
        low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - _SPARE_PX, 0)
        high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + _SPARE_PX, view.full_wh)
        width, height = (int(length) for length in high - low)
        if min(width, height) < 2 * _SPARE_PX:
            return None
        return Window(int(low[0]), int(low[1]), width, height)

    def rectified(self, cut_bgr: Picture, window: Window, view: TableView) -> Picture:
        """The picture, from the *window* of the full frame; what lies outside repeats its edge."""
        width, height = self.size_px
        # Over the few centimetres of a patch the lens bends nothing that a plane would not.
        there = view.px_of(self._corners()) - (window.x, window.y)
        here = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64) - 0.5
        to_cut = cv2.getPerspectiveTransform(here.astype(np.float32), there.astype(np.float32))
        picture = cv2.warpPerspective(
            cut_bgr,
            to_cut,
            (width, height),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(picture, np.uint8)

    def _axes(self) -> tuple[Points, Points]:
        up = np.array(AWAY[self.seat], np.float64)
        return np.array([up[1], -up[0]], np.float64), up

    def _corners(self) -> Points:
        """Upper left, upper right, lower right, lower left as the player sees them."""
        right, up = self._axes()
        width, height = (length / PX_PER_MM / 2 for length in self.size_px)
        corners = np.stack(
            [
                -width * right + height * up,
                width * right + height * up,
                width * right - height * up,
                -width * right - height * up,
            ]
        )
        return np.asarray(corners + self.centre_mm, np.float64)


def patch_around(points_mm: Points, seat: Seat, margin_mm: float, least_mm: float = 100.0) -> Patch:
    """The smallest patch for *seat* that holds all points and a margin.

    Args:
        points_mm: Shape ``(n, 2)``, at least one.
        seat: Whose view.
        margin_mm: Added on every side.
        least_mm: Sides are at least so long: a picture smaller than a card reads badly.
    """
    up = np.array(AWAY[seat])
    right = np.array([up[1], -up[0]])
    across, along = points_mm @ right, points_mm @ up
    middle = right * (across.min() + across.max()) / 2 + up * (along.min() + along.max()) / 2
    return Patch(
        (float(middle[0]), float(middle[1])),
        (
            max(float(np.ptp(across)) + 2 * margin_mm, least_mm),
            max(float(np.ptp(along)) + 2 * margin_mm, least_mm),
        ),
        seat,
    )
