"""What only later plays show: reports missed or wrong, tributes that were wrong, laying orders."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.ruling import Fault
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.session.effects import Notice
from referee.session.table_settings import TableSettings
from referee.session.verdict import Finding
from tests.session.script import Script
from tests.session.tables import E, S, a_round, finding, in_play, last_case, said, sounded


def down_to(left: int, ruleset_id: str, **how: Any) -> Script:
    """A first deal in which E has laid straights and singles until *left* cards are in hand."""
    script = in_play(ruleset_id, "E", **how)
    straights = ["C3 C4 C5 C6 C7", "C8 C9 CT CJ CQ", "D3 D4 D5 D6 D7", "D8 D9 DT DJ DQ"]
    singles = ["S3", "S4", "S5", "S6", "S7", "S8"]
    while (held := script.table.deal.cards_left[E] if script.table.deal else 0) > left:
        cards = straights.pop(0) if held - 5 >= left else singles.pop(0)
        script.play(f"E {cards}")
        if script.table.deal is not None and script.table.deal.cards_left[E] > left:
            script.play("N pass", "W pass", "S pass")
    return script


def test_report_falls_due_at_ten_cards_and_not_before() -> None:
    """National-2017 art. 12: after the play that leaves ten or fewer."""
    assert said(down_to(11, "national-2017").done) == []
    script = down_to(10, "national-2017")
    assert said(script.done) == [(Notice.REPORT_DUE, E)]
    assert script.table.reports_due == frozenset({E})
    assert script.play("E report").table.reports_due == frozenset()


def test_report_falls_due_at_six_where_the_sheet_says_six() -> None:
    """General-never-demote 九.3."""
    assert said(down_to(7, "general-never-demote").done) == []
    assert said(down_to(6, "general-never-demote").done) == [(Notice.REPORT_DUE, E)]


def test_nobody_reports_by_himself_where_he_is_asked() -> None:
    """Union-2024 art. 8: only when asked."""
    assert said(down_to(9, "union-2024").done) == []


def test_missed_report_is_a_silent_case_with_the_sheets_penalty() -> None:
    """Art. 12: a warning; one case however long the silence lasts."""
    silent = down_to(10, "national-2017")
    silent.play("N pass", "W pass", "S pass", "E SQ", "N pass", "W pass", "S pass", "E SK")
    cases = silent.table.cases
    assert [(case.seat, case.fault, case.silent) for case in cases] == [
        (E, Fault.MISSED_REPORT, True)
    ]
    assert cases[0].proposal.step is LadderStep.WARNING
    assert sounded(silent.done) == []


def test_second_missed_report_of_a_side_costs_more() -> None:
    """Art. 12 “again: violation and loss of the trick”; the partner's counts for the side."""
    script = down_to(10, "national-2017")
    script.play("N pass", "W pass", "S pass", "E SQ", "rule 1 confirm")
    assert script.table.round is not None
    assert script.table.round.book.east_west.missed_reports == 1
    script.play("note W missed_report")
    assert last_case(script).proposal.step is LadderStep.VIOLATION
    assert last_case(script).proposal.offender_barred


def test_second_missed_report_is_a_foul_for_the_chief_referee_where_the_sheet_says_so() -> None:
    """Huaian-detail 九: first a warning, then a foul each time."""
    script = down_to(10, "huaian-detail")
    script.play("N pass", "W pass", "S pass", "E SQ", "rule 1 confirm", "note E missed_report")
    assert last_case(script).proposal.step is LadderStep.FOUL
    assert last_case(script).proposal.decided_by is Official.CHIEF_REFEREE


def test_report_above_the_threshold_is_none() -> None:
    """A disc put down too early does not count for later."""
    script = down_to(12, "national-2017")
    assert script.play("E report").table.reported == frozenset()


def test_wrong_number_reported_is_doubted() -> None:
    """报错牌张 (general-never-demote 九.3): the device counts by subtraction."""
    script = down_to(10, "national-2017")
    assert script.play("+0 E report 10").table.cases == ()
    script.play("E report 8")
    assert last_case(script).fault is Fault.MISSED_REPORT
    assert "told 8 cards and holds 10" in last_case(script).because


def test_reports_that_cannot_come_to_notice_are_not_missed() -> None:
    """A table without discs or keys hears nothing, so it suspects nothing."""
    script = down_to(10, "national-2017", settings=TableSettings(reports_seen=False))
    script.play("N pass", "W pass", "S pass", "E SQ")
    assert script.table.cases == ()


