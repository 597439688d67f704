"""Removing salt and pepper, the noise of cheap sensors and of augmented photographs."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.base import Picture

_OUTLIER = 48
"""Grey levels a speck stands out from the median of its neighbours, in its strongest channel."""
_MUCH = 0.0004
"""Share of specks from which a picture counts as speckled; clean photographs stay below a third."""


def specks(picture: Picture) -> npt.NDArray[np.bool_]:
    """Mark single pixels brighter or darker than all eight neighbours by far; shape ``(h, w)``."""
    around = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)
    brightest = cv2.dilate(picture, around)
    darkest = cv2.erode(picture, around)
    above = cv2.subtract(picture, brightest).max(axis=2)
    below = cv2.subtract(darkest, picture).max(axis=2)
    marked: npt.NDArray[np.bool_] = np.maximum(above, below) >= _OUTLIER
    return marked


def despeckle(picture: Picture) -> Picture:
    """Replace specks by the median around them; a clean picture comes back as is."""
    marked = specks(picture)
    if marked.mean() < _MUCH:
        return picture
    smooth = cv2.medianBlur(picture, 3)
    # Two specks side by side hide each other from that test, so neighbours are looked at again.
    near = cv2.dilate(marked.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    far_off = cv2.absdiff(picture, smooth).max(axis=2) >= _OUTLIER
    cleaned = picture.copy()
    replace = marked | (near & far_off)
    cleaned[replace] = smooth[replace]
    return cleaned
