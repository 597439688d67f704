"""Events, verdicts and orders as JSON objects and back.

The texts of enums, cards and combinations are the ones of their own types. A field added later
needs a default here, so that files written before it stay readable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.rules.cards import Card
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.effects import (
    AskReferee,
    Buzz,
    DealEnded,
    Effect,
    Lamp,
    Question,
    ShowSeat,
)
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    DealStarted,
    Event,
    Passed,
    TakenBack,
    TimePassed,
)
from referee.session.verdict import Finding, Verdict

Json = dict[str, Any]


def encode_event(event: Event) -> Json:
    match event:
        case DealStarted():
            return {
                "kind": "deal_started",
                "at_ms": event.at_ms,
                "level": str(event.level),
                "leader": event.leader.value,
                "lead_ms": event.clocks.lead_ms,
                "follow_ms": event.clocks.follow_ms,
                "clock_article": event.clocks.article,
                "cards_left": list(event.cards_left),
                "same_deck": event.same_deck,
            }
        case CardsLaid():
            return {
                "kind": "cards_laid",
                "at_ms": event.at_ms,
                "seat": event.seat.value,
                "cards": [str(card) for card in event.cards],
                "declared": encode_combination(event.declared),
            }
        case CardsUnread():
            return {
                "kind": "cards_unread",
                "at_ms": event.at_ms,
                "seat": event.seat.value,
                "reason": event.reason,
            }
        case Passed():
            return {"kind": "passed", "at_ms": event.at_ms, "seat": event.seat.value}
        case TakenBack():
            return {"kind": "taken_back", "at_ms": event.at_ms, "seat": event.seat.value}
        case TimePassed():
            return {"kind": "time_passed", "at_ms": event.at_ms}


def decode_event(row: Mapping[str, Any]) -> Event:
    """Read what `encode_event` wrote.

    Raises:
        ValueError: If the object is no event; the message says what was found.
    """
    try:
        decode = _DECODERS[row["kind"]]
        return decode(row)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"no event: {dict(row)!r} ({error!r})") from None


def _deal_started(row: Mapping[str, Any]) -> Event:
    east, north, west, south = row["cards_left"]
    return DealStarted(
        at_ms=row["at_ms"],
        level=Level.parse(row["level"]),
        leader=Seat(row["leader"]),
        clocks=Clocks(row["lead_ms"], row["follow_ms"], row["clock_article"]),
        cards_left=(east, north, west, south),
        same_deck=row["same_deck"],
    )


def _cards_laid(row: Mapping[str, Any]) -> Event:
    return CardsLaid(
        at_ms=row["at_ms"],
        seat=Seat(row["seat"]),
        cards=tuple(Card.parse(text) for text in row["cards"]),
        declared=_combination(row["declared"]),
    )


_DECODERS: dict[str, Callable[[Mapping[str, Any]], Event]] = {
    "deal_started": _deal_started,
    "cards_laid": _cards_laid,
    "cards_unread": lambda row: CardsUnread(row["at_ms"], Seat(row["seat"]), row["reason"]),
    "passed": lambda row: Passed(row["at_ms"], Seat(row["seat"])),
    "taken_back": lambda row: TakenBack(row["at_ms"], Seat(row["seat"])),
    "time_passed": lambda row: TimePassed(row["at_ms"]),
}


def encode_combination(combination: Combination | None) -> list[Any] | None:
    """``[type, cards, key]``, the form of the rule vectors."""
    if combination is None:
        return None
    return [combination.kind.value, combination.size, combination.key]


def _combination(row: list[Any] | None) -> Combination | None:
    if row is None:
        return None
    kind, size, key = row
    return Combination(Kind(kind), size, key)


def encode_verdict(verdict: Verdict | None) -> Json | None:
    if verdict is None:
        return None
    return {
        "seat": verdict.seat.value,
        "finding": verdict.finding.value,
        "article": verdict.article,
        "because": verdict.because,
        "cards": [str(card) for card in verdict.cards],
        "combination": encode_combination(verdict.combination),
        "to_beat": encode_combination(verdict.to_beat),
        "to_act": verdict.to_act.value if verdict.to_act else None,
        "used_ms": verdict.used_ms,
        "limit_ms": verdict.limit_ms,
    }


def decode_verdict(row: Mapping[str, Any] | None) -> Verdict | None:
    """Read what `encode_verdict` wrote; raises `ValueError`."""
    if row is None:
        return None
    try:
        return Verdict(
            seat=Seat(row["seat"]),
            finding=Finding(row["finding"]),
            article=row["article"],
            because=row["because"],
            cards=tuple(Card.parse(text) for text in row["cards"]),
            combination=_combination(row["combination"]),
            to_beat=_combination(row["to_beat"]),
            to_act=Seat(row["to_act"]) if row["to_act"] else None,
            used_ms=row["used_ms"],
            limit_ms=row["limit_ms"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"no verdict: {dict(row)!r} ({error!r})") from None


def encode_effect(effect: Effect) -> Json:
    match effect:
        case ShowSeat(seat=seat, lamp=lamp, buzz=buzz):
            return {
                "kind": "show_seat",
                "seat": seat.value,
                "lamp": lamp.value,
                "buzz": buzz.value,
            }
        case AskReferee(question=question, seat=seat):
            return {"kind": "ask_referee", "question": question.value, "seat": seat.value}
        case DealEnded(finish=finish):
            return {"kind": "deal_ended", "finish": [seat.value for seat in finish]}


def decode_effect(row: Mapping[str, Any]) -> Effect:
    """Read what `encode_effect` wrote; raises `ValueError`."""
    try:
        match row["kind"]:
            case "show_seat":
                return ShowSeat(Seat(row["seat"]), Lamp(row["lamp"]), Buzz(row["buzz"]))
            case "ask_referee":
                return AskReferee(Question(row["question"]), Seat(row["seat"]))
            case "deal_ended":
                first, second, third, last = (Seat(text) for text in row["finish"])
                return DealEnded((first, second, third, last))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"no order: {dict(row)!r} ({error!r})") from None
    raise ValueError(f"no order: {dict(row)!r}")
