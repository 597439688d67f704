"""How deals and games follow each other, when a round is over, and what it counts then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.app.rulesets import ruleset_named
from referee.rules.grade import Grade
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Points
from referee.rules.seats import Seat, Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.rules.switches.rounds import DealInProgress, RoundEnd, TieAtTime
from referee.session.effects import DealEnded, Notice, Question, RoundEnded
from referee.session.events import FinishEntered, PlayTakenUp, RoundStarted, SideWithdrew
from referee.session.round_state import EndedBy, RoundOutcome, RoundState
from referee.session.step import next_deadline_ms
from referee.session.table import Phase
from tests.session.script import Script
from tests.session.tables import E, N, S, W, a_round, asked, in_play, of_kind, said, watched

EW, NS = Side.EAST_WEST, Side.NORTH_SOUTH
HOUR = 60 * 60


def with_round(ruleset_id: str, **changes: Any) -> Ruleset:
    ruleset = ruleset_named(ruleset_id)
    return replace(ruleset, round=replace(ruleset.round, **changes))


def state(script: Script) -> RoundState:
    assert script.table.round is not None
    return script.table.round


def outcome(script: Script) -> RoundOutcome:
    found = state(script).outcome
    assert found is not None
    return found


def deal(script: Script, finish: str) -> Script:
    """One whole deal entered by hand, whatever it owes before it."""
    if script.table.phase is Phase.DRAWING:
        script.play("+5 draw")
    if script.table.phase is not Phase.PLAYING:
        script.play("+5 finish " + finish)
    else:
        script.play("+60 finish " + finish)
    script.play("confirm")
    return script


def deals(rules: str | Ruleset, *finishes: str, **how: Any) -> Script:
    script = a_round(rules, **how)
    for finish in finishes:
        deal(script, finish)
    return script


def test_confirmed_finish_is_entered_and_the_next_deal_begins() -> None:
    """Level, declarer, places, result, steps and grades: one line of the score sheet."""
    script = deals("union-2024", "E N W")
    (row,) = state(script).sheet
    assert (row.number, str(row.level), row.declarer, row.finish) == (1, "2", None, (E, N, W, S))
    assert (str(row.result), row.steps) == ("1-3", 2)
    assert (row.east_west, row.north_south) == (Grade.FOUR, Grade.TWO)
    assert script.table.phase is Phase.DRAWING

    deal(script, "N E S")
    assert str(state(script).sheet[1].level) == "4"
    assert state(script).sheet[1].declarer is EW


def test_places_can_be_entered_when_the_device_has_not_seen_the_end() -> None:
    """A table with a dead camera is refereed to the end of the round."""
    script = in_play("union-2024", "E", "E C5", "finish N S")
    assert of_kind(script.done, DealEnded) == [DealEnded((N, S))]
    assert script.table.phase is Phase.ENDED
    script.play("finish N E S", "confirm")
    assert state(script).sheet[0].finish == (N, E, S, W)


def test_places_that_cannot_be_are_no_event() -> None:
    """Two seats that are no partners leave the deal open."""
    with pytest.raises(ValueError, match="not over"):
        FinishEntered(0, (E, N))


def test_nothing_can_be_confirmed_at_a_watched_table() -> None:
    """There is no score sheet there."""
    script = watched("E C9", "N pass", "W CT", left=(1, 5, 1, 3))
    before = script.table
    assert script.play("+0 confirm").table == before


def test_passing_a_ends_the_round_and_both_sides_sign() -> None:
    """National-2017 art. 13-14 and 27-28: 2:0 and 13 plus and minus the difference."""
    script = deals("national-2017", *["E W"] * 4, "E N W")
    assert of_kind(script.done, RoundEnded) == [RoundEnded(EW)]
    assert outcome(script) == RoundOutcome(
        EndedBy.GAME, EW, Points(2, 0), Points(26, 0), Grade.PAST_ACE, Grade.TWO
    )
    assert script.table.phase is Phase.ROUND_ENDED
    script.play("sign EW")
    assert script.table.phase is Phase.ROUND_ENDED
    script.play("sign EW")
    assert script.table.phase is Phase.ROUND_ENDED
    assert script.play("sign NS").table.phase is Phase.SIGNED


def test_a_must_be_played_and_is_not_passed_with_the_partner_last() -> None:
    """A必打; 1-4 at A plays A again."""
    script = deals("national-2017", *["E W"] * 4, "E N S")
    assert script.table.phase is Phase.DRAWING
    assert str(state(script).game.level) == "A"


def test_reaching_a_wins_where_the_sheet_says_so() -> None:
    """Jingfang 先打到A取胜."""
    script = deals("jingfang", *["E W"] * 4)
    assert outcome(script).ended_by is EndedBy.GAME
    assert outcome(script).winner is EW


def test_time_up_lets_the_deal_finish_once_play_has_begun() -> None:
    """AMB-20: the deal in progress is announced as the last, and counts."""
    script = in_play("huaian-detail", "E", "E C5")
    script.play(f"+{40 * 60} wait")
    assert said(script.done) == [(Notice.LAST_DEAL, None)]
    assert state(script).time_is_up
    script.play("finish E W", "confirm")
    assert outcome(script).ended_by is EndedBy.TIME
    assert outcome(script).winner is EW
    # 积分 2/1/0 and the difference itself: huaian-detail 一.4.
    assert outcome(script).match_points == Points(2, 0)
    assert outcome(script).level_points == Points(4, -4)


def test_time_up_before_the_first_card_ends_the_round_at_once() -> None:
    """Staff-2011 七.3: only a deal whose first card was played is finished."""
    script = in_play("staff-2011", "E")
    script.play(f"+{HOUR} wait")
    assert outcome(script).winner is None
    assert outcome(script).ended_by is EndedBy.TIME


def test_time_up_while_the_cards_are_in_hand_finishes_the_deal_under_rules_135() -> None:
    """四.2 打完在手牌; while they are still shuffled no deal is in hand."""
    held = deals("rules-135", "E N W")
    held.play("+5 draw", f"+{HOUR} wait")
    assert said(held.done) == [(Notice.LAST_DEAL, None)]

    shuffled = deals("rules-135", "E N W")
    shuffled.play(f"+{HOUR} wait")
    assert outcome(shuffled).winner is EW


def test_stopped_deal_does_not_count() -> None:
    """Where the deal in progress stops, the grades before it decide."""
    rules = with_round("national-2017", deal_in_progress=DealInProgress.STOP)
    script = deals(rules, "E N W")
    script.play("+5 draw", "S SA", "E C9", "S C3", f"+{HOUR} E C4")
    assert outcome(script).winner is EW
    assert script.done.verdict is not None
    assert script.done.verdict.finding.value == "not_now"


def test_time_up_while_places_wait_to_be_confirmed_makes_that_deal_the_last() -> None:
    """The finished deal counts; no other begins."""
    script = in_play("national-2017", "E", "finish E W", f"+{HOUR} wait")
    assert script.table.phase is Phase.ENDED
    script.play("confirm")
    assert outcome(script).ended_by is EndedBy.TIME


def test_breaks_do_not_count_as_time_of_the_round() -> None:
    """Paused for ten minutes, the round ends ten minutes later."""
    script = in_play("national-2017", "E", "pause", "+600 resume")
    script.play("grant 9000")
    assert next_deadline_ms(script.table) == (HOUR + 600) * 1000


def tied(tie: TieAtTime, *, must_decide: bool = False) -> Script:
    """A round whose time is up at equal grades: 1-4 for either side, then the clock."""
    rules = with_round("national-2017", tie_at_time=tie)
    script = deals(rules, "E N S", "N E W", must_decide=must_decide)
    script.play(f"+{HOUR} wait")
    return script


@pytest.mark.parametrize(
    ("tie", "must_decide", "winner"),
    [
        (TieAtTime.DRAW, False, None),  # huaian-detail 打平则双方各记1分
        (TieAtTime.EXTRA_DEAL_OR_DRAW, False, None),  # jiangsu-2017 in a points event
        (TieAtTime.LAST_DEAL_FIRST_OUT, False, NS),  # rules-135 四.2
        (TieAtTime.NOT_DECLARER, False, NS),  # qingyang-2018: EW declared the last deal
        (TieAtTime.FIRST_TO_REACH, False, EW),  # tongzhouwan-2013
    ],
)
def test_ties_at_time_that_need_no_more_cards(
    tie: TieAtTime, must_decide: bool, winner: Side | None
) -> None:
    """Seven answers (AMB-20): these five end the round at once."""
    script = tied(tie, must_decide=must_decide)
    assert outcome(script).winner is winner
    expected = Points(1, 1) if winner is None else Points(*((2, 0) if winner is EW else (0, 2)))
    assert outcome(script).match_points == expected
    assert outcome(script).level_points == Points(13, 13)


@pytest.mark.parametrize(
    ("tie", "must_decide"),
    [
        (TieAtTime.EXTRA_DEAL, False),
        (TieAtTime.EXTRA_GAME, False),  # union-2024: the first to rise is whoever wins a deal
        (TieAtTime.EXTRA_DEAL_OR_DRAW, True),
        (TieAtTime.DRAW, True),
    ],
)
def test_ties_at_time_that_are_played_off(tie: TieAtTime, must_decide: bool) -> None:
    """One deal at level 2 without tribute; its winners win and no level moves (AMB-20)."""
    script = tied(tie, must_decide=must_decide)
    assert script.table.phase is Phase.DRAWING
    assert state(script).extra
    script.play("draw", "lead S")
    assert script.table.deal is not None
    assert str(script.table.deal.level) == "2"
    script.play("S C5", "finish S N", "confirm")
    assert outcome(script).winner is NS
    assert (outcome(script).east_west, outcome(script).north_south) == (Grade.THREE, Grade.THREE)
    row = state(script).sheet[-1]
    assert (row.decides_tie, row.steps, row.number) == (True, 0, 3)


def test_tie_that_rests_on_a_fact_nobody_knows_is_named_by_the_chief_referee() -> None:
    """Tongzhouwan-2013 before any deal: nobody reached the level first."""
    rules = with_round("tongzhouwan-2013")
    script = a_round(rules, "lead E", "draw", f"+{2 * HOUR} wait")
    assert script.table.phase is Phase.TIED
    assert said(script.done) == [(Notice.DECIDE_ROUND, None)]
    script.play("decide NS")
    assert outcome(script) == RoundOutcome(
        EndedBy.DECISION, NS, Points(0, 2), Points(13, 13), Grade.TWO, Grade.TWO
    )


def test_number_of_deals_ends_a_round() -> None:
    """Jiangsu-2017 七.1: the higher level after the last deal."""
    rules = with_round("jiangsu-2017", deals=2, ends_by=(RoundEnd.DEALS,))
    script = deals(rules, "E N W", "N E W")
    assert outcome(script).ended_by is EndedBy.DEALS
    assert outcome(script).winner is EW


def test_equal_levels_after_the_last_deal_draw_in_a_points_event_only() -> None:
    """可加打一副牌: an extra deal in a knock-out, else a draw (AMB-20)."""
    rules = with_round("jiangsu-2017", deals=2, ends_by=(RoundEnd.DEALS,))
    assert outcome(deals(rules, "E N S", "N E W")).winner is None
    knock_out = deals(rules, "E N S", "N E W", must_decide=True)
    assert state(knock_out).extra


def test_deal_points_are_added_up_and_count_as_match_points() -> None:
    """Center-6deal: six deals at level 2 worth 3, 2 or 1; equal sums play on."""
    script = deals("center-6deal", *["E N W"] * 3, *["N E S"] * 2, "N S")
    assert str(state(script).sheet[-1].level) == "2"
    assert outcome(script) == RoundOutcome(
        EndedBy.DEALS, NS, Points(6, 7), Points(0, 0), None, None
    )
    equal = deals("center-6deal", *["E N W"] * 3, *["N E S"] * 3)
    assert state(equal).extra
    assert outcome(deal_of_extra(equal)).winner is EW


def deal_of_extra(script: Script) -> Script:
    script.play("draw", "lead E", "finish E W", "confirm")
    return script


def test_thirteen_points_win_at_once() -> None:
    """Two-deck-8deal 七.3."""
    script = deals("two-deck-8deal", *["E W"] * 4, "E N S")
    assert outcome(script).ended_by is EndedBy.GAME
    assert outcome(script).winner is EW


def test_foul_ends_the_deal_as_a_double_down_and_cancels_the_next_tribute() -> None:
    """National-2017 art. 15-16; the opponents name the leader, and nobody has duties."""
    script = in_play("national-2017", "E", "E C5", "penalty N foul by chief_referee")
    assert of_kind(script.done, DealEnded) == [DealEnded((E, W))]
    (row,) = state(script).sheet
    assert (row.finish, str(row.result), row.steps, row.fouled) == ((), "1-2", 3, N)
    script.play("draw")
    assert said(script.done) == [(Notice.NAME_LEADER, W)]
    assert script.table.tributes is None


def test_foul_is_only_counted_where_the_sheet_counts_it() -> None:
    """General-never-demote: three fouls of a side in a round lose it, +3 levels (AMB-27)."""
    script = in_play("general-never-demote", "E", "E C5")
    for _ in range(2):
        script.play("penalty N foul by chief_referee")
    assert script.table.phase is Phase.PLAYING
    script.play("penalty S foul by chief_referee")
    assert outcome(script).ended_by is EndedBy.PENALTY
    assert outcome(script).winner is EW
    assert outcome(script).east_west is Grade.FIVE
    assert state(script).penalties[-1].steps == (LadderStep.FOUL, LadderStep.ROUND_LOST)


def test_round_lost_by_the_ladder_under_jiangsu_counts_four_levels_above() -> None:
    """四.三.四: the second foul; 13±4 on the scale of 26."""
    script = in_play("jiangsu-2017", "E", "E C5", "penalty N foul by chief_referee")
    script.play("draw", "lead E", "E C5", "penalty S foul by chief_referee")
    assert outcome(script).winner is EW
    assert outcome(script).level_points == Points(17, 9)
    assert (outcome(script).east_west, outcome(script).north_south) == (Grade.SIX, Grade.TWO)


def test_foul_in_the_extra_deal_gives_it_to_the_others() -> None:
    """The winners of that deal win, however it ended."""
    script = tied(TieAtTime.EXTRA_DEAL)
    script.play("draw", "lead S", "S C5", "penalty W foul by chief_referee")
    assert outcome(script).winner is NS


def test_side_that_never_played_is_walked_over() -> None:
    """弃权: 18:0 in national-2017, 10:-10 in huaian-detail 十三."""
    assert outcome(a_round("national-2017", "withdraw NS")) == RoundOutcome(
        EndedBy.WITHDRAWAL, EW, Points(2, 0), Points(18, 0), None, None
    )
    assert outcome(a_round("huaian-detail", "withdraw EW")).level_points == Points(-10, 10)


def test_side_that_withdraws_later_loses_as_by_penalty() -> None:
    """A larger difference on the table stands (jiangsu-2017 四.三.四)."""
    script = deals("jiangsu-2017", "E W", "E W", "E N W")
    script.play("withdraw NS")
    assert outcome(script).level_points == Points(21, 5)


def test_best_of_three_plays_until_one_side_has_two_games() -> None:
    """Jingfang 一.3 三局两胜: each game begins at 2, penalties stay, match points 2:0."""
    script = deals("jingfang", *["E W"] * 4, best_of=3)
    assert said(script.done)[0] == (Notice.NEXT_GAME, None)
    assert state(script).wins == (EW,)
    assert state(script).game.east_west.grade is Grade.TWO
    for finish in (*["N S"] * 4, *["E W"] * 4):
        deal(script, finish)
    assert state(script).wins == (EW, NS, EW)
    assert outcome(script) == RoundOutcome(EndedBy.GAME, EW, Points(2, 0), Points(0, 0), None, None)
    assert [row.game for row in state(script).sheet] == [1] * 4 + [2] * 4 + [3] * 4
    assert [row.number for row in state(script).sheet] == list(range(1, 13))


def test_fouls_start_again_with_a_new_game_where_they_are_counted_over_games() -> None:
    """National-2017 art. 15-16: fouls by game, violations by round."""
    script = a_round("national-2017", best_of=3)
    script.play("penalty N foul by chief_referee", "penalty N violation")
    for _ in range(4):
        deal(script, "E W")
    deal(script, "E N W")
    tally = state(script).book.north_south
    assert (tally.fouls, tally.violations) == (0, 1)


def test_meeting_must_be_for_an_odd_number_of_games() -> None:
    """Most of two games is nobody's."""
    with pytest.raises(ValueError, match="odd number"):
        RoundStarted(0, Ruleset(), best_of=2)


