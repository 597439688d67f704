"""Rows of a journal as they stand in the file, and the chain of hashes that binds them.

Version 1. A row's hash covers the hash of the row before, its number and every other column, so
that a changed, missing or foreign row is noticed. The chain begins with the journal's heading.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.ports import Entry
from referee.record.codec import (
    decode_effect,
    decode_event,
    decode_verdict,
    encode_effect,
    encode_event,
    encode_verdict,
)
from referee.session.events import Event
from referee.session.step import Step

SCHEMA = 1
"""Version of the file; raised with a migration whenever a reader of today could not read it."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where a journal ends."""

    rows: int
    hash: str
    """Of the last row, or of the heading while there is none."""

    @classmethod
    def of_heading(cls, heading: Mapping[str, str]) -> Head:
        """The end of a journal without rows; *heading* includes the schema."""
        return cls(0, _chain("", 0, *(text for item in sorted(heading.items()) for text in item)))


@dataclass(frozen=True, slots=True)
class Row:
    """One row, column by column; all but the number are texts, four of them JSON."""

    number: int
    """From 1, without gaps."""
    wall_clock: str
    event: str
    verdict: str
    effects: str
    origin: str
    hash: str

    @classmethod
    def after(
        cls, head: Head, event: Event, step: Step, origin: Mapping[str, Any], wall_clock: str
    ) -> Row:
        """The row that follows *head*."""
        columns = (
            canonical(encode_event(event)),
            canonical(encode_verdict(step.verdict)),
            canonical([encode_effect(effect) for effect in step.effects]),
            canonical(dict(origin)),
        )
        number = head.rows + 1
        row_hash = _chain(head.hash, number, wall_clock, *columns)
        return cls(number, wall_clock, *columns, row_hash)

    def follows(self, head: Head) -> bool:
        """Whether this is the very row that can come after *head*."""
        columns = (self.wall_clock, self.event, self.verdict, self.effects, self.origin)
        return self.number == head.rows + 1 and self.hash == _chain(
            head.hash, self.number, *columns
        )

    @property
    def head(self) -> Head:
        return Head(self.number, self.hash)

    def entry(self) -> Entry:
        """What the row says; raises `ValueError` when it is no event of this program."""
        return Entry(
            self.number,
            self.wall_clock,
            decode_event(json.loads(self.event)),
            decode_verdict(json.loads(self.verdict)),
            tuple(decode_effect(effect) for effect in json.loads(self.effects)),
            json.loads(self.origin),
        )


def canonical(value: object) -> str:
    """JSON as journals hold it: equal values are equal texts."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _chain(before: str, number: int, *columns: str) -> str:
    body = "\x1f".join((before, str(number), *columns))
    return hashlib.sha256(body.encode()).hexdigest()
