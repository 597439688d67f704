"""A second look where the finder hardly saw anything.

Where several indices lie close together it now and then passes over a plain one, which leaves no
more than a trace: the same cards turned a little, or shifted, and it is seen as well as any. So
places with such a trace are looked at once more, turned half round, which costs no pixel of detail.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.detectors.base import IndexFinder, Picture
from vision.read.spots import TIGHTEST, Spot, is_same_place, spots_of, suppress
from vision.read.tiles import SURROUND, tiles

TRACE = 0.01
"""Least score of a trace. In 80 rendered plays 1.8 places a play had that much; the one plain index
that was passed over in 468 heaps had 0.06."""

_REACH = 96
"""Pixels around a trace that are looked at: an index twice over, and what lies beside it."""
_ASIDE = 25.0
"""How far from its trace an index may be found, pixels: half its length."""
_LEAST_SCORE = 0.6
"""An index passed over is seen plainly in another view: the three that were looked at, two of them
on decks of unusual letters, had 0.66 to 0.74, what was no index up to 0.57."""
_GAP = 16
"""Pixels between two places on one tile."""
_SIDE = 2 * _REACH
_STEP = _SIDE + _GAP


def second_look(
    rgb: Picture, seen: Sequence[Spot], traces: Sequence[Spot], finder: IndexFinder
) -> list[Spot]:
    """Look at the traces turned half round.

    Args:
        rgb: Shape ``(height, width, 3)``, at the scale of the finder's training.
        seen: Indices known already, in its pixels.
        traces: Where to look.
        finder: The network.

    Returns:
        Indices away from those seen, in pixels of *rgb*.
    """
    columns = max((finder.tile_px + _GAP) // _STEP, 1)
    shared = columns * columns
    found = [
        spot
        for start in range(0, len(traces), shared)
        for spot in _found(rgb, traces[start : start + shared], columns, finder)
    ]
    return [
        spot
        for spot in suppress(found)
        if not any(is_same_place(spot, other, TIGHTEST) for other in seen)
    ]


def _found(
    rgb: Picture, traces: Sequence[Spot], columns: int, finder: IndexFinder
) -> Iterator[Spot]:
    """What shows at traces whose surroundings lie on one tile, in *columns*."""
    padded = cv2.copyMakeBorder(rgb, *(_REACH,) * 4, cv2.BORDER_CONSTANT, value=(SURROUND,) * 3)
    rows = math.ceil(len(traces) / columns)
    width, height = min(len(traces), columns) * _STEP - _GAP, rows * _STEP - _GAP
    shared = np.full((height, width, 3), SURROUND, np.uint8)
    # What is turned half round at one corner is measured from the opposite one.
    opposite = []
    for place, trace in enumerate(traces):
        x, y = place % columns * _STEP, place // columns * _STEP
        left, top = round(trace.x), round(trace.y)
        around = padded[top : top + _SIDE, left : left + _SIDE]
        shared[y : y + _SIDE, x : x + _SIDE] = around[::-1, ::-1]
        opposite.append((x + left + _REACH - 1, y + top + _REACH - 1))
    ((_, _, tile),) = tiles(shared, finder.tile_px, 0, finder.step_px)
    turned = spots_of(finder.find(tile, _LEAST_SCORE), (0, 0), 1.0, (width, height))
    for trace, (x, y) in zip(traces, opposite, strict=True):
        for spot in turned:
            here = replace(spot, x=x - spot.x, y=y - spot.y, up_x=-spot.up_x, up_y=-spot.up_y)
            if math.hypot(here.x - trace.x, here.y - trace.y) <= _ASIDE:
                yield here
