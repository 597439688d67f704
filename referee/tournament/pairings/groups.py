"""Groups first, then a final of the best (分组赛加决赛)."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import combinations

from referee.rules.switches.rounds import SameUnit, TieBreak
from referee.tournament.crosstable import Crosstable
from referee.tournament.meetings import Pairings
from referee.tournament.pairings.allotment import allot
from referee.tournament.pairings.draw import drawn_order
from referee.tournament.pairings.knock_out import KnockOut
from referee.tournament.pairings.round_robin import RoundRobin
from referee.tournament.pairings.stage import NOBODY, Stage
from referee.tournament.pairings.swiss import Swiss
from referee.tournament.pairs import Pair
from referee.tournament.ranking import Measure, Place, Primary, Rule, rank
from referee.tournament.results import Result
from referee.tournament.tie_breaks import rules


@dataclass(frozen=True, slots=True)
class GroupsThenFinal:
    """All groups play at the same time, each by itself; the best of each go into one final.

    A cut must fall somewhere, so pairs nothing else separates draw lots, from the seed like every
    other draw. The final starts anew: no points are taken along. Whoever comes next over all groups
    is compared by the points of the groups, so those should be of one size.

    Source: staff-2011 二: three groups of three rounds, the first five of each and the best sixth
    of all into a final of three rounds.
    """

    pairs: tuple[Pair, ...]
    groups: int
    through: int
    """How many of each group reach the final."""
    seed: str
    """Text all draws are made from; see `draw`. Group *n* draws from ``<seed>/group-<n>``, the
    final from ``<seed>/final``."""
    tie_breaks: tuple[TieBreak, ...]
    best_next: int = 0
    """How many of those who come next in their groups reach it too."""
    seeded: tuple[int, ...] = ()
    """Draw numbers of seeded pairs (种子), best first."""
    group_rounds: int = 0
    """Rounds of points pairing in each group; 0: round robin."""
    final_rounds: int = 0
    """Rounds of points pairing in the final; 0: knock-out, seeded by the places in the groups, and
    pairs of one group kept apart in its first round."""
    same_unit: SameUnit = SameUnit.NOT_AVOIDED
    third_place: bool = False
    """Whether a knock-out final has a match for third place."""
    passed_over: frozenset[int] = frozenset()
    """Pairs that do not go on to the final wherever they stand; the next of their group does."""

    def __post_init__(self) -> None:
        sizes = [len(members) for members in self._allotted()]
        with_a_next = sum(size > self.through for size in sizes)
        if not 1 <= self.through <= min(sizes) or not 0 <= self.best_next <= with_a_next:
            raise ValueError(
                f"{self.through} of each group and {self.best_next} more cannot go on from "
                f"groups of {sizes}"
            )
        if self.through * self.groups + self.best_next < 2:
            raise ValueError("a final needs at least two pairs")
        # A group or a final with more rounds than it can play is refused now, not when it starts.
        self.group_stages()
        self._final_of(self.pairs[: self.through * self.groups + self.best_next])

    def next_round(
        self, results: Sequence[Result], withdrawn: AbstractSet[int] = NOBODY
    ) -> Pairings | None:
        """Pair the next round of all groups together, or of the final; see `Stage`."""
        final = self.final(results, withdrawn)
        if final is not None:
            return final.next_round(results, withdrawn)
        rounds: list[Pairings] = []
        tables_before = 0
        for members, stage in zip(self._allotted(), self.group_stages(), strict=True):
            pairings = stage.next_round(_among(members, results), withdrawn)
            if pairings is not None:
                rounds.append(_behind(tables_before, pairings))
            tables_before += len(members) // 2
        number = min(pairings.round_number for pairings in rounds)
        return _joined([pairings for pairings in rounds if pairings.round_number == number])

    def places(self, results: Sequence[Result], lots: Sequence[int] = ()) -> tuple[Place, ...]:
        """Rank the finalists by the final, all others after them by their places in the groups."""
        final = self.final(results)
        if final is None:
            return self._by_group_place(results, [pair.number for pair in self.pairs])
        finalists = final.places(results, lots)
        in_final = {place.pair for place in finalists}
        others = [pair.number for pair in self.pairs if pair.number not in in_final]
        after = [
            replace(place, place=place.place + len(finalists))
            for place in self._by_group_place(results, others)
        ]
        return (*finalists, *after)

    def group_stages(self) -> tuple[Stage, ...]:
        """One stage for each group."""
        return tuple(
            self._group_stage(members, f"{self.seed}/group-{number}")
            for number, members in enumerate(self._allotted(), start=1)
        )

    def group_places(self, results: Sequence[Result]) -> tuple[tuple[Place, ...], ...]:
        """The standing of each group, ties separated by lot."""
        lots = drawn_order(self.seed, "groups/lot", [pair.number for pair in self.pairs])
        return tuple(
            stage.places(_among(members, results), lots)
            for members, stage in zip(self._allotted(), self.group_stages(), strict=True)
        )

    def final(
        self, results: Sequence[Result], withdrawn: AbstractSet[int] = NOBODY
    ) -> Stage | None:
        """The final once all groups are done; ``None`` before.

        Raises:
            RoundOpenError: If a group waits for a result.
        """
        for members, stage in zip(self._allotted(), self.group_stages(), strict=True):
            if stage.next_round(_among(members, results), withdrawn) is not None:
                return None
        by_number = {pair.number: pair for pair in self.pairs}
        return self._final_of([by_number[place.pair] for place in self._finalists(results)])

    def _final_of(self, finalists: Sequence[Pair]) -> Stage:
        """The final of these pairs, best first."""
        pairs = tuple(finalists)
        seed = f"{self.seed}/final"
        before = self._rounds_of_groups()
        apart = self.same_unit is not SameUnit.NOT_AVOIDED
        if self.final_rounds:
            return Swiss(
                pairs,
                self.final_rounds,
                seed,
                self.tie_breaks,
                clubs_apart=apart,
                rounds_before=before,
            )
        return KnockOut(
            pairs,
            seed,
            seeded=tuple(pair.number for pair in pairs),
            clubs_apart=apart,
            third_place=self.third_place,
            kept_apart=frozenset(
                frozenset(couple)
                for members in self._allotted()
                for couple in combinations([pair.number for pair in members], 2)
            ),
            rounds_before=before,
        )

    def _finalists(self, results: Sequence[Result]) -> tuple[Place, ...]:
        going_on: list[int] = []
        next_in_line: list[int] = []
        for places in self.group_places(results):
            order = [place.pair for place in places if place.pair not in self.passed_over]
            going_on += order[: self.through]
            next_in_line += order[self.through : self.through + 1]
        best = self._by_group_place(results, next_in_line)[: self.best_next]
        return self._by_group_place(results, [*going_on, *(place.pair for place in best)])

    def _by_group_place(
        self, results: Sequence[Result], entries: Sequence[int]
    ) -> tuple[Place, ...]:
        """Rank pairs of different groups: place in the group, then the points they have there."""
        place_of = {
            place.pair: place.place for places in self.group_places(results) for place in places
        }
        numbers = [pair.number for pair in self.pairs]
        lots = drawn_order(self.seed, "groups/lot", numbers)
        rounds = self._rounds_of_groups()
        table = Crosstable.of(numbers, [r for r in results if r.round_number <= rounds])
        by_place = Rule(Primary.GROUP_PLACE, lambda pair, _: place_of[pair], fewer_is_better=True)
        measures: tuple[Measure, ...] = (
            Primary.MATCH_POINTS,
            *self.tie_breaks,
            TieBreak.LOT,
        )
        return rank(entries, (by_place, *rules(table, measures, lots)))

    def _allotted(self) -> tuple[tuple[Pair, ...], ...]:
        return allot(self.pairs, self.groups, self.seed, self.seeded)

    def _group_stage(self, members: tuple[Pair, ...], seed: str) -> Stage:
        tie_breaks = (*self.tie_breaks, TieBreak.LOT)
        if self.group_rounds == 0:
            return RoundRobin(members, seed, tie_breaks)
        apart = self.same_unit is SameUnit.AVOIDED
        return Swiss(members, self.group_rounds, seed, tie_breaks, clubs_apart=apart)

    def _rounds_of_groups(self) -> int:
        if self.group_rounds:
            return self.group_rounds
        largest = max(len(members) for members in self._allotted())
        return largest - 1 + largest % 2


def _among(members: Sequence[Pair], results: Sequence[Result]) -> tuple[Result, ...]:
    numbers = {pair.number for pair in members}
    return tuple(result for result in results if numbers.issuperset(result.pairs))


def _behind(tables_before: int, pairings: Pairings) -> Pairings:
    moved = (replace(m, table=m.table + tables_before) for m in pairings.meetings)
    return replace(pairings, meetings=tuple(moved))


def _joined(rounds: Sequence[Pairings]) -> Pairings:
    return Pairings(
        rounds[0].round_number,
        tuple(meeting for pairings in rounds for meeting in pairings.meetings),
        tuple(pair for pairings in rounds for pair in pairings.byes),
        tuple(pair for pairings in rounds for pair in pairings.idle),
        tuple(couple for pairings in rounds for couple in pairings.together),
    )
