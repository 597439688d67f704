"""Tribute and return: who pays whom, what is refused, what is only asked, who leads then."""

from __future__ import annotations

import pytest

from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.penalties import LadderStep
from referee.session.cases import CaseState
from referee.session.effects import Buzz, Lamp, Notice, Question
from referee.session.signals import lamp
from referee.session.table import Phase
from referee.session.verdict import Finding
from tests.session.script import Script
from tests.session.tables import E, N, S, W, a_round, asked, finding, last_case, said, sounded

PAY, GIVE_BACK, LEAD = Notice.PAY_TRIBUTE, Notice.RETURN_CARD, Notice.LEAD


def owing(ruleset_id: str, finish: str, *lines: str) -> Script:
    """A second deal that is drawn, after a first one with this finish (level: 1-2 gives 5)."""
    return a_round(ruleset_id, "lead E", "draw", f"finish {finish}", "confirm", "+5 draw", *lines)


def test_last_out_pays_first_out_who_returns_and_the_payer_leads() -> None:
    """单贡: national-2017 art. 10."""
    script = owing("national-2017", "E N W")
    assert said(script.done) == [(PAY, S)]
    assert lamp(script.table, S) is Lamp.TURN

    assert said(script.play("S CA")) == [(GIVE_BACK, E)]
    assert finding(script.done) is Finding.OK
    assert lamp(script.table, E) is Lamp.TURN

    assert said(script.play("E C9")) == [(LEAD, S)]
    assert script.table.phase is Phase.PLAYING


def test_last_out_pays_his_own_partner() -> None:
    """1-4: the last out pays the first out, partner or not (AMB-14 c)."""
    script = owing("union-2024", "E N S")
    assert said(script.done) == [(PAY, W)]
    assert said(script.play("W CA")) == [(GIVE_BACK, E)]


def test_double_tribute_goes_by_size_and_the_larger_payer_leads() -> None:
    """双贡: the larger card to 上游, the smaller to his partner; returns go back the same way."""
    script = owing("national-2017", "E W")
    assert said(script.done) == [(PAY, N), (PAY, S)]
    assert [lamp(script.table, seat) for seat in (N, S)] == [Lamp.TURN, Lamp.TURN]

    script.play("N CK")
    assert script.table.phase is Phase.TRIBUTE
    assert said(script.play("S CA")) == [(GIVE_BACK, E), (GIVE_BACK, W)]
    assert script.table.tributes is not None
    assert script.table.tributes.assignment is not None
    gifts = [(g.payer, g.receiver) for g in script.table.tributes.assignment.gifts]
    assert gifts == [(S, E), (N, W)]

    script.play("W C4")
    assert script.table.to_act == (E,)
    assert said(script.play("E C3")) == [(LEAD, S)]


@pytest.mark.parametrize(
    ("ruleset_id", "leader"),
    [
        ("national-2017", N),  # art. 10: 下家 of 上游
        ("union-2024", S),  # art. 7 “由上游上家先出牌”
        ("staff-2011", S),  # 上手 pays 上游 and leads
        ("two-deck-8deal", N),
    ],
)
def test_equal_double_tribute_follows_the_sheet(ruleset_id: str, leader: Seat) -> None:
    """Nine wordings (AMB-12): who leads after two equal cards."""
    script = owing(ruleset_id, "E W", "N CA", "S DA", "E C3", "W C4")
    assert script.table.to_act == (leader,)


def test_first_out_chooses_between_equal_cards_where_the_sheet_says_so() -> None:
    """Poker-531: 上游 picks, and whoever's card he took leads."""
    script = owing("poker-531", "E W", "N CA", "S DA")
    assert said(script.done) == [(Notice.CHOOSE_TRIBUTE, E)]
    assert script.table.phase is Phase.TRIBUTE
    assert asked(script.play("choose W")) == [Question.RULING_NOT_POSSIBLE]
    assert said(script.play("choose S")) == [(GIVE_BACK, E), (GIVE_BACK, W)]
    script.play("E C3", "W C4")
    assert script.table.to_act == (S,)


