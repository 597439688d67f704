from __future__ import annotations

import copy

import pytest

from referee.rules.cards import FULL_DECK, Card, Rank, parse_cards
from referee.rules.level import LEVELS, Level, LevelTextError


def test_level_card_stands_between_ace_and_black_joker() -> None:
    """Red joker, black joker, level card, ace, king down to two (all sheets that speak)."""
    level = Level.parse("8")
    order = parse_cards("C2 C7 C9 CT CJ CQ CK CA C8 SB HR")

    powers = [level.power(card) for card in order]

    assert powers == sorted(set(powers))
    assert (powers[0], powers[-3:]) == (2, [15, 16, 17])


@pytest.mark.parametrize("level", LEVELS, ids=str)
def test_each_level_has_two_wild_cards(level: Level) -> None:
    """The two hearts of the level and no other card."""
    wild = [card for card in FULL_DECK if level.is_wild(card)]

    assert wild == [level.wild_card] * 2
    assert str(level.wild_card) == f"H{level}"


@pytest.mark.parametrize("level", LEVELS, ids=str)
def test_a_power_belongs_to_one_rank(level: Level) -> None:
    """Looking a power up gives the rank it came from."""
    assert [level.rank_with(level.rank_power(rank)) for rank in Rank] == list(Rank)


@pytest.mark.parametrize("text", ["", "1", "10", "B", "R", "a"])
def test_text_that_names_no_level_is_refused(text: str) -> None:
    """The message repeats what was found and lists the levels."""
    with pytest.raises(LevelTextError, match=f"no level is written '{text}'; want one of 2 3 4"):
        Level.parse(text)


def test_jokers_are_no_level() -> None:
    """There are thirteen levels, two to ace."""
    with pytest.raises(LevelTextError):
        Level(Rank.RED_JOKER)
    assert len(LEVELS) == 13


def test_a_level_is_one_object() -> None:
    """However it was made."""
    assert Level(Rank.TEN) is Level.parse("T") is copy.deepcopy(Level.parse("T"))
    assert Level.parse("T").is_wild(Card.parse("HT"))
