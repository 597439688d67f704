"""Cards (牌): the printed faces of the two decks, and their text form.

The text is suit then rank, ten is ``T``: ``C5``, ``HT``, ``SB``. It is the notation of the NJUPT
Guandan platform, used in logs, rule vectors and messages alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

CARD_TEXT = "suit C D H S then rank 2-9 T J Q K A, or SB (black joker) or HR (red joker)"
"""How a card is written, for messages."""


class CardTextError(ValueError):
    """A text that names no card."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no card is written {text!r}; want {CARD_TEXT}")
        self.text = text


class Suit(Enum):
    """Suits (花色). No suit outranks another (union-2024 art. 6: 花色无大小)."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    # Members are unique objects; hashing the name again on every look-up would only cost time.
    __hash__ = object.__hash__


class Rank(Enum):
    """Ranks (牌点) in natural order (自然顺序), jokers last: 小王 black, 大王 red."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"
    BLACK_JOKER = "B"
    RED_JOKER = "R"

    __hash__ = object.__hash__

    @property
    def is_joker(self) -> bool:
        return self is Rank.BLACK_JOKER or self is Rank.RED_JOKER

    @property
    def place(self) -> int:
        """Place in the natural order: 2 to 14 for two to ace, black joker 16, red joker 17.

        15 stays free for the level card, which is the business of `Level.power`.
        """
        return _PLACES[self]


_PLACES = {rank: number for number, rank in enumerate(Rank, start=2) if not rank.is_joker} | {
    Rank.BLACK_JOKER: 16,
    Rank.RED_JOKER: 17,
}

SUITED_RANKS = tuple(rank for rank in Rank if not rank.is_joker)
"""Two to ace: the ranks that come in four suits and that a level can have."""


@dataclass(frozen=True, slots=True, eq=False, init=False, repr=False)
class Card:
    """One printed face. The two copies of a face are equal, so a hand is a multiset.

    There is one object for each face: ``Card(suit, rank)`` and ``Card.parse(text)`` give that
    object, so comparing and hashing cost no more than an address.
    """

    suit: Suit
    """The black joker is printed as a spade, the red one as a heart."""
    rank: Rank
    number: int
    """Place in `FACES`, 0 to 53; for sorting and for arrays."""

    def __new__(cls, suit: Suit, rank: Rank) -> Card:
        """Look up a face; raises `CardTextError` for a joker of the wrong colour."""
        try:
            return _BY_FACE[suit, rank]
        except KeyError:
            raise CardTextError(suit.value + rank.value) from None

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read the form used in logs and rule vectors; raises `CardTextError`."""
        try:
            return _BY_TEXT[text]
        except KeyError:
            raise CardTextError(text) from None

    def __str__(self) -> str:
        return self.suit.value + self.rank.value

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[Suit, Rank]]:
        # Copies and pickles must come back as the same object.
        return Card, (self.suit, self.rank)


def _print_face(number: int, suit: Suit, rank: Rank) -> Card:
    card: Card = object.__new__(Card)
    object.__setattr__(card, "suit", suit)
    object.__setattr__(card, "rank", rank)
    object.__setattr__(card, "number", number)
    return card


_PRINTED = [(suit, rank) for suit in Suit for rank in SUITED_RANKS] + [
    (Suit.SPADES, Rank.BLACK_JOKER),
    (Suit.HEARTS, Rank.RED_JOKER),
]
_BY_FACE = {face: _print_face(number, *face) for number, face in enumerate(_PRINTED)}
_BY_TEXT = {str(card): card for card in _BY_FACE.values()}

FACES = tuple(_BY_FACE.values())
"""The 54 faces: clubs, diamonds, hearts, spades, each two to ace, then the jokers."""

COPIES = 2
"""How often each face is in play: two decks."""

FULL_DECK = FACES * COPIES
"""The 108 cards of a deal (副)."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written with blanks between them; raises `CardTextError` for the first bad one.

    >>> parse_cards("C5 HT SB")
    (Card.parse('C5'), Card.parse('HT'), Card.parse('SB'))
    """
    return tuple(Card.parse(word) for word in text.split())


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards as `parse_cards` reads them."""
    return " ".join(map(str, cards))
