"""Passes by key, by knock, and those that only the next act tells."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.cards import parse_cards
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Question
from referee.session.events import CardsLaid, CardsUnread, DealStarted, Passed, TimePassed
from referee.session.table_settings import WITH_KEYS, Passing, TableSettings
from referee.session.verdict import Finding
from tests.bench.bench_rules import after
from tests.fuzz.players import random_act, random_deal
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
    sounded,
    watched,
)

IMPLIED = TableSettings(Passing.IMPLIED, implied_ms=1_000)
KNOCK = TableSettings(Passing.KNOCK, implied_ms=1_000)


def implied(*lines: str) -> Script:
    return watched(*lines, settings=IMPLIED)


def skipped(script: Script) -> tuple[Seat, ...]:
    assert script.done.verdict is not None
    return script.done.verdict.skipped


def test_explicit_passes_are_the_default() -> None:
    """At a table with keys an act before the pass is out of turn, however long it took."""
    assert finding(watched("E C5", "+15 W C9").done) is Finding.OUT_OF_TURN_PLAY
    assert watched().table.settings.passing is Passing.KEY
    assert in_play("union-2024").table.settings.passing is Passing.KEY


def test_next_play_tells_that_the_seat_before_it_has_passed() -> None:
    """Nobody saw a pass, and nobody is accused."""
    script = implied("E C5", "+2 W C9")
    assert finding(script.done) is Finding.OK
    assert skipped(script) == (N,)
    assert sounded(script.done) == []
    assert script.table.to_act == (S,)


def test_winner_who_leads_again_tells_that_all_others_have_passed() -> None:
    """Three quiet passes end the trick."""
    script = implied("E C5", "+4 E C3")
    assert finding(script.done) is Finding.OK
    assert skipped(script) == (N, W, S)
    assert script.table.deal is not None
    assert script.table.deal.trick == 2


def test_too_short_a_time_for_a_pass_is_out_of_turn() -> None:
    """Within a second nobody has passed: that is no guess."""
    script = implied("E C5", "+0.999 W C9")
    assert finding(script.done) is Finding.OUT_OF_TURN_PLAY
    assert sounded(script.done) == [(W, Buzz.FAULT)]
    assert script.table.to_act == (N,)


def test_every_skipped_seat_needs_the_time() -> None:
    """Two seats cannot both have passed within a second and a half."""
    assert finding(implied("E C5", "+1.5 S C9").done) is Finding.OUT_OF_TURN_PLAY
    assert finding(implied("E C5", "+2 S C9").done) is Finding.OK


def test_leader_is_never_taken_to_have_passed() -> None:
    """Whoever leads may not pass, so a play before the lead is surely out of turn."""
    assert finding(implied("+20 N C5").done) is Finding.OUT_OF_TURN_PLAY


def test_play_that_does_not_beat_leaves_the_passes_before_it_open() -> None:
    """A refused act changes no deal: the seat before it is still to act."""
    script = implied("E CK", "+2 W C9")
    assert finding(script.done) is Finding.DOES_NOT_BEAT
    assert script.table.to_act == (N,)
    assert skipped(script) == ()


def test_skipped_seat_that_lays_cards_objects_and_is_not_buzzed() -> None:
    """It may never have passed; the referee is asked."""
    script = implied("E C5", "+2 W C9", "+0.5 N CT")
    assert finding(script.done) is Finding.UNSURE
    assert asked(script.done) == [Question.PASS_DENIED]
    assert sounded(script.done) == []
    assert script.table.to_act == (S,)


def test_denied_pass_makes_the_act_out_of_turn_and_gives_the_turn_back() -> None:
    """The skipped player objects: now it is sure, and a case with the sheet's remedy is opened."""
    script = a_round("national-2017", "lead E", "draw", settings=IMPLIED)
    script.play("+40 E C5", "+2 W C9", "deny N")

    assert script.table.to_act == (N,)
    assert script.table.refused == ((W, parse_cards("C9")),)
    assert sounded(script.done) == [(W, Buzz.FAULT)]
    case = last_case(script)
    assert (case.seat, case.fault) == (W, Fault.OUT_OF_TURN_PLAY)
    assert case.proposal.article == "national-2017/penalties.out_of_turn_play"
    assert finding(script.play("W back", "N C8")) is Finding.OK


def test_denied_pass_before_a_pass_is_a_pass_out_of_turn() -> None:
    """The act that told of it may itself have been a pass."""
    script = implied("E C5", "+2 W pass")
    assert skipped(script) == (N,)
    script.play("deny N")
    assert script.table.to_act == (N,)
    assert last_case(script).fault is Fault.OUT_OF_TURN_PASS


