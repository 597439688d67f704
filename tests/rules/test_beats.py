from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from referee.rules.beats import beats
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.patterns import readings_by_shape
from tests.rules.naive import naive_beats


def combination(text: str) -> Combination:
    kind, size, key = text.split(":")
    return Combination(Kind(kind), int(size), int(key))


def every_combination() -> list[Combination]:
    found = {reading for some in readings_by_shape(Level.parse("9")).values() for reading in some}
    flushes = {Combination(Kind.STRAIGHT_FLUSH, 5, top) for top in range(5, 15)}
    return sorted(found | flushes, key=str)


EVERY = every_combination()

LADDER = """
    bomb:4:2 bomb:4:15 bomb:5:2 bomb:5:15 sf:5:5 sf:5:14 bomb:6:2 bomb:6:15 bomb:7:2 bomb:8:15
    bomb:9:2 bomb:10:2 bomb:10:14 jokerbomb:4:0
"""


def test_bombs_form_one_ladder() -> None:
    """Four jokers, ten to six alike, straight flush, five, four: each rung above the last.

    Source: poker-531, union-2024 art. 6, AMB-10.
    """
    ladder = [combination(text) for text in LADDER.split()]

    assert all(beats(higher, lower) for lower, higher in pairwise(ladder))
    assert not any(beats(lower, higher) for lower, higher in combinations(ladder, 2))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("single:1:15", "single:1:14", True),  # level card over ace
        ("single:1:16", "single:1:15", True),  # black joker over level card
        ("pair:2:9", "single:1:3", False),  # another type never answers
        ("straight:5:14", "straight:5:5", True),  # T-A over A-5
        ("fullhouse:5:4", "fullhouse:5:3", True),  # only the triple counts
        ("plate:6:9", "tube:6:4", False),  # six cards each, but two types
        ("bomb:4:2", "single:1:17", True),  # any bomb over the red joker
        ("straight:5:14", "bomb:4:2", False),  # nothing ordinary over a bomb
    ],
)
def test_who_beats_whom(a: str, b: str, expected: bool) -> None:
    """Own type by key, other types only by a bomb."""
    assert beats(combination(a), combination(b)) is expected


def test_equal_never_beats() -> None:
    """同张或同点时先出为大 (union-2024): the first of two equals stays the larger."""
    assert not any(beats(one, one) for one in EVERY)


def test_every_two_combinations_compare_as_written_out() -> None:
    """All pairs of all combinations agree with the list of bombs written out."""
    wrong = [(a, b) for a in EVERY for b in EVERY if beats(a, b) is not naive_beats(a, b)]

    assert wrong == []


def test_beating_is_never_mutual() -> None:
    """If one beats another, the other does not beat it."""
    assert not any(beats(a, b) and beats(b, a) for a, b in combinations(EVERY, 2))
