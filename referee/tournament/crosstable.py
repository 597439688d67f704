"""Everybody's rounds side by side: what standings and pairings ask their questions of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.tournament.results import Ending, Result, SideResult


@dataclass(frozen=True, slots=True)
class Line:
    """One round of one pair."""

    round_number: int
    ending: Ending
    ours: SideResult
    theirs: SideResult | None
    """``None`` for a bye."""
    won: bool
    drawn: bool
    """Nobody won although it was played."""

    @property
    def opponent(self) -> int | None:
        """Draw number; ``None`` for a bye."""
        return None if self.theirs is None else self.theirs.pair


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Rounds of every pair; void results are left out."""

    lines: Mapping[int, tuple[Line, ...]]
    """Of each pair, in the order of the rounds."""
    rounds: tuple[int, ...]
    """Numbers of the rounds that count, in order."""

    @classmethod
    def of(cls, pairs: Iterable[int], results: Iterable[Result]) -> Crosstable:
        """Lay out *results* for *pairs* and for everybody they name.

        Raises:
            ValueError: If a pair has two results in one round.
        """
        counted = sorted(
            (result for result in results if result.ending is not Ending.VOID),
            key=lambda result: result.round_number,
        )
        lines: dict[int, list[Line]] = {pair: [] for pair in pairs}
        for result in counted:
            for ours, theirs in zip(result.sides, _others(result), strict=True):
                before = lines.setdefault(ours.pair, [])
                if before and before[-1].round_number == result.round_number:
                    raise ValueError(
                        f"pair {ours.pair} has two results in round {result.round_number}"
                    )
                before.append(
                    Line(
                        result.round_number,
                        result.ending,
                        ours,
                        theirs,
                        won=result.winner == ours.pair,
                        drawn=result.winner is None and result.ending is Ending.PLAYED,
                    )
                )
        return cls(
            MappingProxyType({pair: tuple(rounds) for pair, rounds in lines.items()}),
            tuple(sorted({result.round_number for result in counted})),
        )

    def have_met(self, one: int, other: int) -> bool:
        """Whether a result of these two against each other counts, played or not."""
        return any(line.opponent == other for line in self.lines[one])

    def had_bye(self, pair: int) -> bool:
        return any(line.ending is Ending.BYE for line in self.lines[pair])


def _others(result: Result) -> tuple[SideResult | None, ...]:
    if result.ending is Ending.BYE:
        return (None,)
    return result.sides[::-1]
