"""The measures of a standing, each with the article it is written in.

Which of them are asked, and in which order, is data: `ScoringRules.tie_breaks`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate, combinations

from referee.rules.scoring import cumulative_less_first
from referee.rules.switches.rounds import TieBreak
from referee.tournament.crosstable import Crosstable, Line
from referee.tournament.ranking import Measure, Primary, Rule


def match_points(table: Crosstable, pair: int) -> int:
    """Sum of match points (总积分).

    Source: jiangsu-2017 七.2; national-2017 art. 27-28.
    """
    return sum(line.ours.match_points for line in table.lines[pair])


def level_points(table: Crosstable, pair: int) -> int:
    """Sum of level points (级分, 级差分).

    Source: jiangsu-2017 七.2 “每轮级差分（按13级26分制计算）之和”; national-2017 art. 27-28.
    """
    return sum(line.ours.level_points for line in table.lines[pair])


def cumulative_points(table: Crosstable, pair: int) -> int:
    """Running totals of match points after every round but the first, added up (去首累进分).

    A round the pair has no result in leaves its total as it was.

    Source: jiangsu-2017 七.2 “从第二轮开始计算的每轮累计积分之和”.
    """
    return cumulative_less_first(_by_round(table, pair, _match_points_of))


def wins(table: Crosstable, pair: int) -> int:
    """Rounds won (胜轮次); forfeits, walk-overs and byes in its favour count.

    Source: jiangsu-2017 七.2 “比赛中获胜（积2分）轮次的数量”.
    """
    return sum(line.won for line in table.lines[pair])


def levels_gained(table: Crosstable, pair: int) -> int:
    """Levels risen (升级数), whoever won the round.

    Source: jiangsu-2017 七.2 “每轮升级数之和”.
    """
    return sum(line.ours.levels_gained for line in table.lines[pair])


def opponents_points(table: Crosstable, pair: int) -> int:
    """Level points of all opponents, added up (对手分).

    Whoever stayed away counts as an opponent; a bye adds nothing.

    Source: national-2017 art. 27-28, sum of the opponents' 级分. huaian-detail 二 names 对手分
    without saying which points of theirs; it is played under the same rules, so they are the same.
    """
    return sum(
        level_points(table, line.opponent)
        for line in table.lines[pair]
        if line.opponent is not None
    )


def fouls(table: Crosstable, pair: int) -> int:
    """Fouls (犯规); fewer is better.

    Source: huaian-detail 二.
    """
    return sum(line.ours.fouls for line in table.lines[pair])


def earlier_rounds(table: Crosstable, pair: int) -> tuple[int, ...]:
    """Totals as they were after the last round but one, the one before it, and so on to the first.

    Each round gives two numbers, match points then level points.

    Source: huaian-detail 二 “如仍无法区分，则比较前一轮成绩，以此类推，直至区分”, read as the
    standing of the round before: of two equal pairs the one that was ahead earlier comes first,
    as with 累进分. Read as the result of the last round alone it would be the other way round.
    """
    totals = zip(
        accumulate(_by_round(table, pair, _match_points_of)),
        accumulate(_by_round(table, pair, _level_points_of)),
        strict=True,
    )
    return tuple(number for total in reversed(list(totals)[:-1]) for number in total)


def direct_result(table: Crosstable, pair: int, tied: AbstractSet[int]) -> int | None:
    """Meetings of the tied pairs among themselves (相互胜负): 2 for each won, 1 for each drawn.

    Taken only if each of them has met each other, or it would punish those who have not.

    Source: staff-2011 二.2 “若遇积分相等，则根据相互胜负确定名次”.
    """
    return _between(table, pair, tied, lambda line: 2 * line.won + line.drawn)


def level_points_between_tied(table: Crosstable, pair: int, tied: AbstractSet[int]) -> int | None:
    """Level points from the meetings of the tied pairs; like `direct_result`, only if all have met.

    Source: national-2017 art. 27-28.
    """
    return _between(table, pair, tied, _level_points_of)


def rules(
    table: Crosstable, measures: Sequence[Measure], lots: Sequence[int] = ()
) -> tuple[Rule, ...]:
    """Bind measures to a crosstable, for `rank`.

    Args:
        table: What is measured.
        measures: In the order they are asked.
        lots: Pairs in the order drawn; whoever is not among them has not drawn a lot.

    Raises:
        ValueError: For a measure no crosstable can take.
    """
    drawn = {pair: place for place, pair in enumerate(lots, start=1)}
    return tuple(_rule(table, measure, drawn) for measure in measures)


def _rule(table: Crosstable, measure: Measure, drawn: dict[int, int]) -> Rule:
    match measure:
        case Primary.MATCH_POINTS:
            return Rule(measure, lambda pair, _: match_points(table, pair))
        case TieBreak.CUMULATIVE_LESS_FIRST:
            return Rule(measure, lambda pair, _: cumulative_points(table, pair))
        case TieBreak.WINS:
            return Rule(measure, lambda pair, _: wins(table, pair))
        case TieBreak.LEVEL_POINTS:
            return Rule(measure, lambda pair, _: level_points(table, pair))
        case TieBreak.LEVEL_POINTS_BETWEEN_TIED:
            return Rule(
                measure,
                lambda pair, tied: level_points_between_tied(table, pair, tied),
                among_tied=True,
            )
        case TieBreak.LEVELS_GAINED:
            return Rule(measure, lambda pair, _: levels_gained(table, pair))
        case TieBreak.OPPONENTS_POINTS:
            return Rule(measure, lambda pair, _: opponents_points(table, pair))
        case TieBreak.FOULS:
            return Rule(measure, lambda pair, _: fouls(table, pair), fewer_is_better=True)
        case TieBreak.EARLIER_ROUNDS:
            return Rule(measure, lambda pair, _: earlier_rounds(table, pair))
        case TieBreak.DIRECT_RESULT:
            return Rule(
                measure, lambda pair, tied: direct_result(table, pair, tied), among_tied=True
            )
        case TieBreak.LOT:
            return Rule(measure, lambda pair, _: drawn.get(pair), fewer_is_better=True)
        case Primary.ROUNDS_SURVIVED | Primary.GROUP_PLACE:
            raise ValueError(f"{measure.value} is not measured from results alone")


def _match_points_of(line: Line) -> int:
    return line.ours.match_points


def _level_points_of(line: Line) -> int:
    return line.ours.level_points


def _by_round(table: Crosstable, pair: int, points: Callable[[Line], int]) -> list[int]:
    """Points of each round of the event, 0 where the pair has no result."""
    taken = {line.round_number: points(line) for line in table.lines[pair]}
    return [taken.get(number, 0) for number in table.rounds]


def _between(
    table: Crosstable, pair: int, tied: AbstractSet[int], points: Callable[[Line], int]
) -> int | None:
    if not all(table.have_met(one, other) for one, other in combinations(tied, 2)):
        return None
    return sum(points(line) for line in table.lines[pair] if line.opponent in tied)
