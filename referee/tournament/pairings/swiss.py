"""Points pairing (积分编排, Swiss): high against high, nobody twice."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum

from referee.rules.switches.rounds import TieBreak
from referee.tournament.crosstable import Crosstable
from referee.tournament.meetings import Pairings, at_tables, seat_lower_number_first
from referee.tournament.pairings.couples import Wish, couple_up, nobody
from referee.tournament.pairings.draw import drawn_order
from referee.tournament.pairings.stage import NOBODY, NoPairingError, check_finished
from referee.tournament.pairs import Pair, check_entries, sharing_club
from referee.tournament.ranking import Place, Primary, rank
from referee.tournament.results import Result
from referee.tournament.standings import standing
from referee.tournament.tie_breaks import rules


class FirstRound(Enum):
    """Who meets whom before there are points."""

    LOT = "lot"
    """Drawn: first against second, third against fourth (national-2017 art. 27-28)."""
    NEIGHBOURS = "neighbours"
    """By draw number, 1-2, 3-4 (临近配对, huaian-detail 一.3)."""
    SNAKE = "snake"
    """First against last, second against last but one (蛇形, national-2017 art. 27-28). The entry
    list is in the order of strength."""


class LaterRounds(Enum):
    """Who meets whom once there are points."""

    STANDING = "standing"
    """High against high: match points, then level points, then the lower draw number
    (national-2017 art. 27-28)."""
    LOT = "lot"
    """Drawn anew for each round (wafang-2016 四)."""


@dataclass(frozen=True, slots=True)
class Swiss:
    """A number of rounds in which nobody meets anybody twice.

    The first in the standing gets the highest opponent he has not met, then the next one left, each
    as far as everybody below can still be paired. So a round is found whenever there is one, and
    up to half as many rounds as pairs, rounded up, there always is one (G. A. Dirac, 1952). In an
    odd field the last who has not had a bye gets it. Withdrawn pairs are no longer paired; their
    earlier results stand.
    """

    pairs: tuple[Pair, ...]
    rounds: int
    seed: str
    """Text all draws are made from; see `draw`."""
    tie_breaks: tuple[TieBreak, ...]
    """For `places`."""
    first_round: FirstRound = FirstRound.LOT
    later_rounds: LaterRounds = LaterRounds.STANDING
    clubs_apart: bool = False
    """Keep pairs of one club from meeting wherever a round without it exists."""
    rounds_before: int = 0
    """Rounds of the event before this stage."""

    def __post_init__(self) -> None:
        check_entries(self.pairs)
        most = len(self.pairs) - 1 + len(self.pairs) % 2
        if not 1 <= self.rounds <= most:
            raise ValueError(
                f"{len(self.pairs)} pairs can play 1 to {most} rounds without meeting or resting "
                f"twice, not {self.rounds}"
            )

    def next_round(
        self, results: Sequence[Result], withdrawn: AbstractSet[int] = NOBODY
    ) -> Pairings | None:
        """Pair the next round; see `Stage`."""
        results = self._own(results)
        active = [pair.number for pair in self.pairs if pair.number not in withdrawn]
        last = max((result.round_number for result in results), default=self.rounds_before)
        if last > self.rounds_before:
            check_finished(last, results, active)
        if last == self.rounds_before + self.rounds:
            return None
        number = last + 1
        table = Crosstable.of(active, results)
        field = self._field(number, active, table)
        coupled = couple_up(
            field,
            wish=self._wish(number),
            may_rest=[pair for pair in reversed(field) if not table.had_bye(pair)],
            forbidden=table.have_met,
            apart=sharing_club(self.pairs) if self.clubs_apart else nobody,
        )
        if coupled is None:
            raise NoPairingError(
                number,
                f"{len(field)} pairs, and every way to pair them repeats a meeting or a bye; "
                "play fewer rounds",
            )
        return Pairings(
            number,
            at_tables(number, map(seat_lower_number_first, coupled.couples)),
            byes=() if coupled.resting is None else (coupled.resting,),
            together=coupled.together,
        )

    def places(self, results: Sequence[Result], lots: Sequence[int] = ()) -> tuple[Place, ...]:
        """Rank everybody; see `Stage`."""
        numbers = [pair.number for pair in self.pairs]
        return standing(numbers, self._own(results), self.tie_breaks, lots)

    def _own(self, results: Sequence[Result]) -> tuple[Result, ...]:
        last = self.rounds_before + self.rounds
        return tuple(r for r in results if self.rounds_before < r.round_number <= last)

    def _field(self, number: int, active: Sequence[int], table: Crosstable) -> Sequence[int]:
        first = number == self.rounds_before + 1
        if first and self.first_round is FirstRound.SNAKE:
            return active
        if first and self.first_round is FirstRound.NEIGHBOURS:
            return sorted(active)
        if first or self.later_rounds is LaterRounds.LOT:
            return drawn_order(self.seed, f"swiss/{number}", active)
        measures = (Primary.MATCH_POINTS, TieBreak.LEVEL_POINTS)
        return [place.pair for place in rank(active, rules(table, measures))]

    def _wish(self, number: int) -> Wish:
        snake = number == self.rounds_before + 1 and self.first_round is FirstRound.SNAKE
        return Wish.OPPOSITE if snake else Wish.NEIGHBOUR
