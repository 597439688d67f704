"""Fields turned into couples."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.pairings.couples import Couple, Wish, couple_up


def test_neighbours_meet() -> None:
    """First meets second, third meets fourth, and the last of an odd field rests."""
    coupled = couple_up([7, 3, 9, 1, 5], wish=Wish.NEIGHBOUR, may_rest=[5, 1])

    assert coupled is not None
    assert coupled.couples == ((7, 3), (9, 1))
    assert coupled.resting == 5
    assert coupled.together == ()


def test_opposites_meet() -> None:
    """First meets last, second meets last but one."""
    coupled = couple_up([1, 2, 3, 4, 5, 6], wish=Wish.OPPOSITE, may_rest=[])

    assert coupled is not None
    assert coupled.couples == ((1, 6), (2, 5), (3, 4))


def test_the_first_in_the_field_is_served_first() -> None:
    """Where first and second must not meet, the first still gets the best opponent left."""
    coupled = couple_up(
        [1, 2, 3, 4],
        wish=Wish.NEIGHBOUR,
        may_rest=[],
        forbidden=lambda one, other: {one, other} == {1, 2},
    )

    assert coupled is not None
    assert coupled.couples == ((1, 3), (2, 4))


def test_a_wish_yields_when_the_rest_could_not_be_paired() -> None:
    """1 would take 2, but then 3 and 4, who must not meet, would be left."""
    coupled = couple_up(
        [1, 2, 3, 4],
        wish=Wish.NEIGHBOUR,
        may_rest=[],
        forbidden=lambda one, other: {one, other} == {3, 4},
    )

    assert coupled is not None
    assert coupled.couples == ((1, 3), (2, 4))


def test_entries_meet_at_the_bottom_when_they_cannot_be_kept_apart() -> None:
    """Five of six share a club: the top gets the outsider, the others meet among themselves."""
    coupled = couple_up(
        [1, 2, 3, 4, 5, 6],
        wish=Wish.NEIGHBOUR,
        may_rest=[],
        apart=lambda one, other: 6 not in {one, other},
    )

    assert coupled is not None
    assert coupled.couples == ((1, 6), (2, 3), (4, 5))
    assert coupled.together == ((2, 3), (4, 5))


def test_nobody_else_may_rest() -> None:
    """When the only one who may rest is needed as an opponent, there is no pairing."""
    forbidden = {frozenset({2, 3})}

    assert (
        couple_up(
            [1, 2, 3],
            wish=Wish.NEIGHBOUR,
            may_rest=[1],
            forbidden=lambda one, other: frozenset({one, other}) in forbidden,
        )
        is None
    )


def every_pairing(entries: tuple[int, ...], may_rest: frozenset[int]) -> Iterator[set[Couple]]:
    """All ways to make couples of everybody but, in an odd field, one who may rest."""
    if not entries:
        yield set()
        return
    first, *others = entries
    if len(entries) % 2 and first in may_rest:
        for rest in every_pairing(tuple(others), frozenset()):
            yield rest
    for other in others:
        left = tuple(entry for entry in others if entry != other)
        for rest in every_pairing(left, may_rest):
            yield rest | {(first, other)}


@given(st.data(), st.integers(1, 7), st.sampled_from(Wish))
def test_pairs_everybody_whenever_it_can_be_done(
    data: st.DataObject, size: int, wish: Wish
) -> None:
    """Trying all pairings agrees on whether there is one, and on whether one keeps all apart."""
    field = data.draw(st.permutations(range(size)))
    couples = [(a, b) for b in range(size) for a in range(b)]
    forbidden = data.draw(st.sets(st.sampled_from(couples))) if couples else set()
    apart = data.draw(st.sets(st.sampled_from(couples))) if couples else set()
    may_rest = data.draw(st.lists(st.sampled_from(range(size)), unique=True))
    coupled = couple_up(
        field,
        wish=wish,
        may_rest=may_rest,
        forbidden=lambda one, other: (min(one, other), max(one, other)) in forbidden,
        apart=lambda one, other: (min(one, other), max(one, other)) in apart,
    )
    possible = [
        pairing
        for pairing in every_pairing(tuple(range(size)), frozenset(may_rest))
        if not pairing & forbidden
    ]

    assert (coupled is None) is (possible == [])
    if coupled is not None:
        made = {(min(couple), max(couple)) for couple in coupled.couples}
        assert made in possible
        assert (coupled.together == ()) is any(not pairing & apart for pairing in possible)
        assert {(min(couple), max(couple)) for couple in coupled.together} == made & apart
