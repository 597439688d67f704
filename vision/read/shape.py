"""Judging whether a picture was squashed, from the cards on it.

Photographs are squeezed to squares, and a slanted camera shortens the depth. Both change what the
step from a card's one index to the other looks like: in its true shape it leans 37 degrees from
straight down on every card, however the card is turned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.read.group import DIAGONAL_DEG, Step, pairs_of_like, step_between
from vision.read.indices import Index

_STEPS = 24
_FURTHEST = 2.0
"""16:9 squeezed to a square needs 1.78; a portrait picture so treated 0.56."""
_LEAN_WIDTH_DEG = 9.0
_PRIOR = 0.5
"""Natural-log units by which an unknown picture is usually off."""
_WORST = 9.0
"""Most that one pair may add: a pair that is no card must not decide."""


def true_stretch(indices: Sequence[Index]) -> float:
    """Factor by which the picture must be widened for its cards to have their true shape."""
    pairs = pairs_of_like(indices)
    if not pairs:
        return 1.0

    def cost(stretch: float) -> float:
        steps = [step_between(indices[i], indices[j], stretch) for i, j in pairs]
        return math.pow(math.log(stretch) / _PRIOR, 2) + sum(map(_off, steps))

    grid = [math.pow(_FURTHEST, k / _STEPS) for k in range(-_STEPS, _STEPS + 1)]
    return min(grid, key=cost)


def _off(step: Step) -> float:
    return min(_WORST, math.pow((step.lean_deg - DIAGONAL_DEG) / _LEAN_WIDTH_DEG, 2))
