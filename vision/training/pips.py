"""Shapes of the four suits, drawn afresh for every deck."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

Mask = MatLike
"""Ink coverage 0..1 of a shape as float32, cut to its bounding box."""

_HEIGHT = 110
_OVERSAMPLING = 4


@dataclass(frozen=True, slots=True)
class PipShapes:
    """One deck's suit shapes, upright."""

    clubs: Mask
    diamonds: Mask
    hearts: Mask
    spades: Mask

    def of(self, suit: int) -> Mask:
        """The shape of a suit 0..3 in the order clubs, diamonds, hearts, spades."""
        return (self.clubs, self.diamonds, self.hearts, self.spades)[suit]


def draw_pips(chance: np.random.Generator) -> PipShapes:
    """Suit shapes of one deck: slim or fat, with stems and lobes of one hand."""
    stem_width = chance.uniform(0.22, 0.62)
    stem_waist = chance.uniform(0.02, 0.1)
    stem_height = chance.uniform(0.22, 0.42)
    waist = chance.uniform(0.75, 1.35)
    return PipShapes(
        clubs=_filled(_club(chance, stem_width, stem_waist, stem_height)),
        diamonds=_filled(_diamond(chance)),
        hearts=_filled([_heart(waist, chance.uniform(0.86, 1.12))]),
        spades=_filled(
            [
                _heart(waist * chance.uniform(0.9, 1.2), chance.uniform(0.8, 1.02)) * [1, -1]
                + [0, 0.05],
                _stem(stem_width, stem_waist, 0.02, 0.5 + stem_height * 0.35),
            ]
        ),
    )


def cut_to_ink(mask: Mask) -> Mask:
    """The part of *mask* that holds ink; a mask without ink is an error of the caller."""
    rows, columns = np.nonzero(mask > 0.3)
    return mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def _heart(waist: float, width: float) -> NDArray[np.float64]:
    """A closed outline in a box about one high, y down; *waist* above 1 draws the flanks in."""
    t = np.linspace(0, 2 * np.pi, 120)
    x = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2.2 + 0.8 * waist)
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 29
    return np.stack([x * 0.53 * width, y], 1)


def _diamond(chance: np.random.Generator) -> list[NDArray[np.float64]]:
    power = chance.choice([1.0, 1.0, 0.95, 0.88, 0.75, 0.65])
    t = np.linspace(0, 2 * np.pi, 121)
    x = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** (2 / power)
    y = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** (2 / power)
    return [np.stack([x * 0.5 * chance.uniform(0.7, 1.0), y * 0.5], 1)]


def _club(
    chance: np.random.Generator, stem_width: float, stem_waist: float, stem_height: float
) -> list[NDArray[np.float64]]:
    radius = chance.uniform(0.21, 0.27)
    spread = chance.uniform(0.22, 0.3)
    drop = chance.uniform(0.2, 0.34)
    parts = [
        _circle(0, -0.27, radius),
        _circle(-spread, -0.27 + drop + 0.08, radius),
        _circle(spread, -0.27 + drop + 0.08, radius),
        _stem(stem_width, stem_waist, -0.1, 0.3 + stem_height * 0.55),
    ]
    if chance.random() < 0.7:
        parts.append(_circle(0, 0.0, radius * chance.uniform(0.4, 0.7)))
    return parts


def _circle(x: float, y: float, radius: float) -> NDArray[np.float64]:
    t = np.linspace(0, 2 * np.pi, 60)
    return np.stack([x + radius * np.cos(t), y + radius * np.sin(t)], 1)


def _stem(width: float, waist: float, top: float, bottom: float) -> NDArray[np.float64]:
    t = np.linspace(0, 1, 14)
    half = waist + (width / 2 - waist) * t**3
    y = top + (bottom - top) * t
    left = np.stack([-half, y], 1)
    right = np.stack([half, y], 1)[::-1]
    return np.concatenate([left, right])


def _filled(outlines: list[NDArray[np.float64]]) -> Mask:
    points = np.concatenate(outlines)
    low, high = points.min(0), points.max(0)
    scale = _HEIGHT * _OVERSAMPLING / (high[1] - low[1])
    width, height = np.ceil((high - low) * scale).astype(int) + 2
    canvas = np.zeros((height, width), np.uint8)
    for outline in outlines:
        # One by one: overlapping parts filled in one call would cancel out.
        cv2.fillPoly(canvas, [np.round((outline - low) * scale).astype(np.int32)], 255)
    small = (max(4, width // _OVERSAMPLING), max(4, height // _OVERSAMPLING))
    return np.float32(1 / 255) * cv2.resize(canvas, small, interpolation=cv2.INTER_AREA).astype(
        np.float32
    )
