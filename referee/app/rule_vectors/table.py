"""Vectors about the table: who shuffles, cuts, draws and leads, the wind, reports."""

from __future__ import annotations

from referee.app.json_fields import FieldError, shown
from referee.app.rule_vectors.question import Answer, Question
from referee.rules.drawing import first_duties, later_duties, must_recut
from referee.rules.reports import ReportPenalty, ReportRemedy, report_duty, report_penalty
from referee.rules.ruleset import Ruleset
from referee.rules.seats import PerSeat, Seat
from referee.rules.switches.dealing import FirstLead
from referee.rules.switches.penalties import LadderStep
from referee.rules.trick import next_leader


def deal(question: Question, ruleset: Ruleset) -> Answer:
    """The first deal (``deal`` 1), a ``turned`` card, a later deal after ``finish``, or ``start``.

    ``start`` asks for the order of play from a seat.
    """
    if "start" in question:
        seat = question.seat("start")
        order = (seat, seat.following, seat.partner, seat.preceding)
        return {"order": [one.value for one in order]}
    if "finish" in question:
        later = later_duties(question.finish("finish"), ruleset)
        return {
            "shuffler": _name(later.shuffler),
            "cutter": _name(later.cutter),
            "first_draw": _name(later.first_draw),
        }
    turned = question.card("turned") if "turned" in question else None
    if turned is None and question.count("deal", 1) > 1:
        raise FieldError("finish", "nothing", "how the deal before ended")
    first = first_duties(ruleset, turned)
    answer: Answer = {
        "shuffler": _name(first.shuffler),
        "cutter": _cutter(first.shuffler, first.cutter),
        "first_leader": first_leader_words(ruleset),
    }
    if turned is not None:
        answer["recut"] = must_recut(turned, ruleset)
    if first.first_draw is not None:
        answer["first_draw"] = first.first_draw.value
    return answer


def wind(question: Question, ruleset: Ruleset) -> Answer:
    """Who leads after ``finisher`` went out in ``place``, unless ``beaten`` or ``beaten_by``."""
    finisher = question.seat("finisher")
    place = question.count("place", 1)
    if place > 2:
        raise FieldError("place", shown(place), "1 or 2: after the third the deal is over")
    finished = (finisher,) if place == 1 else (finisher.preceding, finisher)
    cards_left = PerSeat.all(1)
    for seat in finished:
        cards_left = cards_left.put(seat, 0)
    if "beaten_by" in question:
        winner = question.seat("beaten_by")
    elif question.flag("beaten", default=False):
        raise FieldError("beaten_by", "nothing", "who beat the last cards")
    else:
        winner = finisher
    leader = next_leader(winner, finished, cards_left, ruleset.play.wind_for)
    return {"next_leader": leader.value}


def report(question: Question, ruleset: Ruleset) -> Answer:
    """A duty with ``remaining`` cards, ``asked`` or not; or the ``count``-th ``offence``."""
    if "offence" not in question:
        asked = question.flag("asked", default=False)
        duty = report_duty(question.count("remaining"), ruleset, asked=asked)
        return {"must_announce": duty.must_announce, "must_answer": duty.must_answer}
    known = ("misreport", f"not announced at {ruleset.play.report_at}")
    question.choice("offence", known)
    penalty = report_penalty(question.count("count", 1) - 1, ruleset)
    return {"penalty": _penalty(penalty), "remedy": _REMEDIES[penalty.remedy]}


_REMEDIES = {
    ReportRemedy.REPLAYED: "cards taken back",
    ReportRemedy.REPLAYED_AND_BEATABLE: "cards taken back and replayed",
    ReportRemedy.OPPONENTS_ASKED_AGAIN: (
        "take back and ask the opponents again about the previous hand"
    ),
}


def _penalty(penalty: ReportPenalty) -> str | None:
    match penalty.step:
        case None:
            return None
        case LadderStep.FOUL:
            return "foul +1"
        case LadderStep.VIOLATION:
            return "violation +1, trick lost"
        case LadderStep.WARNING if penalty.remedy is ReportRemedy.REPLAYED_AND_BEATABLE:
            return f"warning, {_REMEDIES[penalty.remedy]}"
        case step:
            return f"{_REMEDIES[penalty.remedy]}, {step.value}"


def first_leader_words(ruleset: Ruleset) -> str:
    """Who leads the first deal, in the words of the vectors."""
    if ruleset.dealing.first_lead is FirstLead.TURNED_CARD:
        return "whoever draws the turned card"
    return "whoever draws the largest card"


def _cutter(shuffler: Seat | None, cutter: Seat | None) -> str | None:
    if shuffler is not None and cutter is shuffler.following:
        return f"the player on the shuffler’s right ({cutter.value})"
    return _name(cutter)


def _name(seat: Seat | None) -> str | None:
    return seat and seat.value
