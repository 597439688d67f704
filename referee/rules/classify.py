"""Classification: everything a set of cards can be taken for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from referee.rules.cards import FACES, Card, Rank
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.patterns import (
    LARGEST,
    STANDARD_TYPES,
    Shape,
    TypeRules,
    reading_order,
    readings_by_shape,
)


def readings(
    cards: Sequence[Card],
    level: Level,
    *,
    strict: bool = True,
    types: TypeRules = STANDARD_TYPES,
) -> tuple[Combination, ...]:
    """All combinations that *cards* make at *level*, in any order of the cards; empty for none.

    A wild card usually leaves several. They are sorted by kind name, then by key.

    Args:
        cards: What was laid. Whether two decks hold so many of a face is not asked here.
        level: Decides the wild cards and the power of the level card.
        strict: Four or three cards of one suit with wild ones are a straight flush only. Otherwise
            the player may call the wild card off-suit, and the plain straight is listed as well.
            No sheet decides this; AMB-05 advises strict.
        types: Switches for the types on which sheets are silent or differ.
    """
    if len(cards) > LARGEST:
        return ()
    book = _book(level, types)
    found = book.readings.get(sum(map(book.weight, cards)), ())
    if found and found[0].kind is Kind.STRAIGHT:
        return _by_suit(found, cards, level, strict=strict)
    return found


def _by_suit(
    straights: tuple[Combination, ...], cards: Sequence[Card], level: Level, *, strict: bool
) -> tuple[Combination, ...]:
    """Straights, or straight flushes where the natural cards share a suit."""
    naturals = [card for card in cards if not level.is_wild(card)]
    if len({card.suit for card in naturals}) > 1:
        return straights
    flushes = tuple(_FLUSH[straight] for straight in straights)
    if strict or len(naturals) == len(cards):
        return flushes
    return tuple(sorted(flushes + straights, key=reading_order))


_FLUSH = {
    Combination(Kind.STRAIGHT, 5, top): Combination(Kind.STRAIGHT_FLUSH, 5, top)
    for top in range(5, 15)
}


@dataclass(frozen=True, slots=True)
class _Book:
    """Readings looked up by the sum of the cards' weights, which counts the ranks of a set."""

    weight: Callable[[Card], int]
    readings: dict[int, tuple[Combination, ...]]


_BITS = LARGEST.bit_length()
"""Room for the count of one rank, so that counts never run into each other."""
_WEIGHTS = {rank: 1 << _BITS * place for place, rank in enumerate(Rank)}
_WILD_WEIGHT = 1 << _BITS * len(Rank)


@cache
def _book(level: Level, types: TypeRules) -> _Book:
    weights = {card: _WILD_WEIGHT if level.is_wild(card) else _WEIGHTS[card.rank] for card in FACES}
    shapes = readings_by_shape(level, types)
    return _Book(weights.__getitem__, {_weight(shape): found for shape, found in shapes.items()})


def _weight(shape: Shape) -> int:
    return sum(_WEIGHTS[rank] * count for rank, count in shape.naturals) + (
        _WILD_WEIGHT * shape.wilds
    )
