"""Whether a picture shows colours at all."""

from __future__ import annotations

import numpy as np

from vision.detectors.base import Picture

_COLOURED = 6.0
"""Least difference of the strongest to the weakest channel in a coloured pixel; JPEG adds up to 3,
and a dark photograph's colours reach 8."""
_SHARE = 0.5
"""Percent of the pixels that must be coloured: a single red index in a grey hall is about that."""
_EVERY = 3
"""Every third pixel each way tells enough."""


def has_colours(picture: Picture) -> bool:
    """Tell a coloured picture from a greyscale one; any channel order."""
    some = picture[::_EVERY, ::_EVERY]
    spread = some.max(axis=2).astype(np.int16) - some.min(axis=2)
    return bool(np.percentile(spread, 100 - _SHARE) >= _COLOURED)
