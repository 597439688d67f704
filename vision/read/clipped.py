"""Indices of which a card's edge may hide a part that makes another face of them.

On a table seen from straight above all indices of a deck are equally high, so what is lower may be
clipped. An eight without its upper loop is a six, half a king an ace, and either may read surely
and fairly steadily.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from referee.rules.cards import FACES, Rank
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
_PARTS = frozenset({Rank.ACE, Rank.SIX})
"""Half a king and most of an eight."""
_PLAIN_FACE, _STEADY_PART = 0.95, 0.91
"""Least probability of a whole one's face, and least steadiness of one that has less: of 2 510 lone
aces and sixes in the same plays five had less. Two right ones of them were less steady, as were the
two misread ones; a third, found since, had 0.90."""


def against_clipped(
    groups: Sequence[Group],
    as_read: Sequence[Index],
    steadiness: Mapping[Group, float],
    look: SecondLook,
    weighed: Sequence[Index] = (),
) -> Mapping[Group, float]:
    """Take the steadiness from lone indices that may be clipped and do not read steadily.

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

    def needed(place: int) -> float:
        """How steadily an index must read, given how high it is and what it reads as; 0 to 1."""
        others = [height for other, height in heights.items() if other != place]
        if len(others) >= _ENOUGH and heights[place] < _LOW * median(others):
            return _STEADY_THOUGH_LOW
        faces = as_read[place].faces
        may_be_part = FACES[int(faces.argmax())].rank in _PARTS
        return _STEADY_PART if may_be_part and float(faces.max()) < _PLAIN_FACE else 0.0

    def is_clipped(place: int) -> bool:
        least = needed(place)
        return least > 0.0 and look.steadiness(as_read[place]) < least

    def is_well_known(place: int) -> bool:
        return bool(weighed) and strength([weighed[place]]) >= WELL_KNOWN

    clipped: dict[Group, float] = {
        group: 0.0
        for group in groups
        if len(group) == 1
        and group[0] in heights
        and not is_well_known(group[0])
        and is_clipped(group[0])
    }
    return {**steadiness, **clipped}
