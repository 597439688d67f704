from __future__ import annotations

import itertools

import numpy as np
import pytest

from vision.read.tiles import SURROUND, tile_origins, tiles


@pytest.mark.parametrize(
    ("length_px", "origins"),
    [
        (300, (0,)),
        (640, (0,)),
        (641, (0, 1)),
        (1184, (0, 544)),  # two tiles sharing exactly the overlap
        (1185, (0, 272, 545)),  # one pixel more takes a third
    ],
)
def test_origins_cover_the_length(length_px: int, origins: tuple[int, ...]) -> None:
    """Tiles reach from edge to edge and share at least the overlap."""
    assert tile_origins(length_px, 640, 96) == origins


@pytest.mark.parametrize("length_px", [641, 1000, 1920, 2592, 4608])
def test_every_overlap_is_kept(length_px: int) -> None:
    """An index of the overlap's size lies whole on some tile."""
    starts = tile_origins(length_px, 640, 96)

    assert starts[-1] + 640 == length_px
    assert all(later - earlier <= 640 - 96 for earlier, later in itertools.pairwise(starts))


def test_tiles_show_the_picture() -> None:
    """Each tile is the piece of the picture at its place."""
    picture = np.arange(50 * 90 * 3, dtype=np.uint32).reshape(50, 90, 3).astype(np.uint8)

    for x, y, tile in tiles(picture, 40, 10):
        assert tile.shape == (40, 40, 3)
        assert np.array_equal(tile, picture[y : y + 40, x : x + 40])


def test_small_picture_is_surrounded_by_grey() -> None:
    """A picture smaller than a tile lies in its upper left corner."""
    ((x, y, tile),) = tiles(np.zeros((20, 30, 3), np.uint8), 40, 10)

    assert (x, y) == (0, 0)
    assert not tile[:20, :30].any()
    assert (tile[20:] == SURROUND).all()
    assert (tile[:, 30:] == SURROUND).all()
