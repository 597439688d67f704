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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np

from referee.rules.cards import FACES, Rank, Suit
from vision.detectors.base import FloatArray
from vision.read.faces import JOKERS, RED_SUITS
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
_MISREAD_RANK = 0.12
"""What the same suit counts at a known scale: a half-hidden queen is read as a jack."""
_SUIT = np.array([list(Suit).index(card.suit) for card in FACES])
_RANK_AND_COLOUR = np.array(
    [2 * list(Rank).index(card.rank) + (card.suit in RED_SUITS) for card in FACES]
)
_WEAK = 0.6
"""An index without a face this probable may follow its partner's."""
_FOLLOWS = 0.1
"""What such a follower counts, when geometry is all that speaks for it."""
_LEAST_WORTH = 0.02


_TURN_WIDTH_DEG = 9.0
"""At a known scale: how far two indices of a card may be from pointing exactly away."""
_LEAST_WORTH_AT_SCALE = 0.05
_DECK_WIDTH_MM = 3.0
"""How far a card's step may be from that of its deck, cards being bent and directions misjudged."""


_ALIKE = 0.5
"""Probability of one face from which two indices may be a card though they lie askew."""
_ASKEW_DEG = 20.0
_REACH_WIDTH_MM = 2.5
_ASKEW_WORTH = 0.15
"""Less than any pair that lies as cards do is worth, so that such a pair is joined first."""


class Corner(Enum):
    """How a second index of one card lies to the first, both seen from the first upright."""

    DIAGONAL = "diagonal"
    BESIDE = "beside"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class _Print:
    """Where a second index of one card is printed, seen from the first upright."""

    corner: Corner
    across_mm: float
    down_mm: float
    width_mm: tuple[float, float]
    """Standard deviation over cards of 57-63 by 86-89 mm with indices of all sizes."""
    opposite: bool
    """Whether it points the other way."""


_PRINTS = (
    _Print(Corner.DIAGONAL, 47.5, 60.5, (4.5, 6.5), opposite=True),
    _Print(Corner.BELOW, 0.0, 60.5, (4.0, 6.5), opposite=True),
    _Print(Corner.BESIDE, 47.5, 0.0, (4.5, 4.0), opposite=False),
    _Print(Corner.BESIDE, -47.5, 0.0, (4.5, 4.0), opposite=False),
)
_JOKER_PRINTS = (
    # A word down the edge is longer than a rank over a suit, so its middle lies lower.
    _Print(Corner.DIAGONAL, 47.0, 54.0, (5.0, 8.0), opposite=True),
    # A word across the card points to its beginning, at the left.
    _Print(Corner.DIAGONAL, -74.0, 20.0, (6.0, 9.0), opposite=True),
)


@dataclass(frozen=True, slots=True)
class Step:
    """From one index to another in the first one's own frame."""

    across: float
    """To the right, index heights."""
    down: float
    turn_deg: float
    """How much the second is turned against the first, 0 to 180."""
    size_ratio: float
    height_px: float
    """One index height, in pixels of the widened picture."""

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
        height_px=size,
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
    reach: float
    """Distance, in index heights or, where the scale is known, in millimetres."""
    of_joker: bool


def group(
    indices: Sequence[Index], stretch: float, px_per_mm: float | None = None
) -> list[tuple[int, ...]]:
    """Share out indices over cards.

    Args:
        indices: All of a picture.
        stretch: Factor by which the picture must be widened to show true shapes.
        px_per_mm: Scale of the widened picture where it is calibrated. An equal neighbour's index
            is then not mistaken for the card's own.

    Returns:
        For each card the places of its indices in *indices*; every index occurs once.
    """
    links = _links(indices, stretch, px_per_mm)
    four = _has_four_indices(links)
    usable = [link for link in links if four or link.corner is Corner.DIAGONAL]
    worths = _worths(usable, at_scale=px_per_mm is not None)
    least = _LEAST_WORTH if px_per_mm is None else _LEAST_WORTH_AT_SCALE
    card_of = list(range(len(indices)))
    members: dict[int, list[int]] = {i: [i] for i in card_of}
    largest = 4 if four else 2
    for worth, link in sorted(zip(worths, usable, strict=True), key=lambda pair: -pair[0]):
        if worth < least:
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


def _same_suit(first: Index, second: Index) -> float:
    one, other = (np.bincount(_SUIT, weights=index.faces) for index in (first, second))
    return float(np.dot(one, other))


