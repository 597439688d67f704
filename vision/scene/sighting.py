"""What one reading says about one part of the table, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.rules.cards import Card
from vision.calibration.patch import Patch
from vision.calibration.view import Points
from vision.calibration.zones import AWAY
from vision.read.reading import CardSeen, Reading

CARD_MM = (60.0, 88.0)
"""The middle of what cards measure, 57-63 by 87-89 mm."""
_INDEX_TO_MIDDLE_MM = (23.5, 31.5)
"""From the upper left index to the card's middle, right and down: half of 47 by 63 mm."""


_END_TO_END_MM = (55.0, 90.0)
"""From index to index of one card, half-covered ones and jokers' words included. Two copies, one
over the other's end, may be as near by their middles, but not by what shows of them."""
_ONE_CARD_MM = 30.0
"""Both ends of one card place its middle within this, however long the index is."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card as it lies on the table."""

    card: Card
    x: float
    y: float
    """Its middle."""
    turn: float
    """Direction of its upper edge, radians clockwise from north; a card that shows both ends has
    two such directions, and either may stand here."""
    indices: tuple[tuple[float, float], ...]
    """Places of the indices that were read."""
    confidence: float
    strength: float = 1.0
    """How plainly it shows; see `vision.read.reading.CardSeen`."""

    @property
    def shows_one_end(self) -> bool:
        """Whether the direction tells where its player sits."""
        return len(self.indices) == 1

    def holds(self, places_mm: Points, margin_mm: float) -> npt.NDArray[np.bool_]:
        """Which places lie on the card or within a margin around it; shape ``(n,)``."""
        off = places_mm - (self.x, self.y)
        up = np.array([math.sin(self.turn), math.cos(self.turn)])
        along = np.abs(off @ up)
        across = np.abs(off @ np.array([up[1], -up[0]]))
        inside = (across <= CARD_MM[0] / 2 + margin_mm) & (along <= CARD_MM[1] / 2 + margin_mm)
        return np.asarray(inside, np.bool_)

    def both_ends(self) -> Points:
        """Where its two indices are printed; shape ``(2, 2)``."""
        up = np.array([math.sin(self.turn), math.cos(self.turn)])
        right = np.array([up[1], -up[0]])
        off = -_INDEX_TO_MIDDLE_MM[0] * right + _INDEX_TO_MIDDLE_MM[1] * up
        middle = np.array([self.x, self.y])
        return np.asarray(np.stack([middle + off, middle - off]), np.float64)


@dataclass(frozen=True, slots=True)
class DoubtSeen:
    """A place that shows an index which could not be read."""

    reason: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Sighting:
    at_ms: int
    """When the picture was exposed."""
    patch: Patch
    cards: tuple[SeenCard, ...]
    """In laid order, left to right as the patch's player sees them."""
    doubts: tuple[DoubtSeen, ...]

    def holds(self, x: float, y: float, margin_mm: float = 0.0) -> bool:
        """Whether a place lies in the patch, at least *margin_mm* from its edge."""
        up = AWAY[self.patch.seat]
        off_x, off_y = x - self.patch.centre_mm[0], y - self.patch.centre_mm[1]
        across, along = off_x * up[1] - off_y * up[0], off_x * up[0] + off_y * up[1]
        width, height = self.patch.size_mm
        return abs(across) <= width / 2 - margin_mm and abs(along) <= height / 2 - margin_mm


def sighting_of(reading: Reading, patch: Patch, at_ms: int) -> Sighting:
    """Bring a reading of *patch* onto the table."""
    return Sighting(
        at_ms,
        patch,
        _joined([_on_table(card, patch) for card in reading.cards]),
        tuple(
            DoubtSeen(doubt.reason.value, *_place(patch, doubt.x, doubt.y))
            for doubt in reading.unsure
        ),
    )


def _joined(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Make one card of two that are the two ends of one.

    The reader joins indices by how far apart they usually are, which a joker's long word may miss.
    An equal card straight under another one, the other way round, would show nothing.
    """
    kept: list[SeenCard] = []
    for card in cards:
        twin = next((each for each in kept if is_other_end(card, each)), None)
        if twin is None:
            kept.append(card)
        else:
            kept[kept.index(twin)] = joined(twin, card)
    return tuple(kept)


def joined(one: SeenCard, other: SeenCard) -> SeenCard:
    """One card of its two ends, each of which places the middle by half."""
    return replace(
        one,
        x=(one.x + other.x) / 2,
        y=(one.y + other.y) / 2,
        indices=(*one.indices, *other.indices),
        confidence=max(one.confidence, other.confidence),
        strength=max(one.strength, other.strength),
    )


def is_other_end(card: SeenCard, other: SeenCard) -> bool:
    """Whether two cards that show one index each are the two ends of one."""
    off = math.hypot(card.x - other.x, card.y - other.y)
    back = abs(math.remainder(card.turn - other.turn, math.tau)) > math.radians(160)
    lone = card.shows_one_end and other.shows_one_end
    least_mm, most_mm = _END_TO_END_MM
    apart = least_mm <= math.dist(card.indices[0], other.indices[0]) <= most_mm
    return card.card is other.card and lone and back and apart and off < _ONE_CARD_MM


def _on_table(seen: CardSeen, patch: Patch) -> SeenCard:
    up = AWAY[patch.seat]
    turn = math.atan2(up[0], up[1]) + math.radians(seen.indices[0].angle_deg)
    places = [_place(patch, index.x, index.y) for index in seen.indices]
    if len(places) > 1:
        x = sum(place[0] for place in places) / len(places)
        y = sum(place[1] for place in places) / len(places)
    else:
        across, down = _INDEX_TO_MIDDLE_MM
        x = places[0][0] + across * math.cos(turn) - down * math.sin(turn)
        y = places[0][1] - across * math.sin(turn) - down * math.cos(turn)
    return SeenCard(seen.card, x, y, turn, tuple(places), seen.confidence, seen.strength)


def _place(patch: Patch, x_px: float, y_px: float) -> tuple[float, float]:
    x, y = patch.mm_of(np.array([[x_px, y_px]]))[0].tolist()
    return x, y
