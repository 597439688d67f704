"""Putting entries in order by one measure after the other, and saying what decided each place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from referee.rules.switches.rounds import TieBreak

Figure = int | tuple[int, ...]


class Primary(Enum):
    """Measures that come before any tie-break."""

    MATCH_POINTS = "match_points"
    """总积分: the sum over all rounds."""
    ROUNDS_SURVIVED = "rounds_survived"
    """In a knock-out: how far an entry came."""
    GROUP_PLACE = "group_place"
    """Place in the group the entry came from."""


Measure = Primary | TieBreak


@dataclass(frozen=True, slots=True)
class Rule:
    """How one measure is taken and which way it points."""

    measure: Measure
    figure: Callable[[int, AbstractSet[int]], Figure | None]
    """Asked with an entry and all entries still tied with it; ``None`` if it cannot be taken."""
    fewer_is_better: bool = False
    among_tied: bool = False
    """Whether the figure depends on who is tied. Such a measure is taken again for those it leaves
    tied, for as long as it still separates somebody."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One step towards a place."""

    measure: Measure
    figure: Figure
    tied: tuple[int, ...]
    """The entries it was compared with, itself among them, in ascending order."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands, and why."""

    place: int
    """From 1; entries nothing separates share it, and the places after them are left out."""
    pair: int
    """Draw number."""
    reasons: tuple[Reason, ...]
    """Every comparison until the entry stood alone, or all there are if it shares its place."""


def rank(entries: Iterable[int], rules: Sequence[Rule]) -> tuple[Place, ...]:
    """Order *entries* by the first rule, those it leaves tied by the next, and so on.

    A measure that cannot be taken for one of the tied is skipped for all of them.
    """
    reasons: dict[int, list[Reason]] = {entry: [] for entry in sorted(entries)}
    places: list[Place] = []
    for tied in _separated(tuple(reasons), tuple(rules), reasons):
        place = len(places) + 1
        places += [Place(place, entry, tuple(reasons[entry])) for entry in tied]
    return tuple(places)


def _separated(
    tied: tuple[int, ...], rules: tuple[Rule, ...], reasons: dict[int, list[Reason]]
) -> Iterator[tuple[int, ...]]:
    """Yield groups nothing separates, best first; note every comparison in *reasons*."""
    if len(tied) == 1 or not rules:
        yield tied
        return
    rule, *later = rules
    asked = frozenset(tied)
    figures: dict[int, Figure] = {}
    for entry in tied:
        figure = rule.figure(entry, asked)
        if figure is not None:
            figures[entry] = figure
    if len(figures) < len(tied):
        yield from _separated(tied, tuple(later), reasons)
        return
    for entry, figure in figures.items():
        reasons[entry].append(Reason(rule.measure, figure, tied))
    # Sorting is stable, so equal entries keep the ascending order they came in.
    in_order = sorted(tied, key=figures.__getitem__, reverse=not rule.fewer_is_better)
    groups = [tuple(group) for _, group in groupby(in_order, key=figures.__getitem__)]
    again = rule.among_tied and len(groups) > 1
    for group in groups:
        yield from _separated(group, rules if again else tuple(later), reasons)
