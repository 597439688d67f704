"""A rule vector as it arrives: fields read one by one, each with a clear refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from referee.app.json_fields import FieldError, Fields, a_list, a_text, shown
from referee.rules.cards import Card
from referee.rules.grade import Grade
from referee.rules.result import DealResult, Finish
from referee.rules.seats import Seat, Side

T = TypeVar("T")

Answer = dict[str, object]
"""Fields of the answer, as JSON holds them."""

RESULTS = ("1-2", "1-3", "1-4")
"""Places of the winning side, as the vectors write them."""


class Question(Fields):
    """The fields of one vector. Every reader raises `FieldError`, a `ValueError`."""

    __slots__ = ()

    def choice(self, key: str, choices: Sequence[str]) -> str:
        """One of some texts."""
        text = self.text(key, _one_of(choices))
        if text not in choices:
            raise FieldError(key, shown(text), _one_of(choices))
        return text

    def number(self, key: str) -> float:
        """A number, 0 or more."""
        wanted = "a number, 0 or more"
        value = self.get(key, wanted)
        if not isinstance(value, int | float) or isinstance(value, bool) or value < 0:
            raise FieldError(key, shown(value), wanted)
        return value

    def count(self, key: str, least: int = 0) -> int:
        """A whole number, *least* or more."""
        value = self.number(key)
        if not isinstance(value, int) or value < least:
            raise FieldError(key, shown(value), f"a whole number, {least} or more")
        return value

    def inner(self, key: str, keys: Sequence[str] = ()) -> Question:
        """An object, with exactly *keys* where there are any, as a question of its own.

        Its fields are named with the key before a dot, as messages shall name them.
        """
        wanted = f"an object with {', '.join(keys)}" if keys else "an object"
        value = self.get(key, wanted)
        if not isinstance(value, dict) or (keys and sorted(value) != sorted(keys)):
            raise FieldError(key, shown(value), wanted)
        return Question({f"{key}.{name}": inner for name, inner in value.items()})

    def counts(self, key: str) -> list[int]:
        """A list of whole numbers, 0 or more."""
        values = self.items(key, "a list of whole numbers")
        numbered = Question({f"{key}[{place}]": value for place, value in enumerate(values)})
        return [numbered.count(place) for place in numbered.values]

    def card(self, key: str) -> Card:
        return self._parsed(key, Card.parse)

    def grade(self, key: str) -> Grade:
        return self._parsed(key, Grade.parse)

    def side(self, key: str) -> Side:
        return Side(self.choice(key, [side.value for side in Side]))

    def finish(self, key: str) -> Finish:
        """Seats in the order in which they went out."""
        wanted = "seats in the order in which they went out"
        texts = a_list(self.get(key, wanted), key, wanted)
        try:
            return Finish.of([Seat(a_text(text, key, wanted)) for text in texts])
        except ValueError as error:
            raise FieldError(key, shown(texts), f"{wanted} ({error})") from None

    def result(self, key: str, winner: Side) -> DealResult:
        """How *winner* won a deal."""
        return deal_result(self.choice(key, RESULTS), winner)

    def _parsed(self, key: str, parse: Callable[[str], T]) -> T:
        text = self.text(key)
        try:
            return parse(text)
        except ValueError as error:
            raise FieldError(key, shown(text), str(error)) from None


def deal_result(text: str, winner: Side) -> DealResult:
    """Read one of `RESULTS`."""
    return DealResult(winner, int(text[-1]))


def _one_of(choices: Sequence[str]) -> str:
    return f"one of {', '.join(choices)}"
