"""From what happened at a table to the result that counts, by the ruleset of the event.

East and west come first in every pair of values.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.rules.grade import Grade
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import (
    MatchScale,
    Points,
    level_difference,
    level_points,
    match_points,
    speed_bonus,
)
from referee.rules.switches.penalties import ForfeitLevels
from referee.rules.switches.rounds import LevelScale
from referee.tournament.meetings import Meeting
from referee.tournament.results import Ending, Result, SideResult


class Grades(NamedTuple):
    """How far the two sides of a table have got."""

    east_west: Grade
    north_south: Grade


class Fouls(NamedTuple):
    """Fouls (犯规) of the two sides of a table in the round."""

    east_west: int = 0
    north_south: int = 0


NO_FOULS = Fouls()
NO_LEVEL_POINTS = Points(0, 0)


def played(
    meeting: Meeting,
    grades: Grades,
    rules: Ruleset,
    *,
    winner: int | None = None,
    speed_place: int | None = None,
    fouls: Fouls = NO_FOULS,
) -> Result:
    """A round decided by the cards: the higher grade wins, equal grades draw.

    A win by passing A and a win on level at time may be worth different match points.

    Args:
        meeting: The two pairs.
        grades: Where they stood when the round ended.
        rules: Of the event.
        winner: Draw number of the side an extra deal, the last deal or the referee named at equal
            grades; ``None`` leaves them a draw.
        speed_place: Place of this table among those of the round that passed A, 1 for the fastest;
            ``None`` if speed earns nothing.
        fouls: For the tie-break that counts them.

    Raises:
        ValueError: If *winner* is not at the table or has the lower grade.

    Source: national-2017 art. 27-28; jiangsu-2017 七.2; huaian-detail 一.4; wafang-2016 四.
    """
    ahead = _ahead(meeting, *grades)
    if winner is not None and ahead == _opponent(meeting, winner):
        labels = " : ".join(grade.label for grade in grades)
        raise ValueError(f"pair {winner} cannot win with the lower grade of {labels}")
    winner = winner if ahead is None else ahead
    scoring = rules.scoring
    passed_ace = max(grades) is Grade.PAST_ACE
    scale = MatchScale(
        scoring.win if passed_ace else scoring.win_on_level, scoring.draw, scoring.loss
    )
    if winner is None:
        points = match_points(*grades, scale)
    else:
        bonus = 0 if speed_place is None else speed_bonus(speed_place, scoring.speed_bonus)
        points = _for_winner(meeting, winner, Points(scale.win + bonus, scale.loss))
    return _result(
        meeting,
        Ending.PLAYED,
        winner,
        rules,
        match=points,
        level=_scaled(grades, rules),
        grades=grades,
        fouls=fouls,
    )


def played_for_deal_points(
    meeting: Meeting, points: Points, rules: Ruleset, *, winner: int | None = None
) -> Result:
    """A round decided by the sum of deal points, which count as its match points.

    Args:
        meeting: The two pairs.
        points: Their sums.
        rules: Of the event.
        winner: Draw number of the side the extra deal named at equal sums.

    Raises:
        ValueError: If *winner* is not at the table or has the lower sum.

    Source: center-6deal 一.2: six deals at level 2, 3, 2 or 1 points each, the higher sum goes on.
    """
    ahead = _ahead(meeting, *points)
    if winner is not None and ahead == _opponent(meeting, winner):
        sums = f"{points.ours} : {points.theirs}"
        raise ValueError(f"pair {winner} cannot win with the lower sum of {sums}")
    winner = winner if ahead is None else ahead
    return _result(meeting, Ending.PLAYED, winner, rules, match=points)


def played_for_games(meeting: Meeting, games: tuple[int, int], rules: Ruleset) -> Result:
    """A meeting of several games (三局两胜): whoever has won more of them wins.

    Raises:
        ValueError: If both have won the same number.

    Source: jingfang 一.3, bestwestern: best of three.
    """
    winner = _ahead(meeting, *games)
    if winner is None:
        raise ValueError(f"games {games[0]}:{games[1]} name no winner; play on")
    points = _for_winner(meeting, winner, Points(rules.scoring.win, rules.scoring.loss))
    return _result(meeting, Ending.PLAYED, winner, rules, match=points)


def forfeited(
    meeting: Meeting, grades: Grades, offender: int, rules: Ruleset, fouls: Fouls = NO_FOULS
) -> Result:
    """A round begun and lost by penalty (判负).

    `PenaltyRules.forfeit_scoring` says what it is recorded with; a larger lead on the table stands
    where `real_difference_stands`, and larger means more level points for the winners.

    Raises:
        ValueError: If *offender* is not at the table.

    Source: jiangsu-2017, 判罚的种类（四）: four levels above the offender, who may be lowered to J;
    national-2017 art. 16: 18:0 or the real difference if larger; huaian-detail 十二: 10:-10.
    """
    winner = _opponent(meeting, offender)
    won, lost = grades if winner == meeting.east_west else (grades[1], grades[0])
    points = _scaled(Grades(won, lost), rules)
    ruled_grades = _ruled_grades(won, lost, rules)
    ruled_points = (
        Points(*rules.penalties.walk_over) if ruled_grades is None else _scaled(ruled_grades, rules)
    )
    if not (rules.penalties.real_difference_stands and points.ours > ruled_points.ours):
        points = ruled_points
        won, lost = ruled_grades or (won, lost)
    return _result(
        meeting,
        Ending.FORFEIT,
        winner,
        rules,
        match=_for_winner(meeting, winner, Points(*rules.penalties.forfeit_match_points)),
        level=_for_winner(meeting, winner, points),
        grades=Grades(won, lost) if winner == meeting.east_west else Grades(lost, won),
        fouls=fouls,
    )


def walked_over(meeting: Meeting, absent: int | None, rules: Ruleset) -> Result:
    """A round one pair (弃权), or with ``None`` both, did not play.

    Raises:
        ValueError: If *absent* is not at the table.

    Source: jiangsu-2017, 判罚的种类（四）: 17:0; national-2017 art. 27-28: 2:0 and 18;
    huaian-detail 十三: 2:0 and 10:-10. When both are absent both get the losers' points; no sheet
    that counts points says more.
    """
    penalties = rules.penalties
    won, lost = zip(penalties.forfeit_match_points, penalties.walk_over, strict=True)
    winner = None if absent is None else _opponent(meeting, absent)
    return Result(
        meeting.round_number,
        Ending.WALK_OVER,
        tuple(
            SideResult(pair, *won, levels_gained=_levels_given(rules))
            if pair == winner
            else SideResult(pair, *lost)
            for pair in meeting.pairs
        ),
        winner,
    )


def rested(round_number: int, pair: int, rules: Ruleset) -> Result:
    """The round of a pair without an opponent (轮空), counted like a walk-over in its favour.

    No sheet says what a bye is worth where points are counted; in a knock-out only the way into
    the next round matters (center-6deal 一.1).
    """
    penalties = rules.penalties
    side = SideResult(
        pair,
        penalties.forfeit_match_points[0],
        penalties.walk_over[0],
        levels_gained=_levels_given(rules),
    )
    return Result(round_number, Ending.BYE, (side,), winner=pair)


def voided(meeting: Meeting) -> Result:
    """A meeting that counts for nobody (作废)."""
    sides = tuple(SideResult(pair, match_points=0, level_points=0) for pair in meeting.pairs)
    return Result(meeting.round_number, Ending.VOID, sides, winner=None)


def _ahead(meeting: Meeting, ours: int, theirs: int) -> int | None:
    if ours == theirs:
        return None
    return meeting.east_west if ours > theirs else meeting.north_south


def _opponent(meeting: Meeting, pair: int) -> int:
    if pair not in meeting.pairs:
        raise ValueError(f"pair {pair} does not play at table {meeting.table}: {meeting.pairs}")
    return meeting.north_south if pair == meeting.east_west else meeting.east_west


def _for_winner(meeting: Meeting, winner: int, points: Points) -> Points:
    """Points given as winner's then loser's, in the order of the table."""
    return points if winner == meeting.east_west else Points(points.theirs, points.ours)


def _scaled(grades: Grades, rules: Ruleset) -> Points:
    match rules.scoring.level_scale:
        case LevelScale.TWENTY_SIX:
            return level_points(*grades)
        case LevelScale.DIFFERENCE:
            return level_difference(*grades)


def _ruled_grades(won: Grade, lost: Grade, rules: Ruleset) -> Grades | None:
    """Winners' and losers' grades after a forfeit; ``None`` where it has a fixed score."""
    penalties = rules.penalties
    match penalties.forfeit_scoring:
        case ForfeitLevels.ABOVE_OFFENDER:
            lowered = min(lost, Grade.parse(str(penalties.forfeit_floor)))
            return Grades(_raised(lowered, penalties.forfeit_levels), lowered)
        case ForfeitLevels.GAIN:
            return Grades(_raised(won, penalties.forfeit_levels), lost)
        case ForfeitLevels.AS_WALK_OVER:
            return None


def _raised(grade: Grade, levels: int) -> Grade:
    return Grade(min(grade + levels, Grade.PAST_ACE))


def _levels_given(rules: Ruleset) -> int:
    """Levels gained without playing: those of a forfeit, where it is recorded in levels."""
    penalties = rules.penalties
    if penalties.forfeit_scoring is ForfeitLevels.AS_WALK_OVER:
        return 0
    return penalties.forfeit_levels


def _result(
    meeting: Meeting,
    ending: Ending,
    winner: int | None,
    rules: Ruleset,
    *,
    match: Points,
    level: Points = NO_LEVEL_POINTS,
    grades: Grades | None = None,
    fouls: Fouls = NO_FOULS,
) -> Result:
    start = Grade.parse(str(rules.advance.start_level))
    sides = tuple(
        SideResult(
            pair,
            match_points=match[side],
            level_points=level[side],
            levels_gained=0 if grades is None else max(grades[side] - start, 0),
            fouls=fouls[side],
            grade=None if grades is None else grades[side],
        )
        for side, pair in enumerate(meeting.pairs)
    )
    return Result(meeting.round_number, ending, sides, winner)
