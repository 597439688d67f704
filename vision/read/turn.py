"""Cutting an index out of a picture, turned upright and brought to the classifier's size."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.detectors.base import Picture


def apart_deg(one_deg: float, other_deg: float) -> float:
    """How far two directions are turned against each other, 0 to 180."""
    return abs((one_deg - other_deg + 180) % 360 - 180)


def upright_crop(
    picture: Picture,
    centre_xy: tuple[float, float],
    up_xy: tuple[float, float],
    up_px: float,
    crop_wh: tuple[int, int],
    stretch: float = 1.0,
) -> Picture:
    """Cut a turned rectangle.

    Args:
        picture: Any channel order; the crop keeps it.
        centre_xy: Place that comes to the middle of the crop, pixels of *picture*, where ``(0, 0)``
            is the middle of the upper left pixel.
        up_xy: Vector that becomes "up" in the crop, pixels of *picture*; y grows downwards.
        up_px: How many pixels of the crop that vector becomes. Where this reduces the picture, it
            is averaged, not sampled, so thin strokes survive.
        crop_wh: Width and height of the result.
        stretch: Factor by which *picture* must be widened to show things in their true shape; the
            crop is cut from the picture so widened.

    Returns:
        Shape ``(height, width, 3)``; what lies outside *picture* repeats its edge.
    """
    width, height = crop_wh
    up = np.array([up_xy[0] * stretch, up_xy[1]]) / up_px
    right = np.array([-up[1], up[0]])
    # One pixel step of the crop along its up and right, in pixels of the picture as given.
    up[0] /= stretch
    right[0] /= stretch
    finer = max(1, math.ceil(max(math.hypot(*up), math.hypot(*right)) - 0.25))
    up /= finer
    right /= finer
    fine_w, fine_h = width * finer, height * finer
    corner = np.array(centre_xy) - right * (fine_w - 1) / 2 + up * (fine_h - 1) / 2
    to_picture = np.array([[right[0], -up[0], corner[0]], [right[1], -up[1], corner[1]]])
    crop = cv2.warpAffine(
        picture,
        to_picture,
        (fine_w, fine_h),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if finer > 1:
        crop = cv2.resize(crop, crop_wh, interpolation=cv2.INTER_AREA)
    return crop.astype(np.uint8, copy=False)
