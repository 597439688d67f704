"""Words in one language or in two side by side, as far as there is room."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from referee.rules.cards import Card, Rank, Suit
from referee.texts import Language, card_name, say

Compose = Callable[[Language], str]

BLACK = Style(color="black", bgcolor="bright_white", bold=True)
RED = Style(color="red3", bgcolor="bright_white", bold=True)


class Words:
    """Composes texts in the languages of the table, the first one before all others."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self.languages = tuple(languages)

    @property
    def first(self) -> Language:
        return self.languages[0]

    def both(self, compose: Compose, width: int | None = None) -> str:
        """Every language beside the other; the first alone where *width* cells do not hold all."""
        whole = " ".join(map(compose, self.languages))
        if width is None or cell_len(whole) <= width:
            return whole
        return compose(self.first)

    def say(self, key: str, width: int | None = None, /, **facts: object) -> str:
        return self.both(lambda language: say(key, language, **facts), width)


def tiles(cards: Iterable[Card], words: Words, padding: str) -> list[Text]:
    """Cards as small white pictures with their corner, one text each."""
    return [
        Text(f"{padding}{_corner(card, words)}{padding}", style=RED if is_red(card) else BLACK)
        for card in cards
    ]


def _corner(card: Card, words: Words) -> str:
    if words.first is Language.ENGLISH and card.rank in (Rank.BLACK_JOKER, Rank.RED_JOKER):
        # Ten of them have to fit in front of a seat.
        return say(f"demo.{card}", Language.ENGLISH)
    return card_name(card, words.first)


def is_red(card: Card) -> bool:
    """Whether its print is red."""
    return card.rank is Rank.RED_JOKER or (
        card.suit in {Suit.HEARTS, Suit.DIAMONDS} and card.rank is not Rank.BLACK_JOKER
    )
