"""Rulings: carried out as the sheet says, or refused without a trace."""

from __future__ import annotations

import pytest

from referee.rules.cards import parse_cards
from referee.rules.combinations import Kind
from referee.rules.remedies import Choice
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.penalties import LadderStep
from referee.session.cases import CaseState
from referee.session.effects import DealEnded, Lamp, Notice, Question
from referee.session.signals import lamp
from referee.session.table import Phase
from referee.session.verdict import Finding
from tests.session.script import Script
from tests.session.tables import (
    E,
    N,
    S,
    W,
    a_round,
    asked,
    finding,
    in_play,
    last_case,
    of_kind,
    said,
    watched,
)


def to_act(script: Script) -> Seat:
    (seat,) = script.table.to_act
    return seat


def test_confirmed_play_out_of_turn_bars_the_offender_from_this_trick() -> None:
    """National-2017 art. 18: taken up, no play in this trick, the next player goes on."""
    script = in_play("national-2017", "E", "E C5", "W CK", "rule 1 confirm")
    assert last_case(script).state is CaseState.CONFIRMED
    assert script.table.refused == ()
    assert to_act(script) is N

    script.play("N C6")
    assert to_act(script) is S  # W is passed over
    script.play("S pass", "E pass")
    assert to_act(script) is N
    script.play("N C3")
    assert to_act(script) is W  # the next trick is W's again


def test_partner_of_the_offender_may_not_lead_the_type_that_was_shown() -> None:
    """Art. 18: in the next trick only; the device asks, the referee rules."""
    script = in_play("national-2017", "E", "E C5", "S CK", "rule 1 confirm")
    script.play("N C6", "W pass", "E pass")
    assert to_act(script) is N
    assert asked(script.play("N C3")) == [Question.RESTRICTED_LEAD]
    assert finding(script.done) is Finding.OK

    other = in_play("national-2017", "E", "E C5", "S CK", "rule 1 confirm")
    other.play("N C6", "W pass", "E pass", "N D3 S3")
    assert asked(other.done) == []

    later = in_play("national-2017", "E", "E C5", "S CK", "rule 1 confirm")
    later.play("N pass", "W pass", "E D5 S5", "N D6 S6", "W pass", "S pass", "E pass", "N C3")
    assert asked(later.done) == []


def test_pass_out_of_turn_bars_the_side_until_the_others_have_played() -> None:
    """National-2017 art. 18 越序表态."""
    script = in_play("national-2017", "E", "E C5", "S pass", "rule 1 confirm")
    assert to_act(script) is W  # N is passed over
    script.play("W C9")
    assert to_act(script) is S  # the other side has played: the bar is lifted

    quiet = in_play("national-2017", "E", "E C5", "S pass", "rule 1 confirm", "W pass")
    assert to_act(quiet) is E
    assert quiet.table.deal is not None
    assert quiet.table.deal.trick == 2


def test_pass_out_of_turn_of_the_leaders_partner_takes_no_lead_away() -> None:
    """A lead answers nothing, and leading lifts no bar of one's own side."""
    script = in_play("national-2017", "E", "W pass", "rule 1 confirm")
    assert to_act(script) is E
    script.play("E C5")
    assert to_act(script) is N


def test_wrong_answer_is_barred_from_the_trick() -> None:
    """Rules-135 四.5 停棒: no new answer in this trick."""
    script = in_play("rules-135", "E", "E CK", "N C9", "rule 1 confirm")
    assert to_act(script) is W
    assert last_case(script).state is CaseState.CONFIRMED


def test_wrong_lead_stopped_gives_the_lead_to_the_next_player_and_the_cards_stay() -> None:
    """General-never-demote 十一.1: 不得收回, 停止一轮出牌，由下家出牌."""
    script = in_play("general-never-demote", "E", "E C5 D6", "rule 1 confirm")
    assert to_act(script) is N
    assert script.table.deal is not None
    assert script.table.deal.cards_left[E] == 25
    assert script.table.deal.laid[parse_cards("D6")[0]] == 1
    assert script.table.refused == ()
    script.play("N C7", "W pass", "S pass")
    assert to_act(script) is N  # E is passed over


