"""Comparison: whether one combination is larger than another."""

from __future__ import annotations

from referee.rules.combinations import Combination, Kind

_BETWEEN_FIVE_AND_SIX = 5.5


def beats(a: Combination, b: Combination) -> bool:
    """Whether *a* may be played on *b*. Equal never beats: the first one stays the larger.

    Bombs beat every other type; among bombs the joker bomb is on top, then length decides, with the
    straight flush between five and six alike, and then rank. Other types answer only their own.

    Source: union-2024 art. 6 (同张或同点时先出为大); poker-531 (超过6张的炸弹大于同花顺，同花顺大于
    所有5张牌和4张牌的炸弹); national-2017, order of sizes.
    """
    if a.kind is b.kind and a.size == b.size:
        return a.key > b.key
    return _force(a) > _force(b)


def _force(combination: Combination) -> float:
    """Rung on the ladder of bombs; zero for all that is none."""
    match combination.kind:
        case Kind.BOMB:
            return combination.size
        case Kind.STRAIGHT_FLUSH:
            return _BETWEEN_FIVE_AND_SIX
        case Kind.JOKER_BOMB:
            return float("inf")
        case _:
            return 0
