from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.rules.beats import beats
from referee.rules.card_counts import CardCounts
from referee.rules.cards import FULL_DECK, cards_text, parse_cards
from referee.rules.classify import readings
from referee.rules.combinations import Combination, Kind
from referee.rules.legal import legal_plays
from referee.rules.level import Level
from tests.rules.legal_listing import legal_listing

VECTORS = tomllib.loads((Path(__file__).parent / "vectors" / "legal_sets.toml").read_text("utf-8"))
IN_EVERY_RUN = {"2", "7", "A"}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=case["rank"],
            marks=() if case["rank"] in IN_EVERY_RUN else pytest.mark.slow,
        )
        for case in VECTORS["level"]
    ],
)
def test_every_legal_set_of_a_level(case: dict[str, Any]) -> None:
    """Nobody can add, lose or change a reading of any set without this hash noticing."""
    listing = legal_listing(Level.parse(case["rank"]))
    text = "".join(f"{line}\n" for line in listing)

    assert len(listing) == case["count"]
    assert hashlib.sha256(text.encode()).hexdigest() == case["sha256"]


def test_plays_of_a_small_hand() -> None:
    """Every set of the hand that is a combination, each once."""
    hand = CardCounts.of(parse_cards("C5 D5 H8 SB"))

    plays = [cards_text(cards) for cards in legal_plays(hand, Level.parse("8"))]

    assert sorted(plays) == sorted(["C5", "D5", "H8", "SB", "C5 D5", "C5 H8", "D5 H8", "C5 D5 H8"])


def test_answers_of_a_small_hand() -> None:
    """Only sets with a reading that beats the play on the table."""
    hand = CardCounts.of(parse_cards("C5 D5 H8 SB C9"))
    pair_of_fours = Combination(Kind.PAIR, 2, 4)

    plays = [cards_text(cards) for cards in legal_plays(hand, Level.parse("8"), pair_of_fours)]

    assert sorted(plays) == ["C5 D5", "C5 H8", "C9 H8", "D5 H8"]


def test_a_straight_answers_a_bomb_only_in_one_suit() -> None:
    """A straight flush is found behind the shape of a straight."""
    hand = CardCounts.of(parse_cards("C3 C4 C5 C6 C7 D7"))
    bomb = Combination(Kind.BOMB, 5, 14)

    plays = [cards_text(cards) for cards in legal_plays(hand, Level.parse("2"), bomb)]

    assert plays == ["C3 C4 C5 C6 C7"]


@pytest.mark.parametrize("seed", range(5))
def test_plays_of_a_hand_are_distinct_held_and_good(seed: int) -> None:
    """No play of a dealt hand is listed twice, uses a card twice, or fails to beat."""
    chance = Random(seed)  # noqa: S311  a deal, not a secret
    hand = CardCounts.of(chance.sample(FULL_DECK, 27))
    level = Level.parse(chance.choice("23456789TJQKA"))
    to_beat = Combination(Kind.PAIR, 2, 6)

    plays = list(legal_plays(hand, level, to_beat))

    assert max(Counter(tuple(sorted(map(str, cards))) for cards in plays).values()) == 1
    assert all(hand.lacks(cards) is None for cards in plays)
    assert all(any(beats(r, to_beat) for r in readings(cards, level)) for cards in plays)
