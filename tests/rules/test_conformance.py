"""The tables of the reference material, set for set."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest

from referee.rules.beats import beats
from referee.rules.cards import Card, parse_cards
from referee.rules.classify import readings
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from tests.rules.legal_listing import legal_listing
from tests.rules.reference import CONFORMANCE, needs

pytestmark = needs(CONFORMANCE)


def load(name: str) -> Any:
    with gzip.open(CONFORMANCE / name, "rt", encoding="utf-8") as file:
        return json.load(file)


def combination(kind: str, size: int, key: int) -> Combination:
    return Combination(Kind(kind), size, key)


def rows(level: str) -> Iterator[tuple[str, str]]:
    with gzip.open(CONFORMANCE / f"level_{level}.tsv.gz", "rt", encoding="utf-8") as file:
        for line in file:
            cards, _, found = line.rstrip("\n").partition("\t")
            yield cards, found


@pytest.mark.parametrize("level", ["2", "7", "A"])
def test_every_legal_set_has_the_readings_of_the_table(level: str) -> None:
    """All readings of more than 110 000 sets, no more and no fewer."""
    wrong = [
        (cards, expected)
        for cards, expected in rows(level)
        if ",".join(map(str, readings(parse_cards(cards), Level.parse(level)))) != expected
    ]

    assert wrong == []


@pytest.mark.parametrize("level", ["2", "7", "A"])
def test_no_set_is_legal_that_the_table_leaves_out(level: str) -> None:
    """Our own enumeration finds the sets of the table and no others."""
    expected = [f"{cards}\t{found}" for cards, found in rows(level)]

    assert legal_listing(Level.parse(level)) == expected


def test_plays_strict_and_loose() -> None:
    """5151 sets, whole and broken; loose adds the plain straights of one suit."""
    wrong = []
    for play in load("plays.json.gz"):
        cards = [Card.parse(text) for text in play["cards"]]
        level = Level.parse(play["level"])
        strict = {combination(*reading) for reading in play["readings"]}
        loose = {combination(*reading) for reading in play["loose"]}
        if set(readings(cards, level)) != strict:
            wrong.append(play)
        if set(readings(cards, level, strict=False)) != strict | loose:
            wrong.append(play)

    assert wrong == []


def test_pairs() -> None:
    """3000 comparisons, and both readings are among those of their cards."""
    wrong = []
    for pair in load("pairs.json.gz"):
        a, b = combination(*pair["ra"]), combination(*pair["rb"])
        level = Level.parse(pair["level"])
        known = a in readings(
            parse_cards(" ".join(pair["a"])), level, strict=False
        ) and b in readings(parse_cards(" ".join(pair["b"])), level, strict=False)
        if not known or beats(a, b) is not pair["beats"]:
            wrong.append(pair)

    assert wrong == []
