"""Knowing a report disc (报牌卡) by its size, its roundness and where it was put."""

from __future__ import annotations

import numpy as np

from referee.rules.seats import Seat
from vision.calibration.zones import AWAY, Zones
from vision.watch.glance import Change

_AREA_MM2 = (1_900.0, 3_900.0)
"""60 mm across (national-2017) is 2827 mm²; cells and shadow take some or add some. A mug has 4500,
a card 5280."""
_ACROSS_MM = (46.0, 80.0)
_FILLS = 0.62
"""Share of the square around it; a circle fills 0.79."""
_RIGHT_MM = 120.0
"""From the middle of the seat's strip to its right, at least."""
_TOUCHED = 0.5


def reported_by(change: Change, zones: Zones) -> Seat | None:
    """The seat whose report disc a change without cards is; ``None`` for anything else."""
    low, high = _AREA_MM2
    if not low <= change.area_mm2 <= high:
        return None
    width, height = np.ptp(change.places_mm, axis=0) + np.sqrt(
        change.area_mm2 / len(change.places_mm)
    )
    narrow, wide = sorted((float(width), float(height)))
    if narrow < _ACROSS_MM[0] or wide > _ACROSS_MM[1] or change.area_mm2 < _FILLS * wide * narrow:
        return None
    x, y = (float(place) for place in change.places_mm.mean(axis=0))
    for seat in Seat:
        up_x, up_y = AWAY[seat]
        to_the_right = x * up_y - y * up_x
        before_it = 0 < zones.towards(seat, x, y) < zones.table_mm / 2
        if change.touched[seat] >= _TOUCHED and before_it and to_the_right >= _RIGHT_MM:
            return seat
    return None
