"""Standings, computed by hand from the sheets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.switches.rounds import TieBreak
from referee.tournament.meetings import Meeting
from referee.tournament.pairings.draw import drawn_order
from referee.tournament.ranking import Place, Primary, Reason
from referee.tournament.recording import rested, voided, walked_over
from referee.tournament.results import Ending, Result, SideResult
from referee.tournament.standings import standing, still_tied
from tests.tournament.helpers import ADVISED, NATIONAL, by_chance, points, result

JIANGSU = ADVISED.scoring.tie_breaks
HUAIAN = (
    TieBreak.LEVEL_POINTS,
    TieBreak.OPPONENTS_POINTS,
    TieBreak.FOULS,
    TieBreak.EARLIER_ROUNDS,
    TieBreak.LOT,
)
STAFF = (TieBreak.DIRECT_RESULT, TieBreak.LOT)


def order(places: Sequence[Place]) -> list[tuple[int, int]]:
    """Place and pair, as on the wall."""
    return [(place.place, place.pair) for place in places]


def test_cumulative_points_decide_first() -> None:
    """Vector SCO-005: of two with 6 points, 2 2 0 2 (14) comes before 0 2 2 2 (12)."""
    results = [
        points(1, 1, 3, (2, 0)),
        points(1, 4, 2, (2, 0)),
        points(2, 1, 5, (2, 0)),
        points(2, 2, 6, (2, 0)),
        points(3, 7, 1, (2, 0)),
        points(3, 2, 8, (2, 0)),
        points(4, 1, 9, (2, 0)),
        points(4, 2, 10, (2, 0)),
    ]
    places = standing([1, 2], results, JIANGSU)

    assert order(places) == [(1, 1), (2, 2)]
    assert [place.reasons for place in places] == [
        (
            Reason(Primary.MATCH_POINTS, 6, (1, 2)),
            Reason(TieBreak.CUMULATIVE_LESS_FIRST, 14, (1, 2)),
        ),
        (
            Reason(Primary.MATCH_POINTS, 6, (1, 2)),
            Reason(TieBreak.CUMULATIVE_LESS_FIRST, 12, (1, 2)),
        ),
    ]


def test_wins_come_before_level_points() -> None:
    """jiangsu-2017 七.2: with equal points and equal running totals a win beats two draws.

    Rounds 1 to 3: pair 1 draws, draws, wins (1 1 2, totals 2 and 4, 6 in all); pair 2 wins, and
    loses, and wins (2 0 2, totals 2 and 4, 6 in all) with fewer level points.
    """
    results = [
        result(1, 1, 3, "9 9"),
        result(1, 2, 4, "T 9"),
        result(2, 1, 5, "9 9"),
        result(2, 2, 6, "2 A+"),
        result(3, 1, 7, "A+ 2"),
        result(3, 2, 8, "T 9"),
    ]
    places = standing([1, 2], results, JIANGSU)

    assert order(places) == [(1, 2), (2, 1)]
    assert places[0].reasons[-2:] == (
        Reason(TieBreak.CUMULATIVE_LESS_FIRST, 6, (1, 2)),
        Reason(TieBreak.WINS, 2, (1, 2)),
    )


def test_a_round_robin_of_four_by_the_national_rules() -> None:
    """Points, then level points, then level points between the tied, worked out by hand.

    ====  =========  =========  =========  ======  ====
    pair  round 1    round 2    round 3    points  级分
    ====  =========  =========  =========  ======  ====
    1     A+:9 (4)   8:T (3)    J:5 (2)    4       19+11+19 = 49
    2     9:6 (3)    T:9 (4)    5:J (1)    4       16+14+7  = 37
    3     6:9 (2)    T:8 (1)    Q:9 (4)    4       10+15+16 = 41
    4     9:A+ (1)   9:T (2)    9:Q (3)    0       7+12+10  = 29
    ====  =========  =========  =========  ======  ====
    """
    results = [
        result(1, 1, 4, "A+ 9"),
        result(1, 2, 3, "9 6"),
        result(2, 3, 1, "T 8"),
        result(2, 4, 2, "9 T"),
        result(3, 1, 2, "J 5"),
        result(3, 3, 4, "Q 9"),
    ]
    places = standing([1, 2, 3, 4], results, NATIONAL.scoring.tie_breaks)

    assert order(places) == [(1, 1), (2, 3), (3, 2), (4, 4)]
    assert places[1].reasons == (
        Reason(Primary.MATCH_POINTS, 4, (1, 2, 3, 4)),
        Reason(TieBreak.LEVEL_POINTS, 41, (1, 2, 3)),
    )


def test_level_points_between_the_tied_come_before_opponents_points() -> None:
    """national-2017 art. 27-28: equal points and level points, so their own meeting counts.

    Pairs 1 and 2 both have 2 points and 30 level points; against each other it was 17:9.
    """
    results = [
        result(1, 1, 2, "Q 8"),  # 17:9
        result(2, 1, 3, "6 6", winner=3),  # 13, lost in an extra deal
        result(2, 2, 4, "T 2"),  # 21
    ]
    places = standing([1, 2], results, NATIONAL.scoring.tie_breaks)

    assert order(places) == [(1, 1), (2, 2)]
    assert places[0].reasons[-1] == Reason(TieBreak.LEVEL_POINTS_BETWEEN_TIED, 17, (1, 2))


def test_places_stay_equal_where_the_sheet_draws_no_lots() -> None:
    """national-2017 art. 27-28 “equal or lot”: a draw between two pairs leaves both first."""
    places = standing([1, 2, 3], [result(1, 1, 2, "9 9")], NATIONAL.scoring.tie_breaks)

    assert order(places) == [(1, 1), (1, 2), (3, 3)]
    assert still_tied(places) == ((1, 2),)


def test_lots_are_drawn_only_for_who_is_still_tied() -> None:
    """jiangsu-2017 “仍相等，则抽签决定”: shared until the lots are there, then in their order."""
    results = [result(1, 1, 2, "9 9", ADVISED), result(1, 3, 4, "8 8", ADVISED)]
    before = standing([1, 2, 3, 4], results, JIANGSU)
    lots = drawn_order("dice: 5 2 6", "places", still_tied(before)[0])
    after = standing([1, 2, 3, 4], results, JIANGSU, lots)

    assert order(before) == [(1, 1), (1, 2), (3, 3), (3, 4)]
    assert order(after)[:2] == [(1, lots[0]), (2, lots[1])]
    assert after[0].reasons[-1] == Reason(TieBreak.LOT, 1, (1, 2))
    assert order(after)[2:] == [(3, 3), (3, 4)]


def test_huaian_asks_opponents_then_fouls() -> None:
    """huaian-detail 二: 级差分, 对手分, 犯规, in this order."""
    fouls = (SideResult(1, 2, 3, fouls=2), SideResult(2, 2, 3, fouls=1))
    results = [
        Result(1, Ending.PLAYED, (fouls[0], SideResult(3, 0, -3)), 1),
        Result(1, Ending.PLAYED, (fouls[1], SideResult(4, 0, -3)), 2),
        Result(2, Ending.PLAYED, (SideResult(3, 2, 4), SideResult(5, 0, -4)), 3),
        Result(2, Ending.PLAYED, (SideResult(4, 2, 4), SideResult(6, 0, -4)), 4),
    ]
    equal_opponents = standing([1, 2], results, HUAIAN)
    stronger = Result(2, Ending.PLAYED, (SideResult(3, 2, 5), SideResult(5, 0, -5)), 3)
    other_opponents = standing([1, 2], [*results[:2], stronger, results[3]], HUAIAN)

    assert order(equal_opponents) == [(1, 2), (2, 1)]
    assert equal_opponents[0].reasons[-1] == Reason(TieBreak.FOULS, 1, (1, 2))
    assert order(other_opponents) == [(1, 1), (2, 2)]
    assert other_opponents[0].reasons[-1] == Reason(TieBreak.OPPONENTS_POINTS, 2, (1, 2))


def test_earlier_rounds_compare_the_standing_before() -> None:
    """huaian-detail 二 “比较前一轮成绩”: whoever was ahead a round earlier comes first.

    After round 2 both have 2 points and level difference 0; after round 1 pair 2 was ahead.
    """
    results = [
        Result(1, Ending.PLAYED, (SideResult(3, 2, 3), SideResult(1, 0, -3)), 3),
        Result(1, Ending.PLAYED, (SideResult(2, 2, 3), SideResult(4, 0, -3)), 2),
        Result(2, Ending.PLAYED, (SideResult(1, 2, 3), SideResult(4, 0, -3)), 1),
        Result(2, Ending.PLAYED, (SideResult(3, 2, 3), SideResult(2, 0, -3)), 3),
    ]
    places = standing([1, 2], results, HUAIAN)

    assert order(places) == [(1, 2), (2, 1)]
    assert places[0].reasons[-1] == Reason(TieBreak.EARLIER_ROUNDS, (2, 3), (1, 2))


def test_direct_result_decides() -> None:
    """staff-2011 二.2 “根据相互胜负确定名次”."""
    results = [
        points(1, 1, 2, (0, 2)),
        points(2, 1, 3, (2, 0)),
        points(2, 2, 4, (0, 2)),
        points(3, 3, 4, (1, 1)),
    ]
    places = standing([1, 2], results, STAFF)

    assert order(places) == [(1, 2), (2, 1)]


def test_direct_result_is_silent_when_not_all_have_met() -> None:
    """1 beat 2 but nobody met 3, so the three stay equal until they draw lots."""
    results = [
        points(1, 1, 2, (2, 0)),
        points(2, 2, 4, (2, 0)),
        points(2, 5, 1, (2, 0)),
        points(1, 3, 6, (2, 0)),
    ]

    assert order(standing([1, 2, 3], results, STAFF)) == [(1, 1), (1, 2), (1, 3)]
    assert order(standing([1, 2, 3], results, STAFF, lots=[3, 1, 2])) == [(1, 3), (2, 1), (3, 2)]


def test_direct_result_is_asked_again_of_those_it_leaves() -> None:
    """Four with equal totals have 4 4 2 2 among themselves; within each two their meeting decides.

    1 beat 2 and 3, 2 beat 3 and 4, 3 beat 4, 4 beat 1; meetings with 5 to 8 even out the totals.
    """
    among = [(1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (4, 1)]
    results = [points(number, won, lost, (2, 0)) for number, (won, lost) in enumerate(among, 1)]
    results += [points(7, 3, 7, (2, 0)), points(7, 4, 8, (2, 0))]
    places = standing([1, 2, 3, 4], results, STAFF)

    assert order(places) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [reason.figure for reason in places[3].reasons] == [4, 2, 0]


def test_a_circle_of_direct_results_is_left_to_the_next_measure() -> None:
    """1 beat 2, 2 beat 3, 3 beat 1: their meetings separate nobody."""
    results = [points(1, 1, 2, (2, 0)), points(2, 2, 3, (2, 0)), points(3, 3, 1, (2, 0))]

    assert order(standing([1, 2, 3], results, STAFF, lots=[2, 3, 1])) == [(1, 2), (2, 3), (3, 1)]


def test_byes_and_walk_overs_count_as_rounds_won() -> None:
    """A bye, a walk-over and a win weigh the same in points and wins, but not in opponents."""
    results = [
        rested(1, 1, NATIONAL),
        walked_over(Meeting(1, 1, 2, 4), 4, NATIONAL),
        result(1, 3, 5, "7 2"),
    ]
    measures = (TieBreak.WINS, TieBreak.LEVEL_POINTS, TieBreak.OPPONENTS_POINTS)
    places = standing([1, 2, 3], results, measures)

    # 18 level points each; 4 took 0 from its walk-over, 5 took 8, and a bye has no opponent.
    assert order(places) == [(1, 3), (2, 1), (2, 2)]
    assert [place.reasons[-1].figure for place in places] == [8, 0, 0]


def test_void_results_count_for_nobody() -> None:
    """A voided meeting leaves no points, no round and no opponent."""
    void = voided(Meeting(1, 1, 1, 2))
    results = [void, result(2, 1, 3, "9 5")]
    places = standing([1, 2, 3], results, (TieBreak.OPPONENTS_POINTS,))

    assert order(places) == [(1, 1), (2, 3), (3, 2)]
    assert [place.reasons[-1].figure for place in places[1:]] == [17, 0]


def test_a_pair_has_one_result_a_round() -> None:
    """Two results of one pair in one round cannot both be true."""
    with pytest.raises(ValueError, match="pair 1 has two results in round 1"):
        standing([1, 2, 3], [result(1, 1, 2, "9 5"), result(1, 1, 3, "9 5")], JIANGSU)


def by_figure(reason: Reason) -> tuple[int, ...]:
    """A figure as something that compares with others of its measure."""
    return reason.figure if isinstance(reason.figure, tuple) else (reason.figure,)


@given(
    st.text("abc", min_size=1),
    st.lists(st.sampled_from(TieBreak), unique=True),
    st.booleans(),
)
def test_every_standing_is_whole_and_explained(
    seed: str, tie_breaks: list[TieBreak], lots_drawn: bool
) -> None:
    """Everybody stands somewhere; neighbours differ exactly when their last figures differ."""
    pairs = range(1, 9)
    meetings = [
        Meeting(number, table, (number + table) % 8 + 1, (number - table) % 8 + 1)
        for number in range(1, 4)
        for table in range(1, 4)
    ]
    results = list(map(by_chance(seed), meetings))
    lots = drawn_order(seed, "lots", pairs) if lots_drawn else ()
    places = standing(pairs, results, tie_breaks, lots)

    assert sorted(place.pair for place in places) == list(pairs)
    for number, (better, worse) in enumerate(pairwise(places), start=2):
        if better.place == worse.place:
            assert better.reasons == worse.reasons
        else:
            assert worse.place == number
            common = [
                (one, other)
                for one, other in zip(better.reasons, worse.reasons, strict=False)
                if one.measure is other.measure and one.tied == other.tied
            ]
            last, last_worse = common[-1]
            fewer = last.measure in {TieBreak.FOULS, TieBreak.LOT}
            assert last.figure != last_worse.figure
            assert sorted([last, last_worse], key=by_figure, reverse=not fewer)[0] is last
            assert all(one.figure == other.figure for one, other in common[:-1])
    if lots_drawn and TieBreak.LOT in tie_breaks:
        assert still_tied(places) == ()
