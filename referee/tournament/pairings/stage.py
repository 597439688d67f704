"""What all formats have in common: the next round from the results so far.

A stage keeps nothing but its entry list and its settings. Everything else follows from the
results, so asking twice gives the same round twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from referee.tournament.meetings import Pairings
from referee.tournament.ranking import Place
from referee.tournament.results import Result

NOBODY: AbstractSet[int] = frozenset()


class Stage(Protocol):
    """An event, or the part of one, played in one format."""

    def next_round(
        self, results: Sequence[Result], withdrawn: AbstractSet[int] = NOBODY
    ) -> Pairings | None:
        """Pair the next round; ``None`` when the stage is over.

        Args:
            results: Of this stage; those of rounds before and after it are left aside.
            withdrawn: Draw numbers of pairs that have left the event. What becomes of their
                meetings is said by each format.

        Raises:
            RoundOpenError: If a result of the last round is missing.
            NoPairingError: If the rules of the format leave no way to pair the round.
        """

    def places(self, results: Sequence[Result], lots: Sequence[int] = ()) -> tuple[Place, ...]:
        """Rank everybody by the results so far; *lots* as in `standings.standing`."""


class RoundOpenError(ValueError):
    """The next round was asked for before the last one was finished."""

    def __init__(self, round_number: int, missing: Collection[int]) -> None:
        pairs = ", ".join(str(pair) for pair in sorted(missing))
        super().__init__(f"round {round_number} is not finished: no result for pairs {pairs}")
        self.round_number = round_number
        self.missing = tuple(sorted(missing))


class NoPairingError(ValueError):
    """No way to pair a round exists under the rules of the format."""

    def __init__(self, round_number: int, why: str) -> None:
        super().__init__(f"round {round_number} cannot be paired: {why}")
        self.round_number = round_number


def of_round(results: Iterable[Result], round_number: int) -> tuple[Result, ...]:
    return tuple(result for result in results if result.round_number == round_number)


def check_finished(round_number: int, results: Iterable[Result], expected: Iterable[int]) -> None:
    """Raise `RoundOpenError` unless everybody in *expected* has a result in that round."""
    done = {pair for result in of_round(results, round_number) for pair in result.pairs}
    missing = set(expected) - done
    if missing:
        raise RoundOpenError(round_number, missing)
