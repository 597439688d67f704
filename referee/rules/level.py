"""The level (级数): which rank is played, which cards are wild, which rank beats which."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.cards import SUITED_RANKS, Card, Rank, Suit

LEVEL_CARD_POWER = 15
"""Above the ace (14), below the black joker (16)."""


class LevelTextError(ValueError):
    """A text that names no level."""

    def __init__(self, text: str) -> None:
        ranks = " ".join(rank.value for rank in SUITED_RANKS)
        super().__init__(f"no level is written {text!r}; want one of {ranks}")
        self.text = text


@dataclass(frozen=True, slots=True, eq=False, init=False, repr=False)
class Level:
    """The rank a deal is played at (打几). There is one object for each level."""

    rank: Rank

    def __new__(cls, rank: Rank) -> Level:
        """Look up a level; raises `LevelTextError` for the rank of a joker."""
        try:
            return _BY_RANK[rank]
        except KeyError:
            raise LevelTextError(rank.value) from None

    @classmethod
    def parse(cls, text: str) -> Level:
        """Read ``2`` to ``9``, ``T``, ``J``, ``Q``, ``K`` or ``A``; raises `LevelTextError`."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise LevelTextError(text) from None

    @property
    def wild_card(self) -> Card:
        """逢人配: the heart of the level, two copies of it, stands for any suited card."""
        return Card(Suit.HEARTS, self.rank)

    def is_wild(self, card: Card) -> bool:
        return card.rank is self.rank and card.suit is Suit.HEARTS

    def power(self, card: Card) -> int:
        """Place of *card* among singles, pairs, triples, full houses and bombs; higher beats lower.

        2 to 14 for two to ace, 15 for a level card (参谋), 16 black joker, 17 red joker. Never use
        this inside a straight, tube or plate: there the natural order of `Rank.place` holds.

        Source: union-2024 art. 6 and all sheets that speak; natural order inside sequences: AMB-07.
        """
        return self.rank_power(card.rank)

    def rank_power(self, rank: Rank) -> int:
        """`power` of any card of *rank*."""
        return LEVEL_CARD_POWER if rank is self.rank else rank.place

    def rank_with(self, power: int) -> Rank:
        """The rank whose cards have *power*; the inverse of `rank_power`."""
        return next(rank for rank in Rank if self.rank_power(rank) == power)

    def __str__(self) -> str:
        return self.rank.value

    def __repr__(self) -> str:
        return f"Level.parse({str(self)!r})"

    def __reduce__(self) -> tuple[type[Level], tuple[Rank]]:
        # Copies and pickles must come back as the same object.
        return Level, (self.rank,)


def _level(rank: Rank) -> Level:
    level: Level = object.__new__(Level)
    object.__setattr__(level, "rank", rank)
    return level


_BY_RANK = {rank: _level(rank) for rank in SUITED_RANKS}
_BY_TEXT = {str(level): level for level in _BY_RANK.values()}

LEVELS = tuple(_BY_RANK.values())
"""Two to ace, in the order they are played."""
