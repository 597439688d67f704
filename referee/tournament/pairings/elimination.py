"""What all knock-out formats share: who won a meeting, and the places of those who are out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.rules.switches.rounds import TieBreak
from referee.tournament.crosstable import Crosstable
from referee.tournament.meetings import Pairings
from referee.tournament.pairings.draw import drawn_order
from referee.tournament.pairings.stage import check_finished
from referee.tournament.pairs import Pair, check_entries
from referee.tournament.ranking import Place, Primary, Rule, rank
from referee.tournament.results import Ending, Result
from referee.tournament.tie_breaks import rules


class NoWinnerError(ValueError):
    """A knock-out meeting that was played ended in a draw."""

    def __init__(self, result: Result) -> None:
        one, other = result.pairs
        super().__init__(
            f"round {result.round_number}: pairs {one} and {other} drew, but one of them must go "
            "on; play an extra deal and record its winner"
        )
        self.result = result


@dataclass(frozen=True, slots=True)
class Replay:
    """A knock-out as far as its results go."""

    pairings: Pairings | None
    """What is to be played next; ``None`` at the end."""
    survived: Mapping[int, int]
    """For each pair the rounds after which it was still in."""
    counted: tuple[Result, ...]
    """The results of finished rounds."""

    def places(self) -> tuple[Place, ...]:
        """Rank by rounds survived; a match for third place separates the two who played it."""
        by_round = Rule(Primary.ROUNDS_SURVIVED, lambda pair, _: self.survived[pair])
        table = Crosstable.of(self.survived, self.counted)
        return rank(self.survived, (by_round, *rules(table, (TieBreak.DIRECT_RESULT,))))


def check_round(pairings: Pairings, played: Iterable[Result]) -> None:
    """Make sure a round is over. Two pairs that both stayed away are both out.

    Raises:
        NoWinnerError: If a meeting ended in a draw.
        RoundOpenError: If a result is missing.

    Source: national-2017 art. 27-28, no draw in a knock-out; center-6deal 一.3, both give up.
    """
    results = tuple(played)
    for result in results:
        if result.winner is None and result.ending is Ending.PLAYED:
            raise NoWinnerError(result)
    due = [pair for meeting in pairings.meetings for pair in meeting.pairs]
    check_finished(pairings.round_number, results, [*due, *pairings.byes])


def check_seeds(pairs: Sequence[Pair], seeded: Sequence[int]) -> None:
    """Raise `ValueError` unless *seeded* names pairs of the entry list, each once."""
    check_entries(pairs)
    strangers = set(seeded) - {pair.number for pair in pairs}
    if strangers:
        raise ValueError(f"seeded pairs that are not entered: {sorted(strangers)}")
    if len(set(seeded)) != len(seeded):
        raise ValueError(f"a pair is seeded once, got {tuple(seeded)}")


def seeded_order(
    pairs: Iterable[Pair], seeded: Sequence[int], seed: str, purpose: str
) -> tuple[int, ...]:
    """Seeded pairs (种子) as given, best first, then all others by lot."""
    others = {pair.number for pair in pairs}.difference(seeded)
    return (*seeded, *drawn_order(seed, purpose, others))
