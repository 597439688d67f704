"""Complete matchings in order of preference, checked against trying everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.pairings.matching import first_matching, has_matching

Choices = list[list[int]]


@st.composite
def wishes(draw: st.DrawFn) -> Choices:
    """Lists of up to eight vertices who may be matched, each in an order of its own."""
    size = draw(st.integers(0, 8))
    couples = [(a, b) for a in range(size) for b in range(a)]
    allowed = draw(st.sets(st.sampled_from(couples))) if couples else set()
    lists: Choices = [[] for _ in range(size)]
    for a, b in allowed:
        lists[a].append(b)
        lists[b].append(a)
    return [draw(st.permutations(partners)) for partners in lists]


def every_matching(choices: Sequence[Sequence[int]], free: frozenset[int]) -> Iterator[set[int]]:
    """All complete matchings, as sets of ``size * a + b``, wishes of the first vertex first."""
    if not free:
        yield set()
        return
    first = min(free)
    for partner in choices[first]:
        if partner in free:
            for rest in every_matching(choices, free - {first, partner}):
                yield rest | {len(choices) * first + partner}


@given(wishes())
def test_first_matching_is_the_first_of_all(choices: Choices) -> None:
    """Trying every matching in order of preference finds the same one, or none as well."""
    size = len(choices)
    expected = next(every_matching(choices, frozenset(range(size))), None)
    mates = first_matching(choices)

    assert has_matching(choices) is (expected is not None)
    if mates is None:
        assert expected is None
    else:
        assert expected == {size * a + b for a, b in enumerate(mates) if a < b}


def test_odd_cycles_are_seen_through() -> None:
    """Two triangles joined by one line have one complete matching, which runs along that line."""
    triangles: Choices = [[1, 2], [0, 2], [0, 1, 3], [4, 5, 2], [3, 5], [3, 4]]

    assert first_matching(triangles) == (1, 0, 3, 2, 5, 4)


def test_an_odd_number_cannot_be_matched() -> None:
    """Three who may all meet each other still leave one over."""
    assert first_matching([[1, 2], [0, 2], [0, 1]]) is None
