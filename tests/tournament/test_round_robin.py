"""Round robin tables and what a withdrawal does to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tournament.pairings.round_robin import (
    Couples,
    RoundRobin,
    RoundRobinTable,
    berger,
    fixed_rotation,
)
from referee.tournament.results import Ending, Result
from referee.tournament.withdrawals import leave_round_robin
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

BERGER_8 = """
1-8 2-7 3-6 4-5
8-5 6-4 7-3 1-2
2-8 3-1 4-7 5-6
8-6 7-5 1-4 2-3
3-8 4-2 5-1 6-7
8-7 1-6 2-5 3-4
4-8 5-3 6-2 7-1
"""
"""FIDE Handbook C.05 annex 1, table for 7 or 8 players."""

BERGER_6 = """
1-6 2-5 3-4
6-4 5-3 1-2
2-6 3-1 4-5
6-5 1-4 2-3
3-6 4-2 5-1
"""
"""The same annex, table for 5 or 6 players."""

FIXED_6 = """
1-6 2-5 3-4
1-5 6-4 2-3
1-4 5-3 6-2
1-3 4-2 5-6
1-2 3-6 4-5
"""
"""固定轮转法 by hand: 1 stays, the others move one place counter-clockwise."""


def printed(table: str) -> list[list[tuple[int, int]]]:
    """Rounds of a printed table."""
    return [
        [(int(one), int(other)) for one, _, other in (word.partition("-") for word in line.split())]
        for line in table.split("\n")
        if line
    ]


@pytest.mark.parametrize(("size", "table"), [(6, BERGER_6), (8, BERGER_8)])
def test_berger_tables_are_the_printed_ones(size: int, table: str) -> None:
    """Round for round, board for board, with the same player named first."""
    assert [list(couples) for couples in berger(size)] == printed(table)


def test_fixed_rotation_is_the_one_worked_out_by_hand() -> None:
    """Down the left column and up the right; rows meet."""
    assert [list(couples) for couples in fixed_rotation(6)] == printed(FIXED_6)


@pytest.mark.parametrize("size", range(2, 42, 2))
@pytest.mark.parametrize("layout", [berger, fixed_rotation])
def test_tables_bring_everybody_together_once(
    size: int, layout: Callable[[int], tuple[Couples, ...]]
) -> None:
    """Each round holds every place once, and all rounds hold every couple once."""
    rounds = layout(size)
    everybody = set(range(1, size + 1))

    assert len(rounds) == size - 1
    assert all({pair for couple in couples for pair in couple} == everybody for couples in rounds)
    met = [frozenset(couple) for couples in rounds for couple in couples]
    assert len(met) == len(set(met)) == size * (size - 1) // 2


@pytest.mark.parametrize("size", range(2, 42, 2))
def test_berger_sides_are_balanced(size: int) -> None:
    """Everybody is named first in half of the rounds, give or take one half."""
    firsts = Counter(one for couples in berger(size) for one, _ in couples)

    assert all(abs(2 * firsts[place] - (size - 1)) == 1 for place in range(1, size + 1))


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 15), st.sampled_from(RoundRobinTable), st.text("abc", min_size=1))
def test_every_event_meets_everybody_once(count: int, table: RoundRobinTable, seed: str) -> None:
    """Everybody meets everybody, idles once in an odd field, and sits on both sides in turn."""
    stage = RoundRobin(entries(count), seed, TIE_BREAKS, table)
    rounds, results = play_out(stage, by_chance(seed))

    met = [frozenset(couple) for pairings in rounds for couple in couples(pairings)]
    assert sorted(map(sorted, met)) == [list(c) for c in combinations(range(1, count + 1), 2)]
    idle = Counter(pair for pairings in rounds for pair in pairings.idle)
    assert idle == (Counter(range(1, count + 1)) if count % 2 else Counter())
    assert len(results) == len(met)
    assert stage.schedule() == rounds
    if table is RoundRobinTable.BERGER:
        east_west = Counter(one for pairings in rounds for one, _ in couples(pairings))
        wanted = {0} if count % 2 else {-1, 1}
        assert {2 * east_west[pair] - (count - 1) for pair in range(1, count + 1)} <= wanted


def test_results_may_come_in_any_order() -> None:
    """While a round is open only its unplayed meetings are given, at their own tables."""
    stage = RoundRobin(entries(6), "x", TIE_BREAKS)
    first, second, *_ = stage.schedule()
    early = play_round(second, lower_number_wins)
    one_done = lower_number_wins(first.meetings[1])
    pairings = stage.next_round([*early, one_done])

    assert pairings is not None
    assert pairings.round_number == 1
    assert pairings.meetings == (first.meetings[0], first.meetings[2])


def test_leaving_before_half_voids_everything() -> None:
    """national-2017 art. 27-28: of five meetings two are played, so all five are void."""
    stage = RoundRobin(entries(6), "x", TIE_BREAKS)
    schedule = stage.schedule()
    results = [r for pairings in schedule[:2] for r in play_round(pairings, lower_number_wins)]
    settled = leave_round_robin(schedule, results, 1, NATIONAL)
    own = [r for r in settled if 1 in r.pairs]

    assert [r.ending for r in own] == [Ending.VOID] * 5
    assert [r for r in settled if 1 not in r.pairs] == [r for r in results if 1 not in r.pairs]
    assert [place.pair for place in stage.places(settled)][-1] == 1


def test_leaving_later_forfeits_what_is_left() -> None:
    """Of five meetings three are played: they stand, two are 0:2 with 0 and 18 level points."""
    stage = RoundRobin(entries(6), "x", TIE_BREAKS)
    schedule = stage.schedule()
    results = [r for pairings in schedule[:3] for r in play_round(pairings, lower_number_wins)]
    settled = leave_round_robin(schedule, results, 1, NATIONAL)
    added = settled[len(results) :]

    assert settled[: len(results)] == tuple(results)
    assert [r.ending for r in added] == [Ending.WALK_OVER] * 2
    for forfeit in added:
        points = {side.pair: (side.match_points, side.level_points) for side in forfeit.sides}
        assert points.pop(1) == (0, 0)
        assert set(points.values()) == {(2, 18)}


def test_exactly_half_is_not_before_half() -> None:
    """Of four meetings two are played, which is half: the others are forfeits."""
    stage = RoundRobin(entries(5), "x", TIE_BREAKS)
    schedule = stage.schedule()
    results: list[Result] = []
    for pairings in schedule:
        results += play_round(pairings, lower_number_wins)
        if sum(1 in r.pairs for r in results) == 2:
            break
    settled = leave_round_robin(schedule, results, 1, NATIONAL)

    assert Counter(r.ending for r in settled if 1 in r.pairs) == {
        Ending.PLAYED: 2,
        Ending.WALK_OVER: 2,
    }


def test_the_others_play_on_after_a_withdrawal() -> None:
    """The event ends with everybody left having met everybody left."""
    stage = RoundRobin(entries(6), "x", TIE_BREAKS)
    schedule = stage.schedule()
    results = leave_round_robin(schedule, play_round(schedule[0], lower_number_wins), 4, NATIONAL)
    while (pairings := stage.next_round(results)) is not None:
        assert all(4 not in meeting.pairs for meeting in pairings.meetings)
        results = (*results, *play_round(pairings, lower_number_wins))
    met = {frozenset(r.pairs) for r in results if r.ending is Ending.PLAYED}

    assert met == {frozenset(c) for c in combinations([1, 2, 3, 5, 6], 2)}
    assert [place.pair for place in stage.places(results)[:4]] == [1, 2, 3, 5]


def test_a_second_withdrawal_counts_what_is_left_to_play() -> None:
    """After 6 has left and is void, 5 has four meetings; with two played it is at half."""
    stage = RoundRobin(entries(6), "x", TIE_BREAKS)
    schedule = stage.schedule()
    results = leave_round_robin(schedule, [], 6, NATIONAL)
    for pairings in schedule:
        open_round = stage.next_round(results)
        assert open_round is not None
        assert open_round.round_number == pairings.round_number
        results = (*results, *play_round(open_round, lower_number_wins))
        if sum(r.ending is Ending.PLAYED and 5 in r.pairs for r in results) == 2:
            break
    settled = leave_round_robin(schedule, results, 5, NATIONAL)

    assert Counter(r.ending for r in settled if 5 in r.pairs) == {
        Ending.VOID: 1,
        Ending.PLAYED: 2,
        Ending.WALK_OVER: 2,
    }
