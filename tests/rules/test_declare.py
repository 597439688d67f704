from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.rules.cards import parse_cards
from referee.rules.classify import readings
from referee.rules.combinations import Combination, Kind
from referee.rules.declare import default_reading, must_be_said, permitted, standing_reading
from referee.rules.level import Level
from referee.rules.switches.wild import Announce, TypeChoice, Unsaid, WildRules

VECTORS = tomllib.loads((Path(__file__).parent / "vectors" / "declaring.toml").read_text("utf-8"))

SWITCH_VALUES = {
    "open_end": Unsaid,
    "two_pairs": Unsaid,
    "type_preference": TypeChoice,
    "tube_or_plate": TypeChoice,
}


def combination(text: str) -> Combination:
    kind, size, key = text.split(":")
    return Combination(Kind(kind), int(size), int(key))


def wild_rules(switches: dict[str, Any]) -> WildRules:
    values: dict[str, Any] = {
        key: SWITCH_VALUES.get(key, bool)(value) for key, value in switches.items()
    }
    return WildRules(**values)


@pytest.mark.parametrize("case", VECTORS["case"], ids=lambda case: case["name"])
def test_what_stands_when_nothing_is_said(case: dict[str, Any]) -> None:
    """The vectors quote the rule or the advice they come from."""
    cards, level = parse_cards(case["cards"]), Level.parse(case["level"])
    to_beat = combination(case["to_beat"]) if "to_beat" in case else None

    standing = standing_reading(
        readings(cards, level), cards, level, to_beat, wild_rules(case.get("wild", {}))
    )

    if "stands" not in case:
        assert standing is None
    else:
        assert standing is not None
        assert str(standing.reading) == case["stands"]
        assert standing.needs_declaration is case.get("ask", False)
        assert standing.reading in standing.choices


def test_only_a_forced_end_takes_readings_away() -> None:
    """配小不配大 (staff-2011) forbids the high end even to a player who announces it."""
    cards, level = parse_cards("S4 D5 C6 S7 H2"), Level.parse("2")
    found = readings(cards, level)

    assert permitted(found, cards, level, WildRules()) == found
    assert permitted(found, cards, level, WildRules(open_end=Unsaid.LOW_FORCED)) == found[:1]


def test_no_default_where_the_player_must_speak() -> None:
    """folk-simple offers both readings and names none."""
    cards, level = parse_cards("S4 D5 C6 S7 H2"), Level.parse("2")

    assert (
        default_reading(readings(cards, level), cards, level, WildRules(open_end=Unsaid.NONE))
        is None
    )


def test_a_plate_may_be_the_default_of_two_pairs_and_two_wild_cards() -> None:
    """Where the ruleset does not ask, the plate is taken."""
    cards, level = parse_cards("S7 D7 S8 D8 H2 H2"), Level.parse("2")
    wild = WildRules(tube_or_plate=TypeChoice.STRONGEST)

    assert str(default_reading(readings(cards, level), cards, level, wild)) == "plate:6:8"


@pytest.mark.parametrize(
    ("cards", "said_under"),
    [
        ("S4 D5 C6 S7 H2", {"open_end_high", "when_ambiguous", "always"}),
        ("S4 S5 S6 S7 H2", {"open_end_high", "when_ambiguous", "always"}),
        ("SK DK S6 C6 H2", {"two_pairs", "when_ambiguous", "always"}),
        ("S7 D7 S8 D8 H2 H2", {"when_ambiguous", "always"}),
        ("S3 D4 C6 S7 H2", {"always"}),  # only the gap is left for it
        ("SA H2 D3 C4 S5", set()),  # stands for itself
        ("H2 H2", set()),
        ("S3 D3", set()),
    ],
)
def test_when_a_wild_card_must_be_announced(cards: str, said_under: set[str]) -> None:
    """Each sheet names other cases; never where a wild card is what it shows."""
    laid, level = parse_cards(cards), Level.parse("2")
    found = readings(laid, level)

    assert {
        announce.value
        for announce in Announce
        if must_be_said(found, laid, level, WildRules(announce=announce))
    } == said_under