@pytest.mark.parametrize(("from_e", "from_w", "leader"), [("3", "4", S), ("4", "3", N)])
def test_smaller_returned_card_leads_under_rules_135(
    from_e: str, from_w: str, leader: Seat
) -> None:
    """Rules-135 三 “输家由拿小牌的先出牌”, read as the smaller returned card (AMB-12)."""
    script = owing("rules-135", "E W", "N CA", "S DA", "choose S", f"E C{from_e}", f"W C{from_w}")
    assert script.table.to_act == (leader,)


def test_equal_returns_leave_the_lead_to_the_seat_after_the_first_out() -> None:
    """Rules-135 三: 头家的下家先出牌; which loser takes which card is theirs to choose."""
    script = owing("rules-135", "E W", "N CA", "S DA", "choose S", "E C3", "W D3")
    assert script.table.to_act == (N,)
    assert script.table.tributes is not None
    assert {str(card) for card in script.table.tributes.received_by(N)} == {"C3", "D3"}


def test_tribute_by_place_asks_who_was_last_after_a_double_down() -> None:
    """Tongzhouwan-2013: 末游 to 头游; the double-down was not played out (AMB-21)."""
    script = owing("tongzhouwan-2013", "E W", "N CK", "S CA")
    assert said(script.done) == [(Notice.NAME_LAST_OUT, None)]
    script.play("choose N")
    assert script.table.phase is Phase.RETURN
    assert script.table.tributes is not None
    assert script.table.tributes.assignment is not None
    assert script.table.tributes.assignment.payer_to(E) is N
    script.play("E C3", "W C4")
    # 末游先出, whoever paid more.
    assert script.table.to_act == (N,)


def test_last_out_leads_by_name_where_the_last_place_stays_open() -> None:
    """Huaian-net goes by size, and nobody has said who was last: a person names the leader."""
    script = owing("huaian-net", "E W", "N CK", "S CA", "E C3", "W C4")
    assert said(script.done) == [(Notice.NAME_LEADER, None)]
    assert script.play("lead S").table.to_act == (S,)


def test_resistance_cancels_tribute_and_the_first_out_leads() -> None:
    """抗贡 (all sheets that speak): a card paid already goes back."""
    script = owing("national-2017", "E W", "N HR")
    assert said(script.play("resist")) == [(LEAD, E)]
    assert script.table.phase is Phase.PLAYING
    assert script.table.tributes is not None
    assert script.table.tributes.paid == ()


def test_wild_card_is_never_the_tribute() -> None:
    """除主牌红桃外的最大的牌 (union-2024 art. 7): it is sounded and a right one takes its place."""
    script = owing("national-2017", "E W", "N H5")

    assert finding(script.done) is Finding.WRONG_TRIBUTE
    assert script.done.verdict is not None
    assert script.done.verdict.article == "national-2017/tribute.card"
    assert sounded(script.done) == [(N, Buzz.FAULT)]
    case = last_case(script)
    assert (case.fault, case.proposal.step) == (Fault.WRONG_TRIBUTE, LadderStep.WARNING)

    script.play("N back")
    assert last_case(script).state is CaseState.CLEARED
    assert finding(script.play("N CA")) is Finding.OK


def test_right_card_laid_over_a_refused_one_clears_it() -> None:
    """The camera need not see the wrong card go."""
    script = owing("national-2017", "E W", "N H5", "N CA")
    assert script.table.refused == ()
    assert last_case(script).state is CaseState.CLEARED


@pytest.mark.parametrize(
    ("ruleset_id", "finish", "card", "expected"),
    [
        ("union-2024", "E N W", "CT", Finding.OK),  # art. 7: ten or lower
        ("union-2024", "E N W", "CJ", Finding.WRONG_RETURN),
        ("union-2024", "E N W", "C4", Finding.WRONG_RETURN),  # the level card: AMB-13
        ("national-2017", "E N W", "CJ", Finding.OK),  # to an opponent any card
        ("national-2017", "E N S", "CJ", Finding.WRONG_RETURN),  # to one's partner ten or lower
        ("tongzhouwan-2013", "E N W", "CA", Finding.OK),  # any card
    ],
)
def test_return_limit(ruleset_id: str, finish: str, card: str, expected: Finding) -> None:
    """Each sheet has its limit for the returned card (level after 1-3 is 4, after 1-4 is 3)."""
    payer = "S" if finish == "E N W" else "W"
    script = owing(ruleset_id, finish, f"{payer} SA", f"E {card}")
    assert finding(script.done) is expected