def test_cards_taken_back_before_the_ruling_are_in_the_hand() -> None:
    """What lies there decides: the camera saw them go."""
    script = in_play("general-never-demote", "E", "E C5 D6", "E back", "rule 1 confirm")
    assert script.table.deal is not None
    assert script.table.deal.cards_left[E] == 27
    assert to_act(script) is N


def test_last_cards_laid_wrongly_go_back_to_the_hand() -> None:
    """Nobody goes out by a wrong play."""
    script = in_play("general-never-demote", "E", "E C3 C4 C5 C6 C7")
    assert script.table.deal is not None
    for five in ("C8 C9 CT CJ CQ", "D3 D4 D5 D6 D7", "D8 D9 DT DJ DQ", "S3 S4 S5 S6 S7"):
        script.play("N pass", "W pass", "S pass", f"E {five}")
    script.play("N pass", "W pass", "S pass", "E S8 S9", "rule 1 confirm")
    assert script.table.deal.cards_left[E] == 2


def test_left_opponent_names_the_type_to_be_led_again() -> None:
    """National-2017 art. 17: he alone is asked; another type is put before the referee."""
    script = in_play("national-2017", "E", "E C5 D6")
    assert said(script.done) == [(Notice.MAY_CHOOSE, S)]
    assert last_case(script).proposal.choice is Choice.NAME_TYPE
    script.play("rule 1 confirm named pair")
    assert to_act(script) is E
    assert asked(script.play("E C5")) == [Question.RESTRICTED_LEAD]

    named = in_play("national-2017", "E", "E C5 D6", "rule 1 confirm named pair", "E C5 S5")
    assert asked(named.done) == []
    assert named.table.bars.named_kind is Kind.PAIR


def test_next_player_stops_one_play_where_the_sheet_leaves_it_to_him() -> None:
    """Jiangsu-2017 四.三.二: 下家 decides; two warnings of a side make the violation."""
    script = in_play("jiangsu-2017", "E", "E C5", "penalty N warning", "penalty S warning")
    assert said(script.done) == [(Notice.MAY_CHOOSE, E)]
    script.play("note N exposed_card C9", "rule 1 confirm stopped")
    assert to_act(script) is W


def test_stopped_offender_who_leads_hands_the_lead_to_the_other_side() -> None:
    """Jiangsu-2017 四.三.二 “如违规者应下圈牌领出，则按出牌顺序由非违规方领出牌”."""
    script = in_play("jiangsu-2017", "E", "note E exposed_card C9", "rule 1 confirm stopped")
    assert to_act(script) is N

    first = in_play("union-2024", "E", "note E exposed_card C9", "rule 1 confirm stopped")
    assert first.table.clock is not None
    assert first.table.clock.limit_ms == 40_000  # it is still the first lead of the deal
    later = in_play("union-2024", "E", "E C5", "N pass", "W pass", "S pass")
    later.play("note E exposed_card C9", "rule 1 confirm stopped")
    assert later.table.clock is not None
    assert later.table.clock.limit_ms == 20_000


def test_let_stand_makes_the_cards_that_seats_play() -> None:
    """Play goes on after that seat, whoever was to act."""
    script = in_play("national-2017", "E", "E C5", "W CK", "rule 1 let_stand")
    assert last_case(script).state is CaseState.LET_STAND
    assert to_act(script) is S
    assert script.table.deal is not None
    assert script.table.deal.top is not None
    assert script.table.deal.top.seat is W
    assert script.table.refused == ()


def test_let_stand_can_end_the_deal() -> None:
    """The places are announced as after any play."""
    script = watched("E C9", "N pass", "S D3", "S back", "W D9", left=(1, 5, 1, 3))
    assert finding(script.done) is Finding.DOES_NOT_BEAT
    number = last_case(script).number
    script.play(f"rule {number} let_stand")
    assert of_kind(script.done, DealEnded) == [DealEnded((E, W, S, N))]
    assert script.table.phase is Phase.ENDED


