"""Rulesets and plans become stages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.rules.ruleset import Ruleset
from referee.rules.switches.rounds import Byes, Format, SameUnit, TournamentRules
from referee.tournament.pairings.double_knock_out import DoubleKnockOut
from referee.tournament.pairings.formats import Plan, stage_for
from referee.tournament.pairings.groups import GroupsThenFinal
from referee.tournament.pairings.knock_out import KnockOut
from referee.tournament.pairings.redrawn_knock_out import RedrawnKnockOut
from referee.tournament.pairings.round_robin import RoundRobin
from referee.tournament.pairings.stage import Stage
from referee.tournament.pairings.swiss import LaterRounds, Swiss
from tests.tournament.helpers import ADVISED, entries, lower_number_wins, play_out

PAIRS = entries(8, "AB")
TIE_BREAKS = ADVISED.scoring.tie_breaks


def ruleset(tournament: TournamentRules) -> Ruleset:
    """The advised ruleset with another format."""
    return replace(ADVISED, id="test-sheet", tournament=tournament)


@pytest.mark.parametrize(
    ("tournament", "plan", "stage"),
    [
        (
            TournamentRules(Format.SWISS, rounds=4),  # huaian-detail 一.2
            Plan(),
            Swiss(PAIRS, 4, "x", TIE_BREAKS),
        ),
        (
            TournamentRules(Format.POINTS_ROUNDS, rounds=3, same_unit=SameUnit.AVOIDED),  # wafang
            Plan(),
            Swiss(PAIRS, 3, "x", TIE_BREAKS, later_rounds=LaterRounds.LOT, clubs_apart=True),
        ),
        (TournamentRules(Format.ROUND_ROBIN), Plan(), RoundRobin(PAIRS, "x", TIE_BREAKS)),
        (
            TournamentRules(Format.KNOCK_OUT, byes=Byes.PLAY_OFF),  # jingfang
            Plan(third_place=True),
            RedrawnKnockOut(PAIRS, "x", byes=Byes.PLAY_OFF, third_place=True),
        ),
        (
            TournamentRules(Format.POINTS_KNOCK_OUT),  # rules-135
            Plan(seeded=(5, 1), redrawn=False),
            KnockOut(PAIRS, "x", (5, 1)),
        ),
        (
            TournamentRules(Format.DOUBLE_KNOCK_OUT),
            Plan(second_final=False),
            DoubleKnockOut(PAIRS, "x", second_final=False),
        ),
        (
            TournamentRules(  # staff-2011
                Format.GROUPS_THEN_FINAL,
                rounds=2,
                final_rounds=1,
                same_unit=SameUnit.AVOIDED_IN_FINAL,
            ),
            Plan(groups=2, through=1, best_next=1),
            GroupsThenFinal(
                PAIRS,
                groups=2,
                through=1,
                seed="x",
                tie_breaks=TIE_BREAKS,
                best_next=1,
                group_rounds=2,
                final_rounds=1,
                same_unit=SameUnit.AVOIDED_IN_FINAL,
            ),
        ),
    ],
    ids=lambda value: value.format.value if isinstance(value, TournamentRules) else "",
)
def test_sheets_become_stages(tournament: TournamentRules, plan: Plan, stage: Stage) -> None:
    """Every format of a ruleset has its stage, set as ruleset and plan say."""
    assert stage_for(PAIRS, "x", ruleset(tournament), plan) == stage


@pytest.mark.parametrize("form", Format)
def test_every_format_can_be_played(form: Format) -> None:
    """Every format ranks everybody once the last round is played."""
    stage = stage_for(PAIRS, "x", ruleset(TournamentRules(form, rounds=2)), Plan())
    _, results = play_out(stage, lower_number_wins)

    assert len(stage.places(results)) == len(PAIRS)


def test_a_missing_number_of_rounds_is_asked_for() -> None:
    """The message names the ruleset, the format and where to set it."""
    with pytest.raises(ValueError, match="test-sheet does not say how many rounds a swiss event"):
        stage_for(PAIRS, "x", ruleset(TournamentRules(Format.SWISS)), Plan())
