"""Which indices belong to one card.

The two indices of a card point away from each other and lie mirrored through its middle: seen
upright, the second one is to the lower right. In millimetres that step is about 47 across and 63
down on every card of 57-63 by 87-89 mm; how many index heights long it is depends on the deck, so
it is taken from the picture itself. Decks with four indices add one straight beside and one
straight below.

A covered second index is the normal case in a fan, so an index without a partner is a card.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from referee.rules.cards import FACES, Rank, Suit
from vision.detectors.base import FloatArray
from vision.read.faces import JOKERS
from vision.read.indices import Index

DIAGONAL_MM = 78.0
"""From index to index of one card: hypot(47, 63). All cards and index sizes give 71-82."""
DIAGONAL_DEG = 37.0
"""How far that step leans from straight down."""
_DIAGONAL_LENGTHS = (1.9, 8.0)
"""The same step in index heights: indices of 30 mm to 11 mm, with perspective."""
_USUAL_LENGTHS = 4.3
_OPPOSITE = 140.0
"""Degrees of turn from which two indices point away from each other, perspective included."""
_CLEAR = 0.8
"""An index with a face this probable may tell about the whole picture."""
_AGREE = 0.05
"""Least probability that two indices show the same face for them to be one card."""
_MISREAD_SUIT = 0.1
_RANK_AND_COLOUR = np.array(
    [
        2 * list(Rank).index(card.rank) + (card.suit in {Suit.DIAMONDS, Suit.HEARTS})
        for card in FACES
    ]
)
_WEAK = 0.6
"""An index without a face this probable may follow its partner's."""
_FOLLOWS = 0.1
"""What such a follower counts, when geometry is all that speaks for it."""
_LEAST_WORTH = 0.02


class Corner(Enum):
    """How a second index of one card lies to the first, both seen from the first upright."""

    DIAGONAL = "diagonal"
    BESIDE = "beside"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class Step:
    """From one index to another in the first one's own frame."""

    across: float
    """To the right, index heights."""
    down: float
    turn_deg: float
    """How much the second is turned against the first, 0 to 180."""
    size_ratio: float

    @property
    def lengths(self) -> float:
        return math.hypot(self.across, self.down)

    @property
    def lean_deg(self) -> float:
        """Angle between straight down and the step, positive to the right."""
        return math.degrees(math.atan2(self.across, self.down))


def step_between(first: Index, second: Index, stretch: float) -> Step:
    """Measure *second* from *first*, averaged with the same seen from the other end.

    Args:
        first: Sets the frame.
        second: The other.
        stretch: Factor by which the picture must be widened to show true shapes.
    """
    up1 = np.array([first.spot.up_x * stretch, first.spot.up_y])
    up2 = np.array([second.spot.up_x * stretch, second.spot.up_y])
    way = np.array([(second.spot.x - first.spot.x) * stretch, second.spot.y - first.spot.y])
    size1, size2 = float(np.hypot(*up1)), float(np.hypot(*up2))
    cos = float(np.dot(up1, up2)) / (size1 * size2)
    opposite = cos < 0
    # Averaging both frames halves what a slightly wrong direction of one index does.
    axis = up1 / size1 + (-up2 if opposite else up2) / size2
    length = float(np.hypot(*axis))
    axis = axis / length if length > 0 else up1 / size1
    size = math.sqrt(size1 * size2)
    right = np.array([-axis[1], axis[0]])
    return Step(
        across=float(np.dot(way, right)) / size,
        down=float(-np.dot(way, axis)) / size,
        turn_deg=math.degrees(math.acos(max(-1.0, min(1.0, cos)))),
        size_ratio=max(size1, size2) / min(size1, size2),
    )


@dataclass(frozen=True, slots=True)
class Link:
    """Two indices that may be one card."""

    first: int
    second: int
    corner: Corner
    fit: float
    """How well the geometry fits, 0 to 1."""
    agreement: float
    """Probability that both show the same face."""
    lengths: float
    """Distance in index heights."""


def group(indices: Sequence[Index], stretch: float) -> list[tuple[int, ...]]:
    """Share out indices over cards.

    Args:
        indices: All of a picture.
        stretch: Factor by which the picture must be widened to show true shapes.

    Returns:
        For each card the places of its indices in *indices*; every index occurs once.
    """
    links = _links(indices, stretch)
    four = _has_four_indices(links)
    usable = [link for link in links if four or link.corner is Corner.DIAGONAL]
    usual = _usual_lengths(usable)
    card_of = list(range(len(indices)))
    members: dict[int, list[int]] = {i: [i] for i in card_of}
    largest = 4 if four else 2
    for link in sorted(usable, key=lambda each: -_worth(each, usual)):
        if _worth(link, usual) < _LEAST_WORTH:
            break
        one, other = card_of[link.first], card_of[link.second]
        if one == other or len(members[one]) + len(members[other]) > largest:
            continue
        for index in members.pop(other):
            card_of[index] = one
            members[one].append(index)
    return [tuple(sorted(group)) for group in members.values()]


