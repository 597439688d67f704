"""Vectors about time: slow plays, lateness, the end of a round's time."""

from __future__ import annotations

from referee.app.json_fields import FieldError
from referee.app.rule_vectors.question import Answer, Question
from referee.rules.grade import Grade
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import MatchScale, match_points
from referee.rules.seats import Side
from referee.rules.switches.clocks import Step
from referee.rules.switches.rounds import DealInProgress
from referee.rules.time_up import Verdict, time_up
from referee.rules.timing import Clocked, Timed, late_forfeits, timed

_EVENTS = {
    "first card of the deal": (Clocked.FIRST_LEAD,),
    "later play": (Clocked.PLAY,),
    "play": (Clocked.PLAY,),
    "tribute": (Clocked.TRIBUTE,),
    "return card": (Clocked.RETURN,),
    "tribute or return": (Clocked.TRIBUTE, Clocked.RETURN),
}


def timing(question: Question, ruleset: Ruleset) -> Answer:
    """An ``event`` that took ``seconds``, or a side ``late_minutes`` late."""
    if "late_minutes" in question:
        excused = question.flag("excused", default=False)
        late = question.number("late_minutes")
        return {"forfeit": late_forfeits(late, ruleset, excused=excused)}
    clocks = _EVENTS[question.choice("event", list(_EVENTS))]
    seconds = question.number("seconds")
    found = {timed(clock, seconds, ruleset) for clock in clocks}
    if len(found) > 1:
        raise FieldError("event", "'tribute or return'", "one of them: their times differ")
    return _timed(found.pop())


def _timed(found: Timed) -> Answer:
    step: Step | None = found.step
    return {
        "over_limit": found.over_limit,
        "state": "normal" if step is None else step.value,
        "penalty": None if found.penalty is None else found.penalty.value,
    }


_SIDES = {Side.EAST_WEST: "A", Side.NORTH_SOUTH: "B"}
_IN_PROGRESS = {
    DealInProgress.FINISH: "finish the hand in progress",
    DealInProgress.FINISH_IF_PLAY_BEGUN: "finish the hand in progress, then count",
    DealInProgress.STOP: "stop, the hand in progress does not count",
}


def at_time(question: Question, ruleset: Ruleset) -> Answer:
    """Two ``levels`` when time is up, or a ``hand_in_progress``."""
    if "levels" not in question:
        if not question.flag("hand_in_progress", default=False):
            raise FieldError("levels", "nothing", "the levels of A and B, or hand_in_progress")
        return {"action": _IN_PROGRESS[ruleset.round.deal_in_progress]}
    levels = question.inner("levels", ["A", "B"])
    one, other = levels.grade("levels.A"), levels.grade("levels.B")
    end = time_up(one, other, ruleset)
    scoring = ruleset.scoring
    scale = MatchScale(scoring.win_on_level, scoring.draw, scoring.loss)
    answer: Answer = {}
    if end.winner is not None or end.verdict is Verdict.DRAW:
        answer["match_points"] = ":".join(map(str, match_points(one, other, scale)))
    if end.winner is not None:
        return answer | {"winner": _SIDES[end.winner]}
    return answer | _tied(end.verdict, one, ruleset)


def _tied(verdict: Verdict, level: Grade, ruleset: Ruleset) -> Answer:
    """What decides between two sides at one *level*, in words."""
    match verdict:
        case Verdict.EXTRA_GAME:
            return {"action": "extra game, first side to rise wins"}
        case Verdict.EXTRA_DEAL:
            return {"action": "extra deal, its winner wins"}
        case Verdict.REACHED_FIRST:
            return {"winner": f"side that reached {level.label} first"}
        case Verdict.LAST_FIRST_OUT:
            return {"winner": "side of the last deal’s 上游"}
        case Verdict.NOT_DECLARER:
            return {"winner": "the side 在台下 (not the declarer)"}
        case Verdict.DRAW:
            return {"winner": None}
        case Verdict.HIGHER_LEVEL:
            raise AssertionError(f"no tie at level {level.label}")
