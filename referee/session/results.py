"""What a round counts (记分): match points, level points and grades that both sides sign."""

from __future__ import annotations

from referee.rules.forfeits import Forfeit, round_lost, walk_over
from referee.rules.game import Game
from referee.rules.scoring import Points, level_difference, level_points
from referee.rules.seats import Side
from referee.rules.switches.advance import AdvanceUnit
from referee.rules.switches.rounds import LevelScale
from referee.session.dealing import in_round
from referee.session.round_state import EndedBy, RoundOutcome
from referee.session.table import Table

_NO_POINTS = Points(0, 0)


def outcome_of(table: Table, game: Game, ended_by: EndedBy, winner: Side | None) -> RoundOutcome:
    """What a round decided by the cards, or by a person, counts at the grades of *game*.

    Where deals count points instead of levels, their sums are the match points (center-6deal 一.2).
    """
    scoring = table.ruleset.scoring
    if table.ruleset.advance.unit is AdvanceUnit.POINTS:
        sums = Points(game.east_west.points, game.north_south.points)
        return RoundOutcome(ended_by, winner, sums, _NO_POINTS, None, None)
    ours, theirs = game.east_west.grade, game.north_south.grade
    win = scoring.win if ended_by is EndedBy.GAME else scoring.win_on_level
    points = _for(winner, win, scoring.loss, Points(scoring.draw, scoring.draw))
    levels = (
        level_points(ours, theirs)
        if scoring.level_scale is LevelScale.TWENTY_SIX
        else level_difference(ours, theirs)
    )
    return RoundOutcome(ended_by, winner, points, levels, ours, theirs)


def meeting_of(table: Table, ended_by: EndedBy, winner: Side) -> RoundOutcome:
    """What a meeting of several games counts (三局两胜): the match points of a round won."""
    scoring = table.ruleset.scoring
    points = _for(winner, scoring.win, scoring.loss, _NO_POINTS)
    return RoundOutcome(ended_by, winner, points, _NO_POINTS, None, None)


def forfeit_of(table: Table, offender: Side, ended_by: EndedBy) -> RoundOutcome:
    """What a round lost by penalty (判负) or withdrawal counts.

    A side that withdraws before a deal was finished has not played (弃权): `walk_over`. Later the
    grades on the table count as they do for a penalty; no sheet that speaks of a withdrawal in
    mid-round says otherwise.
    """
    state, other = in_round(table), offender.other
    not_played = ended_by is EndedBy.WITHDRAWAL and not state.sheet
    forfeit: Forfeit = (
        walk_over(table.ruleset)
        if not_played
        else round_lost(state.game[offender].grade, state.game[other].grade, table.ruleset)
    )
    ours_won = other is Side.EAST_WEST
    return RoundOutcome(
        ended_by,
        other,
        _east_west_first(forfeit.match_points, won=ours_won),
        _east_west_first(forfeit.level_points, won=ours_won),
        forfeit.winner if ours_won else forfeit.offender,
        forfeit.offender if ours_won else forfeit.winner,
    )


def _for(winner: Side | None, win: int, loss: int, nobody: Points) -> Points:
    if winner is None:
        return nobody
    return _east_west_first(Points(win, loss), won=winner is Side.EAST_WEST)


def _east_west_first(points: Points, *, won: bool) -> Points:
    return points if won else Points(points.theirs, points.ours)
