"""Cards laid, taken back and doubted in the phase of play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.rules.cards import parse_cards
from referee.rules.combinations import Combination, Kind
from referee.rules.ruling import Fault
from referee.session.cases import CaseState
from referee.session.effects import AskReferee, Buzz, DealEnded, Lamp, Question
from referee.session.events import CardsLaid, Corrected, DealStarted, RowRef
from referee.session.history import add, replay
from referee.session.signals import lamp
from referee.session.step import next_deadline_ms
from referee.session.table import Phase
from referee.session.verdict import Finding
from referee.session.waiting import waiting_for
from tests.session.tables import (
    E,
    N,
    S,
    W,
    asked,
    finding,
    in_play,
    last_case,
    of_kind,
    sounded,
    watched,
)


def test_a_sure_fault_opens_a_case_with_the_remedy_of_the_sheet() -> None:
    """National-2017 art. 18: the device proposes; nothing has happened to the deal."""
    script = in_play("national-2017", "E", "E C5", "S CK")

    assert finding(script.done) is Finding.OUT_OF_TURN_PLAY
    assert script.done.verdict is not None
    assert script.done.verdict.case == 1
    case = last_case(script)
    assert (case.seat, case.fault, case.cards) == (S, Fault.OUT_OF_TURN_PLAY, parse_cards("CK"))
    assert case.proposal.article == "national-2017/penalties.out_of_turn_play"
    assert case.proposal.offender_barred
    assert case.proposal.partner_restricted
    assert (case.deal, case.trick, case.silent) == (1, 1, False)


def test_other_cards_laid_over_refused_ones_clear_the_earlier_case() -> None:
    """The player picked others without the device seeing the first go."""
    script = watched("E CK", "N D7", "N D9")
    assert [case.state for case in script.table.cases] == [CaseState.CLEARED, CaseState.OPEN]
    assert script.table.refused == ((N, parse_cards("D9")),)

    script.play("N DA")
    assert finding(script.done) is Finding.OK
    assert {case.state for case in script.table.cases} == {CaseState.CLEARED}
    assert not script.table.refused


def test_a_pass_after_a_refused_answer_clears_it() -> None:
    """Whoever passes has taken his cards up."""
    script = watched("E CK", "N D7", "N pass")
    assert finding(script.done) is Finding.OK
    assert last_case(script).state is CaseState.CLEARED
    assert lamp(script.table, N) is Lamp.OFF


def test_cards_out_of_turn_stop_the_clock_of_whoever_plays_meanwhile() -> None:
    """While they lie there nobody's time runs, the next seat's neither."""
    script = watched("E C5", "S CK", "N C9")
    assert finding(script.done) is Finding.OK
    assert next_deadline_ms(script.table) is None
    script.play("S back")
    assert next_deadline_ms(script.table) is not None


def test_third_copy_is_a_silent_case() -> None:
    """夹带 or a misreading: the referee knows, the table notices nothing."""
    script = in_play("national-2017", "E", "E C9 C9", "N CT CT", "W C9 S9")
    assert finding(script.done) is Finding.FOREIGN_CARD
    assert asked(script.done) == [Question.ODD_CARDS]
    assert sounded(script.done) == []
    case = last_case(script)
    assert (case.fault, case.silent) == (Fault.FOREIGN_CARD, True)
    assert lamp(script.table, W) is Lamp.TURN


def test_more_cards_than_a_hand_holds_are_a_silent_case() -> None:
    """A 28th card is a miscount or worse; nobody is buzzed."""
    script = watched("E C5 S5", left=(1, 5, 5, 5))
    assert finding(script.done) is Finding.NOT_IN_HAND
    assert sounded(script.done) == []
    assert last_case(script).silent


def test_odd_cards_of_a_seat_that_is_not_to_act_stop_nothing() -> None:
    """The one to act keeps the turn and its clock."""
    script = watched("E C9 C9", "S C9")
    assert finding(script.done) is Finding.FOREIGN_CARD
    assert script.table.unread is None
    assert next_deadline_ms(script.table) is not None


def test_taking_back_a_play_restores_what_it_had_brought() -> None:
    """Cards shown, reports owed and bars are as they were before; the referee is asked."""
    script = watched("E C5", "N C6", left=(27, 27, 27, 27))
    before = script.table
    script.play("+3 W C7", "+4 W back")

    assert asked(script.done) == [Question.PLAY_TAKEN_BACK]
    assert replace(script.table, now_ms=0, clock=None, before=None) == replace(
        before, now_ms=0, clock=None, before=None
    )
    assert script.table.clock is not None
    assert script.table.clock.used_ms(script.table.now_ms) == 3_000


def test_taking_back_a_play_made_while_the_clock_stood_counts_no_time_twice() -> None:
    """The pause before the play and the time since are both nobody's."""
    script = watched("E C5", "+2 S CK", "+10 N C9", "+5 S back", "+1 N back", "+3 N C8")
    assert script.done.verdict is not None
    assert script.done.verdict.used_ms == 5_000


