"""Vectors about combinations: what cards are, and which beat which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.app.json_fields import FieldError, shown
from referee.app.rule_vectors.question import Answer, Question
from referee.rules.beats import beats
from referee.rules.cards import Card, Rank
from referee.rules.classify import readings
from referee.rules.combinations import Combination, Kind
from referee.rules.deal_rules import DealRules
from referee.rules.declare import default_reading, permitted
from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.wilds import rank_groups

_STRONGEST_FIRST = (
    Kind.JOKER_BOMB,
    Kind.BOMB,
    Kind.STRAIGHT_FLUSH,
    Kind.FULL_HOUSE,
    Kind.STRAIGHT,
    Kind.TUBE,
    Kind.PLATE,
    Kind.TRIPLE,
    Kind.PAIR,
    Kind.SINGLE,
)
_NAMES = {
    Kind.JOKER_BOMB: "joker_bomb",
    Kind.STRAIGHT_FLUSH: "straight_flush",
    Kind.FULL_HOUSE: "full_house",
}
_JOKERS = {Rank.BLACK_JOKER: "SB", Rank.RED_JOKER: "HR"}


def classify(question: Question, ruleset: Ruleset) -> Answer:
    """``cards`` at ``level``, perhaps ``declared``: every reading and the one that counts."""
    cards, level = _some(question, "cards"), question.level("level")
    found = _readings(cards, level, ruleset)
    named = [_named(reading, cards, level) for reading in found]
    default = default_reading(found, cards, level, ruleset.wild) if found else None
    allowed = permitted(found, cards, level, ruleset.wild)
    if "declared" in question:
        said = _declared(question, "declared", cards, level, found)
        default = said if said in allowed else default
    answer: Answer = {
        "legal": bool(found),
        "readings": named,
        "default": default and _named(default, cards, level),
        "needs_declaration": len(found) > 1,
    }
    if len(allowed) < len(found):
        answer["allowed_under_ruleset"] = [_named(reading, cards, level) for reading in allowed]
    return answer


def compare(question: Question, ruleset: Ruleset) -> Answer:
    """Whether ``play`` (``play_as``) beats ``current`` (``current_as``) at ``level``."""
    level = question.level("level")
    current = _meant(question, "current", level, ruleset)
    if not current:
        raise FieldError("current", "no combination", "one, as it lies on the table")
    answers = {
        beats(ours, theirs)
        for ours in _meant(question, "play", level, ruleset)
        for theirs in current
    }
    if len(answers) > 1:
        raise FieldError(
            "play", "cards nobody can read in one way", "current_as or play_as to say what they are"
        )
    return {"beats": True in answers}


def _meant(question: Question, name: str, level: Level, ruleset: Ruleset) -> Sequence[Combination]:
    """What cards count as: as declared, by default, or anything where nothing decides."""
    cards = _some(question, name)
    found = _readings(cards, level, ruleset)
    if f"{name}_as" in question:
        return [_declared(question, f"{name}_as", cards, level, found)]
    if not found:
        return []
    default = default_reading(found, cards, level, ruleset.wild)
    return found if default is None else [default]


def _some(question: Question, name: str) -> tuple[Card, ...]:
    cards = question.cards(name)
    if not cards:
        raise FieldError(name, "no card", "one card or more")
    return cards


def _readings(cards: Sequence[Card], level: Level, ruleset: Ruleset) -> tuple[Combination, ...]:
    """All readings, also the off-suit ones, strongest type first."""
    found = readings(cards, level, strict=False, types=DealRules.of(ruleset).types)
    return tuple(sorted(found, key=lambda r: (_STRONGEST_FIRST.index(r.kind), r.key)))


def _declared(
    question: Question,
    name: str,
    cards: Sequence[Card],
    level: Level,
    found: Sequence[Combination],
) -> Combination:
    wanted = question.get(name, "a reading such as {'type': 'pair', 'rank': '5'}")
    for reading in found:
        if _named(reading, cards, level) == wanted:
            return reading
    raise FieldError(name, shown(wanted), "a reading of these cards")


def _named(reading: Combination, cards: Sequence[Card], level: Level) -> Mapping[str, object]:
    """A reading in the notation of the vectors."""
    name = _NAMES.get(reading.kind, reading.kind.value)
    groups = rank_groups([c.rank for c in cards if not level.is_wild(c)], level, reading)
    first, last = _rank(groups[0][0]), _rank(groups[-1][0])
    match reading.kind:
        case Kind.JOKER_BOMB:
            return {"type": name}
        case Kind.FULL_HOUSE:
            return {"type": name, "triple": first, "pair": last}
        case Kind.BOMB:
            return {"type": name, "rank": first, "size": reading.size}
        case kind if kind.is_sequence:
            return {"type": name, "seq": f"{first}-{last}"}
        case _:
            return {"type": name, "rank": first}


def _rank(rank: Rank) -> str:
    return _JOKERS.get(rank, rank.value)
