"""Which cards lie on the table, and how a new sighting differs from that."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from referee.rules.cards import Card
from referee.rules.seats import Seat
from vision.calibration.view import Points
from vision.calibration.zones import Zones
from vision.scene.sighting import CARD_MM, SeenCard, Sighting, is_other_end, joined
from vision.watch.glance import Change

HEAP_MM = 200.0
"""Heaps lie so far from the middle: beyond the display area, 400 mm square (national-2017)."""
_NEAR_CHANGE_MM = 14.0
"""A new card's index has changed, or its card's middle has."""
_AT_INDEX_MM = 8.0
"""A new card's index has changed within 3 mm; one that shows above a new card is further away."""
_SAME_CARD_MM = 12.0
"""Two equal cards lie further apart, or nobody could tell that there are two."""
_STILL_MM = 6.0
"""A card that lies still is seen no further than this from where it lay."""
_MOVED_MM = 70.0
"""A card that is pushed straight stays within this of where it lay."""
_SHADOW_MM = 9.0
"""Around a card: its shadow, and what a card of another size covers."""
_BESIDE_MM = 35.0
"""A hand on a play lies within this of its cards."""
_EDGE_MM = 12.0
"""An index nearer to the edge of a patch may be cut through; what has changed lies further in."""
_GONE = 0.35
"""Share of a remembered card's place that must have changed for it to be missed."""
_GRID_MM = 5.0
_HALF_AN_INDEX = 0.9
"""What is read with less confidence may be half of another index."""
_TURNED = math.radians(12)
"""Two looks at a card that lies still differ by less in its direction."""
_TELLING_MM2 = 400.0
"""So much of a card must be to be seen to tell whether it still lies there: a broad edge."""


@dataclass(frozen=True, slots=True)
class Play:
    """Cards that a seat laid together."""

    number: int
    """Counts up over the deal."""
    seat: Seat
    cards: tuple[Card, ...]
    at_ms: int
    was_read: bool = True
    """Whether the cards are known for sure."""
    weak: tuple[Card, ...] = ()
    """Those of them that hardly show."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card that is known to lie there."""

    seen: SeenCard
    play: Play | None
    """``None`` for cards that are no play: a heap, something that lay there at the start."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What a sighting says beyond what was known."""

    new: tuple[SeenCard, ...]
    """In laid order."""
    kept: tuple[tuple[Lying, SeenCard], ...]
    """Known cards that were seen again, with where they lie now."""
    gone: tuple[Lying, ...]
    """Known cards that would be seen if they still lay there."""
    doubts: tuple[str, ...]
    """Reasons of unreadable indices that belong to nothing known."""

    def agrees(self, other: Difference) -> bool:
        """Whether both say the same about what is new and what is gone."""
        return (
            _faces(self.new) == _faces(other.new)
            and {id(card) for card in self.gone} == {id(card) for card in other.gone}
            and not self.doubts
            and not other.doubts
        )


