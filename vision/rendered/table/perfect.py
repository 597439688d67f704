"""A reader that makes no mistakes, for tests of everything around the reader.

It does not look at the picture but at what was painted: every index that no later card hides is
read, and nothing else.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from referee.rules.cards import Card
from vision.calibration.patch import PX_PER_MM, Patch
from vision.calibration.zones import AWAY
from vision.read.order import as_laid
from vision.read.reading import CardSeen, IndexSeen, Reading
from vision.rendered.table.layouts import Pose, card_corners, index_corners
from vision.rendered.table.source import RenderedTable

_INDEX_MM = 17.0
_BLANK = 0.35
"""Share of the way from a corner of an index's place to its middle that is unprinted."""


class PerfectReader:
    """Reads patches of one rendered table."""

    def __init__(self, table: RenderedTable) -> None:
        self._table = table

    def read(self, patch: Patch, at_ms: int) -> Reading:
        """What *patch* shows at a moment, in pixels of the patch's picture."""
        lying = self._table.lying(at_ms)
        cards = []
        for place, (piece, pose) in enumerate(lying):
            if not isinstance(piece.card, Card) or not pose.face_up:
                continue
            over = [card_corners(later).astype(np.float32) for _, later in lying[place + 1 :]]
            turned = Pose(pose.x, pose.y, pose.turn + math.pi)
            ends = [
                self._index(patch, end)
                for end in (pose, turned)
                if not any(_hides(outline, end) for outline in over)
            ]
            seen = [end for end in ends if end is not None]
            if seen:
                cards.append(CardSeen(piece.card, 0.99, tuple(seen)))
        return Reading(as_laid(cards, PX_PER_MM), (), PX_PER_MM)

    def _index(self, patch: Patch, end: Pose) -> IndexSeen | None:
        middle = index_corners(end).mean(axis=0)
        up = np.array(AWAY[patch.seat])
        right = np.array([up[1], -up[0]])
        off = middle - patch.centre_mm
        width, height = patch.size_px
        x = float(off @ right) * PX_PER_MM + width / 2 - 0.5
        y = height / 2 - float(off @ up) * PX_PER_MM - 0.5
        if not (0 <= x < width and 0 <= y < height):
            return None
        angle = end.turn - math.atan2(up[0], up[1])
        degrees = math.degrees(math.remainder(angle, math.tau))
        return IndexSeen(x, y, degrees, 0.99, _INDEX_MM * PX_PER_MM)


def _hides(outline: npt.NDArray[np.float32], end: Pose) -> bool:
    corners = index_corners(end)
    # Print does not fill its place up to the corners.
    inner = corners + (corners.mean(axis=0) - corners) * _BLANK
    return any(
        cv2.pointPolygonTest(outline, (float(x), float(y)), measureDist=False) > 0 for x, y in inner
    )
