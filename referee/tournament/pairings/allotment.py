"""Putting pairs into groups (分组抽签)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from referee.tournament.pairings.draw import drawn_order
from referee.tournament.pairings.elimination import check_seeds
from referee.tournament.pairs import Pair


def allot(
    pairs: Sequence[Pair], groups: int, seed: str, seeded: Sequence[int] = ()
) -> tuple[tuple[Pair, ...], ...]:
    """Put pairs into groups of equal size, give or take one.

    Seeded pairs go in a snake: 1 to *groups* in order, the next row backwards. The others are drawn
    club by club, each into one of the groups with the most room, of these into one with the fewest
    of its club; so clubs are spread over the groups as evenly as the sizes allow.

    Raises:
        ValueError: If there are fewer than two pairs for each group, or the seeds are wrong.
    """
    check_seeds(pairs, seeded)
    if groups < 1 or len(pairs) < 2 * groups:
        raise ValueError(f"{len(pairs)} pairs do not fill {groups} groups of two or more")
    entered = {pair.number: pair for pair in pairs}
    filled: list[list[Pair]] = [[] for _ in range(groups)]
    for place, number in enumerate(seeded):
        row, column = divmod(place, groups)
        filled[column if row % 2 == 0 else groups - 1 - column].append(entered[number])
    for pair in _club_by_club(entered, seed, seeded):
        room = min(map(len, filled))
        group = min(
            (group for group in filled if len(group) == room),
            key=lambda group: sum(other.club == pair.club != "" for other in group),
        )
        group.append(pair)
    return tuple(map(tuple, filled))


def _club_by_club(entered: dict[int, Pair], seed: str, seeded: Sequence[int]) -> Iterator[Pair]:
    drawn = drawn_order(seed, "groups", entered.keys() - set(seeded))
    clubs: dict[str, list[Pair]] = {}
    for number in drawn:
        clubs.setdefault(entered[number].club, []).append(entered[number])
    return chain.from_iterable(clubs.values())
