"""How many cards of each rank a set has, packed into one integer.

Each rank, and the wild cards of the level apart from them, has a field of a few bits. Adding the
units of cards counts them, and one subtraction tells whether one count holds another: the highest
bit of every field is a guard that only a field that runs short would borrow from.
"""

from __future__ import annotations

from functools import cache
from operator import mul

from referee.rules.card_counts import CardCounts
from referee.rules.cards import FACES, Card, Rank
from referee.rules.level import Level
from referee.rules.patterns import LARGEST, Shape

_FIELD_BITS = LARGEST.bit_length() + 1
"""Room for the cards of the largest combination, and the guard."""

_RANK_UNITS = {rank: 1 << _FIELD_BITS * place for place, rank in enumerate(Rank)}
_WILD_UNIT = 1 << _FIELD_BITS * len(Rank)

GUARDS = sum(unit << _FIELD_BITS - 1 for unit in (*_RANK_UNITS.values(), _WILD_UNIT))
"""The highest bit of every field: ``(a | GUARDS) - b & GUARDS == GUARDS`` where *a* holds *b*."""


@cache
def card_units(level: Level) -> dict[Card, int]:
    """What one card adds; the sum over up to `LARGEST` cards is their packed count."""
    return {card: _WILD_UNIT if level.is_wild(card) else _RANK_UNITS[card.rank] for card in FACES}


def counts_of_shape(shape: Shape) -> int:
    """The packed count of any card set of *shape*."""
    naturals = sum(_RANK_UNITS[rank] * count for rank, count in shape.naturals)
    return naturals + _WILD_UNIT * shape.wilds


def counts_of_hand(hand: CardCounts, level: Level) -> int:
    """The packed count of a hand; no rank of two decks fills its field."""
    return sum(map(mul, card_units(level).values(), hand.copies))
