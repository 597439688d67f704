"""Indices lower than the others of their deck: prints of which a card's edge may hide the top.

On a table seen from straight above all indices of a deck are equally high. An eight without its
upper loop is a six, half a king an ace, and either may read surely and fairly steadily.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from vision.read.covering import Group, strength
from vision.read.indices import Index, is_word
from vision.read.steady import WELL_KNOWN, SecondLook

_LOW = 0.84
"""Share of the usual height below which an index may be clipped. Of 16 950 lone ones in 6 000
rendered plays 16 were lower, two of them misread."""
_STEADY_THOUGH_LOW = 0.9
"""Steadiness from which one is believed: those two had 0.85 and 0.89, the 14 right ones 0.9 and
more."""
_ENOUGH = 3
"""So many other indices tell the usual height."""


def against_clipped(
    groups: Sequence[Group],
    as_read: Sequence[Index],
    steadiness: Mapping[Group, float],
    look: SecondLook,
    weighed: Sequence[Index] = (),
) -> Mapping[Group, float]:
    """Take the steadiness from lone indices that are too low and do not read steadily.

    Args:
        groups: Places of each card's indices.
        as_read: All of a picture of true shape and one scale, as the network reads them.
        steadiness: Of the groups that hardly show.
        look: At that picture.
        weighed: The same by a deck, if there is one; a print it knows well is whole.
    """
    heights = {
        place: index.spot.length for place, index in enumerate(as_read) if not is_word(index)
    }

    def is_low(group: Group) -> bool:
        others = [height for place, height in heights.items() if place != group[0]]
        return (
            len(group) == 1
            and group[0] in heights
            and len(others) >= _ENOUGH
            and heights[group[0]] < _LOW * median(others)
            and not (weighed and strength([weighed[group[0]]]) >= WELL_KNOWN)
        )

    clipped = {
        group: 0.0
        for group in groups
        if is_low(group) and look.steadiness(as_read[group[0]]) < _STEADY_THOUGH_LOW
    }
    return {**steadiness, **clipped}
