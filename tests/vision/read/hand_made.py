"""Indices and cards made by hand: a card is laid down in millimetres and shows what it would."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from referee.rules.cards import FACES, Card
from vision.detectors.base import FloatArray
from vision.read.indices import Index
from vision.read.spots import Spot

TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT = "tl", "tr", "bl", "br"
TWO = (TOP_LEFT, BOTTOM_RIGHT)
FOUR = (TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT)

Point = tuple[float, float]
Lens = Callable[[Point], Point]

_HALF_STEP_MM = (23.5, 31.5)
"""From a card's middle to the middle of an index."""
_INDEX_MM = 17.0


def faces(face: str | dict[str, float], sure: float = 0.97) -> FloatArray:
    """Probabilities: *face* with *sure* and the rest spread, or some faces as given."""
    given = {face: sure} if isinstance(face, str) else face
    rest = (1 - sum(given.values())) / (len(FACES) - len(given))
    row = np.full(len(FACES), rest, np.float32)
    for text, probability in given.items():
        row[FACES.index(Card.parse(text))] = probability
    return row


def flat(scale: float = 2.5, origin: Point = (300.0, 300.0)) -> Lens:
    """A camera straight above: millimetres to pixels."""
    return lambda mm: (origin[0] + mm[0] * scale, origin[1] + mm[1] * scale)


def card(
    face: str | dict[str, float],
    middle_mm: Point,
    turn_deg: float = 0.0,
    shows: Sequence[str] = TWO,
    lens: Lens | None = None,
    sure: float = 0.97,
) -> list[Index]:
    """The indices a card shows.

    Args:
        face: What is read at each of them.
        middle_mm: Where its middle lies.
        turn_deg: Clockwise.
        shows: Which of its corners are not covered.
        lens: From millimetres to pixels; straight above when left out.
        sure: Probability of *face*.
    """
    through = lens or flat()
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))

    def placed(x: float, y: float) -> Point:
        return through((middle_mm[0] + x * cos - y * sin, middle_mm[1] + x * sin + y * cos))

    seen = []
    for corner in shows:
        across = -_HALF_STEP_MM[0] if corner in {TOP_LEFT, BOTTOM_LEFT} else _HALF_STEP_MM[0]
        upper = corner in {TOP_LEFT, TOP_RIGHT}
        along = -_HALF_STEP_MM[1] if upper else _HALF_STEP_MM[1]
        outward = -_INDEX_MM / 2 if upper else _INDEX_MM / 2
        middle = placed(across, along)
        top, bottom = placed(across, along + outward), placed(across, along - outward)
        seen.append(
            Index(
                Spot(
                    x=middle[0],
                    y=middle[1],
                    up_x=top[0] - bottom[0],
                    up_y=top[1] - bottom[1],
                    score=0.85,
                ),
                faces(face, sure),
                presence=0.85,
            )
        )
    return seen
