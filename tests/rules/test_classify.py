from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.cards import FACES, FULL_DECK, Card, parse_cards
from referee.rules.classify import readings
from referee.rules.combinations import Combination
from referee.rules.level import LEVELS, Level
from referee.rules.patterns import TypeRules
from tests.rules.naive import naive_readings

VECTORS = tomllib.loads((Path(__file__).parent / "vectors" / "readings.toml").read_text("utf-8"))


def texts(found: tuple[Combination, ...]) -> list[str]:
    return [str(reading) for reading in found]


@pytest.mark.parametrize("case", VECTORS["case"], ids=lambda case: case["name"])
def test_readings(case: dict[str, str]) -> None:
    """The vectors quote the rule they come from."""
    found = readings(parse_cards(case["cards"]), Level.parse(case["level"]))

    assert texts(found) == case["readings"].split()


@st.composite
def card_sets(draw: st.DrawFn) -> tuple[Level, list[Card]]:
    """Cards of few neighbouring ranks and wild ones, so that many are combinations."""
    level = draw(st.sampled_from(LEVELS))
    lowest = draw(st.integers(2, 14))
    width = draw(st.integers(1, 5))
    near = [card for card in FACES if lowest <= card.rank.place < lowest + width]
    aces = [card for card in FACES if card.rank.place == 14 and lowest <= 3]
    suits = draw(st.sets(st.sampled_from("CDHS"), min_size=1))
    pool = [card for card in near + aces if str(card)[0] in suits] or near
    naturals = draw(st.lists(st.sampled_from(pool), min_size=0, max_size=8))
    wilds = draw(st.integers(0, 2))
    cards = [*naturals, *[level.wild_card] * wilds]
    deck = list(FULL_DECK)
    dealt = []
    for card in cards:
        if card in deck:
            deck.remove(card)
            dealt.append(card)
    return level, draw(st.permutations(dealt))


@settings(max_examples=150, deadline=None)
@given(card_sets(), st.booleans())
def test_the_word_by_word_reader_agrees(drawn: tuple[Level, list[Card]], strict: bool) -> None:
    """Looking a set up gives what replacing every wild card by every face gives."""
    level, cards = drawn

    assert set(readings(cards, level, strict=strict)) == (
        naive_readings(cards, level, strict=strict) if cards else set()
    )


def test_a_wild_card_may_be_called_off_suit() -> None:
    """Not strict: one suit with a wild card is a plain straight too (AMB-05)."""
    cards, level = parse_cards("D7 D8 D9 DJ H2"), Level.parse("2")

    assert texts(readings(cards, level, strict=False)) == ["sf:5:11", "straight:5:11"]


def test_five_natural_cards_of_one_suit_are_never_a_plain_straight() -> None:
    """Without a wild card there is nothing to call off-suit."""
    cards, level = parse_cards("D7 D8 D9 DT DJ"), Level.parse("2")

    assert texts(readings(cards, level, strict=False)) == ["sf:5:11"]


@pytest.mark.parametrize(
    ("types", "cards", "expected"),
    [
        (TypeRules(joker_pair=False), "SB SB", []),
        (TypeRules(joker_pair=False), "C8 D8 H8 SB SB", []),
        (TypeRules(full_house_joker_pair=False), "C8 D8 H8 SB SB", []),
        (TypeRules(full_house_joker_pair=False), "SB SB", ["pair:2:16"]),
        (TypeRules(five_alike_as_full_house=True), "C8 C8 D8 D8 S8", ["bomb:5:8", "fullhouse:5:8"]),
        (TypeRules(longest_bomb=8), "C8 C8 D8 D8 S8 S8 H8 H8 H2", []),
        (TypeRules(longest_bomb=8), "C8 C8 D8 D8 S8 S8 H8 H8", ["bomb:8:8"]),
    ],
)
def test_switches_of_the_types(types: TypeRules, cards: str, expected: list[str]) -> None:
    """What the sheets leave open is switched by the ruleset (AMB-09, AMB-10)."""
    assert texts(readings(parse_cards(cards), Level.parse("2"), types=types)) == expected


@pytest.mark.parametrize("cards", ["", "C8 " * 11, "C3 " * 27])
def test_no_cards_and_too_many_are_nothing(cards: str) -> None:
    """No combination has no cards or more than ten."""
    assert readings(parse_cards(cards), Level.parse("2")) == ()
