"""Double knock-out (双败淘汰): who loses twice is out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from referee.tournament.meetings import Pairings, at_tables
from referee.tournament.pairings.couples import Coupled, Question, Wish, couple_up, nobody
from referee.tournament.pairings.elimination import (
    Replay,
    check_round,
    check_seeds,
    seeded_order,
)
from referee.tournament.pairings.stage import NOBODY, of_round
from referee.tournament.pairs import Pair, sharing_club
from referee.tournament.ranking import Place
from referee.tournament.results import Ending, Result


@dataclass(frozen=True, slots=True)
class DoubleKnockOut:
    """Pairs without a loss play among themselves, those with one loss among themselves.

    In both halves the best placed meets the last placed, the second the last but one. Pairs that
    have met stay apart in the lower half while that is possible, clubs where asked as well. In an
    odd half the best placed of those with the fewest byes so far has a bye. When each half is down
    to one pair they play the final; if the unbeaten pair loses it, both have one loss and play
    again.

    Source: national-2017 art. 27-28 allows the format and leaves the table to the organiser.
    """

    pairs: tuple[Pair, ...]
    seed: str
    """Text the order of the pairs that are not seeded is drawn from; see `draw`."""
    seeded: tuple[int, ...] = ()
    """Draw numbers of seeded pairs (种子), best first."""
    clubs_apart: bool = False
    second_final: bool = True
    """Whether an unbeaten pair that loses the final plays once more."""
    rounds_before: int = 0
    """Rounds of the event before this stage."""

    def __post_init__(self) -> None:
        check_seeds(self.pairs, self.seeded)

    def next_round(
        self, results: Sequence[Result], withdrawn: AbstractSet[int] = NOBODY
    ) -> Pairings | None:
        """Pair the next round of both halves, the upper half at the first tables; see `Stage`.

        Whoever meets a withdrawn pair wins by walk-over.
        """
        return self._replay(results).pairings

    def places(self, results: Sequence[Result], lots: Sequence[int] = ()) -> tuple[Place, ...]:
        """Rank by rounds survived; those out in the same round share a place."""
        return self._replay(results).places()

    def _replay(self, results: Sequence[Result]) -> Replay:
        number = self.rounds_before + 1
        ranked = seeded_order(self.pairs, self.seeded, self.seed, f"double-knock-out/{number}")
        losses = dict.fromkeys(ranked, 0)
        survived = dict.fromkeys(ranked, 0)
        counted: list[Result] = []
        while True:
            upper = [pair for pair in ranked if losses[pair] == 0]
            lower = [pair for pair in ranked if losses[pair] == 1]
            if len(upper) + len(lower) < 2:
                return Replay(None, survived, tuple(counted))
            is_final = len(upper) == len(lower) == 1
            pairings = self._pair(number, upper, lower, counted)
            played = of_round(results, number)
            if not played:
                return Replay(pairings, survived, tuple(counted))
            check_round(pairings, played)
            counted += played
            for meeting in pairings.meetings:
                for pair in meeting.pairs:
                    losses[pair] += not any(result.winner == pair for result in played)
            if is_final and not self.second_final:
                # Only one pair goes on from the last final, whatever it has lost before.
                for pair in (*upper, *lower):
                    losses[pair] = 2 * (not any(result.winner == pair for result in played))
            for pair in ranked:
                survived[pair] += losses[pair] < 2
            number += 1

    def _pair(
        self, number: int, upper: list[int], lower: list[int], before: Sequence[Result]
    ) -> Pairings:
        if len(upper) == len(lower) == 1:
            return Pairings(number, at_tables(number, [(upper[0], lower[0])]))
        met = {frozenset(result.pairs) for result in before}
        rested = Counter(result.winner for result in before if result.ending is Ending.BYE)
        share_club = sharing_club(self.pairs) if self.clubs_apart else nobody

        def met_or_share_club(one: int, other: int) -> bool:
            return frozenset((one, other)) in met or share_club(one, other)

        halves = [
            _couple(half, rested, apart)
            for half, apart in ((upper, share_club), (lower, met_or_share_club))
            if len(half) > 1
        ]
        return Pairings(
            number,
            at_tables(number, [couple for half in halves for couple in half.couples]),
            byes=tuple(half.resting for half in halves if half.resting is not None),
            idle=tuple(pair for half in (upper, lower) if len(half) == 1 for pair in half),
            together=tuple(couple for half in halves for couple in half.together),
        )


def _couple(half: Sequence[int], rested: Counter[int | None], apart: Question) -> Coupled:
    fewest = min(rested[pair] for pair in half)
    may_rest = [pair for pair in half if rested[pair] == fewest]
    coupled = couple_up(half, wish=Wish.OPPOSITE, may_rest=may_rest, apart=apart)
    if coupled is None:
        raise AssertionError("without forbidden meetings every field can be coupled")
    return coupled
