"""Knock-out in a fixed bracket (淘汰制): the draw before the first round says everything."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from referee.tournament.meetings import Pairings, at_tables
from referee.tournament.pairings.bracket import first_column
from referee.tournament.pairings.couples import Couple, Question, nobody
from referee.tournament.pairings.elimination import (
    Replay,
    check_round,
    check_seeds,
    seeded_order,
)
from referee.tournament.pairings.stage import NOBODY, of_round
from referee.tournament.pairs import Pair, sharing_club
from referee.tournament.ranking import Place
from referee.tournament.results import Result

Slots = tuple[int | None, int | None]
"""Two neighbouring places of the bracket; ``None`` where nobody stands."""


@dataclass(frozen=True, slots=True)
class KnockOut:
    """Who loses is out; the winners of neighbouring meetings meet in the next round.

    Seeded pairs stand so that the first two can meet only in the final and the first four only in
    the semi-finals; everybody else is drawn. Where the field is no power of two, the best places
    have a bye in the first round. A withdrawn pair keeps its place, and whoever meets it wins by
    walk-over.

    Source: national-2017 art. 27-28; kangnaixin-2014 四, the winners of tables 1 and 2 meet.
    """

    pairs: tuple[Pair, ...]
    seed: str
    """Text the bracket is drawn from; see `draw`."""
    seeded: tuple[int, ...] = ()
    """Draw numbers of seeded pairs (种子), best first."""
    clubs_apart: bool = False
    """Keep pairs of one club apart in the first round."""
    third_place: bool = False
    """Whether the losers of the semi-finals play for third place (jingfang 一.3)."""
    kept_apart: frozenset[frozenset[int]] = frozenset()
    """Further couples of draw numbers that should not meet in the first round."""
    rounds_before: int = 0
    """Rounds of the event before this stage."""

    def __post_init__(self) -> None:
        check_seeds(self.pairs, self.seeded)

    def next_round(
        self, results: Sequence[Result], withdrawn: AbstractSet[int] = NOBODY
    ) -> Pairings | None:
        """Pair the next round, tables in the order of the bracket; see `Stage`."""
        return self._replay(results).pairings

    def places(self, results: Sequence[Result], lots: Sequence[int] = ()) -> tuple[Place, ...]:
        """Rank by rounds survived; the losers of one round share a place."""
        return self._replay(results).places()

    def _replay(self, results: Sequence[Result]) -> Replay:
        number = self.rounds_before + 1
        ranked = seeded_order(self.pairs, self.seeded, self.seed, f"knock-out/{number}")
        share_club = sharing_club(self.pairs) if self.clubs_apart else nobody

        def apart(one: int, other: int) -> bool:
            return frozenset((one, other)) in self.kept_apart or share_club(one, other)

        column: tuple[Slots, ...] = first_column(ranked, apart)
        third: tuple[Couple, ...] = ()
        survived = dict.fromkeys(ranked, 0)
        counted: list[Result] = []
        while True:
            pairings = _pairings(number, column, third, apart)
            played = of_round(results, number)
            if pairings is None or not played:
                return Replay(pairings, survived, tuple(counted))
            check_round(pairings, played)
            counted += played
            through = [_through(number, slots, played) for slots in column]
            for pair in through:
                if pair is not None:
                    survived[pair] += 1
            losers = tuple(pair for slots in column for pair in slots if pair not in through)
            third = _for_third(losers) if self.third_place and len(column) == 2 else ()
            column = tuple(zip(through[::2], through[1::2], strict=False))
            number += 1


def _pairings(
    number: int, column: Sequence[Slots], third: Sequence[Couple], apart: Question
) -> Pairings | None:
    couples = [(a, b) for a, b in column if a is not None and b is not None]
    byes = tuple(a for slots in column for a in slots if a is not None and None in slots)
    if not couples and not byes:
        return None
    together = tuple(couple for couple in couples if apart(*couple))
    return Pairings(number, at_tables(number, [*couples, *third]), byes, together=together)


def _through(number: int, slots: Slots, played: Sequence[Result]) -> int | None:
    one, other = slots
    if one is None or other is None:
        return other if one is None else one
    for result in played:
        if set(result.pairs) == {one, other}:
            return result.winner
    raise ValueError(f"round {number}: by the bracket pairs {one} and {other} meet each other")


def _for_third(losers: Sequence[int | None]) -> tuple[Couple, ...]:
    match losers:
        case (int(one), int(other)):
            return ((one, other),)
        case _:
            return ()