def test_last_rounds_that_must_pass_a_have_no_clock() -> None:
    """Union-2024: places 1 to 3 “需过A才算胜利”."""
    script = deals("union-2024", "E W", must_pass_ace=True)
    script.play(f"+{3 * HOUR} draw")
    assert script.table.phase is Phase.TRIBUTE
    assert not state(script).time_is_up


def test_play_off_by_reaching_a_goes_on_where_a_must_be_passed() -> None:
    """Reaching A ends nothing then."""
    script = deals("jingfang", *["E W"] * 4, must_pass_ace=True)
    assert script.table.phase is Phase.DRAWING


def test_fallen_back_side_starts_again() -> None:
    """Kangnaixin-2014: three tries in a row at A, then J."""
    script = deals("kangnaixin-2014", *["E W"] * 4, "E N W", "E N W", "E N W")
    assert state(script).game.east_west.grade is Grade.JACK


def test_round_of_fresh_pairs_takes_nothing_over() -> None:
    """Penalties, cases and the sheet belong to a round."""
    script = in_play("national-2017", "E", "E CK", "N C9", "penalty E warning", "withdraw NS")
    script.play("sign EW", "sign NS")
    began = RoundStarted(script.table.now_ms, ruleset_named("union-2024"), "A", "B")
    script.take(began)
    assert script.table.cases == ()
    assert state(script).names == ("A", "B")
    assert state(script).sheet == ()


