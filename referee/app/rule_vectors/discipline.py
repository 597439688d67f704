"""Vectors about irregularities, the penalty ladder, forfeits, claims and appeals."""

from __future__ import annotations

from collections.abc import Callable

from referee.app.json_fields import FieldError, shown
from referee.app.rule_vectors.question import Answer, Question
from referee.rules.claims import Pointed, Spoilt, appeal_accepted, claim
from referee.rules.forfeits import round_lost, walk_over
from referee.rules.irregularities import exposed_card, out_of_turn_play, wrong_answer
from referee.rules.penalties import Tally, consequence, record
from referee.rules.remedies import Barred, Remedy
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.penalties import ForfeitLevels, LadderStep
from referee.rules.tribute_errors import tribute_remedy

# The vectors name no seats: the offender sits east, and it is his turn.
_OFFENDER = Seat.EAST


def penalty(question: Question, ruleset: Ruleset) -> Answer:
    """A ``record``, an ``offence``, an ``event``, final ``levels``, or an appeal."""
    if "record" in question:
        return _on_record(question, ruleset)
    if "levels" in question:
        levels = question.inner("levels", ["offender", "other"])
        lost = round_lost(levels.grade("levels.offender"), levels.grade("levels.other"), ruleset)
        return {
            "winner_level": None if lost.winner is None else lost.winner.label,
            "offender_level": None if lost.offender is None else lost.offender.label,
            "score": ":".join(map(str, lost.level_points)),
        }
    if "offence" in question:
        return _OFFENCES[question.choice("offence", list(_OFFENCES))](ruleset)
    if "event" in question:
        return _EVENTS[question.choice("event", list(_EVENTS))](ruleset)
    return {"accepted": appeal_accepted(question.number("appeal_minutes_after_round"), ruleset)}


_UNITS = {
    "warnings": LadderStep.WARNING,
    "violations": LadderStep.VIOLATION,
    "fouls": LadderStep.FOUL,
}


def _on_record(question: Question, ruleset: Ruleset) -> Answer:
    """What the last penalty of one unit led to, with so many of them on record."""
    counts = question.inner("record")
    units = [key.removeprefix("record.") for key in counts.values]
    if len(units) != 1 or units[0] not in _UNITS:
        raise FieldError("record", shown(units), f"one unit of {', '.join(_UNITS)}")
    (unit,) = units
    count = counts.count(f"record.{unit}", 1)
    before = {"warnings": 0, "violations": 0, "fouls": 0} | {unit: count - 1}
    recorded = record(Tally(**before), _UNITS[unit], ruleset)
    cost = consequence(recorded.gravest, ruleset)
    answer: Answer = {"next_deal_tribute": cost.next_deal_tribute}
    if len(recorded.steps) > 1:
        answer["becomes"] = recorded.steps[1].value
    if cost.following_may_stop:
        answer["stop_one_play"] = "option of the offender’s 下家"
    if cost.deal_ends:
        answer |= {"deal": "ends", "offender_result": "double-down"}
    if cost.round_lost:
        answer["round"] = "lost"
        if ruleset.penalties.forfeit_scoring is ForfeitLevels.GAIN:
            answer["winner_gain"] = ruleset.penalties.forfeit_levels
    return answer


def _remedy(remedy: Remedy) -> Answer:
    answer: Answer = {
        "may_take_back": remedy.may_take_back,
        "foul": "by circumstances" if remedy.foul_by_circumstances else None,
        "decided_by": remedy.decided_by.value,
    }
    if remedy.barred is Barred.OFFENDER_THIS_TRICK:
        answer |= {"barred": "from this trick", "stop": "one turn"}
    if remedy.next_to_act is _OFFENDER.following:
        answer["next"] = "下家"
    return answer


def _tribute(ruleset: Ruleset) -> Answer:
    remedy = tribute_remedy(Fault.WRONG_TRIBUTE, _OFFENDER, ruleset, play_begun=False)
    return {
        "remedy": "give the card again" if remedy.given_again else None,
        "foul": "by circumstances" if remedy.foul_by_circumstances else None,
    }


_OFFENCES: dict[str, Callable[[Ruleset], Answer]] = {
    "wrong card shown and named": lambda ruleset: _remedy(
        wrong_answer(_OFFENDER, Fault.NOT_A_COMBINATION, ruleset)
    ),
    "wrong answer to a lead": lambda ruleset: _remedy(
        wrong_answer(_OFFENDER, Fault.DOES_NOT_BEAT, ruleset)
    ),
    "extra card exposed": lambda ruleset: _remedy(
        exposed_card(_OFFENDER, _OFFENDER, ruleset, surplus=False)
    ),
    "play out of turn": lambda ruleset: _remedy(
        out_of_turn_play(_OFFENDER, _OFFENDER.preceding, ruleset)
    ),
    "wrong tribute or return": _tribute,
}

_EVENTS: dict[str, Callable[[Ruleset], Answer]] = {
    "walk-over": lambda ruleset: {"score": ":".join(map(str, walk_over(ruleset).level_points))},
    "dispute settled privately, raised later": lambda ruleset: {
        "heard": not claim(
            Pointed.LATER,
            ruleset,
            about_deal=True,
            spoilt=frozenset({Spoilt.SETTLED_PRIVATELY}),
        ).lapsed
    },
    "irregularity pointed out one trick late": lambda ruleset: {
        "right_lost": claim(Pointed.SAME_DEAL, ruleset).lapsed
    },
}
