"""What is no index by its colours: an index is printed in one ink, red or black."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from referee.rules.cards import FACES
from vision.detectors.base import FloatArray, Picture
from vision.read.covering import Group
from vision.read.faces import RED_SUITS
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
_HARDLY_RED, _MOSTLY_RED = 0.5, 0.4
"""Least share of red ink of a red suit, and most of a black one. In 600 rendered plays 187 red ones
that hardly showed had 0.75 and more, 194 black ones up to 0.13."""
_DARK_CARD = 0.7
"""Share of an index's box that is darker than its lightest part on dark cards only."""
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


def against_ink(
    groups: Sequence[Group],
    indices: Sequence[Index],
    steadiness: Mapping[Group, float],
    picture_bgr: Picture,
) -> Mapping[Group, float]:
    """Take the steadiness from what hardly shows and is printed in the other colour's ink.

    What is left of a spade half covered looks like a diamond, but a black one.

    Args:
        groups: As for `without_foreign_ink`, as are the others.
        indices: All of the picture.
        steadiness: Of the groups that hardly show.
        picture_bgr: That picture, which shows colours.
    """

    def contradicts(group: Group) -> bool:
        member = indices[group[0]]
        if len(group) > 1 or is_word(member):
            return False
        red = red_ink(picture_bgr, member.spot)
        if red is None:
            return False
        is_red = FACES[int(member.faces.argmax())].suit in RED_SUITS
        return red < _HARDLY_RED if is_red else red > _MOSTLY_RED

    return {
        group: 0.0 if group in groups and contradicts(group) else steady
        for group, steady in steadiness.items()
    }


def red_ink(picture_bgr: Picture, spot: Spot) -> float | None:
    """Share of the ink at an index that is red, 0 to 1; ``None`` on a dark card, light on black.

    Args:
        picture_bgr: Shape ``(height, width, 3)``, of true shape.
        spot: Where the index is, which is no joker's word.
    """
    light, weight = _ink(picture_bgr, spot, is_word=False)
    if float((weight > 0).mean()) > _DARK_CARD:
        return None
    colour = light.max(axis=1) - light.min(axis=1)
    red = weight[(light[:, 2] >= light.max(axis=1)) & (colour >= _GREY)].sum()
    return float(red / max(float(weight.sum()), 1e-6))


def foreign_ink(picture_bgr: Picture, spot: Spot, *, is_word: bool) -> float:
    """Share of the ink at a spot that is neither red nor black, 0 to 1.

    Args:
        picture_bgr: Shape ``(height, width, 3)``, of true shape.
        spot: Where the index is.
        is_word: Whether it is a joker's word, which is narrower for its height.
    """
    light, weight = _ink(picture_bgr, spot, is_word=is_word)
    blue, green, red = light.T
    colour = light.max(axis=1) - light.min(axis=1)
    is_red = (red >= light.max(axis=1)) & (np.abs(blue - green) <= colour / 2)
    foreign = weight[~is_red & (colour >= _GREY)].sum()
    return float(foreign / max(float(weight.sum()), 1e-6))


def _ink(picture_bgr: Picture, spot: Spot, *, is_word: bool) -> tuple[FloatArray, FloatArray]:
    """What each pixel of a print leaves of the paper's light, and how much of it is ink.

    Returns:
        Shapes ``(n, 3)``, blue, green, red, and ``(n,)``, 0 for paper; all 0 to 1.
    """
    box_wh = (round(_UP_PX * (_WORD_WIDTH if is_word else _WIDTH)), _UP_PX)
    box = upright_crop(picture_bgr, (spot.x, spot.y), (spot.up_x, spot.up_y), float(_UP_PX), box_wh)
    pixels = box.reshape(-1, 3).astype(np.float32)
    paper = np.maximum(np.percentile(pixels, _PAPER_PERCENTILE, axis=0), 1.0)
    light = np.minimum(pixels / paper, 1.0)
    swallowed = 1.0 - light.min(axis=1)
    return light, np.where(swallowed >= _INK, swallowed, np.float32(0))
