"""What is no index by its colours: an index is printed in one ink, red or black."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from vision.detectors.base import Picture
from vision.read.covering import Group
from vision.read.indices import Index, is_word
from vision.read.spots import Spot
from vision.read.steady import STEADY
from vision.read.turn import upright_crop

_UP_PX = 48
_WIDTH, _WORD_WIDTH = 0.5, 0.28
"""Of an index's print and of a joker's word, in heights."""
_PAPER_PERCENTILE = 90
"""Of the lightest of that, channel by channel; the rest is print and shadow."""
_INK = 0.25
"""Share of the paper's light that ink swallows at least, in the channel it swallows most."""
_GREY = 0.18
"""Between the channels of black ink there is no more, by the paper's light."""
FOREIGN = 0.25
"""Share of other colours from which a print is no index. In 3 000 rendered plays true ones had up
to 0.17; of 146 weak ones that were no index a third had more."""


def without_foreign_ink(
    groups: Sequence[Group],
    indices: Sequence[Index],
    steadiness: Mapping[Group, float],
    picture_bgr: Picture,
) -> list[Group]:
    """Leave out what hardly shows, is unsteady, and is neither red nor black: a court's crown.

    Args:
        groups: Places of each card's indices in *indices*.
        indices: All of the picture.
        steadiness: Of the groups that hardly show (`steadiness_of_weak`).
        picture_bgr: That picture, which shows colours.
    """

    def is_index(group: Group) -> bool:
        if steadiness.get(group, 1.0) >= STEADY:
            # Some jokers' words are printed among golden stars, but such a word is steady.
            return True
        members = [indices[i] for i in group]
        return any(foreign_ink(picture_bgr, m.spot, is_word=is_word(m)) < FOREIGN for m in members)

    return [group for group in groups if is_index(group)]


def foreign_ink(picture_bgr: Picture, spot: Spot, *, is_word: bool) -> float:
    """Share of the ink at a spot that is neither red nor black, 0 to 1.

    Args:
        picture_bgr: Shape ``(height, width, 3)``, of true shape.
        spot: Where the index is.
        is_word: Whether it is a joker's word, which is narrower for its height.
    """
    box_wh = (round(_UP_PX * (_WORD_WIDTH if is_word else _WIDTH)), _UP_PX)
    box = upright_crop(picture_bgr, (spot.x, spot.y), (spot.up_x, spot.up_y), float(_UP_PX), box_wh)
    pixels = box.reshape(-1, 3).astype(np.float32)
    paper = np.maximum(np.percentile(pixels, _PAPER_PERCENTILE, axis=0), 1.0)
    light = np.minimum(pixels / paper, 1.0)
    swallowed = 1.0 - light.min(axis=1)
    blue, green, red = light.T
    colour = light.max(axis=1) - light.min(axis=1)
    is_red = (red >= light.max(axis=1)) & (np.abs(blue - green) <= colour / 2)
    weight = np.where(swallowed >= _INK, swallowed, 0.0)
    foreign = weight[~is_red & (colour >= _GREY)].sum()
    return float(foreign / max(float(weight.sum()), 1e-6))
