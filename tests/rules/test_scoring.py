"""Points of one round."""

from __future__ import annotations

import pytest

from referee.rules.grade import Grade
from referee.rules.scoring import (
    MatchScale,
    cumulative_less_first,
    level_difference,
    level_points,
    match_points,
    speed_bonus,
)


@pytest.mark.parametrize("grade", Grade)
def test_grade_text_reads_back(grade: Grade) -> None:
    """Every grade is read back from its own text."""
    assert Grade.parse(grade.label) is grade


@pytest.mark.parametrize("text", ["10", "1", "", "a", "A++"])
def test_other_text_is_no_grade(text: str) -> None:
    """A refusal names the grades there are."""
    with pytest.raises(ValueError, match=r"want one of 2 3 4 5 6 7 8 9 T J Q K A A\+"):
        Grade.parse(text)


def test_two_against_past_ace_is_the_whole_scale() -> None:
    """Appendix 4 of the national rules: 2 against past A is 0 : 26."""
    assert level_points(Grade.TWO, Grade.PAST_ACE) == (0, 26)


@pytest.mark.parametrize("ours", Grade)
@pytest.mark.parametrize("theirs", Grade)
def test_level_points_share_twenty_six(ours: Grade, theirs: Grade) -> None:
    """Fourteen grades share 26 points, and changing sides swaps them."""
    points = level_points(ours, theirs)

    assert sum(points) == 26
    assert tuple(reversed(points)) == level_points(theirs, ours)
    assert points.ours - points.theirs == 2 * level_difference(ours, theirs).ours


@pytest.mark.parametrize(
    ("ours", "theirs", "scale", "expected"),
    [
        (Grade.TEN, Grade.EIGHT, MatchScale(), (2, 0)),
        (Grade.TEN, Grade.ACE, MatchScale(), (0, 2)),
        (Grade.NINE, Grade.NINE, MatchScale(), (1, 1)),
        (Grade.PAST_ACE, Grade.ACE, MatchScale(win=10, draw=1), (10, 0)),
    ],
)
def test_match_points(
    ours: Grade, theirs: Grade, scale: MatchScale, expected: tuple[int, int]
) -> None:
    """The higher grade takes the win, equal grades draw, on whatever scale."""
    assert match_points(ours, theirs, scale) == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([2, 2, 0, 2], 14),  # running totals 2 4 4 6
        ([0, 2, 2, 2], 12),  # the same six points won later
        ([2], 0),  # nothing left after the first round
        ([], 0),
    ],
)
def test_cumulative_points_leave_out_the_first_round(points: list[int], expected: int) -> None:
    """Points won early weigh more, the first running total not at all."""
    assert cumulative_less_first(points) == expected


def test_speed_bonus_ends_with_its_list() -> None:
    """The seven fastest tables get 7 to 1, the eighth nothing."""
    bonuses = (7, 6, 5, 4, 3, 2, 1)

    assert [speed_bonus(place, bonuses) for place in (1, 7, 8)] == [7, 1, 0]


def test_place_zero_is_refused() -> None:
    """Places count from one; a zero is a slip of the caller."""
    with pytest.raises(ValueError, match="count from 1, got 0"):
        speed_bonus(0, (7,))
