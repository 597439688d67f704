"""Every sentence a player or referee reads, in Chinese and English, from one catalogue.

The catalogue is data (`catalogue.toml`): key, then one text a language. Facts of a case are put
into ``{braces}``; cards, seats and combinations have their own words here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from importlib.resources import files

from referee.rules.cards import Card, Rank, Suit
from referee.rules.combinations import Combination
from referee.rules.seats import Seat
from referee.session.effects import Announce, Buzz, Lamp, Question
from referee.session.verdict import Finding, Verdict


class Language(Enum):
    CHINESE = "zh"
    ENGLISH = "en"


_SUITS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}


def say(key: str, language: Language, /, **facts: object) -> str:
    """Compose one text.

    Raises:
        AssertionError: If the catalogue lacks the key or the language; a test keeps it complete.
    """
    section, _, name = key.partition(".")
    try:
        text = catalogue()[section][name][language.value]
    except KeyError:
        raise AssertionError(f"catalogue.toml has no {key!r} in {language.value!r}") from None
    return text.format(**facts)


@cache
def catalogue() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """The whole catalogue: section, name, language."""
    text = files(__package__).joinpath("catalogue.toml").read_text("utf-8")
    return tomllib.loads(text)


def card_name(card: Card, language: Language) -> str:
    """``♥10``; the jokers 小王 and 大王 by their names."""
    if card.rank is Rank.BLACK_JOKER or card.rank is Rank.RED_JOKER:
        return say(f"joker.{card}", language)
    rank = "10" if card.rank is Rank.TEN else card.rank.value
    return _SUITS[card.suit] + rank


def cards_name(cards: Iterable[Card], language: Language) -> str:
    return " ".join(card_name(card, language) for card in cards)


def seat_name(seat: Seat, language: Language) -> str:
    return say(f"seat.{seat.value}", language)


def combination_name(combination: Combination, language: Language) -> str:
    return say(f"kind.{combination.kind.value}", language, size=combination.size)


def finding_name(finding: Finding, language: Language) -> str:
    return say(f"finding.{finding.value}", language)


def lamp_name(lamp: Lamp, language: Language) -> str:
    return say(f"lamp.{lamp.value}", language)


def buzz_name(buzz: Buzz, language: Language) -> str:
    return say(f"buzz.{buzz.value}", language)


def doubt_text(reason: str, language: Language) -> str:
    """Why cards are unsure; a reason that has no words yet is given as its code."""
    known = reason in catalogue()["doubt"]
    return say(f"doubt.{reason}", language) if known else reason


def question_text(question: Question, seat: Seat | None, language: Language) -> str:
    name = "–" if seat is None else seat_name(seat, language)
    return say(f"question.{question.value}", language, seat=name)


def notice_text(announced: Announce, language: Language) -> str:
    seat = seat_name(announced.seat, language) if announced.seat is not None else ""
    return say(f"notice.{announced.notice.value}", language, seat=seat)


def skipped_text(verdict: Verdict, language: Language) -> str:
    """Who is taken to have passed, as nobody saw it; empty where nobody is."""
    if not verdict.skipped:
        return ""
    between = "、" if language is Language.CHINESE else ", "
    seats = between.join(seat_name(seat, language) for seat in verdict.skipped)
    return say("page.took_for_pass", language, seats=seats)


def verdict_text(verdict: Verdict, language: Language) -> str:
    """One sentence that a player understands: who, what, why, by which article."""
    facts = {
        "seat": seat_name(verdict.seat, language),
        "turn": seat_name(verdict.to_act, language) if verdict.to_act else "–",
        "cards": cards_name(verdict.cards, language) or "–",
        "play": combination_name(verdict.combination, language) if verdict.combination else "–",
        "top": combination_name(verdict.to_beat, language) if verdict.to_beat else "–",
        "used": (verdict.used_ms or 0) // 1000,
        "limit": (verdict.limit_ms or 0) // 1000,
    }
    text = say(f"verdict.{verdict.finding.value}", language, **facts)
    if not verdict.article:
        return text
    return text + say("verdict.article", language, article=verdict.article)