@dataclass(slots=True)
class Memory:
    lying: list[Lying] = field(default_factory=list)
    version: int = 0
    """Counts up with every change of what is known."""

    def differ(
        self, sighting: Sighting, change: Change, zones: Zones, lying: Collection[Card] = ()
    ) -> Difference:
        """Compare a sighting with what is known, where something has changed.

        Doubts count only where plays lie, and not where heaps do while cards are cleared away:
        turned over and swept cards show much that is no index.

        Args:
            sighting: What was read.
            change: What has changed, and where.
            zones: Of the table.
            lying: Faces that are known to lie somewhere: where they came down unseen, an index of
                theirs that is still to be read beneath a new play is not new.
        """
        known = [
            card for card in self.lying if sighting.holds(card.seen.x, card.seen.y, -_MOVED_MM / 2)
        ]
        kept = self._same(_matched(known, sighting.cards), sighting, change)
        taken = {id(seen) for _, seen in kept}
        rest = [seen for seen in sighting.cards if id(seen) not in taken]
        missed = [card for card in known if all(card is not each for each, _ in kept)]
        for seen in list(rest):
            card = _known_below(seen, missed, sighting.cards)
            if card is not None:
                rest.remove(seen)
                missed.remove(card)
                kept.append((card, card.seen))
        new = tuple(
            seen
            for seen in rest
            if _touches(seen, change)
            and sighting.holds(*seen.indices[0], _EDGE_MM)
            and (seen.card not in lying or _near(change, seen.indices, _AT_INDEX_MM))
        )
        again = {id(card): seen for card, seen in kept}
        gone = tuple(
            card
            for place, card in enumerate(known)
            if id(card) not in again
            and _missed(
                card.seen,
                change,
                # Only what came later can lie on top of it.
                [*new, *(again[id(each)] for each in known[place + 1 :] if id(each) in again)],
            )
        )
        there = [*sighting.cards, *(card.seen for card in known)]
        doubts = tuple(
            doubt.reason
            for doubt in sighting.doubts
            if zones.in_play(doubt.x, doubt.y)
            and not (gone and max(abs(doubt.x), abs(doubt.y)) > HEAP_MM)
            and sighting.holds(doubt.x, doubt.y, _EDGE_MM)
            and _near(change, [(doubt.x, doubt.y)])
            and not any(_is_end_of(card, doubt.x, doubt.y) for card in there)
        )
        # While cards are cleared away, what is left of them is nobody's play.
        return Difference(new, tuple(kept), gone, () if gone and not new else doubts)

    def _same(
        self, pairs: Sequence[tuple[Lying, SeenCard]], sighting: Sighting, change: Change
    ) -> list[tuple[Lying, SeenCard]]:
        """Leave out pairs that are a card and its other copy, laid over it."""
        still = [(card, seen) for card, seen in pairs if _lies_there(card.seen, seen)]
        brought = len(pairs) < len(sighting.cards)
        copies = Counter(card.seen.card for card in self.lying)
        for card, seen in pairs:
            if _lies_there(card.seen, seen):
                continue
            left = _left_bare(card.seen, sighting.cards)
            if copies[seen.card] > 1 or not _stays(left, change, brought=brought):
                still.append((card, seen))
        return still

    def without_known(self, difference: Difference) -> Difference:
        """Leave out new cards that another change has brought to memory meanwhile."""
        return replace(
            difference,
            new=tuple(
                new
                for new in difference.new
                if not any(
                    card.seen.card is new.card and _lies_there(card.seen, new)
                    for card in self.lying
                )
            ),
        )

    def apply(self, difference: Difference, play: Play | None) -> None:
        """Take over a difference that is believed; its new cards belong to *play*."""
        self.version += 1
        moved = {id(card): seen for card, seen in difference.kept}
        gone = {id(card) for card in difference.gone}
        self.lying = [
            replace(card, seen=_better(card.seen, moved[id(card)])) if id(card) in moved else card
            for card in self.lying
            if id(card) not in gone
        ]
        self.lying += [Lying(seen, play) for seen in difference.new]

    def of(self, play: Play) -> list[Lying]:
        """What still lies there of a play."""
        return [card for card in self.lying if card.play is play]

    def unknown(self, change: Change) -> Points:
        """Changed places at which no card is known to lie; shape ``(n, 2)``, millimetres."""
        left = change.places_mm
        for card in self.lying:
            left = left[~card.seen.holds(left, _SHADOW_MM)]
        return left

    def unexplained_mm2(self, difference: Difference, change: Change) -> float:
        """How much of *change* beside the new cards no card accounts for, square millimetres.

        A hand that lies on a play does that. What has changed further away, such as cards that
        were cleared meanwhile, is another matter.
        """
        cards = [
            *difference.new,
            *(seen for _, seen in difference.kept),
            *(card.seen for card in self.lying),
        ]
        beside = np.any([new.holds(change.places_mm, _BESIDE_MM) for new in difference.new], axis=0)
        left = change.places_mm[beside]
        for card in cards:
            left = left[~card.holds(left, _SHADOW_MM)]
        return len(left) * change.area_mm2 / len(change.places_mm)


def _faces(cards: Iterable[SeenCard]) -> Counter[Card]:
    return Counter(card.card for card in cards)


def _lies_there(known: SeenCard, seen: SeenCard) -> bool:
    """Whether a card of a known one's face lies where that one lay.

    A joker's lone word places its middle some millimetres off, to either side by either end.
    """
    return _moved_mm(known, seen) <= _SAME_CARD_MM or is_other_end(known, seen)


def _moved_mm(known: SeenCard, seen: SeenCard) -> float:
    """How far a card has moved, by its middle or by an index that was seen both times."""
    middle = math.hypot(known.x - seen.x, known.y - seen.y)
    if abs(math.remainder(known.turn - seen.turn, math.pi)) > _TURNED:
        return middle
    return min(middle, *(math.dist(one, other) for one in known.indices for other in seen.indices))


