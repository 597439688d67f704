"""Answers to questions about the rules, as JSON objects: the operations of the line protocol."""

from __future__ import annotations

from referee.app.json_fields import FieldError, Fields, a_list, a_reading, a_seat, shown, some_cards
from referee.app.rulesets import ruleset_named
from referee.rules.advance import steps_won
from referee.rules.beats import beats
from referee.rules.card_counts import CardCounts
from referee.rules.cards import COPIES, Card
from referee.rules.classify import readings
from referee.rules.combinations import Combination
from referee.rules.deal import Deal, lay, pass_turn
from referee.rules.deal_rules import DealRules
from referee.rules.declare import default_reading
from referee.rules.judge import judge_pass, judge_play
from referee.rules.level import Level
from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Refused
from referee.rules.seats import PerSeat, Seat

Answer = dict[str, object]

OK = "ok"
"""Verdict of an act that stands; all others are values of `Fault`."""

_PLAY = "[seat, cards] or [seat, cards, reading], no cards for a pass"


def answer_readings(fields: Fields) -> Answer:
    """Everything a card set can be taken for."""
    found = readings(
        fields.cards("cards"),
        fields.level("level"),
        strict=fields.flag("strict", default=True),
        types=DealRules.of(_ruleset(fields)).types,
    )
    return {"readings": [_as_json(reading) for reading in found]}


def answer_beats(fields: Fields) -> Answer:
    """Whether one card set may be played on another.

    Without ``a_as`` any reading of *a* will do, as nothing has been declared yet. Without ``b_as``
    the reading of *b* that stands by default counts; where the rules have none it must be given.
    """
    level, rules = fields.level("level"), DealRules.of(_ruleset(fields))
    b = _declared(fields, "b", level, rules)
    if b is None:
        cards = fields.cards("b")
        b = default_reading(readings(cards, level, types=rules.types), cards, level, rules.wild)
        if b is None:
            raise FieldError("b_as", "nothing", "the reading of b, as no rule settles it")
    a = _declared(fields, "a", level, rules)
    mine = readings(fields.cards("a"), level, types=rules.types) if a is None else (a,)
    return {"beats": any(beats(reading, b) for reading in mine)}


def answer_deal(fields: Fields) -> Answer:
    """A verdict for each play of a deal; a refused one leaves the deal as it was."""
    ruleset = _ruleset(fields)
    deal = Deal.start(
        fields.level("level"),
        fields.seat("leader"),
        hands=_hands(fields) if "hands" in fields else None,
        rules=DealRules.of(ruleset),
    )
    verdicts = []
    for number, play in enumerate(fields.items("plays", f"a list of {_PLAY}")):
        deal, verdict = _after(deal, *_play(play, f"plays[{number}]"))
        verdicts.append(verdict)
    return {
        "verdicts": verdicts,
        "finish": [seat.value for seat in deal.finish_order or deal.finished],
        "advance": _advance(deal, ruleset) if deal.is_over else None,
    }


def _after(
    deal: Deal, seat: Seat, cards: tuple[Card, ...], declared: Combination | None
) -> tuple[Deal, str]:
    """The deal after one act, and the verdict on it."""
    if not cards:
        passed = judge_pass(deal, seat)
        if isinstance(passed, Refused):
            return deal, passed.fault.value
        return pass_turn(deal, seat), OK
    ruling = judge_play(deal, seat, cards, declared)
    if isinstance(ruling, Refused):
        return deal, ruling.fault.value
    return lay(deal, seat, cards, ruling.reading, may_be=ruling.choices_left), OK


def _advance(deal: Deal, ruleset: Ruleset) -> Answer:
    """Who goes up and by how many levels, before any cap at A."""
    result = Finish.of(deal.finish_order).result
    return {"side": result.winner.value, "by": steps_won(result, ruleset)}


def _play(value: object, place: str) -> tuple[Seat, tuple[Card, ...], Combination | None]:
    match a_list(value, place, _PLAY):
        case [seat, cards]:
            return a_seat(seat, f"{place}[0]"), some_cards(cards, f"{place}[1]"), None
        case [seat, cards, None]:
            return a_seat(seat, f"{place}[0]"), some_cards(cards, f"{place}[1]"), None
        case [seat, cards, reading]:
            return (
                a_seat(seat, f"{place}[0]"),
                some_cards(cards, f"{place}[1]"),
                a_reading(reading, f"{place}[2]"),
            )
        case _:
            raise FieldError(place, shown(value), _PLAY)


def _hands(fields: Fields) -> PerSeat[CardCounts]:
    """All four hands; between them each face at most twice."""
    wanted = "an object with the hands of E, N, W and S"
    hands = fields.get("hands", wanted)
    if not isinstance(hands, dict) or set(hands) != {seat.value for seat in Seat}:
        raise FieldError("hands", shown(hands), wanted)
    dealt = CardCounts()
    counted = []
    for seat in Seat:
        cards = some_cards(hands[seat.value], f"hands.{seat.value}")
        if not cards:
            raise FieldError(f"hands.{seat.value}", "no cards", "at least one card")
        dealt = dealt.with_added(cards)
        counted.append(CardCounts.of(cards))
    for card in dealt.cards():
        if dealt[card] > COPIES:
            raise FieldError("hands", f"{card} {dealt[card]} times", "each face twice at most")
    return PerSeat(*counted)


def _declared(fields: Fields, name: str, level: Level, rules: DealRules) -> Combination | None:
    """The reading given for a card set, checked against its cards; ``None`` if none is given."""
    cards = fields.cards(name)
    found = readings(cards, level, strict=False, types=rules.types)
    if not found:
        raise FieldError(name, shown(list(map(str, cards))), f"a combination at level {level}")
    key = f"{name}_as"
    if key not in fields:
        return None
    declared = fields.reading(key)
    if declared not in found:
        wanted = " or ".join(str(_as_json(reading)) for reading in found)
        raise FieldError(key, str(_as_json(declared)), wanted)
    return declared


def _ruleset(fields: Fields) -> Ruleset:
    """The ruleset that is asked for, the advised defaults if none is; may raise `RulesetError`."""
    if "ruleset" not in fields:
        return Ruleset()
    return ruleset_named(fields.text("ruleset", "the id of a ruleset"))


def _as_json(reading: Combination) -> list[str | int]:
    return [reading.kind.value, reading.size, reading.key]
