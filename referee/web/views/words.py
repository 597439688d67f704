"""Texts of the page in both languages at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from referee.rules.cards import Card
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.session.effects import Announce, AskReferee, Question
from referee.session.verdict import Finding, Verdict
from referee.texts import (
    Language,
    card_name,
    cards_name,
    catalogue,
    combination_name,
    finding_name,
    notice_text,
    question_text,
    say,
    seat_name,
    verdict_text,
)

Both = dict[str, str]
"""One text: language code to words."""


def in_both(compose: Callable[[Language], str]) -> Both:
    return {language.value: compose(language) for language in Language}


def both(key: str, /, **facts: object) -> Both:
    """A text of the catalogue; facts that are themselves texts in both languages are matched."""
    return in_both(
        lambda language: say(key, language, **{k: _told(v, language) for k, v in facts.items()})
    )


def _told(fact: object, language: Language) -> object:
    match fact:
        case Seat():
            return seat_name(fact, language)
        case Card():
            return card_name(fact, language)
        case Mapping():
            return fact[language.value]
        case _:
            return fact


def page_texts() -> dict[str, Both]:
    """Every text of the page by its name, for the scripts."""
    return {name: dict(texts) for name, texts in catalogue()["page"].items()}


def seat_word(seat: Seat) -> Both:
    return in_both(lambda language: seat_name(seat, language))


def cards_words(cards: Iterable[Card]) -> Both:
    some = tuple(cards)
    return in_both(lambda language: cards_name(some, language))


def kind_word(kind: Kind) -> Both:
    """The name of a type without any size: ``炸弹``, not ``4张炸弹``."""
    named = both(f"kind.{kind.value}", size="")
    return {"zh": named["zh"].removeprefix("张"), "en": named["en"].removesuffix(" of ")}


def combination_words(combination: Combination, level: Level) -> Both:
    """``顺子 · 3-7`` or ``三带二 · 8``: the type and what decides it."""
    return in_both(
        lambda language: " · ".join(
            filter(None, (combination_name(combination, language), _key(combination, level)))
        )
    )


def finding_word(finding: Finding) -> Both:
    return in_both(lambda language: finding_name(finding, language))


def fault_word(fault: Fault) -> Both:
    """The name of a fault; those that no single act can have are the page's own words."""
    try:
        return finding_word(Finding(fault.value))
    except ValueError:
        return both(f"page.fault_{fault.value}")


def verdict_words(verdict: Verdict) -> Both:
    return in_both(lambda language: verdict_text(verdict, language))


def notice_words(announced: Announce) -> Both:
    return in_both(lambda language: notice_text(announced, language))


def question_words(question: Question, seat: Seat) -> Both:
    return in_both(lambda language: question_text(question, seat, language))


def _key(combination: Combination, level: Level) -> str:
    kind, key = combination.kind, combination.key
    match kind:
        case Kind.JOKER_BOMB:
            return ""
        case Kind.STRAIGHT | Kind.STRAIGHT_FLUSH:
            return f"{_natural(key - 4)}-{_natural(key)}"
        case Kind.TUBE:
            return f"{_natural(key - 2)}-{_natural(key)}"
        case Kind.PLATE:
            return f"{_natural(key - 1)}-{_natural(key)}"
        case _ if key >= _JOKERS:
            return ""
        case _:
            return level.rank_with(key).value.replace("T", "10")


_JOKERS = 16
_NATURAL = {1: "A", 10: "10", 11: "J", 12: "Q", 13: "K", 14: "A"}


def _natural(place: int) -> str:
    return _NATURAL.get(place, str(place))


def asked_words(asked: AskReferee) -> Both:
    """A question to the referee; some are about no seat."""
    if asked.seat is None:
        return both(f"question.{asked.question.value}", seat={"zh": "", "en": ""})
    return question_words(asked.question, asked.seat)
