"""A reader that follows the definitions word by word: slow, plain, and independent.

Every wild card is replaced by every suited face in turn and what comes out is measured against the
definition of each type. `referee.rules.classify` has to agree with it; the bench uses it as the
yardstick that speeds are told in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from referee.rules.cards import FACES, Card, Rank
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level

SUITED_FACES = [card for card in FACES if not card.rank.is_joker]


def naive_readings(cards: Sequence[Card], level: Level, *, strict: bool = True) -> set[Combination]:
    """Everything *cards* can be taken for."""
    naturals = [card for card in cards if not level.is_wild(card)]
    wilds = len(cards) - len(naturals)
    if not naturals:
        return plain_readings(cards, level)
    found: set[Combination] = set()
    for stand_ins in combinations_with_replacement(SUITED_FACES, wilds):
        found |= plain_readings([*naturals, *stand_ins], level)
    if strict and len({card.suit for card in naturals}) == 1:
        found = {reading for reading in found if reading.kind is not Kind.STRAIGHT}
    return found


def naive_beats(a: Combination, b: Combination) -> bool:
    """Whether *a* beats *b*, by the order of bombs written out as a list."""
    ladder = [
        *((Kind.BOMB, size) for size in (4, 5)),
        (Kind.STRAIGHT_FLUSH, 5),
        *((Kind.BOMB, size) for size in range(6, 11)),
        (Kind.JOKER_BOMB, 4),
    ]
    mine, other = (a.kind, a.size), (b.kind, b.size)
    if mine == other:
        return a.key > b.key
    if mine not in ladder:
        return False
    return other not in ladder or ladder.index(mine) > ladder.index(other)


def plain_readings(cards: Sequence[Card], level: Level) -> set[Combination]:
    """What *cards* are when each is just the card it is printed as."""
    size = len(cards)
    counts = Counter(card.rank for card in cards)
    powers = sorted((count, level.power(card)) for card, count in _by_rank(cards, counts))
    found: set[Combination] = set()
    if len(counts) == 1:
        key = powers[0][1]
        joker = cards[0].rank.is_joker
        if size == 1:
            found.add(Combination(Kind.SINGLE, 1, key))
        if size == 2:
            found.add(Combination(Kind.PAIR, 2, key))
        if size == 3 and not joker:
            found.add(Combination(Kind.TRIPLE, 3, key))
        if 4 <= size <= 10 and not joker:
            found.add(Combination(Kind.BOMB, size, key))
    if [count for count, _ in powers] == [2, 3]:
        found.add(Combination(Kind.FULL_HOUSE, 5, powers[1][1]))
    if counts == {Rank.BLACK_JOKER: 2, Rank.RED_JOKER: 2}:
        found.add(Combination(Kind.JOKER_BOMB, 4, 0))
    for kind, ranks, copies in (
        (Kind.STRAIGHT, 5, 1),
        (Kind.TUBE, 3, 2),
        (Kind.PLATE, 2, 3),
    ):
        top = _top_of_run(counts, ranks, copies)
        if top is not None:
            flush = kind is Kind.STRAIGHT and len({card.suit for card in cards}) == 1
            found.add(Combination(Kind.STRAIGHT_FLUSH if flush else kind, size, top))
    return found


def _by_rank(cards: Sequence[Card], counts: Counter[Rank]) -> list[tuple[Card, int]]:
    return [(next(c for c in cards if c.rank is rank), count) for rank, count in counts.items()]


def _top_of_run(counts: Counter[Rank], ranks: int, copies: int) -> int | None:
    """Natural place of the top card if *ranks* ranks follow each other, *copies* of each."""
    if len(counts) != ranks or set(counts.values()) != {copies}:
        return None
    if any(rank.is_joker for rank in counts):
        return None
    for ace in (14, 1):
        places = sorted(ace if rank is Rank.ACE else rank.place for rank in counts)
        if places == list(range(places[0], places[0] + ranks)):
            return places[-1]
    return None
