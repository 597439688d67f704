"""Who takes part: pairs of players (对)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """Two partners who play the whole event together."""

    number: int
    """Draw number (抽签号), from 1; names the pair everywhere."""
    names: tuple[str, str]
    """As printed on the score sheet."""
    club: str = ""
    """Club, branch or office (单位) whose pairs may be kept apart; empty for none."""

    def __post_init__(self) -> None:
        if self.number < 1:
            raise ValueError(f"draw numbers count from 1, got {self.number}")


def check_entries(pairs: Sequence[Pair]) -> None:
    """Refuse an entry list no event can be played with.

    Raises:
        ValueError: If there are fewer than two pairs or a draw number is given twice.
    """
    if len(pairs) < 2:
        raise ValueError(f"an event needs at least two pairs, got {len(pairs)}")
    times = Counter(pair.number for pair in pairs)
    twice = sorted(number for number, count in times.items() if count > 1)
    if twice:
        raise ValueError(f"draw numbers given to more than one pair: {twice}")


def sharing_club(pairs: Iterable[Pair]) -> Callable[[int, int], bool]:
    """Make a question about two draw numbers: whether their pairs come from the same club.

    A pair without a club shares it with nobody.
    """
    clubs = {pair.number: pair.club for pair in pairs}

    def share_club(one: int, other: int) -> bool:
        return clubs[one] != "" and clubs[one] == clubs[other]

    return share_club
