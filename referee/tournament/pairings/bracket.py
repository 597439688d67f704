"""Where entries stand in a knock-out bracket (淘汰赛对阵图)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.tournament.pairings.couples import Question, Wish, couple_up


def bracket_size(entries: int) -> int:
    """Smallest power of two with room for *entries*; the rest of the places are byes."""
    return 1 << (entries - 1).bit_length()


def bracket_order(size: int) -> tuple[int, ...]:
    """Ranks 1 to *size*, a power of two, in the order in which they stand in the bracket.

    If the better always wins, first meets second in the final, the first four meet in the
    semi-finals, and in every round first meets last.

    >>> bracket_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        both = 2 * len(order) + 1
        order = tuple(rank for better in order for rank in (better, both - better))
    return order


def first_column(ranked: Sequence[int], apart: Question) -> tuple[tuple[int, int | None], ...]:
    """Places of the first round from top to bottom, ``None`` opposite those who have a bye.

    The best ranked get the byes (national-2017 art. 27-28). The lower half is moved about among
    its own places where that keeps entries apart in this round.

    Args:
        ranked: At least two entries, best first.
        apart: Which two should not meet in the first round.
    """
    half = bracket_size(len(ranked)) // 2
    byes = 2 * half - len(ranked)
    playing = ranked[byes:]
    upper = frozenset(ranked[:half])
    coupled = couple_up(
        playing,
        wish=Wish.OPPOSITE,
        may_rest=(),
        forbidden=lambda one, other: (one in upper) is (other in upper),
        apart=apart,
    )
    if coupled is None:
        raise AssertionError("an upper and a lower half of one size can always meet")
    opponents: dict[int, int] = dict(coupled.couples)
    return tuple(
        (ranked[rank - 1], opponents.get(ranked[rank - 1])) for rank in bracket_order(half)
    )
