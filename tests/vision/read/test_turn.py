from __future__ import annotations

import numpy as np
import pytest

from vision.detectors.base import Picture
from vision.read.turn import upright_crop


def numbered(height: int, width: int) -> Picture:
    """A picture in which no two neighbouring pixels are alike."""
    rows, columns = np.mgrid[:height, :width]
    return np.stack([rows * 5 % 256, columns * 7 % 256, (rows + columns) % 256], -1).astype(
        np.uint8
    )


PICTURE = numbered(60, 80)
PIECE = PICTURE[10:26, 20:28]
"""16 high, 8 wide; its middle is (23.5, 17.5)."""
MIDDLE = (23.5, 17.5)


def test_upright_index_is_cut_as_it_is() -> None:
    """At its own size and upright a crop is the same pixels."""
    assert np.array_equal(upright_crop(PICTURE, MIDDLE, (0, -12), 12, (8, 16)), PIECE)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_quarter_turns_are_exact(quarters: int) -> None:
    """An index lying on its side or on its head comes out upright, pixel for pixel."""
    turned = np.rot90(PICTURE, -quarters)  # clockwise
    height, width = PICTURE.shape[:2]
    x, y = MIDDLE
    centre = [(0.0, 0.0), (height - 1 - y, x), (width - 1 - x, height - 1 - y), (y, width - 1 - x)]
    up = [(0, -12), (12, 0), (0, 12), (-12, 0)]

    crop = upright_crop(np.ascontiguousarray(turned), centre[quarters], up[quarters], 12, (8, 16))

    assert np.array_equal(crop, PIECE)


def test_reduction_averages() -> None:
    """A pattern finer than the crop's pixels becomes its mean, not one of its lines."""
    lines = np.zeros((120, 120, 3), np.uint8)
    lines[:, ::2] = 200

    crop = upright_crop(lines, (60, 60), (0, -80), 20, (8, 16))

    assert np.abs(crop.astype(int) - 100).max() <= 2


def test_squashed_picture_is_widened() -> None:
    """With a stretch of two a picture of half the width gives the crop of the whole one."""
    wide = np.zeros((60, 120, 3), np.uint8)
    wide[20:40, 40:80] = 255
    narrow = np.ascontiguousarray(wide[:, ::2])

    crop = upright_crop(narrow, (29.75, 30), (0, -12), 12, (60, 30), stretch=2.0)
    plain = upright_crop(wide, (60, 30), (0, -12), 12, (60, 30))

    assert np.mean(np.abs(crop.astype(int) - plain.astype(int)) > 100) < 0.05


def test_outside_repeats_the_edge() -> None:
    """An index at the picture's edge is filled up with what is there, not with black."""
    white = np.full((40, 40, 3), 255, np.uint8)

    assert (upright_crop(white, (0, 0), (0, -12), 12, (8, 16)) == 255).all()