def _by_rank_and_colour(faces: FloatArray) -> FloatArray:
    return np.bincount(_RANK_AND_COLOUR, weights=faces).astype(np.float32)


def _links(indices: Sequence[Index], stretch: float, px_per_mm: float | None) -> list[Link]:
    links = []
    for i, j in itertools.combinations(range(len(indices)), 2):
        agreement = same_face(indices[i].faces, indices[j].faces)
        if min(float(indices[i].faces.max()), float(indices[j].faces.max())) < _WEAK:
            agreement = max(agreement, _FOLLOWS)
        if px_per_mm is not None:
            agreement = max(agreement, _MISREAD_RANK * _same_suit(indices[i], indices[j]))
        if agreement < _AGREE:
            continue
        step = step_between(indices[i], indices[j], stretch)
        jokers = all(int(indices[k].faces.argmax()) in JOKERS for k in (i, j))
        reach = step.lengths
        if px_per_mm is not None:
            reach *= step.height_px / px_per_mm
            prints = _JOKER_PRINTS if jokers else _PRINTS
            found = _corner_at_scale(step, px_per_mm, prints)
            if found is None and not jokers and agreement >= _ALIKE:
                found = _corner_askew(step, px_per_mm)
        else:
            found = _joker_corner(step) if jokers else _corner(step)
        if found is not None:
            corner, fit = found
            links.append(Link(i, j, corner, fit, agreement, reach, jokers))
    return links


def _corner_at_scale(
    step: Step, px_per_mm: float, prints: Iterable[_Print]
) -> tuple[Corner, float] | None:
    height_mm = step.height_px / px_per_mm
    across_mm, down_mm = step.across * height_mm, step.down * height_mm
    best: tuple[Corner, float] | None = None
    for each in prints:
        off_deg = 180 - step.turn_deg if each.opposite else step.turn_deg
        fit = (
            _bell(off_deg, _TURN_WIDTH_DEG)
            * _bell(across_mm - each.across_mm, each.width_mm[0])
            * _bell(down_mm - each.down_mm, each.width_mm[1])
            * _bell(math.log(step.size_ratio), 0.4)
        )
        if fit >= _LEAST_WORTH_AT_SCALE and (best is None or fit > best[1]):
            best = each.corner, fit
    return best


def _corner_askew(step: Step, px_per_mm: float) -> tuple[Corner, float] | None:
    """The same for two indices of one face whose directions are worse known than their places.

    What covers the edge of an index turns the direction that is seen in it, and from 77 mm away ten
    degrees are a whole index; the distance and the step's own lean stay right.
    """
    reach_mm = step.lengths * step.height_px / px_per_mm
    askew_deg = max(abs(step.lean_deg - DIAGONAL_DEG), 180 - step.turn_deg)
    fit = _bell(reach_mm - DIAGONAL_MM, _REACH_WIDTH_MM) * _bell(math.log(step.size_ratio), 0.4)
    if askew_deg > _ASKEW_DEG or fit < _LEAST_WORTH_AT_SCALE:
        return None
    return Corner.DIAGONAL, _ASKEW_WORTH * fit


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


def _worths(links: Sequence[Link], *, at_scale: bool) -> list[float]:
    """How much speaks for each link: geometry, faces, and what this deck's other cards show."""
    usual = _usual_reach(links, 2 if at_scale else 1)

    def of_deck(link: Link) -> float:
        if link.corner is not Corner.DIAGONAL or (at_scale and (link.of_joker or usual is None)):
            return 1.0
        if at_scale and usual is not None:
            return _bell(link.reach - usual, _DECK_WIDTH_MM)
        return _bell(math.log(link.reach / (usual or _USUAL_LENGTHS)), 0.2 if usual else 0.5)

    return [link.fit * link.agreement * of_deck(link) for link in links]


def _usual_reach(links: Sequence[Link], least: int) -> float | None:
    """From corner to corner of a card, by the clear diagonal links; ``None`` below *least*."""
    clear = sorted(
        link.reach
        for link in links
        if link.corner is Corner.DIAGONAL
        and not link.of_joker
        and link.agreement > 0.5
        and link.fit > 0.2
    )
    return clear[len(clear) // 2] if len(clear) >= least else None


def _bell(off: float, width: float) -> float:
    return math.exp(-0.5 * (off / width) ** 2)
