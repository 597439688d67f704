"""Patterns: every combination of a level, written as how many cards of each rank it takes.

A wild card stands for any suited card, so a set of cards is a combination exactly when some
pattern, with up to two of its cards handed to the wild ones, leaves the natural cards of the set.
This file lists all patterns and takes the wild cards out of them; `classify` looks card sets up in
the result. Suits are left to `classify`, which alone tells a straight from a straight flush.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from referee.rules.cards import COPIES, SUITED_RANKS, Rank, Suit
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level

WILD_COUNT = COPIES
"""The two hearts of the level."""

JOKER_BOMB = Combination(Kind.JOKER_BOMB, 4, 0)

LARGEST = 10
"""No combination takes more cards: eight of a rank and two wild ones."""

_RUN = (Rank.ACE, *SUITED_RANKS)
"""Ranks as they follow each other in sequences, the ace at both ends.

Source: two-deck-8deal and eleven more sheets (A-2-3-4-5 to 10-J-Q-K-A); J-Q-K-A-2 is forbidden
expressly by general-never-demote. The level card keeps its natural place: AMB-07.
"""


@dataclass(frozen=True, slots=True)
class TypeRules:
    """What counts as a combination where the sheets are silent or differ."""

    joker_pair: bool = True
    """Two equal jokers are a pair: jiangsu-2017, union-2024."""
    full_house_joker_pair: bool = True
    """A triple may carry a pair of equal jokers: AMB-09, follows from jiangsu-2017."""
    five_alike_as_full_house: bool = False
    """Five of a rank may also be a full house: silent everywhere, AMB-09."""
    longest_bomb: int = LARGEST
    """Most cards of one rank, wild cards counted in: ten in union-2024 and five more, AMB-10."""


STANDARD_TYPES = TypeRules()


@dataclass(frozen=True, slots=True)
class Shape:
    """A card set without its suits: natural cards by rank, and how many wild cards."""

    naturals: tuple[tuple[Rank, int], ...]
    """Ranks in natural order, each with the number of its cards that are not wild."""
    wilds: int


def readings_by_shape(
    level: Level, types: TypeRules = STANDARD_TYPES
) -> dict[Shape, tuple[Combination, ...]]:
    """Every shape that is a combination at *level*, with all it can be taken for.

    Straights stand for straight flushes too. Readings are sorted by kind name, then by key.
    """
    found: defaultdict[Shape, set[Combination]] = defaultdict(set)
    for ranks, combination in _patterns(level, types):
        for shape in _with_wilds(ranks, level):
            # Wild cards among themselves are the level cards they are printed as: AMB-08.
            if shape.naturals or level.rank in ranks:
                found[shape].add(combination)
    return {shape: tuple(sorted(some, key=reading_order)) for shape, some in found.items()}


def reading_order(combination: Combination) -> tuple[str, int, int]:
    """Sorts readings by kind name, size and key: the order in which they are listed."""
    return combination.kind.value, combination.size, combination.key


def sequence_ranks(combination: Combination) -> tuple[Rank, ...]:
    """The ranks a sequence runs through, low to high; the ace leads in A-2-3-4-5."""
    length = _SEQUENCE_LENGTHS[combination.kind]
    return _RUN[combination.key - length : combination.key]


_SEQUENCE_LENGTHS = {
    Kind.STRAIGHT: 5,
    Kind.STRAIGHT_FLUSH: 5,
    Kind.TUBE: 3,
    Kind.PLATE: 2,
}
"""How many ranks follow each other. All sheets: exactly five, three pairs, two triples."""

_COPIES_OF_EACH = {Kind.STRAIGHT: 1, Kind.TUBE: 2, Kind.PLATE: 3}


def _patterns(level: Level, types: TypeRules) -> Iterator[tuple[tuple[Rank, ...], Combination]]:
    """All combinations as the ranks of their cards."""
    for rank in Rank:
        yield (rank,), Combination(Kind.SINGLE, 1, level.rank_power(rank))
        if types.joker_pair or not rank.is_joker:
            yield (rank,) * 2, Combination(Kind.PAIR, 2, level.rank_power(rank))
    for rank in SUITED_RANKS:
        power = level.rank_power(rank)
        yield (rank,) * 3, Combination(Kind.TRIPLE, 3, power)
        for size in range(4, types.longest_bomb + 1):
            yield (rank,) * size, Combination(Kind.BOMB, size, power)
        for pair in Rank:
            if _may_carry(rank, pair, types):
                yield (rank,) * 3 + (pair,) * 2, Combination(Kind.FULL_HOUSE, 5, power)
    for kind, copies in _COPIES_OF_EACH.items():
        length = _SEQUENCE_LENGTHS[kind]
        for top in range(length, len(_RUN) + 1):
            combination = Combination(kind, length * copies, top)
            yield sequence_ranks(combination) * copies, combination
    yield (Rank.BLACK_JOKER, Rank.RED_JOKER) * 2, JOKER_BOMB


def _may_carry(triple: Rank, pair: Rank, types: TypeRules) -> bool:
    """Whether a triple of one rank and a pair of another are a full house (三带二)."""
    if pair.is_joker:
        return types.joker_pair and types.full_house_joker_pair
    return pair is not triple or types.five_alike_as_full_house


def _with_wilds(ranks: tuple[Rank, ...], level: Level) -> Iterator[Shape]:
    """The shapes that make one pattern, with none, one or two wild cards in it."""
    pattern = Counter(ranks)
    suited = [rank for rank in pattern if not rank.is_joker]
    for wilds in range(WILD_COUNT + 1):
        for replaced in combinations_with_replacement(suited, wilds):
            naturals = Counter(pattern)
            naturals.subtract(replaced)
            if all(0 <= count <= _in_play(rank, level) for rank, count in naturals.items()):
                yield Shape(tuple((rank, naturals[rank]) for rank in Rank if naturals[rank]), wilds)


def _in_play(rank: Rank, level: Level) -> int:
    """How many natural cards of *rank* there are; the hearts of the level are the wild ones."""
    suits = 1 if rank.is_joker else len(Suit)
    return COPIES * (suits - (rank is level.rank))