def test_ruling_after_the_round_counts_until_both_have_signed() -> None:
    """An open case may still lose the round; the result is signed anew."""
    script = deals("general-never-demote", *["E W"] * 4, "E N W")
    assert outcome(script).winner is EW
    script.play("sign NS")
    for _ in range(3):
        script.play("penalty E foul by chief_referee")
    assert outcome(script).winner is NS
    assert state(script).signed == frozenset()


def test_result_that_is_not_there_cannot_be_confirmed() -> None:
    """Places come first."""
    script = in_play("national-2017", "E", "E C5")
    before = script.table
    assert script.play("+0 confirm").table == before


def test_side_ahead_in_points_wins_when_time_runs_out() -> None:
    """Where deals count points, levels say nothing (center-6deal with a clock)."""
    rules = with_round("center-6deal", ends_by=(RoundEnd.DEALS, RoundEnd.TIME))
    script = deals(rules, "E N W", "N E S", "N S")
    script.play(f"+{HOUR} wait")
    assert outcome(script).winner is NS
    assert outcome(script).match_points == Points(2, 5)


def test_withdrawal_is_the_chief_referees_to_enter() -> None:
    """As every lost round."""
    script = a_round("national-2017")
    script.take(SideWithdrew(script.table.now_ms, NS, Official.REFEREE))
    assert asked(script.done) == [Question.CHIEF_NEEDED]
    assert script.table.phase is Phase.DRAWING