@pytest.mark.parametrize("lines", [("E C5", "+2 W C9", "deny S"), ("E C5", "deny N")])
def test_only_a_pass_that_was_implied_by_the_last_act_can_be_denied(lines: tuple[str, ...]) -> None:
    """Anything else is a matter for a correction."""
    script = implied(*lines[:-1])
    before = script.table
    assert asked(script.play("+0 " + lines[-1])) == [Question.RULING_NOT_POSSIBLE]
    assert script.table == before


def test_late_sign_of_a_pass_that_was_implied_means_nothing() -> None:
    """The key comes after the next play: no second pass, no fault."""
    script = implied("E C5", "+2 W C9")
    before = script.table
    script.play("+0 N pass")
    assert finding(script.done) is Finding.NOT_NOW
    assert script.table == before


def test_taking_back_a_play_after_implied_passes_opens_them_again() -> None:
    """If that play was a mistake, so was what it told."""
    script = implied("E C5", "+2 W C9", "W back")
    assert script.table.to_act == (N,)


def test_time_of_a_seat_after_an_implied_pass_is_not_known() -> None:
    """Nobody knows when its turn began, so nothing is said about it."""
    script = implied("E C5", "+200 W C9")
    assert script.done.verdict is not None
    assert (script.done.verdict.used_ms, script.done.verdict.limit_ms) == (None, None)
    assert finding(script.done) is Finding.OK


def test_knock_in_turn_is_a_pass() -> None:
    """National-2017 art. 6: a light knock on the table."""
    script = watched("E C5", "N knock", settings=KNOCK)
    assert finding(script.done) is Finding.OK
    assert script.table.to_act == (W,)


@pytest.mark.parametrize("line", ["+0.1 W knock", "+0.1 E knock"])
def test_hand_on_the_table_out_of_turn_is_no_pass(line: str) -> None:
    """Hands touch tables for many reasons; nobody is buzzed for it."""
    script = watched("E C5", line, settings=KNOCK)
    assert finding(script.done) is Finding.NOT_NOW
    assert sounded(script.done) == []
    assert script.table.to_act == (N,)


def test_knock_of_the_leader_is_no_pass_and_not_sounded() -> None:
    """He puts his hand down; the device knows no better."""
    script = watched("E knock", settings=KNOCK)
    assert finding(script.done) is Finding.NOT_NOW
    assert script.table.to_act == (E,)


def test_knock_means_nothing_at_a_table_with_keys() -> None:
    """Only the key counts there."""
    assert finding(watched("E C5", "N knock").done) is Finding.NOT_NOW


def test_knock_that_was_not_seen_is_implied_by_the_next_play() -> None:
    """A camera that missed it accuses nobody."""
    script = watched("E C5", "+3 W C9", settings=KNOCK)
    assert finding(script.done) is Finding.OK
    assert skipped(script) == (N,)


def test_seat_after_unread_cards_and_a_quiet_pass_is_in_turn() -> None:
    """The time since the unread cards is what the skipped seat had."""
    script = implied("E C5", "N ?", "+3 S C9")
    assert finding(script.done) is Finding.OK
    assert skipped(script) == (W,)
    assert script.table.uncounted == frozenset({N})
    assert script.table.to_act == (E,)


def test_set_time_cannot_be_negative() -> None:
    """A setting that exists makes sense."""
    with pytest.raises(ValueError, match="implied_ms"):
        TableSettings(Passing.IMPLIED, implied_ms=-1)
    everything = watched("E C5", "+0 W C9", settings=TableSettings(Passing.IMPLIED, implied_ms=0))
    assert finding(everything.done) is Finding.OK


def test_hand_that_lays_cards_right_after_a_knock_had_not_passed() -> None:
    """What looked like a knock was the hand that brought the cards: no fault, no question."""
    script = watched("E C5", "N knock", "N C9", settings=KNOCK)
    assert finding(script.done) is Finding.OK
    assert asked(script.done) == []
    assert script.table.to_act == (W,)
    unread = watched("E C5", "N knock", "N ?", settings=KNOCK)
    assert unread.table.unread is N


def test_cards_laid_after_a_false_knock_can_be_changed() -> None:
    """Taking them back leaves the seat to act, not passed."""
    script = watched("E C5", "N knock", "+0.5 N C9", "N back", settings=KNOCK)
    assert script.table.to_act == (N,)
    assert finding(script.play("+0.5 N C8")) is Finding.OK


@pytest.mark.parametrize("again", ["knock", "pass"])
def test_pass_shown_twice_is_one_pass(again: str) -> None:
    """A second knock, or the key after it, accuses nobody and passes for nobody else."""
    script = watched("E C5", "N knock", f"+0.5 N {again}", settings=KNOCK)
    assert finding(script.done) is Finding.OK
    assert script.table.to_act == (W,)


def test_knock_that_was_none_can_be_denied() -> None:
    """Nobody did anything wrong; the seat is to act again."""
    script = watched("E C5", "N knock", "deny N", settings=KNOCK)
    assert script.table.to_act == (N,)
    assert script.table.cases == ()
    assert sounded(script.done) == []


