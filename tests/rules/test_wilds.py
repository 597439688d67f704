from __future__ import annotations

import pytest

from referee.rules.card_counts import CardCounts
from referee.rules.cards import FULL_DECK, Rank, parse_cards
from referee.rules.classify import readings
from referee.rules.combinations import Combination, Kind
from referee.rules.laying import lies_as, lies_in_order
from referee.rules.legal import legal_plays
from referee.rules.level import Level
from referee.rules.wilds import read_as_printed, wild_ranks


def combination(text: str) -> Combination:
    kind, size, key = text.split(":")
    return Combination(Kind(kind), int(size), int(key))


@pytest.mark.parametrize(
    ("cards", "reading", "ranks"),
    [
        ("S4 D5 C6 S7 H2", "straight:5:7", "3"),
        ("S4 D5 C6 S7 H2", "straight:5:8", "8"),
        ("S3 C4 D5 H2 H2", "straight:5:5", "2A"),
        ("S6 C6 SK DK H2", "fullhouse:5:13", "K"),
        ("S6 SK DK H2 H2", "fullhouse:5:6", "66"),
        ("S5 D5 C5 H2 H2", "fullhouse:5:5", "22"),  # any pair would do
        ("S5 D5 C5 H2 H2", "bomb:5:5", "55"),
        ("S7 D7 S8 D8 H2 H2", "tube:6:9", "99"),
        ("S7 D7 S8 D8 H2 H2", "plate:6:8", "78"),
        ("H2 H2", "pair:2:15", "22"),
        ("SB SB HR HR", "jokerbomb:4:0", ""),
    ],
)
def test_what_wild_cards_stand_for(cards: str, reading: str, ranks: str) -> None:
    """The ranks the reading needs and the natural cards do not give."""
    found = wild_ranks(parse_cards(cards), Level.parse("2"), combination(reading))

    assert "".join(sorted(rank.value for rank in found)) == ranks


def test_wild_cards_are_never_more_or_fewer_than_they_are() -> None:
    """In every reading of every set of a hand each wild card stands for one rank."""
    level = Level.parse("6")
    hand = CardCounts.of((*FULL_DECK[:54:2], level.wild_card, level.wild_card))
    for cards in legal_plays(hand, level):
        wilds = sum(level.is_wild(card) for card in cards)
        for reading in readings(cards, level):
            assert len(wild_ranks(cards, level, reading)) == wilds


@pytest.mark.parametrize(
    ("level", "reading", "expected"),
    [("8", "straight:5:8", True), ("8", "straight:5:7", False), ("3", "straight:5:7", True)],
)
def test_a_wild_card_may_keep_its_own_rank(level: str, reading: str, expected: bool) -> None:
    """It stands for what is printed on it, or for something else."""
    cards = parse_cards(f"S4 D5 C6 S7 H{level}")

    assert read_as_printed(cards, Level.parse(level), combination(reading)) is expected


@pytest.mark.parametrize(
    ("cards", "reading", "shown", "in_order"),
    [
        ("S4 D5 C6 S7 H2", "straight:5:8", True, True),
        ("S4 D5 C6 S7 H2", "straight:5:7", False, False),
        ("H2 S7 C6 D5 S4", "straight:5:8", True, False),
        ("S4 H2 C6 S7 D8", "straight:5:8", True, True),
        ("S4 C6 H2 S7 D8", "straight:5:8", False, False),
        ("SA D2 C3 S4 D5", "straight:5:5", True, True),
        ("D2 C3 S4 D5 SA", "straight:5:5", False, False),
        ("S6 C6 SK DK H2", "fullhouse:5:13", True, True),
        ("SK DK H2 S6 C6", "fullhouse:5:13", True, True),
        ("S6 SK C6 DK H2", "fullhouse:5:13", False, False),
        ("SB SB S8 D8 H2", "fullhouse:5:8", True, True),
        ("H2 SB SB S8 D8", "fullhouse:5:8", False, False),
        ("S7 D7 H2 S8 D8 H2", "plate:6:8", True, True),
        ("D8 S8 H2 H2 S7 D7", "tube:6:8", False, False),
        ("S7 C7 D7 H2", "bomb:4:7", True, True),
        ("H2 S7 C7 D7", "bomb:4:7", True, True),
    ],
)
def test_how_cards_lie(cards: str, reading: str, shown: bool, in_order: bool) -> None:
    """Low to high with the wild card at its place (national-2017 art. 11), or at least readable."""
    laid, level = parse_cards(cards), Level.parse("2")

    assert lies_as(laid, level, combination(reading)) is shown
    assert lies_in_order(laid, level, combination(reading)) is in_order


def test_ranks_come_low_to_high() -> None:
    """Natural order, whatever the order of the cards."""
    found = wild_ranks(
        parse_cards("H9 SK H9 ST SQ"), Level.parse("9"), combination("straight:5:13")
    )

    assert found == (Rank.NINE, Rank.JACK)
