"""Cutting a large picture into the square tiles that the finder looks at."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from vision.detectors.base import Picture

SURROUND = 90
"""Grey beside a picture smaller than a tile; near the cloths of the training scenes."""


def tile_origins(length_px: int, tile_px: int, overlap_px: int) -> tuple[int, ...]:
    """Starts of tiles that cover *length_px* evenly, each pair sharing *overlap_px* or more."""
    if length_px <= tile_px:
        return (0,)
    count = math.ceil((length_px - overlap_px) / (tile_px - overlap_px))
    return tuple(round(i * (length_px - tile_px) / (count - 1)) for i in range(count))


def tiles(
    picture: Picture, tile_px: int, overlap_px: int, step_px: int | None = None
) -> Iterator[tuple[int, int, Picture]]:
    """Yield ``(x, y, tile)``: the tile's upper left corner in *picture*, then its pixels.

    An index no longer than *overlap_px* lies whole on at least one tile.

    Args:
        picture: Any size.
        tile_px: Longest side of a tile.
        overlap_px: What neighbours share.
        step_px: A side along which the picture is shorter than a tile is only as long as needed,
            in such steps; ``None`` for whole tiles.
    """
    height, width = picture.shape[:2]
    tile_h, tile_w = (_side(length, tile_px, step_px or tile_px) for length in (height, width))
    for y in tile_origins(height, tile_h, overlap_px):
        for x in tile_origins(width, tile_w, overlap_px):
            part = picture[y : y + tile_h, x : x + tile_w]
            if part.shape[:2] != (tile_h, tile_w):
                whole = np.full((tile_h, tile_w, 3), SURROUND, np.uint8)
                whole[: part.shape[0], : part.shape[1]] = part
                part = whole
            yield x, y, part


def _side(length_px: int, tile_px: int, step_px: int) -> int:
    return min(tile_px, math.ceil(length_px / step_px) * step_px)