def test_play_after_a_knock_is_out_of_turn_once_the_next_seat_has_acted() -> None:
    """The next player went by the knock; now it is sure."""
    script = watched("E C5", "N knock", "W C9", "+0.5 N CT", settings=KNOCK)
    assert finding(script.done) is Finding.OUT_OF_TURN_PLAY


def test_unread_cards_that_go_again_imply_nothing() -> None:
    """The seats before them are to act as if those cards had never lain there."""
    script = implied("E C5", "+2 W ?")
    assert script.table.to_act == (W,)
    assert finding(script.play("+0.5 N CT")) is Finding.UNSURE
    assert asked(script.done) == [Question.PASS_DENIED]
    script.play("W back")
    assert script.table.to_act == (N,)
    assert script.table.unread is None
    assert finding(script.play("N CT")) is Finding.OK


def test_denied_pass_before_unread_cards_is_a_play_out_of_turn() -> None:
    """Whatever they were."""
    script = implied("E C5", "+2 W ?", "deny N")
    assert script.table.to_act == (N,)
    assert last_case(script).fault is Fault.OUT_OF_TURN_PLAY
    assert script.table.refused == ()


def test_partner_who_leads_low_after_quiet_passes_has_taken_the_wind() -> None:
    """接风: his lower cards do not answer the last cards of the first out, they lead."""
    script = watched("E CK", "+5 W C3", left=(1, 9, 9, 9), settings=IMPLIED)
    assert finding(script.done) is Finding.OK
    assert skipped(script) == (N, W, S)
    assert script.table.deal is not None
    assert script.table.deal.trick == 2
    assert asked(script.play("+0 deny W")) == [Question.RULING_NOT_POSSIBLE]


def test_partner_who_beats_the_last_cards_has_answered_them() -> None:
    """The likelier of the two: fewer quiet passes."""
    script = watched("E CK", "+5 W CA", left=(1, 9, 9, 9), settings=IMPLIED)
    assert skipped(script) == (N,)
    assert script.table.deal is not None
    assert script.table.deal.trick == 1


def test_partner_without_the_time_for_three_passes_has_answered_wrongly() -> None:
    """Nobody can have passed three times in a second and a half."""
    script = watched("E CK", "+1.5 W C3", left=(1, 9, 9, 9), settings=IMPLIED)
    assert finding(script.done) is Finding.DOES_NOT_BEAT


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32).map(Random), st.sampled_from((IMPLIED, KNOCK)), st.floats(0, 1))
def test_legal_deals_are_never_accused_whatever_passes_are_seen(
    chance: Random, equipped: TableSettings, seen: float
) -> None:
    """Random legal deals in which any pass may go unseen: no buzz, and the same finish."""
    deal = random_deal(chance)
    assert deal.to_act is not None
    start = DealStarted(0, deal.level, deal.to_act, settings=equipped)
    script = Script(start)
    at_ms = 0
    while not deal.is_over:
        seat, cards = random_act(deal, chance)
        at_ms += 1_000 + chance.randrange(2_000)
        if cards:
            done = script.take(CardsLaid(at_ms, seat, cards))
        elif chance.random() < seen:
            done = script.take(Passed(at_ms, seat, equipped.passing))
        assert sounded(script.done) == []
        if cards:
            assert finding(done) is Finding.OK
        deal = after(deal, (seat, cards))
    assert script.table.deal is not None
    assert script.table.deal.finish_order == deal.finish_order


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 2**32).map(Random),
    st.sampled_from((WITH_KEYS, IMPLIED, KNOCK)),
    st.floats(0.02, 0.6),
)
def test_legal_deals_are_never_accused_whatever_cards_are_unread(
    chance: Random, equipped: TableSettings, unread: float
) -> None:
    """Random legal deals in which any play may be unread, and nobody enters what it was.

    Nothing is sounded to the end of the deal, nor when the players show what they have left.
    """
    deal = random_deal(chance)
    assert deal.to_act is not None
    script = Script(DealStarted(0, deal.level, deal.to_act, settings=equipped))
    at_ms = 0
    while not deal.is_over:
        seat, cards = random_act(deal, chance)
        at_ms += 1_000 + chance.randrange(2_000)
        if not cards:
            script.take(Passed(at_ms, seat, equipped.passing))
        elif chance.random() < unread:
            script.take(CardsUnread(at_ms, seat, "glare"))
        else:
            script.take(CardsLaid(at_ms, seat, cards))
        assert sounded(script.done) == [], (at_ms, seat, cards)
        deal = after(deal, (seat, cards))
    assert deal.hands is not None
    for seat in Seat:
        if left := deal.hands[seat].cards():
            at_ms += 2_000
            assert sounded(script.take(CardsLaid(at_ms, seat, tuple(left)))) == []
    assert sounded(script.take(TimePassed(at_ms + 600_000))) == []