def test_third_copy_the_referee_has_looked_at_can_stand() -> None:
    """He has seen that it is another card, or that the earlier one was misread."""
    script = in_play("union-2024", "E", "E C9 C9", "N pass", "W pass", "S pass", "E C9")
    assert finding(script.done) is Finding.FOREIGN_CARD
    script.play("rule 1 let_stand")
    assert to_act(script) is N
    assert script.table.deal is not None
    assert script.table.deal.cards_left[E] == 24


def test_dismissed_case_leaves_no_trace_but_its_record() -> None:
    """The cards go back, nothing is recorded, the clock runs on."""
    script = in_play("national-2017", "E", "E C5", "W CK", "rule 1 dismiss")
    assert last_case(script).state is CaseState.DISMISSED
    assert script.table.refused == ()
    assert script.table.round is not None
    assert script.table.round.book.east_west.warnings == 0
    assert script.table.clock is not None
    assert script.table.clock.paused_since_ms is None
    assert lamp(script.table, W) is Lamp.OFF


def test_ruling_about_something_else_leaves_cards_where_they_lie() -> None:
    """A slow seat's case has nothing to do with cards it lays wrongly later."""
    script = in_play("national-2017", "E", "E CK", "+21 N C9")
    assert [case.fault for case in script.table.cases] == [Fault.OVERTIME, Fault.DOES_NOT_BEAT]
    script.play("rule 1 dismiss")
    assert script.table.refused == ((N, parse_cards("C9")),)
    assert asked(script.play("rule 1 let_stand")) == [Question.RULING_NOT_POSSIBLE]


@pytest.mark.parametrize(
    ("line", "question"),
    [
        ("rule 9 confirm", Question.RULING_NOT_POSSIBLE),  # no such case
        ("rule 1 let_stand", Question.RULING_NOT_POSSIBLE),  # no cards lie there
        ("rule 1 confirm step foul", Question.CHIEF_NEEDED),
        ("penalty E foul", Question.CHIEF_NEEDED),
        ("penalty E chief_referee", Question.RULING_NOT_POSSIBLE),  # not on this ladder
        ("penalty E disqualification by chief_referee", Question.CHIEF_NEEDED),  # the organiser's
        ("decide EW by referee", Question.CHIEF_NEEDED),
    ],
)
def test_refused_rulings_change_nothing(line: str, question: Question) -> None:
    """The referee is told why; the table is as it was."""
    script = in_play("national-2017", "E", "E CK", "+21 wait")
    before = script.table
    assert asked(script.play(f"+0 {line}")) == [question]
    assert script.table == before


def test_case_is_ruled_on_once() -> None:
    """A changed mind is a correction of the record."""
    script = in_play("national-2017", "E", "E CK", "+21 wait", "rule 1 dismiss")
    before = script.table
    assert asked(script.play("+0 rule 1 confirm")) == [Question.RULING_NOT_POSSIBLE]
    assert script.table == before


def test_two_warnings_need_the_chief_referee_when_they_end_in_a_foul() -> None:
    """What the step becomes decides who may give it: jiangsu-2017 四.二."""
    script = in_play("jiangsu-2017", "E", "E C5")
    for _ in range(3):
        script.play("penalty N warning")
    before = script.table
    assert asked(script.play("+0 penalty N warning")) == [Question.CHIEF_NEEDED]
    assert script.table == before
    script.play("penalty N warning by chief_referee")
    assert script.table.round is not None
    assert script.table.round.book.north_south.fouls == 1


def test_confirmed_overtime_violation_costs_the_trick() -> None:
    """National-2017 art. 22 with art. 15-16: the next player goes on."""
    script = in_play("national-2017", "E", "E C5", "+41 wait", "rule 1 confirm")
    assert script.table.round is not None
    assert script.table.round.book.north_south.violations == 1
    assert to_act(script) is W


