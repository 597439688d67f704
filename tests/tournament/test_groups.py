"""Groups, the cut, and the final."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.switches.rounds import SameUnit, TieBreak
from referee.tournament.pairings.allotment import allot
from referee.tournament.pairings.groups import GroupsThenFinal
from referee.tournament.ranking import Primary
from tests.tournament.helpers import (
    NATIONAL,
    by_chance,
    couples,
    entries,
    lower_number_wins,
    play_out,
    play_round,
)

TIE_BREAKS = NATIONAL.scoring.tie_breaks

STAFF = GroupsThenFinal(
    entries(36, [f"分会{number}" for number in range(12)]),
    groups=3,
    through=5,
    seed="2011-06-09 领队抽签",
    tie_breaks=(TieBreak.DIRECT_RESULT,),
    best_next=1,
    group_rounds=3,
    final_rounds=3,
    same_unit=SameUnit.AVOIDED_IN_FINAL,
)
"""staff-2011 二: twelve branches of three pairs, groups A, B, C, sixteen pairs in the final."""


def test_seeds_go_in_a_snake() -> None:
    """Six seeds in three groups: 1 6, 2 5, 3 4."""
    groups = allot(entries(12), 3, "x", seeded=(1, 2, 3, 4, 5, 6))

    assert [[pair.number for pair in group][:2] for group in groups] == [[1, 6], [2, 5], [3, 4]]


@settings(max_examples=80, deadline=None)
@given(
    st.integers(1, 6),
    st.integers(2, 40),
    st.text("abcdef", min_size=1, max_size=4),
    st.integers(1, 9),
)
def test_groups_and_clubs_are_spread_evenly(groups: int, count: int, seed: str, clubs: int) -> None:
    """Sizes differ by one at most, and so do the numbers of any club in two groups."""
    count = max(count, 2 * groups)
    filled = allot(entries(count, "ABCDEFGHI"[:clubs]), groups, seed)

    sizes = [len(group) for group in filled]
    assert sum(sizes) == count
    assert max(sizes) - min(sizes) <= 1
    assert len({pair.number for group in filled for pair in group}) == count
    for club in "ABCDEFGHI"[:clubs]:
        members = [sum(pair.club == club for pair in group) for group in filled]
        assert max(members) - min(members) <= 1


def test_the_staff_event_of_2011() -> None:
    """Three rounds in three groups, then sixteen pairs in three rounds away from their branch."""
    rounds, results = play_out(STAFF, by_chance("staff"))
    branch = {pair.number: pair.club for pair in STAFF.pairs}

    assert [len(pairings.meetings) for pairings in rounds] == [18, 18, 18, 8, 8, 8]
    for pairings in rounds:
        tables = [meeting.table for meeting in pairings.meetings]
        assert tables == list(range(1, len(tables) + 1))
    for pairings in rounds[3:]:
        assert all(branch[one] != branch[other] for one, other in couples(pairings))
        assert pairings.together == ()
    finalists = {pair for couple in couples(rounds[3]) for pair in couple}
    groups = STAFF.group_places(results)
    firsts = {place.pair for group in groups for place in group[:5]}
    assert firsts < finalists
    assert finalists - firsts < {group[5].pair for group in groups}
    places = STAFF.places(results)
    assert {place.pair for place in places[:16]} == finalists
    assert sorted(place.pair for place in places) == list(range(1, 37))
    assert all(place.reasons[0].measure is Primary.GROUP_PLACE for place in places[16:])
    assert all(place.place > 16 for place in places[16:])


def test_group_winners_are_seeded_into_the_final() -> None:
    """Two groups of four, two of each: winners meet the seconds of the other group."""
    stage = GroupsThenFinal(
        entries(8),
        groups=2,
        through=2,
        seed="x",
        tie_breaks=TIE_BREAKS,
        seeded=(1, 2, 3, 4),
        third_place=True,
    )
    rounds, results = play_out(stage, lower_number_wins)

    # The snake puts 1 and 4 into one group, 2 and 3 into the other.
    assert [sorted(couples(pairings)) for pairings in rounds[3:]] == [
        [(1, 3), (2, 4)],
        [(1, 2), (3, 4)],
    ]
    assert [place.pair for place in stage.places(results)][:4] == [1, 2, 3, 4]


def test_groups_of_two_sizes_end_when_the_larger_does() -> None:
    """Of nine pairs in two groups the five need a round more than the four."""
    stage = GroupsThenFinal(entries(9), groups=2, through=1, seed="x", tie_breaks=TIE_BREAKS)
    rounds, _ = play_out(stage, lower_number_wins)

    assert [len(pairings.meetings) for pairings in rounds] == [4, 4, 4, 2, 2, 1]
    assert [pairings.round_number for pairings in rounds] == [1, 2, 3, 4, 5, 6]


def test_whoever_does_not_go_on_is_replaced_by_the_next() -> None:
    """A group winner who leaves before the final makes room for the second."""
    stage = GroupsThenFinal(
        entries(8), groups=2, through=1, seed="x", tie_breaks=TIE_BREAKS, seeded=(1, 2, 3, 4)
    )
    _, results = play_out(stage, lower_number_wins)
    groups = [r for r in results if r.round_number <= 3]
    final = stage.next_round(groups)
    changed = replace(stage, passed_over=frozenset({1})).next_round(groups)

    assert final is not None
    assert couples(final) == [(1, 2)]
    assert changed is not None
    assert couples(changed) == [(2, 4)]


def test_interim_places_compare_groups_by_place() -> None:
    """Before the final the winners of the groups stand first, then the seconds."""
    stage = GroupsThenFinal(
        entries(8), groups=2, through=1, seed="x", tie_breaks=TIE_BREAKS, seeded=(1, 2, 3, 4)
    )
    first = stage.next_round([])
    assert first is not None
    places = stage.places(play_round(first, lower_number_wins))

    best, other_best = (place.pair for place in places[:2])
    # The snake put 1 and 4 into one group, 2 and 3 into the other; all four have won.
    assert {best, other_best} < {1, 2, 3, 4}
    assert (best in {1, 4}) is not (other_best in {1, 4})


@pytest.mark.parametrize(
    ("groups", "through", "best_next"), [(2, 5, 0), (2, 4, 1), (2, 0, 2), (1, 1, 0), (5, 1, 0)]
)
def test_impossible_cuts_are_refused(groups: int, through: int, best_next: int) -> None:
    """The message says how many were to go on from how many."""
    with pytest.raises(ValueError, match=r"go on from groups|at least two pairs|do not fill"):
        GroupsThenFinal(
            entries(8),
            groups=groups,
            through=through,
            seed="x",
            tie_breaks=TIE_BREAKS,
            best_next=best_next,
        )


def test_more_rounds_than_a_group_can_play_are_refused() -> None:
    """Groups of three have three rounds in them; the event is refused before it begins."""
    with pytest.raises(ValueError, match="3 pairs can play 1 to 3 rounds"):
        GroupsThenFinal(
            entries(6), groups=2, through=1, seed="x", tie_breaks=TIE_BREAKS, group_rounds=4
        )


@settings(max_examples=25, deadline=None)
@given(
    count=st.integers(12, 26),
    groups=st.integers(1, 4),
    group_rounds=st.integers(0, 2),
    final_rounds=st.integers(0, 1),
    seed=st.text("abc", min_size=1, max_size=3),
)
def test_every_groups_event_comes_to_an_end(
    count: int, groups: int, group_rounds: int, final_rounds: int, seed: str
) -> None:
    """Everybody plays once a round at most, and everybody has a place at the end."""
    stage = GroupsThenFinal(
        entries(count, "ABCD"),
        groups=groups,
        through=2,
        seed=seed,
        tie_breaks=TIE_BREAKS,
        group_rounds=group_rounds,
        final_rounds=final_rounds,
        same_unit=SameUnit.AVOIDED,
    )
    rounds, results = play_out(stage, by_chance(seed, draws=False))

    for pairings in rounds:
        seen = Counter(pair for couple in couples(pairings) for pair in couple)
        seen.update(pairings.byes)
        assert set(seen.values()) <= {1}
    assert sorted(place.pair for place in stage.places(results)) == list(range(1, count + 1))
