"""Levels won with a deal, and what it takes to pass A."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.ace import NO_TRIES, AceRecord, AceTry, left_ace, try_ace
from referee.rules.advance import rise
from referee.rules.grade import Grade
from referee.rules.level import Level
from referee.rules.result import DealResult, Finish, FinishError
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat, Side
from tests.rules.switching import case_name, ruleset_with, table

TABLE = table("advance")
US, THEM = Side.EAST_WEST, Side.NORTH_SOUTH


def won(text: str) -> DealResult:
    return DealResult(US, int(text[-1]))


@pytest.mark.parametrize("case", TABLE["rise"], ids=case_name)
def test_rise(case: dict[str, Any]) -> None:
    """What a won deal does to the levels of both sides."""
    moved = rise(
        Grade.parse(case["from"]),
        Grade.parse(case.get("others_from", "2")),
        won(case["result"]),
        ruleset_with(case.get("switches", {})),
        deal_level=Level.parse(case["deal_level"]) if "deal_level" in case else None,
        fell_back=case.get("fell_back", False),
    )

    assert moved.winner.label == case["to"]
    assert moved.loser.label == case.get("others", "2")
    assert moved.surplus == case.get("surplus", 0)


@pytest.mark.parametrize("case", TABLE["ace"], ids=case_name)
def test_tries_at_ace(case: dict[str, Any]) -> None:
    """Deals at A pass it, leave the side there, or send it back."""
    ruleset = ruleset_with(case.get("switches", {}))
    standing = AceTry(Grade.ACE, NO_TRIES)

    for attempt in case["attempts"]:
        assert standing.grade is Grade.ACE, "no try is left once a side has gone"
        result = None if attempt == "lost" else won(attempt)
        standing = try_ace(US, result, standing.record, ruleset)

    assert standing.grade.label == case["level"]
    assert standing.passed is (case["level"] == "A+")


def test_a_fall_back_starts_the_count_again_and_is_remembered() -> None:
    """A side that has fallen has three new tries, and its first win may be worth something else."""
    ruleset = ruleset_with({"ace.fail_limit": 1})

    assert try_ace(US, None, NO_TRIES, ruleset).record == AceRecord(failed=0, fell_back=True)


@pytest.mark.parametrize(("tries", "left"), [("total", 2), ("in_a_row", 0)])
def test_a_demotion_breaks_a_row_but_not_a_total(tries: str, left: int) -> None:
    """连续三次 is broken off when the side leaves A, 总计三次 is not."""
    assert left_ace(AceRecord(failed=2), ruleset_with({"ace.tries": tries})).failed == left


def test_a_deal_won_by_the_others_is_a_failed_try() -> None:
    """Whose result it is decides, not how good it is."""
    theirs = DealResult(THEM, 2)

    assert try_ace(US, theirs, NO_TRIES, Ruleset()).record.failed == 1


def test_a_side_past_ace_does_not_rise() -> None:
    """The game was over; asking is a slip of the caller."""
    with pytest.raises(ValueError, match="passed A"):
        rise(Grade.PAST_ACE, Grade.TWO, won("1-2"), Ruleset())


@given(
    ours=st.sampled_from([grade for grade in Grade if grade <= Grade.ACE]),
    theirs=st.sampled_from([grade for grade in Grade if grade <= Grade.ACE]),
    result=st.sampled_from(["1-2", "1-3", "1-4"]),
    overshoot=st.sampled_from(["cap", "demote_opponents"]),
)
def test_levels_stay_on_the_scale(ours: Grade, theirs: Grade, result: str, overshoot: str) -> None:
    """No rise jumps over A, lowers the winners or raises the losers; no level is lost twice."""
    ruleset = ruleset_with({"advance.overshoot": overshoot})

    moved = rise(ours, theirs, won(result), ruleset)

    assert ours <= moved.winner <= Grade.ACE
    assert Grade.TWO <= moved.loser <= theirs
    if ours < Grade.ACE:
        assert moved.winner - ours + moved.surplus == moved.steps


@pytest.mark.parametrize(
    ("order", "result", "last"),
    [
        ("E W", "1-2", None),
        ("E W S N", "1-2", "N"),
        ("E N W", "1-3", "S"),
        ("E N S W", "1-4", "W"),
        ("S E W", "1-4", "N"),
    ],
)
def test_finish_tells_the_result(order: str, result: str, last: str | None) -> None:
    """Three seats name the fourth; a double-down needs two."""
    finish = Finish.of([Seat(seat) for seat in order.split()])

    assert str(finish.result) == result
    assert finish.result.winner is finish.first_out.side
    assert (finish.last_out and finish.last_out.value) == last


@pytest.mark.parametrize(
    ("order", "why"),
    [("", "nobody out"), ("E", "not over"), ("E N", "not over"), ("E N E", "goes out once")],
)
def test_an_unfinished_deal_has_no_finish(order: str, why: str) -> None:
    """A finish that cannot be is refused with what was found."""
    with pytest.raises(FinishError, match=why):
        Finish.of([Seat(seat) for seat in order.split()])


def test_a_partner_cannot_come_in_first_as_well() -> None:
    """Places of the partner are second to fourth."""
    with pytest.raises(FinishError, match="2nd, 3rd or 4th, not 1"):
        DealResult(US, 1)
