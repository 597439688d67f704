"""From what happened at a table to the result that counts, by the ruleset of the event.

East and west come first in every pair of values.
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from referee.rules.forfeits import round_lost, walk_over
from referee.rules.grade import Grade
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Points, level_difference, level_points, speed_bonus
from referee.rules.switches.penalties import ForfeitLevels
from referee.rules.switches.rounds import LevelScale
from referee.tournament.meetings import Meeting
from referee.tournament.results import Ending, Result, SideResult

T = TypeVar("T")


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
    win = scoring.win if passed_ace else scoring.win_on_level
    bonus = 0 if speed_place is None else speed_bonus(speed_place, scoring.speed_bonus)
    points = (
        (scoring.draw, scoring.draw)
        if winner is None
        else _for_winner(meeting, winner, (win + bonus, scoring.loss))
    )
    return _result(
        meeting,
        Ending.PLAYED,
        winner,
        rules,
        match=Points(*points),
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
    return _result(meeting, Ending.PLAYED, winner, rules, match=Points(*points))


def played_for_games(meeting: Meeting, games: tuple[int, int], rules: Ruleset) -> Result:
    """A meeting of several games (三局两胜): whoever has won more of them wins.

    Raises:
        ValueError: If both have won the same number.

    Source: jingfang 一.3, bestwestern: best of three.
    """
    winner = _ahead(meeting, *games)
    if winner is None:
        raise ValueError(f"games {games[0]}:{games[1]} name no winner; play on")
    points = _for_winner(meeting, winner, (rules.scoring.win, rules.scoring.loss))
    return _result(meeting, Ending.PLAYED, winner, rules, match=Points(*points))


def forfeited(
    meeting: Meeting, grades: Grades, offender: int, rules: Ruleset, fouls: Fouls = NO_FOULS
) -> Result:
    """A round begun and lost by penalty (判负), from the grades on the table when it ended.

    Raises:
        ValueError: If *offender* is not at the table.

    Source: as `referee.rules.forfeits.round_lost`.
    """
    winner = _opponent(meeting, offender)
    won, lost = _for_winner(meeting, winner, grades)
    forfeit = round_lost(lost, won, rules)
    recorded = (forfeit.winner or won, forfeit.offender or lost)
    return _result(
        meeting,
        Ending.FORFEIT,
        winner,
        rules,
        match=Points(*_for_winner(meeting, winner, forfeit.match_points)),
        level=Points(*_for_winner(meeting, winner, forfeit.level_points)),
        grades=Grades(*_for_winner(meeting, winner, recorded)),
        fouls=fouls,
    )


def walked_over(meeting: Meeting, absent: int | None, rules: Ruleset) -> Result:
    """A round one pair (弃权), or with ``None`` both, did not play.

    When both are absent both get the losers' points; no sheet that counts points says more.

    Raises:
        ValueError: If *absent* is not at the table.

    Source: as `referee.rules.forfeits.walk_over`.
    """
    winner = None if absent is None else _opponent(meeting, absent)
    sides = tuple(_not_played(pair, rules, won=pair == winner) for pair in meeting.pairs)
    return Result(meeting.round_number, Ending.WALK_OVER, sides, winner)


def rested(round_number: int, pair: int, rules: Ruleset) -> Result:
    """The round of a pair without an opponent (轮空), counted like a walk-over in its favour.

    No sheet says what a bye is worth where points are counted; in a knock-out only the way into
    the next round matters (center-6deal 一.1).
    """
    side = _not_played(pair, rules, won=True)
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


def _for_winner(meeting: Meeting, winner: int, values: tuple[T, T]) -> tuple[T, T]:
    """Turn winner's and loser's into east and west's and north and south's, or back."""
    return values if winner == meeting.east_west else (values[1], values[0])


def _scaled(grades: Grades, rules: Ruleset) -> Points:
    match rules.scoring.level_scale:
        case LevelScale.TWENTY_SIX:
            return level_points(*grades)
        case LevelScale.DIFFERENCE:
            return level_difference(*grades)


def _not_played(pair: int, rules: Ruleset, *, won: bool) -> SideResult:
    """What a pair takes from a round nobody played.

    Where a forfeit is recorded in levels, the winners have gained as many (jiangsu-2017 四.三.四:
    17:0 is four levels above a side that stayed at 2).
    """
    forfeit = walk_over(rules)
    side = 0 if won else 1
    in_levels = rules.penalties.forfeit_scoring is ForfeitLevels.ABOVE_OFFENDER
    return SideResult(
        pair,
        forfeit.match_points[side],
        forfeit.level_points[side],
        levels_gained=rules.penalties.forfeit_levels if won and in_levels else 0,
    )


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
