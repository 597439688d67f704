"""Vectors about points, rankings and who writes them down."""

from __future__ import annotations

from referee.app.json_fields import FieldError, shown
from referee.app.rule_vectors.question import Answer, Question
from referee.rules.grade import Grade
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import (
    MatchScale,
    Points,
    cumulative_less_first,
    level_difference,
    level_points,
    match_points,
    speed_bonus,
)
from referee.rules.switches.rounds import LevelScale, TieBreak
from referee.tournament.results import Ending, Result, SideResult
from referee.tournament.standings import standing

_TIE_BREAKS = {
    TieBreak.CUMULATIVE_LESS_FIRST: "cumulative points less the first",
    TieBreak.WINS: "rounds won",
    TieBreak.LEVEL_POINTS: "level difference",
    TieBreak.LEVEL_POINTS_BETWEEN_TIED: "level difference between the tied",
    TieBreak.LEVELS_GAINED: "levels gained",
    TieBreak.OPPONENTS_POINTS: "opponents’ points",
    TieBreak.FOULS: "fouls",
    TieBreak.EARLIER_ROUNDS: "previous round results",
    TieBreak.DIRECT_RESULT: "direct result",
    TieBreak.LOT: "lot",
}
_RESULTS = ("win", "draw", "loss")
_FASTEST = "win, fastest table"


def score(question: Question, ruleset: Ruleset) -> Answer:
    """Points of a ``result``, ``levels`` or ``event``; totals of ``round_points`` or ``teams``.

    A question about nothing in particular is told the order of tie-breaks and who records.
    """
    if "result" in question:
        return {"points": list(_for_result(question.choice("result", _RESULTS), ruleset))}
    if "event" in question:
        question.choice("event", [_FASTEST])
        bonus = speed_bonus(1, ruleset.scoring.speed_bonus)
        return {"points": ruleset.scoring.win + bonus}
    if "levels" in question:
        levels = question.inner("levels", ["A", "B"])
        return _for_levels(levels.grade("levels.A"), levels.grade("levels.B"), ruleset)
    if "round_points" in question:
        return {"cumulative_minus_first": cumulative_less_first(question.counts("round_points"))}
    if "teams" in question:
        return _ranked(question, ruleset)
    officials = ruleset.officials
    return {
        "tie_break_order": [_TIE_BREAKS[measure] for measure in ruleset.scoring.tie_breaks],
        "recorder": officials.recorder.value,
        "checker": "/".join(seat.value for seat in officials.checkers),
    }


def _for_result(result: str, ruleset: Ruleset) -> Points:
    scoring = ruleset.scoring
    match result:
        case "win":
            return Points(scoring.win, scoring.loss)
        case "draw":
            return Points(scoring.draw, scoring.draw)
        case _:
            return Points(scoring.loss, scoring.win)


def _for_levels(one: Grade, other: Grade, ruleset: Ruleset) -> Answer:
    scoring = ruleset.scoring
    win = scoring.win if Grade.PAST_ACE in (one, other) else scoring.win_on_level
    scale = MatchScale(win, scoring.draw, scoring.loss)
    on_scale = scoring.level_scale is LevelScale.TWENTY_SIX
    counted = level_points(one, other) if on_scale else level_difference(one, other)
    return {
        "points": list(match_points(one, other, scale)),
        "level_points": ":".join(map(str, counted)),
    }


def _ranked(question: Question, ruleset: Ruleset) -> Answer:
    """Rank teams by the match points of their rounds; whom they met is not part of the question."""
    inner = question.inner("teams")
    names = [key.removeprefix("teams.") for key in inner.values]
    rounds = [inner.counts(key) for key in inner.values]
    if len({len(points) for points in rounds}) != 1:
        raise FieldError("teams", shown(names), "the same number of rounds for each")
    results = [
        Result(
            number,
            Ending.BYE,
            (SideResult(pair, match_points=points, level_points=0),),
            winner=pair if points == ruleset.scoring.win else None,
        )
        for pair, played in enumerate(rounds)
        for number, points in enumerate(played, start=1)
    ]
    places = standing(range(len(names)), results, ruleset.scoring.tie_breaks)
    return {
        "ranking": [names[place.pair] for place in places],
        "cumulative_minus_first": {
            name: cumulative_less_first(points) for name, points in zip(names, rounds, strict=True)
        },
    }
