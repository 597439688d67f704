"""Keys of a ruleset file: one for each field of each group, with its type and bounds.

The text form of a value is what TOML gives: a bool, a whole number, a string (an enum's value, a
rank, a seat, a clock stage), or a list of strings or numbers.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from types import MappingProxyType

from referee.rules.cards import SUITED_RANKS
from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.switches.bounds import Between, Length, Only
from referee.rules.switches.clocks import Stage, Step

Value = object
"""What a field of a group holds: bool, int, text, `Level`, an enum, a `Stage`, a tuple of these."""
Raw = bool | int | str | list["Raw"]
"""Its text form."""

_LONGEST_ECHO = 60


class SwitchValueError(ValueError):
    """A text form that gives no value of its key."""

    def __init__(self, found: str, wanted: str) -> None:
        super().__init__(f"{found}; {wanted}")
        self.found = found
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Key:
    """One switch as it stands in a file."""

    group: str
    name: str
    kind: type
    """Type of the value, or of its members where `many`."""
    many: bool
    between: Between | None
    length: Length | None
    only: Only | None
    advised: Value
    """Its default in the code."""

    def __str__(self) -> str:
        return f"{self.group}.{self.name}"

    def read(self, raw: object) -> Value:
        """The value written as *raw*; raises `SwitchValueError`."""
        value = self._many(raw) if self.many else self._one(raw)
        if self.only is not None and value != self.only.value:
            raise SwitchValueError(
                f"{shown(raw)} is not played by this program",
                f"want {self.accepts()}, as in all sheets that speak of it",
            )
        return value

    def write(self, value: Value) -> Raw:
        """The text form of *value*; `read` gives it back."""
        if isinstance(value, tuple):
            return [self.write(member) for member in value]
        if isinstance(value, bool | int | str):
            return value
        if isinstance(value, Enum):
            return str(value.value)
        return str(value)

    def accepts(self) -> str:
        """The values it takes, as part of a sentence."""
        if self.only is not None:
            return f"only {shown(self.write(self.only.value))}"
        one = self._accepts_one()
        if not self.many:
            return one
        if self.length is None or self.length.least == 0:
            return f"a list of {one}"
        least, most = self.length.least, self.length.most
        number = str(least) if least == most else f"{least} to {most}"
        return f"a list of {number}: {one}"

    def _many(self, raw: object) -> tuple[Value, ...]:
        if not isinstance(raw, list):
            raise SwitchValueError(f"got {shown(raw)}", f"want {self.accepts()}")
        members = tuple(map(self._one, raw))
        if self.length is not None and not self.length.least <= len(raw) <= self.length.most:
            raise SwitchValueError(f"got {len(raw)} entries", f"want {self.accepts()}")
        if issubclass(self.kind, Enum) and len(set(members)) < len(members):
            raise SwitchValueError(f"{shown(raw)} names an entry twice", "want each at most once")
        return members

    def _one(self, raw: object) -> Value:
        if issubclass(self.kind, bool | int):
            return self._number(raw)
        if isinstance(raw, str):
            with suppress(ValueError):
                return self._from_text(raw)
        close = get_close_matches(raw, self._names(), 1) if isinstance(raw, str) else []
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise SwitchValueError(f"got {shown(raw)}", f"want {self._accepts_one()}{hint}")

    def _number(self, raw: object) -> Value:
        # True is an int to Python, but nobody who writes true means a number.
        if not isinstance(raw, self.kind) or isinstance(raw, bool) is not (self.kind is bool):
            raise SwitchValueError(f"got {shown(raw)}", f"want {self._accepts_one()}")
        if self.between is not None and isinstance(raw, int):
            lowest, highest = self.between.lowest, self.between.highest
            if not lowest <= raw <= highest:
                raise SwitchValueError(
                    f"{shown(raw)} is out of range", f"want {lowest} to {highest}"
                )
        return raw

    def _from_text(self, raw: str) -> Value:
        if issubclass(self.kind, Enum):
            return self.kind(raw)
        if self.kind is Level:
            return Level.parse(raw)
        if self.kind is Stage:
            return Stage.parse(raw)
        return raw

    def _names(self) -> list[str]:
        if issubclass(self.kind, Enum):
            return [str(member.value) for member in self.kind]
        return [rank.value for rank in SUITED_RANKS] if self.kind is Level else []

    def _accepts_one(self) -> str:
        if self.kind is bool:
            return "true or false"
        if self.kind is int:
            bounds = self.between
            return (
                f"a whole number from {bounds.lowest} to {bounds.highest}" if bounds else "a number"
            )
        if self.kind is Stage:
            steps = ", ".join(step.value for step in Step)
            return f'stages such as "15 foul": seconds past the normal time, then one of {steps}'
        names = self._names()
        return f"one of {', '.join(names)}" if names else "text"


def shown(raw: object) -> str:
    """*raw* as a message quotes it: as TOML writes it where it can, never longer than a line."""
    text = str(raw).lower() if isinstance(raw, bool) else repr(raw)
    return text if len(text) <= _LONGEST_ECHO else f"{text[:_LONGEST_ECHO]}…"


def near(name: object, known: Iterable[str]) -> str:
    """What to write instead of an unknown *name*: the nearest known one, or any of them."""
    names = sorted(known)
    close = get_close_matches(name, names, 1) if isinstance(name, str) else []
    return f"did you mean {close[0]!r}?" if close else f"want one of {', '.join(names)}"


def _keys() -> Iterator[Key]:
    groups = typing.get_type_hints(Ruleset)
    for group in dataclasses.fields(Ruleset):
        rules = groups[group.name]
        if not dataclasses.is_dataclass(rules):
            continue
        hints = typing.get_type_hints(rules, include_extras=True)
        for switch in dataclasses.fields(rules):
            hint = hints[switch.name]
            marks = typing.get_args(hint)[1:] if hasattr(hint, "__metadata__") else ()
            plain = typing.get_args(hint)[0] if marks else hint
            many = typing.get_origin(plain) is tuple
            yield Key(
                group=group.name,
                name=switch.name,
                kind=typing.get_args(plain)[0] if many else plain,
                many=many,
                between=next((mark for mark in marks if isinstance(mark, Between)), None),
                length=next((mark for mark in marks if isinstance(mark, Length)), None),
                only=next((mark for mark in marks if isinstance(mark, Only)), None),
                advised=switch.default,
            )


KEYS: Mapping[str, Key] = MappingProxyType({str(key): key for key in _keys()})
"""Every switch by ``group.name``, in the order of `Ruleset` and its groups."""

GROUPS = tuple(dict.fromkeys(key.group for key in KEYS.values()))
"""The groups, in the order of `Ruleset`."""


def build_ruleset(ruleset_id: str, values: Mapping[str, Value]) -> Ruleset:
    """A ruleset from the values of all keys; raises `KeyError` for one that is missing."""
    hints = typing.get_type_hints(Ruleset)
    groups = {
        group: hints[group](
            **{key.name: values[str(key)] for key in KEYS.values() if key.group == group}
        )
        for group in GROUPS
    }
    return Ruleset(id=ruleset_id, **groups)


def values_of(ruleset: Ruleset) -> dict[str, Value]:
    """The values of all keys of *ruleset*."""
    return {name: getattr(getattr(ruleset, key.group), key.name) for name, key in KEYS.items()}
