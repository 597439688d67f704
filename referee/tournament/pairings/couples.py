"""Turning a field into couples: the step every format shares.

The field comes in an order, best or first drawn first. Two rules of different force keep entries
from meeting: *forbidden* couples are never made; entries that should stay *apart* meet only where
no complete pairing exists otherwise, and then as far down the field as possible.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from referee.tournament.pairings.matching import first_matching, has_matching

Question = Callable[[int, int], bool]
"""Asked about two entries; the answer must not depend on their order."""

Couple = tuple[int, int]


class Wish(Enum):
    """Whom each entry would rather meet, asked from the first of the field to the last."""

    NEIGHBOUR = "neighbour"
    """The next below: 1-2, 3-4 (临近配对; high against high)."""
    OPPOSITE = "opposite"
    """The last left: 1-8, 2-7, 3-6, 4-5 (蛇形: down one column, up the next)."""


@dataclass(frozen=True, slots=True)
class Coupled:
    """A field in couples."""

    couples: tuple[Couple, ...]
    """The couple of the first entry first, and in each the entry higher in the field first."""
    resting: int | None
    """Who has no opponent because the field is odd."""
    together: tuple[Couple, ...]
    """The couples that should have stayed apart but could not."""


def nobody(_one: int, _other: int) -> bool:
    """Answer no: nobody is kept apart."""
    return False


def couple_up(
    field: Sequence[int],
    *,
    wish: Wish,
    may_rest: Sequence[int],
    forbidden: Question = nobody,
    apart: Question = nobody,
) -> Coupled | None:
    """Make couples of everybody in *field*.

    Keeping couples apart comes before the choice of who rests, that before the wishes of the first
    in the field, and those before the wishes of the next.

    Args:
        field: Distinct entries, first asked first.
        wish: Whom they would rather meet.
        may_rest: Those of the field who may be left over when it is odd, likeliest first.
        forbidden: Which two must not meet.
        apart: Which two should not meet.

    Returns:
        ``None`` if and only if no complete pairing without a forbidden couple exists.
    """
    # Whoever has the first word in the matching is vertex 0: in an odd field that is the rest.
    rests = len(field) % 2
    size = len(field) + rests
    free: list[Couple] = []
    kept_apart: list[Couple] = []
    for one, other in combinations(range(rests, size), 2):
        entries = field[one - rests], field[other - rests]
        if not forbidden(*entries):
            (kept_apart if apart(*entries) else free).append((one, other))
    resting = [(0, field.index(entry) + 1) for entry in may_rest] if rests else []

    def choices(lifted: int) -> list[list[int]]:
        # The rule that keeps entries apart is lifted between the last `lifted` of the field.
        bottom = [couple for couple in kept_apart if couple[0] >= size - lifted]
        lists: list[list[int]] = [[] for _ in range(size)]
        for couples in (resting, _in_order(free, wish), _in_order(bottom, wish)):
            for one, other in couples:
                lists[one].append(other)
                lists[other].append(one)
        return lists

    # What suffices goes on sufficing when more is lifted, so the least is found by halving.
    lifted = bisect_left(range(len(field) + 1), 1, key=lambda some: has_matching(choices(some)))
    if lifted > len(field):
        return None
    mates = first_matching(choices(lifted))
    if mates is None:
        raise AssertionError("what can be matched has a first matching")
    met = [(one, mates[one]) for one in range(rests, size) if one < mates[one]]
    together = set(kept_apart)
    return Coupled(
        tuple((field[one - rests], field[other - rests]) for one, other in met),
        field[mates[0] - 1] if rests else None,
        tuple((field[a - rests], field[b - rests]) for a, b in met if (a, b) in together),
    )


def _in_order(couples: list[Couple], wish: Wish) -> list[Couple]:
    return couples if wish is Wish.NEIGHBOUR else couples[::-1]
