"""What is shown of a table: counts as far as allowed, lapsed claims, the sheet, lamps."""

from __future__ import annotations

import pytest

from referee.rules.claims import STANDS, Claim
from referee.rules.grade import Grade
from referee.rules.seats import Seat, Side
from referee.rules.switches.clocks import Step
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.session.claims import claim_on
from referee.session.counts import Viewer, shown_counts
from referee.session.effects import Announce, Buzz, Lamp, Notice
from referee.session.sheet import sheet_of
from referee.session.signals import STAGE_BUZZES, STAGE_LAMPS, all_lamps
from referee.session.table import Table
from referee.session.waiting import waiting_for
from tests.session.script import Script
from tests.session.tables import E, N, S, W, a_round, in_play, last_case, watched
from tests.session.test_suspicions import down_to


def test_referee_sees_every_count_that_is_known() -> None:
    """Counted by subtraction; a hand with unread cards is not known any more."""
    script = watched("E C5 S5", "N ?", "W CT CT")
    assert shown_counts(script.table, Viewer.REFEREE) == {E: 25, W: 25, S: 27}
    assert shown_counts(Table(), Viewer.REFEREE) == {}


@pytest.mark.parametrize(
    ("ruleset_id", "left", "before_report", "after_report", "when_asked"),
    [
        # Said once, nobody may ask again: national-2017 art. 12.
        ("national-2017", 10, {}, {}, {}),
        # By himself and whenever asked: general-never-demote 九.3, huaian-detail 九.
        ("general-never-demote", 6, {E: 6}, {E: 6}, {E: 6}),
        ("general-never-demote", 7, {}, {}, {}),
        ("huaian-detail", 10, {E: 10}, {E: 10}, {E: 10}),
        # Only when asked: union-2024 art. 8.
        ("union-2024", 10, {}, {}, {E: 10}),
        ("union-2024", 11, {}, {}, {}),
        # By himself: staff-2011 七.1.
        ("staff-2011", 6, {}, {E: 6}, {}),
    ],
)
def test_table_sees_counts_only_as_the_sheet_allows(
    ruleset_id: str,
    left: int,
    before_report: dict[Seat, int],
    after_report: dict[Seat, int],
    when_asked: dict[Seat, int],
) -> None:
    """AMB-25: a display of counts above the threshold would give away what the rules withhold."""
    script = down_to(left, ruleset_id)
    assert shown_counts(script.table, Viewer.TABLE) == before_report
    asking = frozenset({E, N})
    if not after_report:
        assert shown_counts(script.table, Viewer.TABLE, asked=asking) == when_asked
    script.play("E report")
    assert shown_counts(script.table, Viewer.TABLE) == after_report


def test_watched_table_shows_no_counts() -> None:
    """No ruleset, no permission."""
    assert shown_counts(watched(left=(3, 3, 3, 3)).table, Viewer.TABLE) == {}


def suspected(ruleset_id: str) -> Script:
    """W has laid a third copy, and only the referee knows."""
    return in_play(ruleset_id, "E", "E C9 C9", "N CT CT", "W C9 D9")


def test_claim_lapses_with_the_window_of_the_sheet() -> None:
    """At once; this trick (仅限于本圈牌); a trick late the right may lapse."""
    at_once, trick = suspected("yinbao-2017"), suspected("general-never-demote")
    late = suspected("national-2017")
    for script in (at_once, trick, late):
        assert claim_on(script.table, last_case(script)) == STANDS
        script.play("W back", "W pass")
    gone = Claim(lapsed=True, decided_by=None)
    assert claim_on(at_once.table, last_case(at_once)) == gone
    assert claim_on(trick.table, last_case(trick)) == STANDS
    assert claim_on(late.table, last_case(late)) == STANDS
    for script in (trick, late):
        script.play("S pass", "E pass", "N C3")
    assert claim_on(trick.table, last_case(trick)) == gone
    assert claim_on(late.table, last_case(late)) == Claim(True, Official.REFEREE)  # noqa: FBT003


def test_what_was_sounded_or_noted_was_pointed_out_at_once() -> None:
    """The device told the table, or a person did; no right has lapsed."""
    noted = in_play("yinbao-2017", "E", "E C5", "note N exposed_card C9", "N pass")
    assert claim_on(noted.table, last_case(noted)) == STANDS
    script = in_play("yinbao-2017", "E", "E C5", "W CK", "W back", "N pass", "W pass", "S pass")
    assert claim_on(script.table, last_case(script)) == STANDS