def test_return_the_sheet_disputes_is_accepted_and_asked_about() -> None:
    """Folk-simple wants 必须小于参谋 and 10以下 at once: the referee decides, nobody is buzzed."""
    script = owing("folk-simple", "E N S", "W SA", "E C9")
    assert finding(script.done) is Finding.OK
    assert asked(script.done) == [Question.ODD_CARDS]
    assert sounded(script.done) == []
    assert script.table.phase is Phase.PLAYING


def test_referee_lets_a_high_return_stand_when_the_hand_has_no_low_card() -> None:
    """AMB-13: then the lowest card is returned, and only a person can look."""
    script = owing("union-2024", "E N W", "S SA", "E CJ")
    assert sounded(script.done) == [(E, Buzz.FAULT)]
    script.play("rule 1 let_stand")
    assert last_case(script).state is CaseState.LET_STAND
    assert script.table.to_act == (S,)
    assert script.table.tributes is not None
    assert str(script.table.tributes.returned_by(E)) == "CJ"


def test_referee_lets_a_refused_tribute_stand() -> None:
    """A hand of nothing but wild cards is a curiosity, but the ruling must be possible."""
    script = owing("union-2024", "E N W", "S H4", "rule 1 let_stand")
    assert script.table.phase is Phase.RETURN


def test_ruling_on_cards_that_were_taken_up_again_cannot_let_them_stand() -> None:
    """What does not lie there cannot stand."""
    script = owing("union-2024", "E N W", "S H4", "S back")
    before = script.table
    assert asked(script.play("+0 rule 1 let_stand")) == [Question.RULING_NOT_POSSIBLE]
    assert script.table == before


def test_cards_can_be_taken_back_until_they_are_handed_over() -> None:
    """A payer or returner may pick another card while the other one is still waited for."""
    script = owing("national-2017", "E W", "N CK", "N back")
    assert finding(script.done) is Finding.OK
    assert script.table.to_act == (N, S)
    script.play("N CQ", "S CA", "E C3", "E back")
    assert finding(script.done) is Finding.OK
    assert script.table.to_act == (E, W)
    assert finding(script.play("N back")) is Finding.NOTHING_TO_TAKE_BACK


@pytest.mark.parametrize("act", ["E C3", "W C3", "N pass", "W ?", "W back"])
def test_acts_nobody_waits_for_are_named_and_never_sounded(act: str) -> None:
    """A key pressed by mistake in tribute is no fault."""
    script = owing("national-2017", "E W")
    before = script.table
    done = script.play(f"+0 {act}")
    assert finding(done) in (Finding.NOT_NOW, Finding.NOTHING_TO_TAKE_BACK)
    assert sounded(done) == []
    assert script.table == before


def test_two_cards_where_one_is_owed_are_asked_about() -> None:
    """It may be two plays seen as one; nobody is blamed."""
    script = owing("national-2017", "E W", "N CA CK")
    assert finding(script.done) is Finding.UNSURE
    assert asked(script.done) == [Question.ODD_CARDS]
    assert script.table.to_act == (N, S)


def test_unread_tribute_is_asked_about() -> None:
    """As a card returned face down, it is entered or shown later."""
    script = owing("national-2017", "E W", "N ?")
    assert asked(script.done) == [Question.UNREAD_CARDS]
    assert finding(script.play("N CA")) is Finding.OK


def test_late_tribute_counts_and_is_named_late() -> None:
    """National-2017 art. 22: fifteen seconds."""
    assert finding(owing("national-2017", "E N W", "+15 S CA").done) is Finding.OK
    assert finding(owing("national-2017", "E N W", "+15.001 S CA").done) is Finding.OVERTIME


def test_no_tribute_where_the_sheet_has_none() -> None:
    """Jingfang 尾家不进贡: 头家 leads."""
    assert owing("jingfang", "E N W").table.to_act == (E,)


