"""Painting a reading over its picture, for people who check it."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.detectors.base import Picture
from vision.read.reading import IndexSeen, Reading

Colour = tuple[int, int, int]

SURE: Colour = (60, 160, 0)
"""Blue, green, red."""
FAIR: Colour = (0, 140, 235)
DOUBT: Colour = (200, 0, 200)

_FAIR_BELOW = 0.9
_WIDTH_OF_LENGTH = 0.5
"""Width of the box drawn around an index, in index heights."""


def draw_reading(picture_bgr: Picture, reading: Reading) -> Picture:
    """Return a copy of *picture_bgr* with boxes, arrows to the index's top, faces and doubts."""
    canvas = picture_bgr.copy()
    line = max(1, round(max(canvas.shape[:2]) / 640))
    for seen in reading.cards:
        colour = SURE if seen.confidence >= _FAIR_BELOW else FAIR
        for index in seen.indices:
            _box(canvas, index, colour, line)
            _text(canvas, f"{seen.card}", (index.x, index.y), colour, line)
        places = np.array([(index.x, index.y) for index in seen.indices]).round().astype(np.int32)
        cv2.polylines(canvas, [places], isClosed=False, color=colour, thickness=line)
    for doubt in reading.unsure:
        centre = (round(doubt.x), round(doubt.y))
        cv2.circle(canvas, centre, 14 * line, DOUBT, line)
        _text(canvas, f"? {doubt.reason.value}", (doubt.x, doubt.y), DOUBT, line)
    return canvas


def _box(canvas: Picture, index: IndexSeen, colour: Colour, line: int) -> None:
    angle = math.radians(index.angle_deg)
    up = np.array([math.sin(angle), -math.cos(angle)]) * index.length / 2
    right = np.array([-up[1], up[0]]) * _WIDTH_OF_LENGTH
    middle = np.array([index.x, index.y])
    corners = [middle + up - right, middle + up + right, middle - up + right, middle - up - right]
    outline = np.array(corners).round().astype(np.int32)
    cv2.polylines(canvas, [outline], isClosed=True, color=colour, thickness=line)
    tail, tip = (middle - up).round().astype(int).tolist(), (middle + up).round().astype(int)
    cv2.arrowedLine(canvas, tail, tip.tolist(), colour, line, cv2.LINE_AA, 0, 0.25)


def _text(
    canvas: Picture, text: str, place_xy: tuple[float, float], colour: Colour, line: int
) -> None:
    size = 0.5 * line
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, line)
    # Kept inside the picture: indices at its edge are the ones worth checking.
    x = min(max(0, round(place_xy[0]) + 8 * line), max(0, canvas.shape[1] - width))
    y = min(max(height, round(place_xy[1]) - 4 * line), canvas.shape[0] - 1)
    cv2.putText(
        canvas,
        text,
        (x, y),
        cv2.FONT_HERSHEY_SIMPLEX,
        size,
        (255, 255, 255),
        3 * line,
        cv2.LINE_AA,
    )
    cv2.putText(canvas, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, colour, line, cv2.LINE_AA)
