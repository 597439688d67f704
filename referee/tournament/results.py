"""What two pairs did to each other in one round, as it goes into the standing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.rules.grade import Grade


class Ending(Enum):
    """How a meeting came to its result."""

    PLAYED = "played"
    """By the cards."""
    FORFEIT = "forfeit"
    """判负: begun, then lost by penalty."""
    WALK_OVER = "walk_over"
    """弃权: a pair, or both, did not play."""
    BYE = "bye"
    """轮空: there was no opponent."""
    VOID = "void"
    """作废: kept in the book and counted for nobody."""


@dataclass(frozen=True, slots=True)
class SideResult:
    """What one pair takes from a round."""

    pair: int
    """Draw number."""
    match_points: int
    """场分/积分"""
    level_points: int
    """级分/级差分; below zero where the sheet counts plain differences."""
    levels_gained: int = 0
    """升级数"""
    fouls: int = 0
    """犯规"""
    grade: Grade | None = None
    """How far the pair got; ``None`` if it played nothing or grades were not counted."""


@dataclass(frozen=True, slots=True)
class Result:
    """One meeting of two pairs in a round (轮), or the round of a pair without an opponent."""

    round_number: int
    """From 1, through all stages of an event."""
    ending: Ending
    sides: tuple[SideResult, ...]
    """Two, the pair at east and west first; one for a bye."""
    winner: int | None
    """Draw number; ``None`` for a draw, for a round both lost and for a void one."""

    def __post_init__(self) -> None:
        wanted = 1 if self.ending is Ending.BYE else 2
        if len({side.pair for side in self.sides}) != wanted or len(self.sides) != wanted:
            pairs = [side.pair for side in self.sides]
            raise ValueError(f"{self.ending.value} has {wanted} different pairs, got {pairs}")
        if self.round_number < 1:
            raise ValueError(f"rounds count from 1, got {self.round_number}")
        if self.winner is not None and self.winner not in self.pairs:
            raise ValueError(f"winner {self.winner} is none of the pairs {self.pairs}")
        if self.ending is Ending.VOID and self.winner is not None:
            raise ValueError(f"a void round has no winner, got {self.winner}")

    @property
    def pairs(self) -> tuple[int, ...]:
        """Draw numbers, in the order of the sides."""
        return tuple(side.pair for side in self.sides)

    @property
    def loser(self) -> int | None:
        """The other of two pairs if one has won."""
        if self.winner is None or self.ending is Ending.BYE:
            return None
        return self.sides[1].pair if self.winner == self.sides[0].pair else self.sides[0].pair