def test_violation_about_an_earlier_trick_takes_no_later_one_away() -> None:
    """What is over cannot be lost any more; it is only counted."""
    script = in_play("national-2017", "E", "E C5", "+41 N pass", "W pass", "S pass", "E C6")
    assert to_act(script) is N
    script.play("rule 1 confirm")
    assert to_act(script) is N
    assert script.table.round is not None
    assert script.table.round.book.north_south.violations == 1


def test_void_hand_is_passed_over_and_last() -> None:
    """National-2017 art. 19: his cards are void; the three others play for their places."""
    script = a_round("national-2017", "lead E", "draw", "finish E N W", "confirm", "+5 draw")
    script.play("S SA", "E C9", "S SB", "rule 1 confirm")
    assert asked(script.done) == [Question.CHIEF_NEEDED]
    script.play("rule 1 confirm by chief_referee", "E pass", "N pass", "W pass")
    assert to_act(script) is E  # S has won the trick and may not lead
    assert script.table.void is S
    script.play("E C3")
    assert to_act(script) is N


def test_deal_with_a_void_hand_ends_when_two_others_are_out() -> None:
    """If he came first, the second becomes first, and so on."""
    script = a_round("national-2017", "deal 3", "lead E", "out E N S", "confirm", "deal 4")
    script.play("tribute", "note W wrong_tribute")
    assert not last_case(script).proposal.hand_void  # before play it is only put right
    script.play(f"{script.table.to_act[0].value} low", "note W wrong_tribute")
    assert last_case(script).proposal.hand_void
    script.play("rule 2 confirm by chief_referee", "out S E")
    assert script.table.phase is Phase.ENDED
    assert of_kind(script.done, DealEnded) == [DealEnded((S, E, N, W))]
    script.play("confirm")
    assert script.table.round is not None
    assert script.table.round.sheet[-1].finish == (S, E, N, W)


def test_hand_made_void_after_the_deal_changes_the_places_shown() -> None:
    """The proof may come with the last cards."""
    script = a_round("national-2017", "deal 3", "lead E", "out E N S", "confirm", "deal 4")
    script.play("tribute", f"{script.table.to_act[0].value} low", "note S wrong_tribute")
    script.play("out S E N", "rule 1 confirm by chief_referee", "confirm")
    assert script.table.round is not None
    assert script.table.round.sheet[-1].finish == (E, N, W, S)


def test_exposed_card_is_noted_with_the_remedy_of_the_sheet() -> None:
    """暴露张: no camera can be sure of it, a person sees it."""
    script = in_play("general-never-demote", "E", "E C5", "note N exposed_card C9")
    case = last_case(script)
    assert (case.seat, case.fault, case.cards) == (N, Fault.EXPOSED_CARD, parse_cards("C9"))
    assert case.proposal.article == "general-never-demote/penalties.exposed_card"
    assert case.proposal.foul_by_circumstances
    script.play("rule 1 confirm step foul by chief_referee")
    assert to_act(script) is W
    assert script.table.round is not None
    assert script.table.round.book.north_south.fouls == 1


@pytest.mark.parametrize(
    ("fault", "article"),
    [
        ("surplus_card", "national-2017/penalties.exposed_card"),
        ("wrong_laying_order", "national-2017/play.laying_breach"),
        ("missed_report", "national-2017/play.report_breach"),
        ("wrong_return", "national-2017/tribute.error"),
        ("out_of_turn_pass", "national-2017/penalties.out_of_turn_pass"),
        ("out_of_turn_play", "national-2017/penalties.out_of_turn_play"),
        ("does_not_beat", "national-2017/penalties.wrong_answer"),
        ("not_a_combination", "national-2017/penalties.wrong_answer"),
        ("overtime", "national-2017/penalties.ladder"),
    ],
)
def test_every_fault_can_be_entered_by_hand(fault: str, article: str) -> None:
    """A table with a dead camera is refereed all the same."""
    script = in_play("national-2017", "E", "E C5", f"note N {fault}")
    assert last_case(script).fault is Fault(fault)
    assert last_case(script).proposal.article == article


