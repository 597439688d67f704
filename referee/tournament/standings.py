"""The standing (名次) of an event that counts points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from referee.rules.switches.rounds import TieBreak
from referee.tournament.crosstable import Crosstable
from referee.tournament.ranking import Place, Primary, rank
from referee.tournament.results import Result
from referee.tournament.tie_breaks import rules


def standing(
    pairs: Iterable[int],
    results: Iterable[Result],
    tie_breaks: Sequence[TieBreak],
    lots: Sequence[int] = (),
) -> tuple[Place, ...]:
    """Rank *pairs* by match points, then by *tie_breaks* in their order.

    Pairs nothing separates share their place. Where the sheet has them draw lots they share it
    until *lots* are there: draw for `still_tied`, then ask again.

    Args:
        pairs: Draw numbers to be ranked. Results against others count all the same.
        results: Of the whole event, in any order.
        tie_breaks: The sheet's, `ScoringRules.tie_breaks`.
        lots: Draw numbers in the order drawn, the better place first.

    Source: jiangsu-2017 七.2; huaian-detail 二; national-2017 art. 27-28; staff-2011 二.2.
    """
    ranked = tuple(pairs)
    table = Crosstable.of(ranked, results)
    return rank(ranked, rules(table, (Primary.MATCH_POINTS, *tie_breaks), lots))


def still_tied(places: Iterable[Place]) -> tuple[tuple[int, ...], ...]:
    """Groups of pairs that share a place, best place first."""
    shared = (
        tuple(place.pair for place in group)
        for _, group in groupby(places, key=lambda place: place.place)
    )
    return tuple(group for group in shared if len(group) > 1)
