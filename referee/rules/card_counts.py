"""A multiset of cards: a hand, or all that has been laid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.rules.cards import FACES, Card


@dataclass(frozen=True, slots=True)
class CardCounts:
    """How many copies of each face there are, in any order."""

    copies: bytes = bytes(len(FACES))
    """One number for each face, in the order of `FACES`."""

    @classmethod
    def of(cls, cards: Iterable[Card]) -> CardCounts:
        return cls().with_added(cards)

    def __len__(self) -> int:
        return sum(self.copies)

    def __getitem__(self, card: Card) -> int:
        return self.copies[card.number]

    def cards(self) -> tuple[Card, ...]:
        """All cards, copies side by side, in the order of `FACES`."""
        return tuple(card for card in FACES for _ in range(self.copies[card.number]))

    def with_added(self, cards: Iterable[Card]) -> CardCounts:
        copies = bytearray(self.copies)
        for card in cards:
            copies[card.number] += 1
        return CardCounts(bytes(copies))

    def without(self, cards: Iterable[Card]) -> CardCounts:
        """What stays when *cards* are taken out; the caller knows that all of them are there."""
        copies = bytearray(self.copies)
        for card in cards:
            if not copies[card.number]:
                raise AssertionError(f"{card} is taken out more often than it is there")
            copies[card.number] -= 1
        return CardCounts(bytes(copies))

    def lacks(self, cards: Iterable[Card]) -> Card | None:
        """The first of *cards* that is not there as often as it is asked for, or ``None``."""
        copies = bytearray(self.copies)
        for card in cards:
            if not copies[card.number]:
                return card
            copies[card.number] -= 1
        return None