def test_laying_high_to_low_is_a_silent_case() -> None:
    """National-2017 art. 11: sequences low to high, left to right; first a warning."""
    script = in_play("national-2017", "E", "E C7 C6 C5 C4 D3")
    assert finding(script.done) is Finding.OK
    assert last_case(script).fault is Fault.WRONG_LAYING_ORDER
    assert last_case(script).proposal.step is LadderStep.WARNING
    assert in_play("national-2017", "E", "E C3 C4 C5 C6 D7").table.cases == ()
    assert in_play("union-2024", "E", "E C7 C6 C5 C4 D3").table.cases == ()


def test_laying_breaches_of_a_side_climb_to_a_violation() -> None:
    """Art. 11: warning, then violation and loss of the trick."""
    script = in_play("national-2017", "E", "E C7 C6 C5 C4 D3", "rule 1 confirm")
    script.play("N pass", "W D8 D7 D6 D5 S4")
    assert last_case(script).proposal.step is LadderStep.VIOLATION


def after_tribute(*lines: str, ruleset_id: str = "national-2017") -> Script:
    """A second deal: S, last in the first, has paid the ace of spades and got the nine of clubs."""
    script = a_round(ruleset_id, "lead E", "draw", "finish E N W", "confirm", "+5 draw")
    script.play("S SA", "E C9", *lines)
    return script


def test_higher_card_laid_later_proves_the_tribute_wrong() -> None:
    """National-2017 art. 19: his cards are void and he is last; the chief referee decides."""
    script = after_tribute("S SB")
    case = last_case(script)
    assert (case.seat, case.fault, case.silent) == (S, Fault.WRONG_TRIBUTE, True)
    assert case.because == "S paid SA and held SB"
    assert case.proposal.hand_void
    assert case.proposal.decided_by is Official.CHIEF_REFEREE
    assert sounded(script.done) == []


@pytest.mark.parametrize("cards", ["C9", "DA", "H4", "C5 S5"])
def test_received_equal_wild_and_lower_cards_prove_nothing(cards: str) -> None:
    """The returned card, another ace, the wild card (level 4) and anything lower are no proof."""
    assert after_tribute(f"S {cards}").table.cases == ()


def test_a_wrong_tribute_is_suspected_once() -> None:
    """Each seat is put before the referee once a deal."""
    script = after_tribute("S SB", "E pass", "N pass", "W pass", "S HR")
    assert len(script.table.cases) == 1


def test_low_card_laid_later_proves_a_high_return_wrong() -> None:
    """AMB-13: the limit may only be exceeded by a hand without a card within it."""
    script = a_round("union-2024", "lead E", "draw", "finish E N W", "confirm", "+5 draw")
    script.play("S SA", "E CJ", "rule 1 let_stand", "S CK", "E pass", "N pass", "W pass")
    script.play("S C5", "E C6")
    case = last_case(script)
    assert (case.seat, case.fault) == (E, Fault.WRONG_RETURN)
    assert case.because == "E returned CJ and held C6"


def test_both_red_jokers_of_the_payers_prove_that_none_was_due() -> None:
    """必须抗贡 (union-2024): they paid one and laid the other."""
    script = a_round("union-2024", "lead E", "draw", "finish E W", "confirm", "+5 draw")
    script.play("N HR", "S SA", "E C3", "W C3", "N HR")
    assert last_case(script).because == "the payers held both red jokers and paid"


def test_cards_shown_by_a_play_that_was_taken_back_are_forgotten() -> None:
    """It may have been another seat's; the case stays for the referee to dismiss."""
    script = after_tribute("S SB", "S back")
    assert script.table.tributes is not None
    assert script.table.tributes.shown[S] == ()
    assert len(script.table.cases) == 1


def test_cards_that_were_let_stand_are_shown_cards_too() -> None:
    """A ruling does not hide what they prove."""
    script = after_tribute("S C3", "N C4", "S HR", "rule 2 let_stand")
    assert (last_case(script).seat, last_case(script).fault) == (S, Fault.WRONG_TRIBUTE)


def test_limit_of_a_return_depends_on_whose_card_it_was() -> None:
    """National-2017 art. 10: ten or lower to one's partner, any card to an opponent."""
    mate = a_round("national-2017", "lead E", "draw", "finish E N S", "confirm", "+5 draw")
    mate.play("W SA", "E CJ", "rule 1 let_stand", "W C4", "S pass", "E C6")
    assert last_case(mate).because == "E returned CJ and held C6"
    opponent = after_tribute("S C3", "E C6")
    assert opponent.table.cases == ()
