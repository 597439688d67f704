"""Vectors about levels: advance, points of a deal, the end of a game, passing A."""

from __future__ import annotations

from referee.app.json_fields import FieldError, shown
from referee.app.rule_vectors.question import RESULTS, Answer, Question, deal_result
from referee.rules.ace import NO_TRIES, AceTry, try_ace
from referee.rules.advance import rise, steps_won
from referee.rules.game import Game, GameEnd, Reason, SideStanding, after_deal, count_end
from referee.rules.grade import Grade
from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Side

# The vectors call the sides of a game A and B where no seat matters.
_SIDES = {"A": Side.EAST_WEST, "B": Side.NORTH_SOUTH}
_NAMES = {side: name for name, side in _SIDES.items()}


def promotion(question: Question, ruleset: Ruleset) -> Answer:
    """``result`` of a side at ``side_level``, perhaps with ``opponent_level``."""
    others = "opponent_level" in question
    moved = rise(
        question.grade("side_level"),
        question.grade("opponent_level") if others else Grade.TWO,
        question.result("result", Side.EAST_WEST),
        ruleset,
        fell_back=question.flag("after_A_fallback", default=False),
    )
    answer: Answer = {"new_level": moved.winner.label}
    if others:
        answer |= {"opponent_new_level": moved.loser.label, "surplus": moved.surplus}
    return answer


def next_level(question: Question, ruleset: Ruleset) -> Answer:
    """``winner`` of a deal with ``result``, both sides at ``levels``: what is played next."""
    levels = question.inner("levels", [side.value for side in Side])
    east_west, north_south = levels.grade("levels.EW"), levels.grade("levels.NS")
    start = ruleset.advance.start_level
    game = Game(SideStanding(east_west), SideStanding(north_south), start)
    played = after_deal(game, question.result("result", question.side("winner")), ruleset)
    return {"next_deal_level": str(played.level)}


def points(question: Question, ruleset: Ruleset) -> Answer:
    """What a deal with ``result`` counts."""
    return {"points": steps_won(question.result("result", Side.EAST_WEST), ruleset)}


def match_end(question: Question, ruleset: Ruleset) -> Answer:
    """Whether ``totals`` after ``deals_played`` end a game."""
    totals = question.inner("totals", list(_SIDES))
    deals = question.count("deals_played")
    counts = {side: totals.count(f"totals.{name}") for name, side in _SIDES.items()}
    end = count_end(counts, deals, ruleset)
    answer: Answer = {"over": end.over, "reason": _reason(end, ruleset)}
    if end.winner is not None:
        answer["winner"] = _NAMES[end.winner]
    return answer


def _reason(end: GameEnd, ruleset: Ruleset) -> str | None:
    match end.reason:
        case Reason.DEALS:
            return f"ahead after {ruleset.round.deals} deals"
        case Reason.POINTS:
            return f"first to {ruleset.round.points} points"
        case Reason.EXTRA_DEAL:
            return "extra deal"
        case Reason.DRAW:
            return "draw"
        case _:
            return None


def pass_ace(question: Question, ruleset: Ruleset) -> Answer:
    """``attempts`` of one side at A, in order: passed, or at which level it stands."""
    side = Side.EAST_WEST
    attempts = question.items("attempts", "a list of results at A")
    standing = AceTry(Grade.ACE, NO_TRIES)
    for attempt in attempts:
        if attempt not in (*RESULTS, "lost"):
            raise FieldError("attempts", shown(attempt), f"{', '.join(RESULTS)} or lost")
        if standing.passed:
            raise FieldError("attempts", shown(attempts), "none after the one that passed A")
        result = None if attempt == "lost" else deal_result(attempt, side)
        standing = try_ace(side, result, standing.record, ruleset)
    if standing.passed:
        return {"passed": True}
    return {"passed": False, "level": str(Level.parse(standing.grade.label))}