def _left_bare(card: SeenCard, over: Iterable[SeenCard]) -> Points:
    """Points of a card's place that none of the others lies over; shape ``(n, 2)``."""
    across, along = (np.arange(-side / 2 + 4, side / 2, _GRID_MM) for side in CARD_MM)
    up = np.array([math.sin(card.turn), math.cos(card.turn)])
    right = np.array([up[1], -up[0]])
    x, y = (each.reshape(-1, 1) for each in np.meshgrid(across, along))
    points = np.array([card.x, card.y]) + x * right + y * up
    covered = np.any([other.holds(points, _SHADOW_MM / 2) for other in over], axis=0)
    return np.asarray(points[~covered], np.float64)


def _stays(left: Points, change: Change, *, brought: bool) -> bool:
    """Whether a card seems to lie where it lay, by the part of its place that is to be seen.

    Where that tells nothing, a card that turns up elsewhere together with new ones is one of them.
    """
    if len(left) * _GRID_MM**2 < _TELLING_MM2:
        return brought
    off = left[:, None, :] - change.places_mm[None, :, :]
    changed = (np.abs(off).max(axis=2) <= _GRID_MM).any(axis=1)
    return float(changed.mean()) < _GONE


def _matched(known: Sequence[Lying], seen: Sequence[SeenCard]) -> list[tuple[Lying, SeenCard]]:
    """Pair known cards with seen ones of the same face, the nearest pairs first."""
    pairs = sorted(
        (
            (math.hypot(card.seen.x - other.x, card.seen.y - other.y), i, j)
            for i, card in enumerate(known)
            for j, other in enumerate(seen)
            if card.seen.card is other.card
        ),
        key=lambda pair: pair[0],
    )
    taken_known: set[int] = set()
    taken_seen: set[int] = set()
    matched = []
    for distance, i, j in pairs:
        if distance > _MOVED_MM or i in taken_known or j in taken_seen:
            continue
        taken_known.add(i)
        taken_seen.add(j)
        matched.append((known[i], seen[j]))
    return matched


def _known_below(seen: SeenCard, known: Sequence[Lying], there: Sequence[SeenCard]) -> Lying | None:
    """The known card that *seen* is, where another one covers half of its index: ``4`` as ``2``."""
    if seen.confidence >= _HALF_AN_INDEX or not seen.shows_one_end:
        return None
    spot = np.array(seen.indices)
    if not any(other is not seen and other.holds(spot, _AT_INDEX_MM).any() for other in there):
        return None
    return next((card for card in known if _is_at(card.seen, seen)), None)


def _is_at(card: SeenCard, seen: SeenCard) -> bool:
    """Whether both take up one place of the table."""
    off = math.hypot(card.x - seen.x, card.y - seen.y)
    turned = abs(math.remainder(card.turn - seen.turn, math.pi))
    return off <= _AT_INDEX_MM and turned <= _TURNED


def _touches(seen: SeenCard, change: Change) -> bool:
    return _near(change, [*seen.indices, (seen.x, seen.y)])


def _near(
    change: Change, places: Iterable[tuple[float, float]], within_mm: float = _NEAR_CHANGE_MM
) -> bool:
    return any(
        float(((change.places_mm - place) ** 2).sum(axis=1).min()) <= within_mm**2
        for place in places
    )


def _missed(card: SeenCard, change: Change, over: Sequence[SeenCard]) -> bool:
    """Whether a known card that was not seen has gone, and is not just covered.

    A card of which another one hides a part is taken to lie there still: losing it from memory
    would make a play of it when it is next seen.
    """
    ends = card.both_ends()
    spots = np.concatenate([ends, [(card.x, card.y)]])
    if any(other.holds(spots, 0.0).any() for other in over):
        return False
    if _share(card, change) >= _GONE:
        return True
    # White on white changes little when a card is lifted off others, but at both its indices.
    return all(_near(change, [(float(x), float(y))]) for x, y in ends)


def _share(card: SeenCard, change: Change) -> float:
    """How much of a card's place has changed, 0 to 1."""
    cell_mm2 = change.area_mm2 / len(change.places_mm)
    return float(card.holds(change.places_mm, 0.0).sum()) * cell_mm2 / (CARD_MM[0] * CARD_MM[1])


def _is_end_of(card: SeenCard, x: float, y: float) -> bool:
    return any(math.hypot(end[0] - x, end[1] - y) <= _NEAR_CHANGE_MM for end in card.both_ends())


def _better(known: SeenCard, seen: SeenCard) -> SeenCard:
    """Where a card lies now; two indices place it better than one if it has not moved."""
    if is_other_end(known, seen):
        return joined(known, seen)
    moved = _moved_mm(known, seen) > _STILL_MM
    return seen if moved or len(seen.indices) >= len(known.indices) else known
