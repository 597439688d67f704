"""Looking for indices over the right scales of a picture.

The finder knows indices of about 35 to 60 pixels. A calibrated table is brought to that size once
and for all; a photograph of unknown scale is looked at reduced first, then finer for as long as
what was found says that the indices are smaller still.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from vision.detectors.base import IndexFinder, Picture
from vision.read.busy import Box, busy_boxes
from vision.read.hints import TRACE, second_look
from vision.read.spots import Spot, spots_of, suppress
from vision.read.tiles import SURROUND, tile_origins, tiles

TRAINED_PX_PER_MM = 2.5
"""Scale of the finder's training scenes."""
BEST_LENGTH = 42.0
"""Index height, pixels, that the finder is surest of: the middle of its training decks."""

_STEP = math.sqrt(2)
"""Ratio of neighbouring scales; the finder's range of 35 to 60 pixels spans more than one step."""
_OVERLAP = 96
"""Pixels neighbouring tiles share: the longest index, a jumbo joker's, at the trained scale."""
_LEAST_SCORE = 0.2
"""Below this a proposal is noise at every scale."""
_CLEAR = 0.75
"""A score that only an index at a fitting scale gets; such spots decide how fine to look."""
_REDUCTIONS = 5
"""Scales looked at in any case, from the whole picture on one tile down to a quarter of it, where a
card fills the picture."""
_LARGEST = 2.0
"""Magnifying further shows the finder nothing that the picture holds."""
_MOST_TILES = 80
"""Stop before a scale that would take the total above this: some seconds on a small computer."""
_WORTHWHILE = 0.7
"""Share of a picture above which leaving out the rest of it saves nothing worth an edge more."""
_GAP = 16
"""Pixels between two reduced pictures on one tile."""


def look(
    picture_bgr: Picture,
    finder: IndexFinder,
    px_per_mm: float | None = None,
    stretch: float = 1.0,
    finest: float = _LARGEST,
) -> list[Spot]:
    """Find the indices of a picture.

    Args:
        picture_bgr: Any size.
        finder: The network.
        px_per_mm: Scale of the picture where it is known; ``None`` to have it found.
        stretch: Factor by which the picture is widened before it is looked at.
        finest: Largest scale looked at.

    Returns:
        Spots in no order. Within one scale each place occurs once; seen at several scales it
        occurs several times, and whoever knows what stands there chooses.
    """
    rgb = np.ascontiguousarray(picture_bgr[:, :, ::-1])
    if stretch != 1.0:
        rgb = cv2.resize(rgb, None, fx=stretch, fy=1, interpolation=cv2.INTER_AREA).astype(np.uint8)
    return [spot.narrowed(stretch) for spot in _looked(rgb, finder, px_per_mm, finest)]


def _looked(
    rgb: Picture, finder: IndexFinder, px_per_mm: float | None, finest: float
) -> list[Spot]:
    if px_per_mm is not None:
        return _where_busy(rgb, finder, TRAINED_PX_PER_MM / px_per_mm)
    side = max(rgb.shape[:2])
    whole = min(finder.tile_px / side, 1.0)
    reduced = [whole / _STEP**k for k in range(_REDUCTIONS)]
    spots = _on_shared_tiles(rgb, finder, reduced)
    spent, scale = len(reduced), whole
    while scale * _STEP <= finest * 1.001 and _finer_needed(spots, scale):
        scale *= _STEP
        spent += _tile_count(rgb, finder, scale)
        if spent > _MOST_TILES:
            break
        spots += _at_scale(rgb, finder, scale)
    return spots


def _finer_needed(spots: Sequence[Spot], scale: float) -> bool:
    """Whether indices may be there that are too small to be seen well at *scale* yet."""
    clear = suppress(spot for spot in spots if spot.score >= _CLEAR)
    if len(clear) < 2:
        return True
    lengths = sorted(spot.length for spot in clear)
    return lengths[len(lengths) // 4] * scale < BEST_LENGTH / math.sqrt(_STEP)


def _scaled(rgb: Picture, scale: float) -> Picture:
    if scale == 1.0:
        return rgb
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=method).astype(np.uint8)


def _tile_count(rgb: Picture, finder: IndexFinder, scale: float) -> int:
    height, width = rgb.shape[:2]
    side = finder.tile_px
    return len(tile_origins(round(height * scale), side, _OVERLAP)) * len(
        tile_origins(round(width * scale), side, _OVERLAP)
    )


def _at_scale(rgb: Picture, finder: IndexFinder, scale: float) -> list[Spot]:
    height, width = rgb.shape[:2]
    spots: list[Spot] = []
    for x, y, tile in tiles(_scaled(rgb, scale), finder.tile_px, _OVERLAP):
        found = finder.find(tile, _LEAST_SCORE)
        spots += spots_of(found, (x, y), scale, (width, height))
    return suppress(spots)


def _where_busy(rgb: Picture, finder: IndexFinder, scale: float) -> list[Spot]:
    """Look only where anything is printed: what is looked at is what costs."""
    scaled = _scaled(rgb, scale)
    boxes = busy_boxes(scaled)
    height, width = scaled.shape[:2]
    if sum(box.width * box.height for box in boxes) > _WORTHWHILE * width * height:
        boxes = [Box(0, 0, width, height)]
    spots: list[Spot] = []
    for left, top, across, down in boxes:
        part = scaled[top : top + down, left : left + across]
        # A play seldom fills a tile.
        for x, y, tile in tiles(part, finder.tile_px, _OVERLAP, finder.step_px):
            found = finder.find(tile, TRACE)
            spots += spots_of(found, (left + x, top + y), 1.0, (width, height))
    spots = suppress(spots)
    seen = [spot for spot in spots if spot.score >= _LEAST_SCORE]
    traces = spots[len(seen) :]
    return [spot.scaled(1 / scale) for spot in (*seen, *second_look(scaled, seen, traces, finder))]


def _on_shared_tiles(rgb: Picture, finder: IndexFinder, scales: Sequence[float]) -> list[Spot]:
    """Look at several reduced pictures, stacked on as few tiles as they fit."""
    height, width = rgb.shape[:2]
    side = finder.tile_px
    spots: list[Spot] = []
    for stack in _stacks([(scale, _scaled(rgb, scale)) for scale in scales], side):
        tile = np.full((side, side, 3), SURROUND, np.uint8)
        for _, small, y in stack:
            tile[y : y + small.shape[0], : small.shape[1]] = small
        found = finder.find(tile, _LEAST_SCORE)
        for scale, _, y in stack:
            spots += suppress(spots_of(found, (0, -y), scale, (width, height)))
    return spots


def _stacks(
    levels: Sequence[tuple[float, Picture]], side: int
) -> list[list[tuple[float, Picture, int]]]:
    """Share out pictures over tiles, first fit, one above the other; gives each its upper edge."""
    stacks: list[list[tuple[float, Picture, int]]] = []
    for scale, small in levels:
        for stack in stacks:
            _, above, y = stack[-1]
            start = y + above.shape[0] + _GAP
            if start + small.shape[0] <= side:
                stack.append((scale, small, start))
                break
        else:
            stacks.append([(scale, small, 0)])
    return stacks
