"""From what happened at a table to the points that count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.rules.grade import Grade
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Points
from referee.rules.switches.penalties import ForfeitLevels
from referee.rules.switches.rounds import LevelScale
from referee.tournament.meetings import Meeting
from referee.tournament.recording import (
    Fouls,
    Grades,
    forfeited,
    played,
    played_for_deal_points,
    played_for_games,
    rested,
    voided,
    walked_over,
)
from referee.tournament.results import Ending, Result, SideResult
from tests.tournament.helpers import ADVISED, NATIONAL

MEETING = Meeting(round_number=1, table=4, east_west=3, north_south=8)

HUAIAN = replace(
    ADVISED,
    scoring=replace(ADVISED.scoring, level_scale=LevelScale.DIFFERENCE),
    penalties=replace(
        ADVISED.penalties, walk_over=(10, -10), forfeit_scoring=ForfeitLevels.AS_WALK_OVER
    ),
)
"""huaian-detail 一, 十二, 十三."""

WAFANG = replace(
    ADVISED,
    scoring=replace(
        ADVISED.scoring, win=10, win_on_level=1, loss=0, speed_bonus=(7, 6, 5, 4, 3, 2, 1)
    ),
)
"""wafang-2016 四, with a win on level read as 1 point (AMB-23)."""


def figures(outcome: Result) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Match points and level points, east and west first."""
    return (
        tuple(side.match_points for side in outcome.sides),
        tuple(side.level_points for side in outcome.sides),
    )


@pytest.mark.parametrize(
    ("rules", "grades", "match", "level"),
    [
        (ADVISED, "Q 8", (2, 0), (17, 9)),  # vectors SCO-001, SCO-006
        (ADVISED, "9 9", (1, 1), (13, 13)),  # SCO-002
        (NATIONAL, "2 A+", (0, 2), (0, 26)),  # national-2017 appendix 4
        (HUAIAN, "T 8", (2, 0), (2, -2)),  # SCO-008
        (WAFANG, "A+ 8", (10, 0), (20, 6)),
        (WAFANG, "K 8", (1, 0), (18, 8)),  # at time
    ],
)
def test_grades_become_points(
    rules: Ruleset, grades: str, match: tuple[int, int], level: tuple[int, int]
) -> None:
    """The scale of the sheet turns two grades into match points and level points."""
    first, second = map(Grade.parse, grades.split())

    assert figures(played(MEETING, Grades(first, second), rules)) == (match, level)


def test_fastest_table_earns_its_bonus() -> None:
    """Vector SCO-010: a win at the fastest table is worth 10 + 7."""
    grades = Grades(Grade.NINE, Grade.PAST_ACE)

    assert figures(played(MEETING, grades, WAFANG, speed_place=1))[0] == (0, 17)


def test_an_extra_deal_decides_equal_grades() -> None:
    """The winner takes the match, the level points stay equal."""
    outcome = played(MEETING, Grades(Grade.NINE, Grade.NINE), ADVISED, winner=8)

    assert outcome.winner == 8
    assert outcome.loser == 3
    assert figures(outcome) == ((0, 2), (13, 13))


@pytest.mark.parametrize("winner", [3, 5])
def test_a_winner_must_fit_the_grades(winner: int) -> None:
    """Neither the side behind nor a pair from another table can win."""
    with pytest.raises(ValueError, match=f"pair {winner}"):
        played(MEETING, Grades(Grade.EIGHT, Grade.NINE), ADVISED, winner=winner)


def test_levels_gained_and_fouls_are_kept() -> None:
    """Both sides' levels count from the first level of the sheet, whoever won."""
    grades = Grades(Grade.PAST_ACE, Grade.SIX)
    outcome = played(MEETING, grades, ADVISED, fouls=Fouls(0, 1))

    assert outcome.sides == (
        SideResult(3, 2, 22, levels_gained=13, fouls=0, grade=Grade.PAST_ACE),
        SideResult(8, 0, 4, levels_gained=4, fouls=1, grade=Grade.SIX),
    )


@pytest.mark.parametrize(
    ("rules", "grades", "level"),
    [
        (ADVISED, "5 9", (9, 17)),  # jiangsu-2017 四.三.四: four levels above the offender
        (ADVISED, "5 K", (5, 21)),  # the real difference of eight is larger
        (ADVISED, "A 2", (9, 17)),  # the offender is lowered to J, the winner stands past A
        (HUAIAN, "5 9", (-10, 10)),  # huaian-detail 十二
        (NATIONAL, "9 9", (0, 18)),  # national-2017 art. 15-16
    ],
)
def test_a_round_lost_by_penalty(rules: Ruleset, grades: str, level: tuple[int, int]) -> None:
    """East and west offend; the ruleset says what the others are given at least."""
    first, second = map(Grade.parse, grades.split())
    outcome = forfeited(MEETING, Grades(first, second), 3, rules)

    assert outcome.winner == 8
    assert outcome.ending is Ending.FORFEIT
    assert figures(outcome) == ((0, 2), level)


