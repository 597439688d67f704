"""Round robin (循环赛): everybody meets everybody once."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum

from referee.rules.switches.rounds import TieBreak
from referee.tournament.meetings import Meeting, Pairings, at_tables
from referee.tournament.pairings.draw import drawn_order
from referee.tournament.pairings.stage import NOBODY
from referee.tournament.pairs import Pair, check_entries
from referee.tournament.ranking import Place
from referee.tournament.results import Result
from referee.tournament.standings import standing

Couples = tuple[tuple[int, int], ...]


class RoundRobinTable(Enum):
    """How the rounds are laid out."""

    BERGER = "berger"
    """贝格尔编排法: everybody sits east and west in half of his rounds, give or take one."""
    FIXED = "fixed"
    """固定轮转法: the first place stays, the others move on one place counter-clockwise."""


def berger(size: int) -> tuple[Couples, ...]:
    """Berger table of an even number of places, 1 to *size*; the first of a couple is named first.

    In round r the last place meets place (r+1)/2, or (size+r)/2 in even rounds, when it is named
    first; counting away from that place in both directions gives the other couples.

    Source: FIDE Handbook C.05 annex 1 prints these tables; national-2017 art. 27-28 names them.
    """
    around = size - 1
    rounds: list[Couples] = []
    for number in range(1, size):
        host = (number + 1) // 2 if number % 2 else (size + number) // 2
        first = (host, size) if number % 2 else (size, host)
        others = [
            ((host + step - 1) % around + 1, (host - step - 1) % around + 1)
            for step in range(1, size // 2)
        ]
        rounds.append((first, *others))
    return tuple(rounds)


def fixed_rotation(size: int) -> tuple[Couples, ...]:
    """Rotation table of an even number of places, 1 to *size*.

    The places stand in two columns, down the left and up the right; rows meet.

    Source: national-2017 art. 27-28 (固定轮转).
    """
    order = list(range(1, size + 1))
    rounds: list[Couples] = []
    for _ in range(size - 1):
        rounds.append(tuple((order[row], order[-1 - row]) for row in range(size // 2)))
        order = [order[0], order[-1], *order[1:-1]]
    return tuple(rounds)


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everybody meets everybody once, in places of the table drawn by lot.

    In an odd field one pair a round has no opponent; it is idle and nothing is recorded for it, as
    everybody is once. Meetings of withdrawn pairs are settled by `withdrawals.leave_round_robin`,
    which gives results for all of them.
    """

    pairs: tuple[Pair, ...]
    seed: str
    """Text the places are drawn from; see `draw`."""
    tie_breaks: tuple[TieBreak, ...]
    """For `places`."""
    table: RoundRobinTable = RoundRobinTable.BERGER
    rounds_before: int = 0
    """Rounds of the event before this stage."""

    def __post_init__(self) -> None:
        check_entries(self.pairs)

    def schedule(self) -> tuple[Pairings, ...]:
        """All rounds, as they can be hung up before the first."""
        numbers = [pair.number for pair in self.pairs]
        entries = drawn_order(self.seed, f"round-robin/{self.rounds_before + 1}", numbers)
        size = len(entries) + len(entries) % 2
        layout = berger(size) if self.table is RoundRobinTable.BERGER else fixed_rotation(size)
        rounds: list[Pairings] = []
        for number, places in enumerate(layout, self.rounds_before + 1):
            # In an odd field whoever meets the place beyond the last has no opponent.
            couples = [
                (entries[one - 1], entries[other - 1])
                for one, other in places
                if max(one, other) <= len(entries)
            ]
            idle = set(entries).difference(*couples)
            rounds.append(Pairings(number, at_tables(number, couples), idle=tuple(idle)))
        return tuple(rounds)

    def next_round(
        self,
        results: Sequence[Result],
        withdrawn: AbstractSet[int] = NOBODY,
    ) -> Pairings | None:
        """Give the first round with meetings that have no result, without those that have one."""
        done = {(result.round_number, frozenset(result.pairs)) for result in results}

        def is_open(meeting: Meeting) -> bool:
            return (meeting.round_number, frozenset(meeting.pairs)) not in done

        for pairings in self.schedule():
            left = tuple(filter(is_open, pairings.meetings))
            if left:
                return Pairings(pairings.round_number, left, idle=pairings.idle)
        return None

    def places(self, results: Sequence[Result], lots: Sequence[int] = ()) -> tuple[Place, ...]:
        """Rank everybody; see `Stage`."""
        numbers = [pair.number for pair in self.pairs]
        rounds = {pairings.round_number for pairings in self.schedule()}
        own = [result for result in results if result.round_number in rounds]
        return standing(numbers, own, self.tie_breaks, lots)