def test_time_of_the_round_is_known_at_any_moment() -> None:
    """Breaks left out, also while one lasts."""
    script = a_round("national-2017", "+60 lead E", "pause", "+600 wait")
    assert state(script).used_ms(script.table.now_ms) == 62_000
    script.play("resume", "+8 wait", "resume")
    assert state(script).used_ms(script.table.now_ms) == 72_000


def test_watching_is_taken_up_again_in_mid_deal() -> None:
    """The camera was blind for a while: a person counts, and the next trick is led from there."""
    script = in_play("national-2017", "E", "E C5 S5", "N ?", "take_up W 9 0 5 12 N")
    assert said(script.done) == [(Notice.LEAD, W)]
    assert script.table.to_act == (W,)
    assert script.table.uncounted == frozenset()
    assert script.table.deal is not None
    assert (script.table.deal.finished, script.table.deal.trick) == ((N,), 2)
    script.play("W C9", "S CT", "E pass")
    assert script.table.to_act == (W,)  # N is out
    script.play("W C5")
    assert script.done.verdict is not None
    assert script.done.verdict.finding.value == "does_not_beat"


def test_cards_seen_before_are_known_when_watching_is_taken_up() -> None:
    """A third copy is doubted all the same."""
    script = in_play("national-2017", "E", "E C5 C5", "take_up W 9 9 5 12", "W C5")
    assert script.done.verdict is not None
    assert script.done.verdict.finding.value == "foreign_card"


