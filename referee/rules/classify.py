"""Classification: everything a set of cards can be taken for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from referee.rules.cards import Card
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.patterns import (
    LARGEST,
    STANDARD_TYPES,
    TypeRules,
    reading_order,
    readings_by_shape,
)
from referee.rules.rank_counts import card_units, counts_of_shape


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
    found = book.readings.get(sum(map(book.unit, cards)), ())
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
    """Readings by the packed count of ranks, and what a card adds to it."""

    unit: Callable[[Card], int]
    readings: dict[int, tuple[Combination, ...]]


@cache
def _book(level: Level, types: TypeRules) -> _Book:
    shapes = readings_by_shape(level, types)
    return _Book(
        unit=card_units(level).__getitem__,
        readings={counts_of_shape(shape): found for shape, found in shapes.items()},
    )
