from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.rules.card_counts import CardCounts
from referee.rules.cards import FULL_DECK, Card, parse_cards


def test_cards_come_back_as_a_multiset() -> None:
    """What goes in comes out, copies and all, in any order."""
    cards = Random(1).sample(FULL_DECK, 27)  # noqa: S311  a deal, not a secret
    counts = CardCounts.of(cards)

    assert Counter(counts.cards()) == Counter(cards)
    assert len(counts) == 27


def test_taking_out_leaves_the_rest_and_the_old_value() -> None:
    """Values do not change under their owner."""
    hand = CardCounts.of(parse_cards("C5 C5 HT SB"))
    rest = hand.without(parse_cards("C5 SB"))

    assert rest == CardCounts.of(parse_cards("HT C5"))
    assert len(hand) == 4
    assert (hand[Card.parse("C5")], rest[Card.parse("C5")]) == (2, 1)


@pytest.mark.parametrize(
    ("asked", "missing"),
    [("C5 C5 HT", None), ("C5 C5 C5", "C5"), ("HT SB HR", "HR"), ("D2 HR", "D2")],
)
def test_the_first_missing_card_is_named(asked: str, missing: str | None) -> None:
    """A card counts as missing when it is asked for more often than it is there."""
    found = CardCounts.of(parse_cards("C5 C5 HT SB")).lacks(parse_cards(asked))

    assert (None if found is None else str(found)) == missing


def test_taking_out_what_is_not_there_is_our_own_mistake() -> None:
    """Callers judge first; a card that is not there is a defect."""
    with pytest.raises(AssertionError, match="HT is taken out"):
        CardCounts().without(parse_cards("HT"))
