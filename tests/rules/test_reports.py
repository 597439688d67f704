"""Telling that few cards are left."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.reports import ReportRemedy, report_duty, report_penalty
from tests.rules.switching import case_name, ruleset_with, table

TABLE = table("reports")


@pytest.mark.parametrize("case", TABLE["duty"], ids=case_name)
def test_report_duty(case: dict[str, Any]) -> None:
    """Who must speak by himself, who must answer, and whether anybody may ask."""
    duty = report_duty(
        case["left"],
        ruleset_with(case["switches"]),
        asked=case.get("asked", False),
        reported=case.get("reported", False),
    )

    assert duty.must_announce is case["announce"]
    assert duty.must_answer is case["answer"]
    assert duty.may_ask is case["may_ask"]


@pytest.mark.parametrize(("left", "disc"), [(11, False), (10, True), (1, True), (0, False)])
def test_report_disc(left: int, disc: bool) -> None:
    """The disc lies in its circle from ten cards on, where the event gives discs out."""
    with_discs = ruleset_with({"play.report_at": 10, "play.report_disc": True})

    assert report_duty(left, with_discs).must_lay_disc is disc
    assert not report_duty(left, ruleset_with({"play.report_at": 10})).must_lay_disc


@pytest.mark.parametrize("case", TABLE["penalty"], ids=case_name)
def test_report_penalty(case: dict[str, Any]) -> None:
    """What a missing report costs the first time and after."""
    penalty = report_penalty(case["earlier"], ruleset_with(case["switches"]))

    assert penalty.remedy is ReportRemedy(case["remedy"])
    assert (penalty.step and penalty.step.value) == case.get("step")
    assert penalty.trick_lost is case.get("trick_lost", False)
