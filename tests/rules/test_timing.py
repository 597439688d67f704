"""Slow plays in stages, and sides that come too late."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.timing import Clocked, arrived_in_time, late_forfeits, sorting_over, timed
from tests.rules.switching import case_name, ruleset_with, table

TABLE = table("timing")


@pytest.mark.parametrize("case", TABLE["clock"], ids=case_name)
def test_clock(case: dict[str, Any]) -> None:
    """Each sheet's stages, at the second they come and just before."""
    found = timed(Clocked(case["clock"]), case["seconds"], ruleset_with(case["switches"]))

    assert found.over_limit is ("step" in case)
    assert (found.step and found.step.value) == case.get("step")
    assert (found.penalty and found.penalty.value) == case.get("penalty")
    assert found.next_stage_at == case.get("next")


@pytest.mark.parametrize("case", TABLE["late"], ids=case_name)
def test_lateness(case: dict[str, Any]) -> None:
    """Both players must be seated, or the round is forfeited past the limit."""
    late = late_forfeits(
        case["minutes"],
        ruleset_with(case.get("switches", {})),
        excused=case.get("excused", False),
    )

    assert late is case["forfeits"]


@given(st.lists(st.integers(0, 120), min_size=2, max_size=9))
def test_a_clock_never_runs_back(seconds: list[int]) -> None:
    """The longer a player waits, the later the stage."""
    ruleset = ruleset_with({"clocks.stages": ["0 signal", "10 warning", "20 violation", "30 foul"]})
    order = [stage.step for stage in ruleset.clocks.stages]
    reached = [timed(Clocked.PLAY, second, ruleset).step for second in sorted(seconds)]
    places = [-1 if step is None else order.index(step) for step in reached]

    assert places == sorted(places)


def test_sorting_ends_before_the_first_clock() -> None:
    """给予30秒的理牌时间，时间到比赛开始 (staff-2011 七.5)."""
    ruleset = ruleset_with({"clocks.sort_seconds": 30})

    assert not sorting_over(29.9, ruleset)
    assert sorting_over(30, ruleset)


def test_players_come_before_the_start() -> None:
    """提前10分钟到赛场 (general-never-demote 十二.1)."""
    ruleset = ruleset_with({"clocks.arrive_minutes": 10})

    assert arrived_in_time(10, ruleset)
    assert not arrived_in_time(9.5, ruleset)