def test_call_is_shown_once_and_dealt_with() -> None:
    """A second press changes nothing."""
    script = watched("E call")
    assert asked(script.done) == [Question.CALLED]
    before = script.table
    assert asked(script.play("+0 E call")) == []
    assert script.table == before
    assert script.play("answer E").table.calls == frozenset()


def test_step_given_instead_of_the_proposed_one_is_recorded() -> None:
    """The referee confirms, changes or dismisses; the device proposes."""
    script = in_play("national-2017", "E", "E C5", "+41 N pass", "rule 1 confirm step warning")
    assert script.table.round is not None
    tally = script.table.round.book.north_south
    assert (tally.warnings, tally.violations) == (1, 0)
    entry = script.table.round.penalties[-1]
    assert (entry.seat, entry.steps, entry.article) == (
        N,
        (LadderStep.WARNING,),
        "national-2017/clocks",
    )


def test_hand_made_void_when_two_others_are_out_ends_the_deal_at_once() -> None:
    """Nothing is left to play for: the third is third and the void hand last."""
    script = a_round("national-2017", "deal 3", "lead E", "out E N S", "confirm", "deal 4")
    script.play("tribute", f"{script.table.to_act[0].value} low", "note W wrong_tribute")
    while script.table.deal is not None and len(script.table.deal.finished) < 2:
        script.play_next(["S", "E"])
    script.play("rule 1 confirm by chief_referee")
    assert of_kind(script.done, DealEnded) == [DealEnded((S, E, N, W))]
    assert script.table.phase is Phase.ENDED


def test_void_hand_of_a_deal_that_is_closed_changes_no_other() -> None:
    """The case is confirmed and recorded; the deal at hand goes on as it was."""
    script = a_round("national-2017", "lead E", "draw", "finish E N W", "confirm", "+5 draw")
    script.play("S SA", "E C9", "S SB", "finish E N W", "confirm", "+5 draw", "S SA", "E C9")
    script.play("rule 1 confirm by chief_referee")
    assert last_case(script).state is CaseState.CONFIRMED
    assert script.table.void is None
    assert to_act(script) is S


def test_cards_that_are_nothing_cannot_stand() -> None:
    """Two ranks make no play, whatever the referee would like."""
    script = in_play("national-2017", "E", "E C5 D6")
    before = script.table
    assert asked(script.play("+0 rule 1 let_stand")) == [Question.RULING_NOT_POSSIBLE]
    assert script.table == before


def test_seat_keeps_its_turn_when_everybody_is_barred() -> None:
    """Somebody has to lead; the bars then bar nobody from that."""
    script = in_play("jiangsu-2017", "E")
    for number, seat in enumerate("NWSE", start=1):
        script.play(f"note {seat} exposed_card C9", f"rule {number} confirm stopped")
    assert to_act(script) is E


def test_odd_cards_that_are_dismissed_let_the_clock_run_on() -> None:
    """The referee has looked: the seat takes them up and is to act as before."""
    script = in_play("union-2024", "E", "E C9 C9", "N pass", "W pass", "S pass", "E C9")
    assert script.table.unread is E
    assert script.play("rule 1 dismiss").table.unread is None
    assert script.table.clock is not None
    assert script.table.clock.paused_since_ms is None


def test_case_of_a_closed_deal_bars_nobody_in_the_next() -> None:
    """It is recorded; what it would have cost in that trick is over."""
    script = in_play("national-2017", "E", "E C5", "W CK", "finish E N W", "confirm", "+5 draw")
    script.play("S SA", "E C9", "rule 1 confirm")
    assert last_case(script).state is CaseState.CONFIRMED
    script.play("S C3", "E C5", "N pass")
    assert to_act(script) is W
    script.play("W pass", "S pass")
    assert asked(script.play("E C3")) == []
