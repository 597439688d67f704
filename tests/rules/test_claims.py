"""Until when an irregularity is heard."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.claims import Pointed, Spoilt, appeal_accepted, claim
from referee.rules.ruleset import Ruleset
from tests.rules.switching import case_name, ruleset_with, table


@pytest.mark.parametrize("case", table("claims")["case"], ids=case_name)
def test_claim(case: dict[str, Any]) -> None:
    """In time or lapsed, and by whose word."""
    found = claim(
        Pointed(case["pointed"]),
        ruleset_with(case.get("switches", {})),
        about_deal=case.get("about_deal", False),
        spoilt=frozenset(map(Spoilt, case.get("spoilt", []))),
    )

    assert found.lapsed is case.get("lapsed", False)
    assert (found.decided_by and found.decided_by.value) == case.get("lapsed_by")


def test_an_appeal_has_half_an_hour() -> None:
    """在该轮比赛结束后30分钟内提出 (jiangsu-2017 五.一.1)."""
    assert appeal_accepted(30, Ruleset())
    assert not appeal_accepted(30.5, Ruleset())


def test_an_appeal_is_written_where_the_sheet_says_so() -> None:
    """提出书面申诉; elsewhere a word is enough."""
    assert not appeal_accepted(5, Ruleset(), written=False)
    assert appeal_accepted(5, ruleset_with({"officials.appeal_written": False}), written=False)
