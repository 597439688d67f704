"""Entry lists."""

from __future__ import annotations

import pytest

from referee.rules.switches.rounds import TieBreak
from referee.tournament.crosstable import Crosstable
from referee.tournament.pairings.round_robin import RoundRobin
from referee.tournament.pairs import Pair, sharing_club
from referee.tournament.ranking import Primary
from referee.tournament.tie_breaks import rules
from tests.tournament.helpers import entries


def test_draw_numbers_count_from_one() -> None:
    """A zero is a slip in the entry list."""
    with pytest.raises(ValueError, match="draw numbers count from 1, got 0"):
        Pair(0, ("A", "B"))


def test_draw_numbers_are_given_once() -> None:
    """The message names every number given twice."""
    twice = (*entries(3), *entries(2))

    with pytest.raises(ValueError, match=r"more than one pair: \[1, 2\]"):
        RoundRobin(twice, "x", (TieBreak.LOT,))


def test_one_pair_is_no_event() -> None:
    """There must be somebody to meet."""
    with pytest.raises(ValueError, match="at least two pairs, got 1"):
        RoundRobin(entries(1), "x", (TieBreak.LOT,))


def test_pairs_without_a_club_share_it_with_nobody() -> None:
    """Two empty clubs are not one club."""
    share_club = sharing_club(
        [
            Pair(1, ("A", "B")),
            Pair(2, ("C", "D")),
            Pair(3, ("E", "F"), "x"),
            Pair(4, ("G", "H"), "x"),
        ]
    )

    assert share_club(3, 4)
    assert not share_club(1, 2)
    assert not share_club(1, 3)


@pytest.mark.parametrize("measure", [Primary.GROUP_PLACE, Primary.ROUNDS_SURVIVED])
def test_a_crosstable_cannot_tell_how_far_a_pair_came(measure: Primary) -> None:
    """Knock-outs and groups bring their own measure; a points standing has none of them."""
    with pytest.raises(ValueError, match=f"{measure.value} is not measured from results alone"):
        rules(Crosstable.of([1, 2], []), [measure])
