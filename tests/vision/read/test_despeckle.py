from __future__ import annotations

import numpy as np

from vision.detectors.base import Picture
from vision.read.despeckle import despeckle, lone_specks


def plain(level: int = 120) -> Picture:
    return np.full((100, 100, 3), level, np.uint8)


def test_salt_and_pepper_go() -> None:
    """Single white and black pixels take their surroundings' level."""
    noisy = plain()
    chance = np.random.default_rng(1)
    rows, columns = np.mgrid[5:96:9, 5:96:9]
    noisy[rows, columns] = chance.choice([0, 255], rows.shape)[..., None]
    noisy[50, 31:33] = 255  # two side by side

    assert np.array_equal(despeckle(noisy), plain())


def test_clean_picture_is_left_alone() -> None:
    """Without noise not a pixel changes, so thin strokes stay."""
    picture = plain(230)
    picture[20:60, 40] = 20
    picture[50, 30:70] = 20

    assert despeckle(picture) is picture


def test_strokes_survive_among_specks() -> None:
    """A stroke of print one pixel wide is no speck even when the picture is noisy."""
    picture = plain(230)
    picture[20:60, 40] = 20
    picture[10:90:9, 10:90:9] = 0
    cleaned = despeckle(picture)

    assert (cleaned[20:60, 40] == 20).all()
    assert lone_specks(cleaned).sum() == 0
