from __future__ import annotations

import numpy as np

from vision.read.colour import has_colours


def test_one_red_index_makes_a_picture_coloured() -> None:
    """White card, grey table, a little red print."""
    picture = np.full((300, 300, 3), 140, np.uint8)
    picture[100:130, 100:125] = (40, 30, 200)

    assert has_colours(picture)


def test_grey_picture_has_none() -> None:
    """Brightness alone is no colour, nor is what JPEG leaves on grey."""
    grey = np.repeat(np.arange(240, dtype=np.uint8)[None, :, None], 3, axis=2).repeat(240, axis=0)
    stained = grey + np.array([0, 3, 5], np.uint8)

    assert not has_colours(grey)
    assert not has_colours(stained)
