"""Indices that cannot be where they were read, since cards are not transparent.

At a known scale an index tells where its card lies. Of two cards that each cover an index of the
other one is not there: court figures, pips at a cut edge and print on a card look like indices.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from vision.read.faces import JOKERS
from vision.read.indices import Index
from vision.read.turn import apart_deg

_HALF_MM = (30.0, 44.0)
"""Half a card's width and height."""
TO_MIDDLE_MM = (23.7, 30.2)
"""From an index to its card's middle, to the right and down."""
WORD_ACROSS_TO_MIDDLE_MM = (-37.0, 10.0)
"""The same from a joker's word across its card, seen along the word."""
_INSIDE_MM = 4.0
"""How far within its edge a card surely covers, though its place is judged from one index."""
_STRONG = 0.6
"""Strength from which a card is never left out; a whole index alone is about 0.75."""
_WORD_ACROSS_DEG = 45.0
"""An index turned further against its card is a word across it."""

Point = npt.NDArray[np.float64]
Group = tuple[int, ...]


def without_impossible(
    groups: Sequence[Group], indices: Sequence[Index], px_per_mm: float
) -> list[Group]:
    """Leave out cards that cover an index of a far clearer one and are covered by it.

    Args:
        groups: Places of each card's indices in *indices*.
        indices: All of the picture.
        px_per_mm: Its scale.
    """
    strong = [strength([indices[i] for i in group]) >= _STRONG for group in groups]
    rivals = [group for group, is_strong in zip(groups, strong, strict=True) if is_strong]
    return [
        group
        for group, is_strong in zip(groups, strong, strict=True)
        if is_strong or not any(_exclude(group, rival, indices, px_per_mm) for rival in rivals)
    ]


def strength(members: Sequence[Index]) -> float:
    """How surely a card is there, 0 to 1: by the index that looks most like one.

    Two that hardly do are no witnesses for each other: a court's two crowns are mirrored, too.
    """
    return max(member.presence * float(member.faces.max()) for member in members)


def _exclude(one: Group, other: Group, indices: Sequence[Index], px_per_mm: float) -> bool:
    return _covers(one, other, indices, px_per_mm) and _covers(other, one, indices, px_per_mm)


def _covers(upper: Group, lower: Group, indices: Sequence[Index], px_per_mm: float) -> bool:
    """Whether a card, wherever its indices say it lies, covers some index of another."""
    return any(lies_within((j,), upper, indices, px_per_mm, _INSIDE_MM) for j in lower)


def lies_within(
    group: Group, card: Group, indices: Sequence[Index], px_per_mm: float, margin_mm: float
) -> bool:
    """Whether every index of *group* lies on a card, wherever each of the card's own says it lies.

    Args:
        group: Places of indices in *indices*.
        card: The same of the card's own.
        indices: All of the picture.
        px_per_mm: Its scale.
        margin_mm: How far within the card's edge they must lie.
    """
    return all(
        abs(across) <= _HALF_MM[0] - margin_mm and abs(down) <= _HALF_MM[1] - margin_mm
        for i in group
        for across, down in _places_on([indices[j] for j in card], indices[i], px_per_mm)
    )


def _places_on(
    members: Sequence[Index], place: Index, px_per_mm: float
) -> Iterator[tuple[float, float]]:
    """Where *place* lies on the card, from its middle in millimetres, as each index tells.

    A joker's word may run any way, so one word alone tells nothing; two of them tell the middle,
    and the card lies along the step between them as every card does, or athwart words across it.
    """
    spots = [member.spot for member in members]
    if len(spots) == 2:
        first, second = spots
        middle = np.array([first.x + second.x, first.y + second.y]) / 2
        back = math.degrees(math.atan2(first.x - second.x, second.y - first.y))
        turn = back + math.degrees(math.atan2(*TO_MIDDLE_MM))
        if apart_deg(first.angle_deg, turn) > _WORD_ACROSS_DEG:
            # Read from the card's left, the word points there.
            turn = first.angle_deg + 90
        turn = math.radians(turn)
        up = np.array([math.sin(turn), -math.cos(turn)])
        yield _seen_from(middle, up, place, px_per_mm)
        return
    for member, spot in zip(members, spots, strict=True):
        if int(member.faces.argmax()) in JOKERS:
            yield math.inf, math.inf
            continue
        up = np.array([spot.up_x, spot.up_y]) / spot.length
        right = np.array([-up[1], up[0]])
        across, down = (part * px_per_mm for part in TO_MIDDLE_MM)
        middle = np.array([spot.x, spot.y]) + right * across - up * down
        yield _seen_from(middle, up, place, px_per_mm)


def _seen_from(middle: Point, up: Point, place: Index, px_per_mm: float) -> tuple[float, float]:
    way = (np.array([place.spot.x, place.spot.y]) - middle) / px_per_mm
    right = np.array([-up[1], up[0]])
    return float(way @ right), float(-(way @ up))
