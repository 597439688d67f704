"""Lines of the log as JSON: who did what, what was found, by which article."""

from __future__ import annotations

from typing import Any

from referee.rules.cards import Card
from referee.session.events import (
    AppealAnswered,
    AppealMade,
    CallAnswered,
    CardsLaid,
    CardsUnread,
    CardTaken,
    CardTurned,
    CorrectableEvent,
    DealStarted,
    FaultNoted,
    FinishEntered,
    HandsDrawn,
    LeaderNamed,
    PassDenied,
    Passed,
    Paused,
    PenaltyGiven,
    PlayTakenUp,
    RefereeCalled,
    Reported,
    ResultConfirmed,
    Resumed,
    RoundDecided,
    RoundStarted,
    RowRef,
    Ruled,
    SeatEvent,
    SideWithdrew,
    Signed,
    TakenBack,
    TimeForgiven,
    TimeGranted,
    TimePassed,
    TributeChosen,
    TributeResisted,
    WildDeclared,
)
from referee.session.history import Difference
from referee.session.verdict import Verdict
from referee.web.views.because import because_words
from referee.web.views.log import Line
from referee.web.views.words import (
    Both,
    both,
    cards_words,
    fault_word,
    finding_word,
    seat_word,
    verdict_words,
)

Json = dict[str, Any]

UNTOLD = (TimePassed, TimeForgiven)
"""Events that are no line for people: a clock ran."""


def line_json(line: Line) -> Json | None:
    """One line; ``None`` where there is nothing to tell."""
    event, verdict = line.event, line.counted.verdict
    if isinstance(event, UNTOLD):
        return None
    told: Json = {
        "row": line.counted.ref.row,
        "part": line.counted.ref.part,
        "at_ms": event.at_ms,
        "deal": line.deal,
        "trick": line.trick,
        "seat": event.seat.value if isinstance(event, SeatEvent) else None,
        "kind": _kind(event),
        "cards": [str(card) for card in _cards(event)],
        "did": did(event),
        "stands": line.stands,
        "ruling": isinstance(event, Ruled | PenaltyGiven),
    }
    if verdict is not None:
        told |= _verdict_json(verdict)
    return told


def difference_json(difference: Difference) -> Json:
    """One verdict that a correction changes, before and after."""
    event = difference.event
    return {
        "row": difference.ref.row,
        "part": difference.ref.part,
        "did": did(event),
        "cards": [str(card) for card in _cards(event)],
        "before": None if difference.before is None else finding_word(difference.before.finding),
        "after": None if difference.after is None else finding_word(difference.after.finding),
        "counted": difference.before is not None,
        "counts": difference.after is not None,
    }


def did(event: CorrectableEvent) -> Both:
    """What happened, in a few words."""
    match event:
        case CardsLaid(seat=seat, cards=cards):
            return both("page.did_laid", seat=seat, cards=cards_words(cards))
        case CardsUnread(seat=seat):
            return both("page.did_unread", seat=seat)
        case Passed(seat=seat):
            return both("page.did_pass", seat=seat)
        case TakenBack(seat=seat):
            return both("page.did_take_back", seat=seat)
        case Reported(seat=seat, count=count):
            return both("page.did_report", seat=seat, count="" if count is None else count)
        case RefereeCalled(seat=seat):
            return both("page.did_call", seat=seat)
        case CallAnswered(seat=seat):
            return both("page.did_answer", seat=seat)
        case LeaderNamed(seat=seat):
            return both("page.did_leader", seat=seat)
        case PlayTakenUp(leader=seat):
            return both("page.did_take_up", seat=seat)
        case PassDenied(seat=seat):
            return both("page.did_deny_pass", seat=seat)
        case CardTaken(seat=seat, laid_by=owner):
            return both("page.did_receive", seat=seat, owner=seat_word(owner))
        case TributeChosen(payer=seat):
            return both("page.did_choose", seat=seat)
        case CardTurned(card=card):
            return both("page.did_turned", card=card)
        case TimeForgiven(lost_ms=lost_ms):
            return both("page.did_forgive", seconds=f"{lost_ms / 1000:.1f}")
        case TimeGranted(extra_ms=extra_ms):
            return both("page.did_extra", seconds=extra_ms // 1000)
        case Ruled(case=number, decision=decision):
            ruled = both(f"page.ruled_{decision.value}")
            return both("page.did_rule", case=number, decision=ruled)
        case PenaltyGiven(seat=seat, step=step):
            return both("page.did_penalty", seat=seat, step=both(f"page.step_{step.value}"))
        case FaultNoted(seat=seat, fault=fault):
            return both("page.did_note", seat=seat, fault=fault_word(fault))
        case FinishEntered(order=order):
            words = [seat_word(seat) for seat in order]
            joined = {lang: " ".join(word[lang] for word in words) for lang in words[0]}
            return both("page.did_finish", order=joined)
        case Signed(side=side):
            return both("page.did_sign", side=both(f"page.side_{side.value}"))
        case SideWithdrew(side=side):
            return both("page.did_withdraw", side=both(f"page.side_{side.value}"))
        case AppealMade(side=side, ruling=ruling):
            about = appeal_about(ruling)
            return both("page.did_appeal", side=both(f"page.side_{side.value}"), about=about)
        case AppealAnswered(appeal=number, outcome=outcome, by=by):
            heard = both(f"page.appeal_{outcome.value}")
            by_whom = both(f"page.by_{by.value}")
            return both("page.did_answer_appeal", number=number, outcome=heard, by=by_whom)
        case RoundDecided(winner=winner):
            who = both("page.draw") if winner is None else both(f"page.side_{winner.value}")
            return both("page.did_decide", side=who)
        case DealStarted(level=level, leader=seat):
            return both("page.did_deal", level=str(level), seat=seat)
        case RoundStarted(ruleset=ruleset):
            return both("page.did_round", ruleset=ruleset.id)
        case _:
            return both(_PLAIN[type(event)])


def appeal_about(ruling: RowRef | None) -> Both:
    """What an appeal is against, in a few words."""
    if ruling is None:
        return both("page.appeal_of_round")
    return both("page.appeal_of_row", row=ruling.row)


_PLAIN: dict[type, str] = {
    HandsDrawn: "page.did_drawn",
    TributeResisted: "page.did_resist",
    Paused: "page.did_pause",
    Resumed: "page.did_resume",
    ResultConfirmed: "page.did_confirm",
    WildDeclared: "page.did_declare",
    TimePassed: "page.did_time",
}


def _verdict_json(verdict: Verdict) -> Json:
    return {
        "finding": verdict.finding.value,
        "finding_word": finding_word(verdict.finding),
        "says": verdict_words(verdict),
        "article": verdict.article,
        "case": verdict.case,
        "used_ms": verdict.used_ms,
        "limit_ms": verdict.limit_ms,
        "skipped": [seat.value for seat in verdict.skipped],
        "because": because_words(verdict.because) if verdict.because else None,
    }


def _kind(event: CorrectableEvent) -> str:
    match event:
        case CardsLaid():
            return "laid"
        case CardsUnread():
            return "unread"
        case Passed():
            return "pass"
        case TakenBack():
            return "take_back"
        case _:
            return "official"


def _cards(event: CorrectableEvent) -> tuple[Card, ...]:
    match event:
        case CardsLaid(cards=cards) | FaultNoted(cards=cards):
            return cards
        case CardTurned(card=card):
            return (card,)
        case _:
            return ()
