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


@pytest.mark.parametrize("case", TABLE["penalty"], ids=case_name)
def test_report_penalty(case: dict[str, Any]) -> None:
    """What a missing report costs the first time and after."""
    penalty = report_penalty(case["earlier"], ruleset_with(case["switches"]))

    assert penalty.remedy is ReportRemedy(case["remedy"])
    assert (penalty.step and penalty.step.value) == case.get("step")
    assert penalty.trick_lost is case.get("trick_lost", False)
