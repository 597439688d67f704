"""A whole game, deal by deal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.ace import AceRecord
from referee.rules.game import (
    Game,
    GameEnd,
    Reason,
    SideStanding,
    after_deal,
    count_end,
    game_end,
)
from referee.rules.grade import Grade
from referee.rules.level import Level
from referee.rules.result import DealResult
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Side
from tests.rules.switching import ruleset_with

EW, NS = Side.EAST_WEST, Side.NORTH_SOUTH


def played(ruleset: Ruleset, *deals: tuple[Side, int], start: Game | None = None) -> Game:
    game = start or Game.start(ruleset)
    for winner, partner_place in deals:
        game = after_deal(game, DealResult(winner, partner_place), ruleset)
    return game


def at(east_west: str, north_south: str, declarer: Side, ace: AceRecord | None = None) -> Game:
    """A game in which *declarer* has just won and plays its own level."""
    grades = {EW: Grade.parse(east_west), NS: Grade.parse(north_south)}
    game = Game(
        SideStanding(grades[EW]),
        SideStanding(grades[NS]),
        Level.parse(grades[declarer].label),
        declarer,
    )
    if ace is not None:
        game = game.put(declarer, SideStanding(grades[declarer], ace))
    return game


def test_the_next_deal_is_played_at_the_winners_level() -> None:
    """级牌 is the level the last first out rose to (jiangsu-2017)."""
    game = played(Ruleset(), (EW, 2), (NS, 4), (EW, 3))

    assert (game.east_west.grade, game.north_south.grade) == (Grade.SEVEN, Grade.THREE)
    assert (str(game.level), game.declarer, game.deals) == ("7", EW, 3)
    assert (game.east_west.reached_in_deal, game.north_south.reached_in_deal) == (3, 2)


def test_reaching_ace_is_not_passing_it() -> None:
    """A must be played: the deal that reaches it is no try."""
    game = played(Ruleset(), (EW, 2), start=at("Q", "9", EW))

    assert game.east_west.grade is Grade.ACE
    assert not game_end(game, Ruleset()).over


def test_a_deal_at_the_own_ace_passes_it() -> None:
    """First and third at A end the game."""
    game = played(Ruleset(), (EW, 3), start=at("A", "9", EW))

    assert game_end(game, Ruleset()) == GameEnd(EW, Reason.PASSED_ACE)


def test_a_win_at_the_opponents_level_does_not_pass_ace() -> None:
    """The level of that deal was not A (AMB-15)."""
    start = at("A", "9", NS)

    game = played(Ruleset(), (EW, 2), start=start)

    assert game.east_west.grade is Grade.ACE
    assert str(game.level) == "A"
    assert not game_end(game, Ruleset()).over


def test_a_win_at_the_opponents_ace_does_not_pass_it_either() -> None:
    """Both stand at A; only the side whose level it is tries."""
    ruleset = ruleset_with({"ace.fail_limit": 3})

    game = played(ruleset, (EW, 2), start=at("A", "A", NS))

    assert game.east_west.grade is Grade.ACE
    assert (game.east_west.ace.failed, game.north_south.ace.failed) == (0, 1)


def test_a_lost_deal_at_ace_can_send_the_declarers_back() -> None:
    """Third failed try, lost to the opponents: they declare, the side starts from 2."""
    ruleset = ruleset_with({"ace.fail_limit": 3})

    game = played(ruleset, (NS, 4), start=at("A", "9", EW, AceRecord(failed=2)))

    assert (game.east_west.grade, game.north_south.grade) == (Grade.TWO, Grade.TEN)
    assert game.east_west.ace == AceRecord(fell_back=True)
    assert (str(game.level), game.declarer) == ("T", NS)


def test_a_won_deal_at_ace_can_send_the_declarers_back_too() -> None:
    """First and last for the third time: they declare the level they fell to."""
    ruleset = ruleset_with({"ace.fail_limit": 3, "ace.fallback": "J"})

    game = played(ruleset, (EW, 4), start=at("A", "9", EW, AceRecord(failed=2)))

    assert (game.east_west.grade, str(game.level), game.declarer) == (Grade.JACK, "J", EW)


def test_the_first_win_after_a_fall_back_is_remembered_once() -> None:
    """从3开始打 (poker-531), and the win after that counts in full again."""
    ruleset = ruleset_with({"ace.fail_limit": 3, "ace.after_fallback": "straight_to_three"})
    fallen = at("2", "9", EW, AceRecord(fell_back=True))

    once = played(ruleset, (EW, 2), start=fallen)
    twice = played(ruleset, (EW, 2), start=once)

    assert (once.east_west.grade, twice.east_west.grade) == (Grade.THREE, Grade.SIX)


def test_surplus_and_fall_back_add_up_to_the_lower_level() -> None:
    """A side demoted from its own A by the deal that also was its last try ends at the fallback."""
    ruleset = ruleset_with(
        {
            "ace.fail_limit": 3,
            "advance.overshoot": "demote_opponents",
            "advance.double_down": 5,
            "advance.first_third": 3,
        }
    )

    game = played(ruleset, (NS, 2), start=at("A", "Q", EW, AceRecord(failed=2)))

    assert (game.east_west.grade, game.north_south.grade) == (Grade.TWO, Grade.ACE)


@pytest.mark.parametrize(("tries", "failed"), [("total", 1), ("in_a_row", 0)])
def test_a_side_demoted_from_ace_keeps_a_total_only(tries: str, failed: int) -> None:
    """The lost deal was a try; being demoted by its surplus breaks a row of them."""
    ruleset = ruleset_with(
        {
            "ace.fail_limit": 3,
            "ace.tries": tries,
            "advance.overshoot": "demote_opponents",
            "advance.double_down": 5,
            "advance.first_third": 3,
        }
    )

    game = played(ruleset, (NS, 2), start=at("A", "Q", EW))

    assert (game.east_west.grade, game.east_west.ace.failed) == (Grade.JACK, failed)


def test_reaching_ace_wins_where_the_sheet_says_so() -> None:
    """每场比赛先打到A取胜 (jingfang)."""
    ruleset = ruleset_with({"ace.passed_by": "reached", "ace.must_be_played": False})

    game = played(ruleset, (NS, 2), start=at("9", "Q", NS))

    assert game_end(game, ruleset) == GameEnd(NS, Reason.REACHED_ACE)


SIX_DEALS = {"advance.unit": "points", "round.ends_by": ["deals"], "round.deals": 6}


def test_deal_points_leave_every_deal_at_two() -> None:
    """每局比赛都打2，积分采用1-3积分规则 (center-6deal)."""
    ruleset = ruleset_with(SIX_DEALS)

    game = played(ruleset, (EW, 2), (NS, 3), (EW, 4))

    assert (game.east_west.points, game.north_south.points) == (4, 2)
    assert str(game.level) == "2"
    assert {game.east_west.grade, game.north_south.grade} == {Grade.TWO}


def test_a_tie_after_the_last_deal_is_played_off() -> None:
    """六局后积分相同，则加赛一局，获胜方晋级 (center-6deal)."""
    ruleset = ruleset_with(SIX_DEALS | {"round.tie_at_time": "extra_deal"})

    level = played(ruleset, *[(EW, 3), (NS, 3)] * 3)
    decided = played(ruleset, (NS, 4), start=level)

    assert game_end(level, ruleset) == GameEnd(None, Reason.EXTRA_DEAL)
    assert game_end(decided, ruleset) == GameEnd(NS, Reason.DEALS)


EIGHT_DEALS = ruleset_with(
    {"round.ends_by": ["game", "deals", "points"], "round.deals": 8, "round.points": 13}
)


@pytest.mark.parametrize(
    ("ours", "theirs", "deals", "end"),
    [
        (9, 7, 8, GameEnd(EW, Reason.DEALS)),
        (7, 9, 8, GameEnd(NS, Reason.DEALS)),
        (8, 8, 8, GameEnd(None, Reason.EXTRA_DEAL)),
        (13, 2, 5, GameEnd(EW, Reason.POINTS)),
        (12, 2, 5, GameEnd(None)),
    ],
)
def test_points_and_deals_end_a_game(ours: int, theirs: int, deals: int, end: GameEnd) -> None:
    """Eight deals or thirteen points, whichever comes first (two-deck-8deal 七)."""
    assert count_end({EW: ours, NS: theirs}, deals, EIGHT_DEALS) == end


def test_a_tie_may_stand() -> None:
    """打平 where the sheet knows a draw."""
    ruleset = ruleset_with(
        {"round.ends_by": ["deals"], "round.deals": 4, "round.tie_at_time": "draw"}
    )

    assert count_end({EW: 5, NS: 5}, 4, ruleset) == GameEnd(None, Reason.DRAW)


def test_without_points_the_higher_level_counts_after_the_last_deal() -> None:
    """打完规定的副数后，升级数高的一方获胜 (jiangsu-2017 七.1)."""
    ruleset = ruleset_with({"round.ends_by": ["game", "deals"], "round.deals": 2})

    game = played(ruleset, (EW, 4), (NS, 3))

    assert game_end(game, ruleset) == GameEnd(NS, Reason.DEALS)


@given(
    st.lists(st.tuples(st.sampled_from(Side), st.sampled_from([2, 3, 4])), max_size=60),
    st.sampled_from([0, 1, 3]),
    st.sampled_from(["cap", "demote_opponents"]),
)
def test_any_game_keeps_its_books(
    deals: list[tuple[Side, int]], limit: int, overshoot: str
) -> None:
    """Whatever is won, levels stay on the scale and the winners of the last deal declare."""
    ruleset = ruleset_with({"ace.fail_limit": limit, "advance.overshoot": overshoot})
    game = Game.start(ruleset)

    for winner, place in deals:
        if game_end(game, ruleset).over:
            break
        game = after_deal(game, DealResult(winner, place), ruleset)
        assert game.declarer is winner
        assert str(game.level) == min(game[winner].grade, Grade.ACE).label
        assert all(game[side].grade >= Grade.TWO for side in Side)
        assert all(game[side].ace.failed < max(limit, len(deals) + 1) for side in Side)