def test_sorting_is_over_after_tribute() -> None:
    """The first lead after a long tribute is timed from the last return."""
    script = owing("union-2024", "E N W", "+35 S SA", "+3 E C9")
    assert script.table.clock is not None
    assert script.table.clock.started_ms == script.table.now_ms


def test_each_payer_gets_the_card_of_the_winner_who_took_his() -> None:
    """National-2017 art. 10, returns correspond: only that one is known to have come to him."""
    script = owing("national-2017", "E W", "N CA", "S DA", "E C3", "W C4")
    assert script.table.tributes is not None
    received = {seat: script.table.tributes.received_by(seat) for seat in (E, N, W, S)}
    assert {seat.value: " ".join(map(str, cards)) for seat, cards in received.items()} == {
        "E": "CA",
        "N": "C3",
        "W": "DA",
        "S": "C4",
    }


def test_both_red_jokers_that_lie_there_are_a_resistance() -> None:
    """抗贡 as a camera sees it: one payer shows both, or each payer one (AMB-14 a)."""
    script = owing("union-2024", "E N W", "S HR HR")
    assert finding(script.done) is Finding.OK
    assert said(script.done) == [(LEAD, E)]
    assert script.table.phase is Phase.PLAYING

    script = owing("two-deck-8deal", "E W", "N HR")
    assert script.table.phase is Phase.TRIBUTE
    assert said(script.play("S HR")) == [(LEAD, E)]


def test_two_cards_that_are_not_the_red_jokers_are_asked_about() -> None:
    """One red joker and another card is no resistance, and no tribute."""
    script = owing("union-2024", "E N W", "S HR SA")
    assert asked(script.done) == [Question.ODD_CARDS]
    assert script.table.phase is Phase.TRIBUTE


def test_cards_that_go_where_the_rules_say_need_no_word() -> None:
    """Tributes to the winners, returns to the payers; the phase of play has begun by then."""
    script = owing("national-2017", "E W", "N CK", "S CA")
    assert script.play("E takes S").effects == ()
    assert script.play("W takes N").effects == ()
    script.play("E C4", "W C3")
    assert script.play("S takes E").effects == ()
    assert script.play("N takes W").effects == ()
    assert script.table.phase is Phase.PLAYING


def test_a_card_in_the_wrong_hand_is_put_before_the_referee() -> None:
    """Silently: the smaller tribute went to 上游, a return to the other payer."""
    script = owing("national-2017", "E W", "N CK", "S CA")
    before = script.table
    assert asked(script.play("E takes N")) == [Question.WRONG_RECEIVER]
    assert script.table.phase is before.phase
    assert sounded(script.done) == []
    script.play("E C4", "W C3")
    assert asked(script.play("N takes E")) == [Question.WRONG_RECEIVER]


def test_a_payer_may_turn_to_either_return_where_the_losers_choose() -> None:
    """poker-531: equal tributes leave both returned cards to the losers."""
    script = owing("poker-531", "E W", "N SA", "S DA", "E takes N")
    script.play("E C4", "W C3")
    assert script.play("S takes E").effects == ()
    assert script.play("N takes W").effects == ()


@pytest.mark.parametrize("word", ["E takes S", "W takes N"])
def test_taking_one_of_two_equal_tributes_chooses_it(word: str) -> None:
    """poker-531: 上游 takes the one he likes, and his partner gets the other."""
    script = owing("poker-531", "E W", "N SA", "S DA")
    assert said(script.play(word)) == [(GIVE_BACK, E), (GIVE_BACK, W)]
    assert script.table.tributes is not None
    assert script.table.tributes.chosen is S


def test_nobody_else_chooses_and_nothing_is_chosen_early() -> None:
    """A payer that takes a card is asked about; before all have paid nothing is known."""
    script = owing("poker-531", "E W", "N SA")
    assert script.play("E takes N").effects == ()
    script.play("S DA")
    assert asked(script.play("S takes N")) == [Question.WRONG_RECEIVER]
    by_place = owing("tongzhouwan-2013", "E W", "N SA", "S DA")
    assert by_place.play("E takes S").effects == ()
    assert by_place.table.phase is Phase.TRIBUTE
