"""What the wild cards (逢人配) of a card set stand for in one of its readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.rules.cards import Card, Rank
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.patterns import sequence_ranks


def wild_ranks(cards: Iterable[Card], level: Level, reading: Combination) -> tuple[Rank, ...]:
    """The ranks that the wild cards take in *reading*, low to high; empty without wild cards.

    Where a pair of wild cards may take any rank (555 and two wild ones as a full house), it is read
    as the level cards it is printed as.
    """
    naturals = Counter(card.rank for card in cards if not level.is_wild(card))
    missing = Counter(rank for group in rank_groups(naturals, level, reading) for rank in group)
    missing.subtract(naturals)
    return tuple(rank for rank in Rank for _ in range(missing[rank]))


def read_as_printed(cards: Iterable[Card], level: Level, reading: Combination) -> bool:
    """Whether every wild card of *cards* keeps its own rank in *reading*."""
    return all(rank is level.rank for rank in wild_ranks(cards, level, reading))


def rank_groups(
    naturals: Iterable[Rank], level: Level, reading: Combination
) -> Sequence[tuple[Rank, ...]]:
    """The ranks of a whole reading, equal ranks together, in the order in which they are laid.

    A full house is given triple first.

    Args:
        naturals: Ranks of the natural cards; they tell which pair a full house carries.
        level: The level the reading belongs to.
        reading: One of the readings of the cards.
    """
    match reading.kind:
        case Kind.STRAIGHT | Kind.STRAIGHT_FLUSH | Kind.TUBE | Kind.PLATE:
            ranks = sequence_ranks(reading)
            return [(rank,) * (reading.size // len(ranks)) for rank in ranks]
        case Kind.JOKER_BOMB:
            return [(Rank.BLACK_JOKER,) * 2, (Rank.RED_JOKER,) * 2]
        case Kind.FULL_HOUSE:
            triple = level.rank_with(reading.key)
            pair = next((rank for rank in naturals if rank is not triple), level.rank)
            return [(triple,) * 3, (pair,) * 2]
        case _:
            return [(level.rank_with(reading.key),) * reading.size]