def pairs_of_like(indices: Sequence[Index]) -> list[tuple[int, int]]:
    """Pairs that are surely one card: the only two clear indices of a face, in opposite directions.

    Jokers are left out, since their word may run any way.
    """
    by_face: dict[int, list[int]] = {}
    for i, index in enumerate(indices):
        face = int(index.faces.argmax())
        if float(index.faces[face]) >= _CLEAR and face not in JOKERS:
            by_face.setdefault(face, []).append(i)
    pairs = [(alike[0], alike[1]) for alike in by_face.values() if len(alike) == 2]
    return [
        (i, j) for i, j in pairs if step_between(indices[i], indices[j], 1.0).turn_deg > _OPPOSITE
    ]


def same_face(first: FloatArray, second: FloatArray) -> float:
    """Probability that two indices read independently show the same face.

    Rank and colour alike count for a little: clubs and spades, hearts and diamonds are what a
    blurred index is misread as.
    """
    alike = float(np.dot(_by_rank_and_colour(first), _by_rank_and_colour(second)))
    return max(float(np.dot(first, second)), _MISREAD_SUIT * alike)


def _by_rank_and_colour(faces: FloatArray) -> FloatArray:
    return np.bincount(_RANK_AND_COLOUR, weights=faces).astype(np.float32)


def _links(indices: Sequence[Index], stretch: float) -> list[Link]:
    links = []
    for i, j in itertools.combinations(range(len(indices)), 2):
        agreement = same_face(indices[i].faces, indices[j].faces)
        if min(float(indices[i].faces.max()), float(indices[j].faces.max())) < _WEAK:
            agreement = max(agreement, _FOLLOWS)
        if agreement < _AGREE:
            continue
        step = step_between(indices[i], indices[j], stretch)
        jokers = all(int(indices[k].faces.argmax()) in JOKERS for k in (i, j))
        found = _joker_corner(step) if jokers else _corner(step)
        if found is not None:
            corner, fit = found
            links.append(Link(i, j, corner, fit, agreement, step.lengths))
    return links


def _corner(step: Step) -> tuple[Corner, float] | None:
    least, most = _DIAGONAL_LENGTHS
    alike = _bell(math.log(step.size_ratio), 0.4)
    if step.turn_deg > _OPPOSITE:
        turned = alike * _bell(180 - step.turn_deg, 15)
        # From the other end the same step looks the same, so only the lower right counts.
        if least <= step.lengths <= most and 12 < step.lean_deg < 62:
            return Corner.DIAGONAL, turned * _bell(step.lean_deg - DIAGONAL_DEG, 9)
        if 0.75 * least <= step.lengths <= 0.85 * most and abs(step.lean_deg) < 10:
            return Corner.BELOW, turned * _bell(step.lean_deg, 5)
        return None
    if step.turn_deg < 25 and 0.5 * least <= step.lengths <= 0.7 * most:
        sideways = 90 - abs(step.lean_deg)
        if abs(sideways) < 10:
            return Corner.BESIDE, alike * _bell(step.turn_deg, 10) * _bell(sideways, 5)
    return None


def _joker_corner(step: Step) -> tuple[Corner, float] | None:
    """Jokers print a word upright, upwards, downwards or across, so the lean tells nothing."""
    if step.turn_deg > _OPPOSITE and 0.7 <= step.lengths <= _DIAGONAL_LENGTHS[1]:
        return Corner.DIAGONAL, 0.5 * _bell(180 - step.turn_deg, 15)
    return None


def _has_four_indices(links: Sequence[Link]) -> bool:
    """Whether the deck prints four indices: then some stand straight below their like.

    On a two-index deck that happens only when two equal cards lie one above the other by chance.
    """
    clear = [link for link in links if link.agreement > 0.5 and link.fit > 0.3]
    below = sum(link.corner is Corner.BELOW for link in clear)
    diagonal = sum(link.corner is Corner.DIAGONAL for link in clear)
    return below >= 2 and below >= diagonal


def _usual_lengths(links: Sequence[Link]) -> float | None:
    """Index heights from corner to corner of a card, by the clear diagonal links."""
    clear = sorted(
        link.lengths
        for link in links
        if link.corner is Corner.DIAGONAL and link.agreement > 0.5 and link.fit > 0.2
    )
    return clear[len(clear) // 2] if clear else None


def _worth(link: Link, usual: float | None) -> float:
    if link.corner is not Corner.DIAGONAL:
        return link.fit * link.agreement
    off = math.log(link.lengths / (usual or _USUAL_LENGTHS))
    return link.fit * link.agreement * _bell(off, 0.2 if usual else 0.5)


def _bell(off: float, width: float) -> float:
    return math.exp(-0.5 * (off / width) ** 2)
