"""How the cards of a play lie: their order on the table tells what a wild card stands for.

Source: national-2017 art. 11: all at once; sequences and full houses low to high, left to right as
the player sees them; a wild card at the place it stands for.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from referee.rules.cards import Card, Rank
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.wilds import rank_groups


def lies_as(cards: Sequence[Card], level: Level, reading: Combination) -> bool:
    """Whether *cards*, as they lie from left to right, show *reading*.

    Cards laid high to low show it too, and a full house with its triple on either side: the natural
    cards tell in which direction to read, and an untidy player has still declared the wild card.
    """
    return any(
        _fits(cards, level, order) or _fits(cards, level, order[::-1])
        for order in _orders(cards, level, reading)
    )


def lies_in_order(cards: Sequence[Card], level: Level, reading: Combination) -> bool:
    """Whether *cards* lie as art. 11 wants it: low to high, a wild card at its place.

    The pair of a full house may lie on either side of its triple; the article can be read for both.
    """
    return any(_fits(cards, level, order) for order in _orders(cards, level, reading))


def _orders(
    cards: Sequence[Card], level: Level, reading: Combination
) -> tuple[tuple[Rank, ...], ...]:
    naturals = [card.rank for card in cards if not level.is_wild(card)]
    groups = rank_groups(naturals, level, reading)
    first = tuple(chain.from_iterable(groups))
    if reading.kind is Kind.FULL_HOUSE:
        return first, tuple(chain.from_iterable(reversed(groups)))
    return (first,)


def _fits(cards: Sequence[Card], level: Level, order: tuple[Rank, ...]) -> bool:
    return all(
        card.rank is rank or (level.is_wild(card) and not rank.is_joker)
        for card, rank in zip(cards, order, strict=True)
    )
