"""Legal plays: every card set that a hand can lay, and with a full deck every one there is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, product

from referee.rules.beats import beats
from referee.rules.card_counts import CardCounts
from referee.rules.cards import FACES, FULL_DECK, Card, Rank
from referee.rules.classify import readings
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.patterns import STANDARD_TYPES, Shape, TypeRules, readings_by_shape
from referee.rules.rank_counts import GUARDS, counts_of_hand, counts_of_shape


def legal_plays(
    hand: CardCounts,
    level: Level,
    to_beat: Combination | None = None,
    *,
    types: TypeRules = STANDARD_TYPES,
) -> Iterator[tuple[Card, ...]]:
    """Every different card set of *hand* that has a reading which beats *to_beat*.

    Each set comes once, in an order that is the same every time. A whole hand may have thousands.

    Args:
        hand: The cards to choose from.
        level: The level of the deal.
        to_beat: The play on the table; ``None`` for a lead, where any combination will do.
        types: Switches for the types on which sheets are silent or differ.
    """
    for shape in playable_shapes(hand, level, to_beat, types=types):
        for cards in _fillings(shape, hand, level):
            # A shape does not know its suits, so a straight may still turn out to be a flush.
            found = readings(cards, level, types=types)
            if to_beat is None or any(beats(reading, to_beat) for reading in found):
                yield cards


def legal_sets(level: Level, *, types: TypeRules = STANDARD_TYPES) -> Iterator[tuple[Card, ...]]:
    """Every card set of two decks that is a combination at *level*: some 110 000."""
    return legal_plays(CardCounts.of(FULL_DECK), level, types=types)


def playable_shapes(
    hand: CardCounts,
    level: Level,
    to_beat: Combination | None = None,
    *,
    types: TypeRules = STANDARD_TYPES,
) -> list[Shape]:
    """The shapes that *hand* can fill and that beat *to_beat*, leaving aside its suits."""
    held = counts_of_hand(hand, level) | GUARDS
    return [
        shape
        for shape, needed in _shapes_beating(level, to_beat, types, hand[level.wild_card])
        if held - needed & GUARDS == GUARDS
    ]


@cache
def _shapes_beating(
    level: Level, to_beat: Combination | None, types: TypeRules, wilds: int
) -> tuple[tuple[Shape, int], ...]:
    """Shapes of at most so many wild cards that beat *to_beat* in some suits; packed counts."""
    return tuple(
        (shape, counts_of_shape(shape))
        for shape, found in _all_shapes(level, types).items()
        if shape.wilds <= wilds
        and (
            to_beat is None
            or any(beats(reading, to_beat) for reading in chain(found, map(_as_flush, found)))
        )
    )


@cache
def _all_shapes(level: Level, types: TypeRules) -> dict[Shape, tuple[Combination, ...]]:
    return readings_by_shape(level, types)


def _as_flush(reading: Combination) -> Combination:
    """A straight as the straight flush it is in one suit; any other reading as it is."""
    if reading.kind is not Kind.STRAIGHT:
        return reading
    return Combination(Kind.STRAIGHT_FLUSH, reading.size, reading.key)


def _fillings(shape: Shape, hand: CardCounts, level: Level) -> Iterator[tuple[Card, ...]]:
    """Every way to take the cards of *shape* out of *hand*."""
    groups = [_choices(rank, count, hand, level) for rank, count in shape.naturals]
    wilds = (level.wild_card,) * shape.wilds
    for chosen in product(*groups):
        yield (*chain.from_iterable(chosen), *wilds)


def _choices(rank: Rank, count: int, hand: CardCounts, level: Level) -> list[tuple[Card, ...]]:
    """Every way to take *count* natural cards of *rank* out of *hand*."""
    faces = [card for card in FACES if card.rank is rank and not level.is_wild(card)]
    return [
        tuple(
            chain.from_iterable((face,) * taken for face, taken in zip(faces, copies, strict=True))
        )
        for copies in product(*(range(min(count, hand[face]) + 1) for face in faces))
        if sum(copies) == count
    ]
