"""Cards that cannot be there, since the cloth is seen where they would lie.

At a known scale one index tells where its card lies. Court figures and half indices that look like
another card's index promise a card that would reach over bare cloth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from vision.detectors.base import Picture
from vision.read.covering import TO_MIDDLE_MM, WORD_ACROSS_TO_MIDDLE_MM
from vision.read.faces import JOKERS
from vision.read.indices import Index

_MOST_CLOTH = 0.3
"""Share of a card's place that may look like the cloth. Of 4 277 cards that showed one index in
rendered plays none had more than 0.2; what was no card had 0.35 to 0.83."""
_BORDER_PX = 4
"""So much of the edge of a picture around a play shows the cloth."""
_LIKE_CLOTH = 35.0
"""Distance in blue, green and red, 0 to 441, within which a place looks like the cloth."""
_UNLIKE_PAPER = 80.0
"""A cloth nearer to the paper tells nothing."""
_HALF_MM = (26.0, 40.0)
"""What is looked at of a card on both sides of its middle: its place is judged from one index."""
_STEP_MM = 4.0

Points = npt.NDArray[np.float64]


def without_cloth(
    groups: Sequence[tuple[int, ...]],
    indices: Sequence[Index],
    picture_bgr: Picture,
    px_per_mm: float,
) -> list[tuple[int, ...]]:
    """Leave out cards that show one index and would hide what is seen of the cloth.

    Args:
        groups: Places of each card's indices in *indices*.
        indices: All of the picture.
        picture_bgr: A play with some bare cloth around it, shape ``(height, width, 3)``.
        px_per_mm: Its scale.
    """
    cloth = _cloth(picture_bgr)

    def has_room(index: Index) -> bool:
        return any(
            _share(picture_bgr, place, index, cloth) <= _MOST_CLOTH
            for place in _places(index, px_per_mm)
        )

    return [group for group in groups if len(group) > 1 or has_room(indices[group[0]])]


def _cloth(picture_bgr: Picture) -> Points:
    """Colour of the cloth, shape ``(3,)``."""
    inner = picture_bgr[_BORDER_PX:-_BORDER_PX, _BORDER_PX:-_BORDER_PX]
    edge = np.ones(picture_bgr.shape[:2], np.bool_)
    if inner.size:
        edge[_BORDER_PX:-_BORDER_PX, _BORDER_PX:-_BORDER_PX] = False
    return np.asarray(np.median(picture_bgr[edge], axis=0), np.float64)


def _places(index: Index, px_per_mm: float) -> Iterator[Points]:
    """Where the card of an index may lie, shape ``(n, 2)`` each; a joker's word may run across."""
    up = np.array([index.spot.up_x, index.spot.up_y]) / index.spot.length
    right = np.array([-up[1], up[0]])
    spot = np.array([index.spot.x, index.spot.y])
    across, down = TO_MIDDLE_MM
    yield _grid(spot + (across * right - down * up) * px_per_mm, right, up, px_per_mm)
    if int(index.faces.argmax()) in JOKERS:
        across, down = WORD_ACROSS_TO_MIDDLE_MM
        yield _grid(spot + (across * right - down * up) * px_per_mm, up, right, px_per_mm)


def _grid(middle: Points, right: Points, up: Points, px_per_mm: float) -> Points:
    wide, high = (np.arange(-half, half + 1, _STEP_MM) * px_per_mm for half in _HALF_MM)
    x, y = (each.reshape(-1, 1) for each in np.meshgrid(wide, high))
    return np.asarray(middle + x * right + y * up, np.float64)


def _share(picture_bgr: Picture, place: Points, index: Index, cloth: Points) -> float:
    """How much of a place looks like the cloth, 0 to 1, as far as it is in the picture."""
    height, width = picture_bgr.shape[:2]
    if float(np.linalg.norm(_paper(picture_bgr, index) - cloth)) < _UNLIKE_PAPER:
        return 0.0
    x, y = np.rint(place).astype(int).T
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
    if not inside.any():
        return 0.0
    off = picture_bgr[y[inside], x[inside]] - cloth
    return float((np.linalg.norm(off, axis=1) < _LIKE_CLOTH).mean())


def _paper(picture_bgr: Picture, index: Index) -> Points:
    """Colour of the paper around an index, shape ``(3,)``: its lightest tenth."""
    half = index.spot.length / 2
    left, top = (max(0, round(middle - half)) for middle in (index.spot.x, index.spot.y))
    around = picture_bgr[
        top : round(index.spot.y + half) + 1, left : round(index.spot.x + half) + 1
    ].reshape(-1, 3)
    if not len(around):
        return np.zeros(3)
    light = around.sum(axis=1)
    return np.asarray(np.median(around[light >= np.quantile(light, 0.9)], axis=0), np.float64)