def test_watching_can_be_taken_up_where_tribute_was_not_seen() -> None:
    """The cards have changed hands unseen; nothing is suspected about them."""
    script = deals("national-2017", "E W")
    script.play("+5 draw", "take_up N 27 27 27 27")
    assert script.table.phase is Phase.PLAYING
    assert script.table.deal is not None
    assert str(script.table.deal.level) == "5"
    assert script.table.tributes is None


def test_deal_that_would_be_over_is_not_taken_up() -> None:
    """Two partners out are a double-down: the places are entered instead."""
    script = in_play("national-2017", "E", "E C5")
    before = script.table
    assert asked(script.play("+0 take_up N 0 9 0 9 E W")) == [Question.RULING_NOT_POSSIBLE]
    assert script.table == before


@pytest.mark.parametrize(
    ("leader", "left", "out"),
    [
        (E, (28, 1, 1, 1), ()),
        (E, (0, 1, 1, 1), (E,)),
        (E, (1, 0, 1, 1), ()),
        (E, (1, 1, 1, 1), (N,)),
        (E, (1, 0, 0, 0), (N, W, S)),
    ],
)
def test_counts_that_cannot_be_are_no_event(
    leader: Seat, left: tuple[int, int, int, int], out: tuple[Seat, ...]
) -> None:
    """Whoever holds no cards is out, and whoever is out leads nothing."""
    with pytest.raises(ValueError, match=r"cards|out"):
        PlayTakenUp(0, leader, left, out)