def test_wrong_tribute_concerns_the_whole_deal_and_lapses_with_the_next() -> None:
    """Jiangsu-2017 四.四.1: for what concerns the deal, a deal late."""
    script = a_round("jiangsu-2017", "lead E", "draw", "finish E N W", "confirm", "+5 draw")
    script.play("S SA", "E C9", "S SB", "E pass", "N pass", "W pass", "S C3")
    case = last_case(script)
    assert claim_on(script.table, case) == STANDS
    script.play("finish E N W", "confirm")
    assert claim_on(script.table, case).lapsed


def test_sheet_holds_everything_that_is_printed_and_signed() -> None:
    """Jiangsu-2017 八: W records, N checks; penalties are the referee's."""
    script = in_play("jiangsu-2017", "E", "finish E W", "confirm", east_west="甲", north_south="乙")
    script.play("+5 draw", "penalty N warning", "withdraw NS", "sign EW")
    sheet = sheet_of(script.table)

    assert sheet is not None
    assert (sheet.ruleset, sheet.names) == ("jiangsu-2017", ("甲", "乙"))
    assert (sheet.recorder, sheet.checkers) == (W, (N,))
    assert [(row.number, row.finish) for row in sheet.deals] == [(1, (E, W))]
    assert [(p.deal, p.seat, p.steps) for p in sheet.penalties] == [(2, N, (LadderStep.WARNING,))]
    assert sheet.tallies.north_south.warnings == 1
    assert sheet.grades == (Grade.FIVE, Grade.TWO)
    assert (sheet.points, str(sheet.level)) == ((3, 0), "5")
    assert sheet.outcome is not None
    assert sheet.signed == (Side.EAST_WEST,)
    assert sheet_of(watched().table) is None


def test_every_stage_has_its_lamp_and_its_sound() -> None:
    """Patterns are data: a new step cannot be added without them."""
    assert set(Step) == STAGE_LAMPS.keys() == STAGE_BUZZES.keys()


def test_panel_that_was_just_connected_is_told_all_lamps_and_hears_nothing() -> None:
    """A restarted device shows the same."""
    script = watched("E CK", "N C9", "S CA")
    assert [(order.seat, order.lamp) for order in all_lamps(script.table)] == [
        (E, Lamp.OFF),
        (N, Lamp.FAULT),
        (W, Lamp.OFF),
        (S, Lamp.FAULT),
    ]
    assert {order.buzz for order in all_lamps(script.table)} == {Buzz.SILENT}


def orders(*lines: str, rules: str = "national-2017") -> list[tuple[str, Seat | None]]:
    """What the table waits for after a script, as texts."""
    found = waiting_for(a_round(rules, *lines).table)
    return [
        (order.notice.value if isinstance(order, Announce) else order.question.value, order.seat)
        for order in found
    ]


SECOND_DEAL = ("lead E", "draw", "finish E W", "confirm")


def test_what_a_table_waits_for_can_be_asked_at_any_time() -> None:
    """A restarted device, or one whose record was corrected, tells it again."""
    assert orders() == [("shuffle", E), ("cut", W)]
    assert orders("turn C6") == [("shuffle", E), ("cut", W), ("draw_first", S)]
    assert orders("draw") == [("name_leader", None)]
    assert orders(*SECOND_DEAL) == [("cut", E), ("draw_first", N)]
    assert orders(*SECOND_DEAL, "draw") == [("pay_tribute", N), ("pay_tribute", S)]
    assert orders(*SECOND_DEAL, "draw", "N SA", "S SK") == [("return_card", E), ("return_card", W)]
    chosen = ("draw", "N SA", "S DA")
    assert orders(*SECOND_DEAL, *chosen, rules="poker-531") == [("choose_tribute", E)]
    assert orders(*SECOND_DEAL, *chosen, rules="tongzhouwan-2013") == [("name_last_out", None)]


def test_open_questions_of_play_can_be_asked_at_any_time() -> None:
    """Calls, unread cards, wild cards nobody declared, choices, reports, the last deal."""
    began = ("lead E", "draw")
    assert orders(*began) == []
    assert orders(*began, "E ?", "N call") == [("unread_cards", E), ("called", N)]
    assert orders(*began, "E C5 S5 C6 S6 H2 H2", rules="union-2024") == [("undeclared_wild", E)]
    assert orders(*began, "E C5 D6") == [("may_choose", S)]
    assert orders(*began, "E C5", "+3600 wait") == [("last_deal", None)]
    tribute = (*SECOND_DEAL, "draw", "+3600 wait")
    assert orders(*tribute, rules="rules-135")[-1] == ("last_deal", None)
    foul = ("E C5", "penalty N foul by chief_referee", "draw")
    assert orders(*began, *foul) == [("name_leader", W)]
    due = waiting_for(down_to(10, "national-2017").table)
    assert due == (Announce(Notice.REPORT_DUE, E),)
    assert waiting_for(Table()) == ()
