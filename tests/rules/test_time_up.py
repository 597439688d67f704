"""What happens when the clock of a round has run out."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.game import Game, after_deal
from referee.rules.grade import Grade
from referee.rules.result import DealResult
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Side
from referee.rules.time_up import (
    Tie,
    TimeUp,
    Verdict,
    clock_ends_round,
    extra_deal,
    finishes_deal,
    game_time_up,
    time_up,
)
from tests.rules.switching import case_name, ruleset_with, table

TABLE = table("time_up")


def side(text: str | None) -> Side | None:
    return None if text is None else Side(text)


@pytest.mark.parametrize("case", TABLE["end"], ids=case_name)
def test_time_up(case: dict[str, Any]) -> None:
    """Seven answers to equal levels, and one to unequal ones."""
    end = time_up(
        Grade.parse(case["levels"]["EW"]),
        Grade.parse(case["levels"]["NS"]),
        ruleset_with(case.get("switches", {})),
        Tie(
            reached_first=side(case.get("reached_first")),
            last_winner=side(case.get("last_winner")),
            declarer=side(case.get("declarer")),
        ),
        must_decide=case.get("must_decide", False),
    )

    assert end == TimeUp(Verdict(case["verdict"]), side(case.get("winner")))


@pytest.mark.parametrize("case", TABLE["in_progress"], ids=case_name)
def test_deal_in_progress(case: dict[str, Any]) -> None:
    """Whether the deal on the table still counts, by whether a card has been played."""
    ruleset = ruleset_with(case["switches"])

    assert finishes_deal(ruleset, play_begun=True) is case["begun"]
    assert finishes_deal(ruleset, play_begun=False) is case["unbegun"]


@pytest.mark.parametrize(
    ("tie_at_time", "winner"),
    [
        ("first_to_reach", Side.EAST_WEST),  # 5 in the first deal, the others in the third
        ("last_deal_first_out", Side.NORTH_SOUTH),
        ("not_declarer", Side.EAST_WEST),  # the last deal was played at N and S's 4
    ],
)
def test_a_game_knows_what_decides_its_tie(tie_at_time: str, winner: Side) -> None:
    """A game that was kept deal by deal needs nobody to be asked."""
    ruleset = ruleset_with({"round.tie_at_time": tie_at_time})
    game = Game.start(ruleset)
    for won_by, place in ((Side.EAST_WEST, 2), (Side.NORTH_SOUTH, 3)):
        game = after_deal(game, DealResult(won_by, place), ruleset)
    declared_last = game.declarer
    game = after_deal(game, DealResult(Side.NORTH_SOUTH, 4), ruleset)

    assert game.east_west.grade is game.north_south.grade
    assert game_time_up(game, ruleset, declared_last=declared_last).winner is winner


def test_the_extra_deal_has_a_level_of_its_own_and_no_declarer() -> None:
    """加赛 is played at 2 unless the event says otherwise (AMB-20)."""
    game = after_deal(Game.start(Ruleset()), DealResult(Side.EAST_WEST, 2), Ruleset())

    extra = extra_deal(game, Ruleset())

    assert (str(extra.level), extra.declarer) == ("2", None)
    assert extra.east_west == game.east_west


@pytest.mark.parametrize(
    ("switches", "deciding_game", "ends"),
    [
        ({}, True, True),
        ({"round.final_must_pass_ace": True}, False, True),
        ({"round.final_must_pass_ace": True}, True, False),  # 需过A才算胜利 (union-2024)
        ({"round.ends_by": ["game", "deals"]}, False, False),
    ],
)
def test_the_clock_ends_what_it_may(
    switches: dict[str, Any], deciding_game: bool, ends: bool
) -> None:
    """A round without a time, or a game for the first places, is played on."""
    assert clock_ends_round(ruleset_with(switches), deciding_game=deciding_game) is ends
