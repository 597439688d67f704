"""Before the first lead: who does what, who leads, and when somebody has to say it."""

from __future__ import annotations

import pytest

from referee.rules.seats import Seat
from referee.session.effects import Notice
from referee.session.events import HandsDrawn, LeaderNamed
from referee.session.step import step
from referee.session.table import Phase
from tests.session.tables import E, N, S, W, a_round, said

SHUFFLE, CUT, DRAW = Notice.SHUFFLE, Notice.CUT, Notice.DRAW_FIRST


@pytest.mark.parametrize(
    ("ruleset_id", "shuffler", "cutter"),
    [
        ("jiangsu-2017", E, S),  # 三.二.2 东家洗牌、南家切牌
        ("huaian-detail", S, E),  # 七: south, his right hand
        ("kangnaixin-2014", N, W),  # 北家洗牌、西家切牌
    ],
)
def test_first_duties_are_announced(ruleset_id: str, shuffler: Seat, cutter: Seat) -> None:
    """Who shuffles and cuts the first deal; who draws first waits for the turned card."""
    assert said(a_round(ruleset_id).done) == [(SHUFFLE, shuffler), (CUT, cutter)]


def test_turned_card_counts_out_who_draws_first() -> None:
    """Jiangsu-2017 三.二.2: from south as one, counter-clockwise, by the points of the card."""
    assert said(a_round("jiangsu-2017").play("turn C6")) == [(DRAW, E)]
    assert said(a_round("jiangsu-2017").play("turn CA")) == [(DRAW, S)]


@pytest.mark.parametrize("card", ["SB", "HR", "H2"])
def test_joker_and_heart_level_are_cut_again(card: str) -> None:
    """Jiangsu-2017 三.二.2 “翻出的牌为王牌或红心2”: it does not count."""
    assert said(a_round("jiangsu-2017").play(f"turn {card}")) == [(Notice.CUT_AGAIN, None)]


def test_heart_level_counts_where_only_jokers_are_cut_again() -> None:
    """National-2017 art. 5: a joker is turned again, a heart 2 is not."""
    assert said(a_round("national-2017").play("turn H2"))[0][0] is DRAW
    assert said(a_round("national-2017").play("turn SB")) == [(Notice.CUT_AGAIN, None)]


def test_leader_named_while_cards_are_drawn_leads_when_they_are() -> None:
    """Whoever holds the turned card may say so at any time before."""
    script = a_round("union-2024", "lead W")
    assert script.table.phase is Phase.DRAWING
    assert said(script.play("draw")) == [(Notice.LEAD, W)]
    assert script.table.to_act == (W,)


def test_leader_is_asked_for_when_nobody_said_who_drew_the_turned_card() -> None:
    """A person has to say it; nobody is to act meanwhile."""
    script = a_round("union-2024", "draw")
    assert said(script.done) == [(Notice.NAME_LEADER, None)]
    assert script.table.phase is Phase.LEADER
    assert script.table.to_act == ()
    assert said(script.play("lead N")) == [(Notice.LEAD, N)]


@pytest.mark.parametrize(
    ("ruleset_id", "finish", "shuffler", "cutter", "draws"),
    [
        ("jiangsu-2017", "E N W", S, E, S),  # 上家 of 上游; 上游; 下游 draws
        ("jiangsu-2017", "E W", S, E, N),  # 双下: 下家 of 上游 draws
        ("union-2024", "E N W", S, E, S),  # 下游 shuffles
        ("general-never-demote", "E N W", S, E, N),  # 下家 of 上游 draws
        ("rules-135", "E N W", E, W, S),  # 四.4: 下家 and 上家 of 末游 S
        ("kangnaixin-2014", "E N W", E, E, S),
    ],
)
def test_later_duties_follow_from_the_finish(
    ruleset_id: str, finish: str, shuffler: Seat, cutter: Seat, draws: Seat
) -> None:
    """From the second deal the places of the deal before say who does what."""
    script = a_round(ruleset_id, "lead E", "draw", f"finish {finish}")
    assert said(script.play("confirm")) == [(SHUFFLE, shuffler), (CUT, cutter), (DRAW, draws)]


def test_duties_of_a_last_place_nobody_knows_are_left_out() -> None:
    """Rules-135 names shuffler, cutter and drawer by 末游, who is unknown after a double-down."""
    script = a_round("rules-135", "lead E", "draw", "finish E W")
    assert said(script.play("confirm")) == []


def test_card_turned_in_a_later_deal_means_nothing() -> None:
    """Only the first deal is drawn by a turned card."""
    script = a_round("jiangsu-2017", "lead E", "draw", "finish E N W", "confirm")
    assert said(script.play("turn C6")) == []


def test_deal_after_a_foul_has_no_duties_and_its_leader_is_named() -> None:
    """Jiangsu-2017 四.三.三: no tribute, 下家 of the offender or the chief referee names him."""
    script = a_round("jiangsu-2017", "lead E", "draw", "E C5")
    script.play("penalty W foul by chief_referee")
    assert script.table.phase is Phase.DRAWING
    assert said(script.done) == []
    assert said(script.play("turn C6")) == []
    assert said(script.play("draw")) == [(Notice.NAME_LEADER, S)]
    script.play("lead N")
    assert script.table.to_act == (N,)
    assert script.table.tributes is None


def test_leader_of_a_deal_is_forgotten_before_the_next() -> None:
    """The word of the first deal does not lead the second."""
    script = a_round("jingfang", "lead W", "draw", "finish E N W", "confirm", "draw")
    assert script.table.to_act == (E,)
    # 尾家不进贡: jingfang plays without tribute and 头家 leads.
    assert script.table.tributes is None


def test_what_does_not_belong_to_drawing_changes_nothing() -> None:
    """Cards on the table before the deal are nobody's play."""
    table = a_round("union-2024").table
    after = step(table, LeaderNamed(table.now_ms, E)).table
    assert after.leader is E
    drawn = step(after, HandsDrawn(table.now_ms)).table
    assert drawn.phase is Phase.PLAYING
    assert step(drawn, LeaderNamed(table.now_ms, W)).table == drawn
