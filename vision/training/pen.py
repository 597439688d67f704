"""Rank letters drawn with one pen, as cards have them and fonts often do not."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.pips import Mask, cut_to_ink


def pen_words(chance: np.random.Generator) -> Mapping[str, Mask]:
    """Ink of every rank, all drawn with one pen.

    The three may have a flat top, the Q a long tail, the four may be open, the six and nine curled.
    """
    weight = float(chance.uniform(0.1, 0.24))
    slab = bool(chance.random() < 0.4)
    flat_three = bool(chance.random() < 0.7)
    tail = float(chance.uniform(0.1, 0.35))
    return {
        word: _stroked(strokes, weight, slab=slab)
        for word, strokes in _strokes(flat_three, tail, open_four=chance.random() < 0.3).items()
    }


Stroke = NDArray[np.float64]


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Stroke:
    """Part of an ellipse; degrees run clockwise on the page from three o'clock."""
    t = np.deg2rad(np.linspace(start, end, 40))
    return np.stack([x + rx * np.cos(t), y + ry * np.sin(t)], 1)


def _line(*points: tuple[float, float]) -> Stroke:
    return np.array(points, np.float64)


def _strokes(flat_three: bool, tail: float, *, open_four: bool) -> dict[str, list[Stroke]]:
    """Centre lines in a box 0.6 wide and 1 high, y down."""
    three = (
        [_line((0.05, 0), (0.55, 0), (0.25, 0.38)), _arc(0.27, 0.68, 0.3, 0.31, -95, 150)]
        if flat_three
        else [_arc(0.27, 0.25, 0.26, 0.25, -160, 90), _arc(0.27, 0.74, 0.3, 0.26, -90, 160)]
    )
    four = [
        _line((0.4, 0), (0.0, 0.68), (0.6, 0.68)),
        _line((0.44, 0.35), (0.44, 1)) if open_four else _line((0.44, 0), (0.44, 1)),
    ]
    zero = [_arc(0.3, 0.5, 0.24, 0.5, 0, 360)]
    one = [_line((0.0, 0), (0.0, 1))]
    return {
        "A": [_line((0, 1), (0.3, 0), (0.6, 1)), _line((0.12, 0.65), (0.48, 0.65))],
        "2": [
            np.concatenate([_arc(0.29, 0.27, 0.28, 0.27, -170, 40), _line((0.02, 1.0), (0.6, 1.0))])
        ],
        "3": three,
        "4": four,
        "5": [
            np.concatenate(
                [
                    _line((0.54, 0), (0.1, 0), (0.06, 0.44)),
                    _arc(0.27, 0.68, 0.31, 0.31, -130, 150),
                ]
            )
        ],
        "6": [
            _arc(0.3, 0.69, 0.29, 0.31, 0, 360),
            np.concatenate([_arc(0.36, 0.4, 0.34, 0.4, -60, -130), _line((0.01, 0.66))]),
        ],
        "7": [_line((0.02, 0), (0.58, 0), (0.22, 1))],
        "8": [_arc(0.3, 0.25, 0.24, 0.25, 0, 360), _arc(0.3, 0.74, 0.29, 0.26, 0, 360)],
        "9": [
            _arc(0.3, 0.31, 0.29, 0.31, 0, 360),
            np.concatenate([_arc(0.24, 0.6, 0.34, 0.4, 120, 50), _line((0.59, 0.34))]),
        ],
        "10": [*one, *(stroke + np.array([0.14, 0.0]) for stroke in zero)],
        "J": [
            np.concatenate([_line((0.46, 0), (0.46, 0.72)), _arc(0.24, 0.72, 0.22, 0.28, 0, 165)]),
            _line((0.26, 0), (0.62, 0)),
        ],
        "Q": [
            _arc(0.3, 0.46, 0.29, 0.46, 0, 360),
            _line((0.26, 0.62), (0.5, 0.9), (0.6 + tail, 1.0 + tail * 0.2)),
        ],
        "K": [
            _line((0.04, 0), (0.04, 1)),
            _line((0.58, 0), (0.06, 0.58)),
            _line((0.22, 0.42), (0.62, 1)),
        ],
    }


def _stroked(strokes: list[Stroke], weight: float, *, slab: bool) -> Mask:
    scale, margin = 200.0, 50
    canvas = np.zeros((320, 340), np.uint8)
    width = max(4, round(weight * scale))
    for stroke in strokes:
        points = np.round(stroke * scale + margin).astype(np.int32)
        cv2.polylines(canvas, [points], isClosed=False, color=255, thickness=width)
        if slab and len(stroke) == 2 and points[0, 0] == points[1, 0]:
            for x, y in points:
                cv2.line(canvas, (x - width, y), (x + width, y), 255, max(3, width // 2))
    small = cv2.resize(canvas, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return cut_to_ink(small.astype(np.float32) / 255)
