"""Points of one round for its two sides, from the grades they reached."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from referee.rules.grade import Grade

LEVEL_POINTS_MIDDLE = 13
"""Level points of either side when both stand at the same grade; the two always add up to 26."""


class Points(NamedTuple):
    """What two sides get from one round, in the order in which they were asked about."""

    ours: int
    theirs: int


class MatchScale(NamedTuple):
    """Match points (场分/积分) for a round won, drawn and lost.

    2/1/0: national-2017 art. 27-28, jiangsu-2017 七.2, huaian-detail 一.4; 2/0 without a draw:
    rules-135 四.2; 10 plus a bonus for speed: wafang-2016.
    """

    win: int = 2
    draw: int = 1
    loss: int = 0


TWO_ONE_NONE = MatchScale()
"""The scale of every sheet that knows a draw."""


def match_points(ours: Grade, theirs: Grade, scale: MatchScale = TWO_ONE_NONE) -> Points:
    """Match points of a round decided by grade: the higher wins, equal grades draw.

    Whether equal grades may stay a draw is the ruleset's `tie_at_time`; ask `time_up` first.

    Source: huaian-detail 一.4; jiangsu-2017 七.1 and 七.2; national-2017 art. 27-28.
    """
    if ours == theirs:
        return Points(scale.draw, scale.draw)
    return Points(scale.win, scale.loss) if ours > theirs else Points(scale.loss, scale.win)


def level_points(ours: Grade, theirs: Grade) -> Points:
    """Level points (级分) on the 26 scale: 13 plus and minus the difference of the grades.

    Two against past A is 0 : 26, a difference of four is 17 : 9.

    Source: national-2017 appendix 4; jiangsu-2017 七.2 级差分 names the scale (13级26分制) without
    its table.
    """
    difference = ours - theirs
    return Points(LEVEL_POINTS_MIDDLE + difference, LEVEL_POINTS_MIDDLE - difference)


def level_difference(ours: Grade, theirs: Grade) -> Points:
    """Level difference (级差分) without a scale: what one side is ahead, the other is behind.

    Source: huaian-detail 二 and 十二, where a forfeit counts 10 : -10 beside it.
    """
    return Points(ours - theirs, theirs - ours)


def cumulative_less_first(round_points: Sequence[int]) -> int:
    """Cumulative points less the first round (去首累进分): running totals summed from round two on.

    The running totals include the first round; only the total after it is left out. One round or
    none gives 0.

    Source: jiangsu-2017 七.2 “从第二轮开始计算的每轮累计积分之和”.
    """
    return sum(list(accumulate(round_points))[1:])


def speed_bonus(place: int, bonuses: Sequence[int]) -> int:
    """Extra match points for the table that finished in *place*, 1 being the fastest.

    Tables beyond the list get 0.

    Source: wafang-2016, 7, 6, 5, 4, 3, 2, 1 for the seven fastest tables.

    Raises:
        ValueError: If *place* is below 1.
    """
    if place < 1:
        raise ValueError(f"places count from 1, got {place}")
    return bonuses[place - 1] if place <= len(bonuses) else 0
