"""What becomes of cards, turn and next lead after a mistake."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.cards import cards_text, parse_cards
from referee.rules.irregularities import (
    exposed_card,
    leader_after_violation,
    out_of_turn_pass,
    out_of_turn_play,
    smallest_back,
    wrong_answer,
    wrong_laying,
    wrong_lead,
)
from referee.rules.remedies import Remedy
from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.rules.tribute_errors import made_last, tribute_remedy
from tests.rules.switching import case_name, ruleset_with, table

OFFENDER = Seat.NORTH


def remedy_of(case: dict[str, Any], ruleset: Ruleset) -> Remedy:
    to_act = Seat(case.get("to_act", OFFENDER.value))
    match case["what"]:
        case "out_of_turn_play":
            return out_of_turn_play(OFFENDER, to_act, ruleset)
        case "out_of_turn_pass":
            return out_of_turn_pass(OFFENDER, to_act, ruleset)
        case "wrong_lead":
            return wrong_lead(OFFENDER, ruleset)
        case "wrong_answer":
            return wrong_answer(OFFENDER, Fault.DOES_NOT_BEAT, ruleset)
        case "wrong_laying":
            return wrong_laying(OFFENDER, to_act, case.get("earlier", 0), ruleset)
        case what:
            return exposed_card(OFFENDER, to_act, ruleset, surplus=what == "surplus_card")


@pytest.mark.parametrize("case", table("irregularities")["case"], ids=case_name)
def test_remedy(case: dict[str, Any]) -> None:
    """The whole remedy of each irregularity in each wording."""
    remedy = remedy_of(case, ruleset_with(case.get("switches", {})))

    assert remedy.offender is OFFENDER
    assert remedy.cards.value == case["cards"]
    assert remedy.may_take_back is (case["cards"] in ("back_to_hand", "smallest_back"))
    assert (remedy.next_to_act and remedy.next_to_act.value) == case.get("next")
    assert remedy.barred.value == case["barred"]
    assert remedy.partner_may_not_lead_type is case.get("partner", False)
    assert (remedy.chooser and remedy.chooser.value) == case.get("chooser")
    assert (remedy.choice and remedy.choice.value) == case.get("choice")
    assert (remedy.step and remedy.step.value) == case.get("step")
    assert remedy.foul_by_circumstances is case.get("foul_by_circumstances", False)
    assert remedy.decided_by.value == case.get("decided_by", "referee")
    assert remedy.article.startswith("under-test/")


def test_only_the_smallest_of_a_surplus_play_goes_back() -> None:
    """出了2，3，4，5，6，7，只能取回2，不能取回7 (staff-2011 七.2)."""
    back, rest = smallest_back(parse_cards("S3 D2 C4 S5 H6 S7"))

    assert str(back) == "D2"
    assert cards_text(rest) == "S3 C4 S5 H6 S7"


def test_one_card_has_no_surplus() -> None:
    """Asking about a single card is a slip of the caller."""
    with pytest.raises(ValueError, match="1 cards have no surplus"):
        smallest_back(parse_cards("S3"))


@pytest.mark.parametrize(("leader", "leads"), [(Seat.NORTH, Seat.WEST), (Seat.SOUTH, Seat.SOUTH)])
def test_a_stopped_offender_does_not_lead(leader: Seat, leads: Seat) -> None:
    """如违规者应下圈牌领出，则按出牌顺序由非违规方领出牌 (jiangsu-2017 四.三.二)."""
    assert leader_after_violation(OFFENDER, leader) is leads


@pytest.mark.parametrize(
    ("error", "play_begun", "given_again", "hand_void", "step", "by_circumstances"),
    [
        ("redo", False, True, False, None, False),  # folk-simple, devzone
        ("redo", True, False, False, None, False),
        ("redo_and_referee", False, True, False, None, True),  # general-never-demote 五
        ("correct_or_last", False, True, False, LadderStep.WARNING, False),  # national-2017
        ("correct_or_last", True, False, True, None, False),
    ],
)
def test_wrong_tribute(
    error: str,
    play_begun: bool,
    given_again: bool,
    hand_void: bool,
    step: LadderStep | None,
    by_circumstances: bool,
) -> None:
    """Put right before play; after it has begun a sheet voids the hand or is silent."""
    remedy = tribute_remedy(
        Fault.WRONG_TRIBUTE,
        OFFENDER,
        ruleset_with({"tribute.error": error}),
        play_begun=play_begun,
    )

    assert (remedy.given_again, remedy.hand_void) == (given_again, hand_void)
    assert (remedy.step, remedy.foul_by_circumstances) == (step, by_circumstances)


def test_a_void_hand_is_the_chief_referees_business() -> None:
    """It decides a deal (general-never-demote 十.2.2, national-2017 art. 15-22)."""
    ruleset = ruleset_with({"tribute.error": "correct_or_last"})

    remedy = tribute_remedy(Fault.WRONG_RETURN, OFFENDER, ruleset, play_begun=True)

    assert remedy.decided_by is Official.CHIEF_REFEREE


@pytest.mark.parametrize(
    ("order", "after"),
    [
        ("N E S W", "E S W N"),  # he came first: the second becomes first, and so on
        ("E N S W", "E S W N"),
        ("E S W N", "E S W N"),
        ("E W", "E W S N"),  # nobody else is moved among the places not played out
    ],
)
def test_a_void_hand_comes_last(order: str, after: str) -> None:
    """Everybody who came in after the offender moves up (national-2017 art. 19)."""
    finish = Finish.of([Seat(seat) for seat in order.split()])

    assert [seat.value for seat in made_last(finish, OFFENDER).order] == after.split()
