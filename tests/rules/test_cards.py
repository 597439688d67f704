from __future__ import annotations

import copy
import pickle
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest

from referee.rules.cards import (
    FACES,
    FULL_DECK,
    Card,
    CardTextError,
    Rank,
    Suit,
    cards_text,
    parse_cards,
)


def test_every_face_reads_back_as_itself() -> None:
    """The text of a card names that card and no other."""
    assert [Card.parse(str(card)) for card in FACES] == list(FACES)
    assert len({str(card) for card in FACES}) == 54


def test_two_copies_of_a_face_are_one_object() -> None:
    """Cards are equal by face, however they were made."""
    ten = Card.parse("HT")

    assert ten is Card(Suit.HEARTS, Rank.TEN)
    assert ten is copy.deepcopy(ten)
    assert ten is pickle.loads(pickle.dumps(ten))  # noqa: S301  our own bytes


def test_the_deck_has_each_face_twice() -> None:
    """Two packs of 54."""
    assert len(FULL_DECK) == 108
    assert set(Counter(FULL_DECK).values()) == {2}


def test_faces_are_numbered_in_their_order() -> None:
    """A number finds its face again."""
    assert [card.number for card in FACES] == list(range(54))


@pytest.mark.parametrize("text", ["", "H", "T", "H10", "BJ", "HB", "SR", "h5", "5H", "H5 "])
def test_text_that_names_no_card_is_refused(text: str) -> None:
    """The message repeats what was found and says what is wanted."""
    with pytest.raises(CardTextError, match=f"no card is written '{text}'; want suit"):
        Card.parse(text)


def test_a_joker_has_one_colour() -> None:
    """A black joker of hearts is not a card."""
    with pytest.raises(CardTextError, match="HB"):
        Card(Suit.HEARTS, Rank.BLACK_JOKER)


def test_a_card_cannot_be_changed() -> None:
    """One object stands for a face everywhere, so nobody may alter it."""
    with pytest.raises(FrozenInstanceError):
        Card.parse("C5").rank = Rank.SIX  # type: ignore[misc]


def test_card_lists_read_back() -> None:
    """A line of cards is what `parse_cards` reads."""
    assert cards_text(parse_cards("C5 HT  SB")) == "C5 HT SB"