def test_only_the_last_act_can_be_taken_back() -> None:
    """Once the next seat has passed, the play before it lies for good."""
    script = watched("E C5", "N pass", "E back")
    assert finding(script.done) is Finding.NOTHING_TO_TAKE_BACK


def test_unread_cards_can_be_taken_up_again() -> None:
    """The clock runs on as if nothing had lain there."""
    script = watched("E C5", "+5 N ?", "+10 N back")
    assert script.table.unread is None
    assert script.table.clock is not None
    assert script.table.clock.used_ms(script.table.now_ms) == 5_000


def test_unread_cards_and_then_readable_ones_are_judged_once() -> None:
    """A second look at the same cards is the play itself."""
    script = watched("E C5", "N ?", "N C9")
    assert finding(script.done) is Finding.OK
    assert script.table.uncounted == frozenset()


def test_next_seat_after_unread_cards_is_in_turn_and_the_hand_is_uncounted() -> None:
    """Nobody knows how many cards they were, so the count of that seat is not trusted any more."""
    script = watched("E C5", "N ?", "W C3")
    assert finding(script.done) is Finding.OK
    assert script.table.uncounted == frozenset({N})
    assert script.table.to_act == (S,)
    assert script.done.verdict is not None
    assert script.done.verdict.limit_ms == 20_000


def test_a_seat_that_cannot_be_next_is_out_of_turn_whether_the_cards_were_played_or_not() -> None:
    """The unread cards stay what they were: a fault changes no deal."""
    script = watched("E C5", "N ?", "S CK")
    assert finding(script.done) is Finding.OUT_OF_TURN_PLAY
    assert script.table.unread is N


def test_unread_cards_stay_asked_for_until_they_are_entered() -> None:
    """The next act does not answer the question what they were."""
    script = watched("E C5", "N ?", "W C3", "S pass")
    asked_for_n = AskReferee(Question.UNREAD_CARDS, N)
    assert asked_for_n in waiting_for(script.table)

    entered = Corrected(
        script.table.now_ms, RowRef(3), RowRef(3), (CardsLaid(0, N, parse_cards("CK")),)
    )
    table = add(replay(script.events), entered)[0].table

    assert table.uncounted == frozenset()
    assert asked_for_n not in waiting_for(table)


FEW = (12, 5, 12, 12)
"""North's next play may be its last."""


def test_hand_that_may_be_empty_keeps_nobody_waiting() -> None:
    """A seat whose unread cards may have been its last is passed over without a buzz."""
    script = watched("E C5", "N ?", "W CT", "S pass", "E CJ", left=FEW)
    assert script.table.to_act == (N,)
    script.play("+0 W CQ")
    assert finding(script.done) is Finding.OK
    assert script.done.verdict is not None
    assert script.done.verdict.skipped == (N,)


def test_lead_of_a_hand_that_may_be_empty_can_be_taken_by_another() -> None:
    """After its last cards nobody beat, the partner or the next one leads."""
    script = watched("E C5", "N ?", "W pass", "S pass", "E pass", left=FEW)
    assert script.table.to_act == (N,)
    script.play("S C3")
    assert finding(script.done) is Finding.OK
    assert script.table.to_act == (E,)


