"""Typed fields of a JSON object; each refusal says what was found and what is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.rules.cards import CARD_TEXT, COPIES, Card, CardTextError
from referee.rules.combinations import Combination, Kind
from referee.rules.level import Level, LevelTextError
from referee.rules.seats import Seat


class FieldError(ValueError):
    """A field that is missing or is not what it should be."""

    def __init__(self, place: str, found: str, wanted: str) -> None:
        super().__init__(f"{place}: found {found}, want {wanted}")
        self.place = place


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one object; every reader raises `FieldError`."""

    values: Mapping[str, Any]

    def __contains__(self, key: str) -> bool:
        """Whether a field is there and not null."""
        return self.values.get(key) is not None

    def text(self, key: str, wanted: str = "a text") -> str:
        return a_text(self.get(key, wanted), key, wanted)

    def flag(self, key: str, *, default: bool) -> bool:
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise FieldError(key, shown(value), "true or false")
        return value

    def items(self, key: str, wanted: str) -> list[Any]:
        return a_list(self.get(key, wanted), key, wanted)

    def cards(self, key: str) -> tuple[Card, ...]:
        return some_cards(self.get(key, _CARDS), key)

    def level(self, key: str) -> Level:
        text = self.text(key, _LEVEL)
        try:
            return Level.parse(text)
        except LevelTextError:
            raise FieldError(key, shown(text), _LEVEL) from None

    def seat(self, key: str) -> Seat:
        return a_seat(self.get(key, _SEAT), key)

    def reading(self, key: str) -> Combination:
        return a_reading(self.get(key, _READING), key)

    def get(self, key: str, wanted: str) -> Any:
        """The raw value of a field that has to be there."""
        if key not in self.values:
            raise FieldError(key, "nothing", wanted)
        return self.values[key]


_CARDS = "a list of cards such as ['C5', 'HT', 'SB']"
_LEVEL = "a level: 2 to 9, T, J, Q, K or A, as text"
_SEAT = "a seat: 'E', 'N', 'W' or 'S'"
_READING = "a reading [type, cards, key] such as ['pair', 2, 14]"


def a_text(value: object, place: str, wanted: str) -> str:
    if not isinstance(value, str):
        raise FieldError(place, shown(value), wanted)
    return value


def a_list(value: object, place: str, wanted: str) -> list[Any]:
    if not isinstance(value, list):
        raise FieldError(place, shown(value), wanted)
    return value


def a_seat(value: object, place: str) -> Seat:
    try:
        return Seat(value)
    except ValueError:
        raise FieldError(place, shown(value), _SEAT) from None


def some_cards(value: object, place: str) -> tuple[Card, ...]:
    """Cards in their order; a third copy of a face is none of the two decks."""
    cards = []
    for text in a_list(value, place, _CARDS):
        try:
            cards.append(Card.parse(a_text(text, place, _CARDS)))
        except CardTextError:
            raise FieldError(place, shown(text), CARD_TEXT) from None
        if cards.count(cards[-1]) > COPIES:
            raise FieldError(place, f"{cards[-1]} three times", "each face twice at most")
    return tuple(cards)


def a_reading(value: object, place: str) -> Combination:
    match value:
        case [str(kind), int(size), int(key)] if bool not in (type(size), type(key)):
            try:
                return Combination(Kind(kind), size, key)
            except ValueError:
                kinds = ", ".join(kind.value for kind in Kind)
                raise FieldError(place, shown(kind), f"a type of {kinds}") from None
        case _:
            raise FieldError(place, shown(value), _READING)


def shown(value: object) -> str:
    """A value as it can stand in a message: not longer than a line."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "..."


_LONGEST_SHOWN = 80
