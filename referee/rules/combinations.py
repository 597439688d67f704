"""Combinations (牌型): the ten types of the game and the size of each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """Types of combination. The values are the names used in logs and rule vectors.

    Source: jiangsu-2017, definitions of 牌型; sizes fixed by every sheet that speaks.
    """

    SINGLE = "single"
    """单张"""
    PAIR = "pair"
    """对子: two of a rank; two equal jokers too."""
    TRIPLE = "triple"
    """三同张"""
    FULL_HOUSE = "fullhouse"
    """三带二: a triple carrying a pair; only the triple counts."""
    STRAIGHT = "straight"
    """顺子: five adjacent ranks."""
    TUBE = "tube"
    """三连对 (木板): three adjacent pairs."""
    PLATE = "plate"
    """钢板 (三同连张): two adjacent triples."""
    BOMB = "bomb"
    """炸弹: four to ten of a rank."""
    STRAIGHT_FLUSH = "sf"
    """同花顺 (火箭): a straight of one suit, a bomb between five and six alike."""
    JOKER_BOMB = "jokerbomb"
    """四大天王: all four jokers, above every other bomb."""

    __hash__ = object.__hash__

    @property
    def is_sequence(self) -> bool:
        """Whether its key counts in natural order, with the ace at either end."""
        return self in _SEQUENCES

    @property
    def is_bomb(self) -> bool:
        """Whether it beats every type that is none."""
        return self in _BOMBS


_SEQUENCES = {Kind.STRAIGHT, Kind.STRAIGHT_FLUSH, Kind.TUBE, Kind.PLATE}
_BOMBS = {Kind.BOMB, Kind.STRAIGHT_FLUSH, Kind.JOKER_BOMB}


@dataclass(frozen=True, slots=True)
class Combination:
    """One reading of a card set: what it is taken for, without the cards."""

    kind: Kind
    size: int
    """Number of cards."""
    key: int
    """What decides between two of one kind and size; higher beats lower.

    Singles, pairs, triples, bombs, and the triple of a full house: `Level.power`. Sequences:
    natural place of the top card, so A-2-3-4-5 has 5 and 10-J-Q-K-A has 14. Joker bomb: 0.
    """

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.size}:{self.key}"
