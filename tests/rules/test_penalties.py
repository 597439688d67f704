"""Counters of a side and the ladder they climb."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.penalties import (
    CLEAN,
    LadderError,
    PenaltyBook,
    Tally,
    consequence,
    new_game,
    record,
)
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import FoulLeader, LadderStep
from tests.rules.switching import case_name, ruleset_with, table

GIVEN = (LadderStep.WARNING, LadderStep.VIOLATION, LadderStep.FOUL)


@pytest.mark.parametrize("case", table("penalties")["ladder"], ids=case_name)
def test_ladder(case: dict[str, Any]) -> None:
    """What the last of several penalties turns into."""
    ruleset = ruleset_with(case.get("switches", {}))
    tally = CLEAN

    steps: tuple[LadderStep, ...] = ()
    for name in case["given"]:
        recorded = record(tally, LadderStep(name), ruleset)
        tally, steps = recorded.tally, recorded.steps

    assert [step.value for step in steps] == case["becomes"]


@given(st.lists(st.sampled_from(GIVEN), max_size=30))
def test_units_are_counted_apart(steps: list[LadderStep]) -> None:
    """A counter holds what was given of its unit and what the unit below it made."""
    ruleset, tally = Ruleset(), CLEAN
    for step in steps:
        tally = record(tally, step, ruleset).tally

    warnings = steps.count(LadderStep.WARNING)
    violations = steps.count(LadderStep.VIOLATION) + warnings // 2
    assert tally == Tally(
        warnings=warnings,
        violations=violations,
        fouls=steps.count(LadderStep.FOUL) + violations // 2,
    )


def test_a_step_the_ladder_lacks_is_refused() -> None:
    """A sheet without violations cannot record one; the message names its steps."""
    ruleset = ruleset_with({"penalties.ladder": ["warning", "foul", "round_lost"]})

    with pytest.raises(LadderError, match=r"under-test knows no violation.*warning, foul, round_"):
        record(CLEAN, LadderStep.VIOLATION, ruleset)


def test_sides_have_books_of_their_own() -> None:
    """A penalty of one side leaves the other clean."""
    recorded = record(CLEAN, LadderStep.FOUL, Ruleset())

    book = PenaltyBook().put(Side.NORTH_SOUTH, recorded.tally)

    assert (book[Side.NORTH_SOUTH].fouls, book[Side.EAST_WEST]) == (1, CLEAN)
    assert book.put(Side.EAST_WEST, recorded.tally).east_west.fouls == 1


@pytest.mark.parametrize(("counted_over", "fouls"), [("round", 2), ("game", 0)])
def test_only_fouls_may_start_again_with_a_game(counted_over: str, fouls: int) -> None:
    """Fouls add up over a game in national-2017; everything else over the round."""
    book = PenaltyBook(Tally(warnings=1, violations=1, fouls=2, missed_reports=3), CLEAN)

    after = new_game(book, ruleset_with({"penalties.counted_over": counted_over}))

    assert after == PenaltyBook(
        Tally(warnings=1, violations=1, fouls=fouls, missed_reports=3), CLEAN
    )


def test_a_violation_gives_the_next_seat_a_choice() -> None:
    """由违规者的下家决定是否停止违规者一次出牌 (jiangsu-2017 四.三.二)."""
    cost = consequence(LadderStep.VIOLATION, Ruleset())

    assert cost.following_may_stop
    assert not cost.trick_lost
    assert cost.decided_by is Official.REFEREE


def test_a_violation_may_cost_the_trick() -> None:
    """Loss of the trick (national-2017 art. 15-16)."""
    ruleset = ruleset_with({"penalties.violation_effect": "trick_lost"})

    cost = consequence(LadderStep.VIOLATION, ruleset)

    assert cost.trick_lost
    assert not cost.following_may_stop


def test_a_foul_ends_the_deal() -> None:
    """本副牌结束，违规方双下，下副牌不进贡 (jiangsu-2017 四.三.三)."""
    cost = consequence(LadderStep.FOUL, Ruleset())

    assert cost.deal_ends
    assert not cost.next_deal_tribute
    assert not cost.round_lost
    assert cost.leader_named_by is FoulLeader.FOLLOWING_OR_CHIEF
    assert cost.decided_by is Official.CHIEF_REFEREE


def test_a_foul_may_only_be_counted() -> None:
    """Where the sheet ends nothing, the next deal has its tribute and its leader."""
    cost = consequence(LadderStep.FOUL, ruleset_with({"penalties.foul_effect": "recorded"}))

    assert not cost.deal_ends
    assert cost.next_deal_tribute
    assert cost.leader_named_by is None


@pytest.mark.parametrize("step", LadderStep)
def test_every_step_costs_something_from_somebody(step: LadderStep) -> None:
    """A new step cannot be added without saying what it costs and who gives it."""
    cost = consequence(step, Ruleset())

    assert cost.step is step
    assert cost.round_lost is (step in (LadderStep.ROUND_LOST, LadderStep.DISQUALIFICATION))
    assert cost.disqualified is (step is LadderStep.DISQUALIFICATION)


def test_a_tally_counts_from_nothing() -> None:
    """A clean side has no count of any kind."""
    assert set(astuple(CLEAN)) == {0}