def test_a_lowered_offender_gains_fewer_levels() -> None:
    """From A the offender falls to J, which is nine levels above 2; the winner counts thirteen."""
    outcome = forfeited(MEETING, Grades(Grade.TWO, Grade.ACE), 8, ADVISED)

    assert [side.levels_gained for side in outcome.sides] == [13, 9]


@pytest.mark.parametrize(
    ("rules", "level", "gained"),
    [(ADVISED, (17, 0), (4, 0)), (HUAIAN, (10, -10), (0, 0)), (NATIONAL, (18, 0), (0, 0))],
)
def test_a_walk_over(rules: Ruleset, level: tuple[int, int], gained: tuple[int, int]) -> None:
    """17:0 in jiangsu-2017, 10:-10 in huaian-detail, 18:0 in national-2017."""
    outcome = walked_over(MEETING, 8, rules)

    assert outcome.winner == 3
    assert figures(outcome) == ((2, 0), level)
    assert tuple(side.levels_gained for side in outcome.sides) == gained


def test_both_stay_away() -> None:
    """Nobody wins and both get what the loser of a walk-over gets."""
    outcome = walked_over(MEETING, None, HUAIAN)

    assert outcome.winner is None
    assert figures(outcome) == ((0, 0), (-10, -10))


def test_a_stranger_cannot_forfeit() -> None:
    """The message names the table and its pairs."""
    with pytest.raises(ValueError, match=r"pair 5 does not play at table 4: \(3, 8\)"):
        walked_over(MEETING, 5, ADVISED)


def test_a_bye_counts_like_a_walk_over() -> None:
    """The pair without an opponent gets the win and the level points of one."""
    outcome = rested(2, 7, NATIONAL)

    assert outcome.winner == 7
    assert outcome.loser is None
    assert figures(outcome) == ((2,), (18,))


def test_deal_points_count_as_match_points() -> None:
    """center-6deal 一.2: the higher sum of six deals goes on; equal sums need an extra deal."""
    assert figures(played_for_deal_points(MEETING, Points(9, 4), ADVISED))[0] == (9, 4)
    assert played_for_deal_points(MEETING, Points(9, 4), ADVISED).winner == 3
    assert played_for_deal_points(MEETING, Points(7, 7), ADVISED, winner=8).winner == 8
    with pytest.raises(ValueError, match="lower sum of 9 : 4"):
        played_for_deal_points(MEETING, Points(9, 4), ADVISED, winner=8)


def test_best_of_three() -> None:
    """Jingfang 一.3: two games of three win the meeting; one each is not the end."""
    assert played_for_games(MEETING, (1, 2), ADVISED).winner == 8
    with pytest.raises(ValueError, match="games 1:1 name no winner"):
        played_for_games(MEETING, (1, 1), ADVISED)


def test_a_void_meeting_gives_nothing() -> None:
    """It stays in the book with nothing for anybody."""
    assert figures(voided(MEETING)) == ((0, 0), (0, 0))
    assert voided(MEETING).winner is None


SIDE = SideResult(3, 2, 18)


@pytest.mark.parametrize(
    ("round_number", "ending", "sides", "winner", "message"),
    [
        (1, Ending.PLAYED, (SIDE,), 3, "has 2 different pairs"),
        (1, Ending.PLAYED, (SIDE, SIDE), 3, "has 2 different pairs"),
        (1, Ending.BYE, (SIDE, SideResult(4, 0, 0)), 3, "has 1 different pairs"),
        (0, Ending.BYE, (SIDE,), 3, "rounds count from 1"),
        (1, Ending.BYE, (SIDE,), 4, "winner 4 is none of the pairs"),
        (1, Ending.VOID, (SIDE, SideResult(4, 0, 0)), 3, "a void round has no winner"),
    ],
)
def test_impossible_results_are_refused(
    round_number: int,
    ending: Ending,
    sides: tuple[SideResult, ...],
    winner: int,
    message: str,
) -> None:
    """A result that exists is well formed."""
    with pytest.raises(ValueError, match=message):
        Result(round_number, ending, sides, winner)
