"""Hints, signals, and players who change."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.conduct import changed_partner, illegal_information
from referee.rules.switches.penalties import LadderStep
from tests.rules.switching import ruleset_with


@pytest.mark.parametrize(
    ("switches", "step"),
    [
        ({"penalties.illegal_information": "foul"}, LadderStep.FOUL),  # jiangsu-2017
        (
            {"penalties.illegal_information": "disqualification"},  # union-2024
            LadderStep.DISQUALIFICATION,
        ),
        ({"penalties.illegal_information": "forbidden"}, LadderStep.WARNING),  # staff-2011
        (
            {"penalties.illegal_information": "forbidden", "penalties.ladder": ["foul"]},
            LadderStep.FOUL,  # huaian-detail names no milder step
        ),
    ],
)
def test_illegal_information(switches: dict[str, Any], step: LadderStep) -> None:
    """What the sheet names, or the mildest step of its ladder."""
    assert illegal_information(ruleset_with(switches)) is step


@pytest.mark.parametrize(
    ("substitution", "consented", "step"),
    [
        ("forfeit", True, LadderStep.ROUND_LOST),  # most plans
        ("consent", True, None),  # rules-135 四.6
        ("consent", False, LadderStep.ROUND_LOST),
        ("disqualify", False, LadderStep.DISQUALIFICATION),  # jiangsu-2017
    ],
)
def test_changed_partner(substitution: str, consented: bool, step: LadderStep | None) -> None:
    """A pair stays a pair, unless the sheet lets it ask first."""
    ruleset = ruleset_with({"seating.substitution": substitution})

    assert changed_partner(ruleset, consented=consented) is step
