"""What a round counts that one side lost without playing it out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.forfeits import round_lost, walk_over
from referee.rules.grade import Grade
from referee.rules.ruleset import Ruleset
from referee.rules.switches.penalties import ForfeitLevels
from tests.rules.switching import case_name, ruleset_with, table

TABLE = table("forfeits")


@pytest.mark.parametrize("case", TABLE["lost"], ids=case_name)
def test_round_lost(case: dict[str, Any]) -> None:
    """Levels and points of a round lost by penalty, in every wording."""
    forfeit = round_lost(
        Grade.parse(case["offender"]),
        Grade.parse(case["other"]),
        ruleset_with(case["switches"]),
    )

    assert (forfeit.winner and forfeit.winner.label) == case.get("winner_level")
    assert (forfeit.offender and forfeit.offender.label) == case.get("offender_level")
    assert list(forfeit.match_points) == case["match"]
    assert list(forfeit.level_points) == case["level"]


@pytest.mark.parametrize("case", TABLE["walk_over"], ids=case_name)
def test_walk_over(case: dict[str, Any]) -> None:
    """A round that one side did not come to."""
    forfeit = walk_over(ruleset_with(case["switches"]))

    assert list(forfeit.match_points) == case["match"]
    assert list(forfeit.level_points) == case["level"]


@given(
    offender=st.sampled_from([grade for grade in Grade if grade <= Grade.ACE]),
    other=st.sampled_from([grade for grade in Grade if grade <= Grade.ACE]),
)
def test_the_offender_never_gains(offender: Grade, other: Grade) -> None:
    """By the advised rules the offender falls or stays, and the winners end ahead by four."""
    forfeit = round_lost(offender, other, Ruleset())

    assert forfeit.winner is not None
    assert forfeit.offender is not None
    assert forfeit.offender <= offender
    assert forfeit.winner - forfeit.offender >= Ruleset().penalties.forfeit_levels


@pytest.mark.parametrize("scoring", ForfeitLevels)
def test_the_winners_never_get_less_than_the_offenders(scoring: ForfeitLevels) -> None:
    """Match points go to the side that kept the rules, however it is scored."""
    ruleset = ruleset_with({"penalties.forfeit_scoring": scoring.value})
    match = round_lost(Grade.TEN, Grade.TWO, ruleset).match_points

    assert match.ours > match.theirs
