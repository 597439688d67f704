"""Where two records of the same play part: the first event, verdict or order that differs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from referee.ports import Entry


class Part(Enum):
    """What differs, the gravest first."""

    LENGTH = "length"
    """One record goes on where the other ends."""
    EVENT = "event"
    VERDICT = "verdict"
    EFFECTS = "effects"


@dataclass(frozen=True, slots=True)
class Parting:
    """The first row that is not the same."""

    number: int
    part: Part
    first: Entry | None
    """``None`` where that record has ended."""
    second: Entry | None


def first_difference(first: Iterable[Entry], second: Iterable[Entry]) -> Parting | None:
    """Compare two records row by row; ``None`` when they tell the same.

    Wall clocks and origins are labels and are not compared.
    """
    for number, (ours, theirs) in enumerate(zip_longest(first, second), start=1):
        part = _differs(ours, theirs)
        if part is not None:
            return Parting(number, part, ours, theirs)
    return None


def _differs(ours: Entry | None, theirs: Entry | None) -> Part | None:
    if ours is None or theirs is None:
        return Part.LENGTH
    if ours.event != theirs.event:
        return Part.EVENT
    if ours.verdict != theirs.verdict:
        return Part.VERDICT
    return Part.EFFECTS if ours.effects != theirs.effects else None
