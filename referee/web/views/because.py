"""The facts of a case in both languages.

The record keeps them as one English sentence. Each sentence that the session writes stands as a
template in the section `because` of the catalogue, so a sentence of an old journal is matched with
its template and told in both languages, with seats, cards and types by their names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from referee.rules.cards import CardTextError, parse_cards
from referee.rules.combinations import Kind
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.texts import Language, catalogue, doubt_text, say
from referee.web.views.words import Both, both, cards_words, fault_word, in_both

_CARD = "(?:SB|HR|[SHCD][2-9TJQKA])"
_PLAY = r"[a-z]+:\d+:\d+"
_SHAPES = {
    "seat": "[ENWS]",
    "turn": "[ENWS]",
    "cards": f"{_CARD}(?: {_CARD})*",
    "card": _CARD,
    "other": f"(?:{_CARD}(?: or {_CARD})*|nothing)",
    "play": f"(?:{_PLAY}(?: or {_PLAY})*|nothing)",
    "top": f"(?:{_PLAY}|None)",
    "fault": "[a-z_]+",
}
"""What a fact looks like in the record; those not named here are numbers and levels."""


def because_words(sentence: str) -> Both:
    """The sentence in both languages; one that nobody wrote a template for stays as it is."""
    for name, pattern in _templates().items():
        found = pattern.fullmatch(sentence)
        if found is not None:
            return both(f"because.{name}", **_told(found.groupdict()))
    return in_both(lambda language: doubt_text(sentence, language))


@cache
def _templates() -> Mapping[str, re.Pattern[str]]:
    return {
        name: re.compile(_pattern(texts[Language.ENGLISH.value]))
        for name, texts in catalogue()["because"].items()
    }


def _pattern(template: str) -> str:
    parts = re.split(r"{(\w+)}", template)
    for place in range(1, len(parts), 2):
        parts[place] = f"(?P<{parts[place]}>{_SHAPES.get(parts[place], r'[0-9.A-Z]+')})"
    parts[::2] = map(re.escape, parts[::2])
    return "".join(parts)


def _told(facts: Mapping[str, str]) -> dict[str, object]:
    return {name: _fact(name, text) for name, text in facts.items()}


def _fact(name: str, text: str) -> object:
    match name:
        case "seat" | "turn":
            return Seat(text)
        case "fault":
            return fault_word(Fault(text))
        case "cards" | "card" | "other":
            return _cards(text)
        case "play" | "top":
            return _plays(text)
        case _:
            return text


def _cards(text: str) -> Both:
    try:
        return cards_words(parse_cards(text.replace(" or ", " ")))
    except CardTextError:
        return both("because.nothing")


def _plays(text: str) -> Both:
    """Types such as ``pair:2:9``; what decides them is told with the cards."""
    found = re.findall(r"([a-z]+):(\d+):\d+", text)
    if not found:
        return both("because.nothing")
    return in_both(
        lambda language: say("because.or", language).join(
            say(f"kind.{Kind(kind).value}", language, size=size) for kind, size in found
        )
    )