def test_clock_of_a_hand_that_may_be_empty_stands() -> None:
    """Nobody is called late who may have no cards any more."""
    script = watched("E C5", "N ?", "W CT", "S pass", "E CJ", "+300 wait", left=FEW)
    assert script.table.to_act == (N,)
    assert lamp(script.table, N) is Lamp.TURN
    assert script.table.clock is not None
    assert script.table.clock.paused_since_ms is not None


def test_hand_that_cannot_be_empty_is_refereed_as_before() -> None:
    """No play has more than ten cards, so a seat with more still holds some."""
    script = watched("E C5", "N ?", "W CT", "S pass", "E CJ", "W CQ")
    assert finding(script.done) is Finding.OUT_OF_TURN_PLAY
    late = watched("E C5", "N ?", "W CT", "S pass", "E CJ", "+21 wait")
    assert lamp(late.table, N) is Lamp.OVERTIME


def test_nothing_is_sounded_once_unread_cards_may_have_ended_the_deal() -> None:
    """Players show and gather their cards then; what looks wrong goes to the referee."""
    script = watched("E C5", "N pass", "W ?", "S pass", "E ?", left=(6, 12, 5, 12))
    for line in ("S C3 D5", "N pass", "N C4 C5 C9", "S back", "+90 wait"):
        script.play(line)
        assert sounded(script.done) == [], line
    assert script.table.refused == ()


def test_undeclared_wild_card_stops_the_next_clock_until_it_is_said() -> None:
    """AMB-24: paused for prompts; the reading said stands from then on."""
    script = in_play("union-2024", "E", "E C5 S5 C6 S6 H2 H2")
    assert asked(script.done) == [Question.UNDECLARED_WILD]
    assert script.table.clock is not None
    assert script.table.clock.paused_since_ms is not None

    script.play("declare tube 6 7")
    assert script.table.deal is not None
    assert script.table.deal.to_beat == Combination(Kind.TUBE, 6, 7)
    assert script.table.clock is not None
    assert script.table.clock.paused_since_ms is None


def test_a_reading_the_cards_cannot_have_is_not_entered() -> None:
    """The referee is told; the play stays what it was."""
    script = in_play("union-2024", "E", "E C5 S5 C6 S6 H2 H2")
    before = script.table
    assert asked(script.play("+0 declare plate 6 9")) == [Question.RULING_NOT_POSSIBLE]
    assert script.table == before
    assert asked(watched("declare pair 2 9").done) == [Question.RULING_NOT_POSSIBLE]


def test_deal_that_ends_names_the_places() -> None:
    """双下: the loser with fewer cards is named third, and nobody is to act."""
    script = watched("E C9", "N pass", "W CT", left=(1, 5, 1, 3))
    assert of_kind(script.done, DealEnded) == [DealEnded((E, W, S, N))]
    assert script.table.phase is Phase.ENDED
    assert script.table.to_act == ()
    assert script.table.clock is None


def test_a_late_last_play_ends_the_deal_all_the_same() -> None:
    """Overtime is a finding about an act that counts."""
    script = watched("E C9", "N pass", "+30 W CT", left=(1, 5, 1, 3))
    assert finding(script.done) is Finding.OVERTIME
    assert script.table.phase is Phase.ENDED
    assert sounded(script.done) == [(W, Buzz.OVERTIME)]


def test_laying_nothing_is_no_event() -> None:
    """What cannot have happened cannot be written down."""
    with pytest.raises(ValueError, match="without cards"):
        CardsLaid(0, E, ())
    with pytest.raises(ValueError, match="1 to 27"):
        DealStarted(0, watched().table.deal.level, E, cards_left=(0, 1, 1, 1))  # type: ignore[union-attr]


def test_a_round_starts_no_watched_deal() -> None:
    """`DealStarted` would throw the whole round away."""
    script = in_play("union-2024", "E", "finish E W")
    before = script.table
    event = watched().events[0]
    assert script.take(event).table == before


def test_taking_cards_back_clears_the_case_about_those_cards_only() -> None:
    """Another seat's cards still lie there, and its case waits for the referee."""
    script = watched("E C5", "W CK", "S CA", "S back")
    assert [case.state for case in script.table.cases] == [CaseState.OPEN, CaseState.CLEARED]
    assert script.table.refused == ((W, parse_cards("CK")),)
