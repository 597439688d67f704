"""Removing salt and pepper, the noise of cheap sensors and of augmented photographs."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.base import Picture

_OUTLIER = 48
"""Grey levels a speck stands out from its neighbours, in its strongest channel."""
_MUCH = 0.0004
"""Share of lone specks from which a picture counts as speckled; clean photographs stay below."""
_AROUND = tuple((dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx)


def despeckle(picture: Picture) -> Picture:
    """Replace specks by the median around them; a clean picture comes back as is."""
    if lone_specks(picture).mean() < _MUCH:
        return picture
    marked = _specks(picture)
    cleaned = picture.copy()
    cleaned[marked] = cv2.medianBlur(picture, 3)[marked]
    return cleaned


def lone_specks(picture: Picture) -> npt.NDArray[np.bool_]:
    """Mark pixels brighter or darker than all eight neighbours by far; shape ``(h, w)``."""
    around = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)
    above = cv2.subtract(picture, cv2.dilate(picture, around))
    below = cv2.subtract(cv2.erode(picture, around), picture)
    blue, green, red = cv2.split(cv2.max(above, below))
    # NumPy's maximum over a last axis of three takes longer than all the rest.
    return np.asarray(cv2.max(cv2.max(blue, green), red) >= _OUTLIER, np.bool_)


def _specks(picture: Picture) -> npt.NDArray[np.bool_]:
    """Mark pixels that none of their neighbours is like, and pairs alike only to each other.

    A pair is two specks side by side; the end of a thin stroke also has one like it, but that one
    has two.
    """
    framed = cv2.copyMakeBorder(picture, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    height, width = picture.shape[:2]

    def beside(dy: int, dx: int) -> tuple[slice, slice]:
        return slice(1 + dy, 1 + dy + height), slice(1 + dx, 1 + dx + width)

    alike = [
        cv2.absdiff(picture, framed[beside(dy, dx)]).max(axis=2) < _OUTLIER for dy, dx in _AROUND
    ]
    companions = np.pad(np.sum(alike, axis=0, dtype=np.uint8), 1)
    own = companions[1:-1, 1:-1]
    with_busy = np.zeros((height, width), np.bool_)
    for (dy, dx), same in zip(_AROUND, alike, strict=True):
        with_busy |= same & (companions[beside(dy, dx)] > 1)
    return np.asarray((own == 0) | ((own == 1) & ~with_busy), np.bool_)
