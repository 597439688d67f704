"""Who pays which card to whom, and who leads."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import FULL_DECK, Card, parse_cards
from referee.rules.level import LEVELS, Level
from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Allowed, Fault, Refused
from referee.rules.seats import Seat
from referee.rules.tribute import (
    NOTHING_OWED,
    TributeKind,
    debt,
    resists,
    settle_debt,
    tribute_choices,
    tribute_ruling,
)
from referee.rules.tribute_assignment import assign, return_receivers
from referee.rules.tribute_leader import (
    LeaderBy,
    leader_after_tribute,
    leader_without_tribute,
)
from tests.rules.switching import case_name, ruleset_with, table

TABLE = table("tribute")


def seats(text: str) -> tuple[Seat, ...]:
    return tuple(map(Seat, text.split()))


def hands(texts: dict[str, str]) -> dict[Seat, tuple[Card, ...]]:
    return {Seat(seat): parse_cards(text) for seat, text in texts.items()}


def one_each(texts: dict[str, str]) -> dict[Seat, Card]:
    return {Seat(seat): Card.parse(text) for seat, text in texts.items()}


@pytest.mark.parametrize("case", TABLE["choices"], ids=case_name)
def test_tribute_choices(case: dict[str, Any]) -> None:
    """The rank of a tribute is forced, its suit is the payer's choice."""
    level, hand = Level.parse(case["level"]), parse_cards(case["hand"])

    assert tribute_choices(hand, level) == set(parse_cards(case["choices"]))


@pytest.mark.parametrize("case", TABLE["debt"], ids=case_name)
def test_debt(case: dict[str, Any]) -> None:
    """The finish alone says who owes a card to whom."""
    owed = debt(
        Finish.of(seats(case["finish"])),
        ruleset_with(case.get("switches", {})),
        after_foul=case.get("after_foul", False),
    )

    assert owed.kind is TributeKind(case["kind"])
    assert owed.payers == seats(case["payers"])
    assert owed.receivers == seats(case["receivers"])


@pytest.mark.parametrize("case", TABLE["anti"], ids=case_name)
def test_anti_tribute(case: dict[str, Any]) -> None:
    """Both red jokers on the paying side cancel the tribute, and the first out leads."""
    ruleset = ruleset_with(case.get("switches", {}))
    finish = Finish.of(seats(case["finish"]))
    owed = settle_debt(
        debt(finish, ruleset), hands(case["hands"]), ruleset, waived=case.get("waived", False)
    )

    assert owed.kind is TributeKind(case["kind"])
    if owed.kind is TributeKind.ANTI:
        leader = leader_without_tribute(finish, owed.kind, ruleset)
        assert (leader.seat, leader.by) == (finish.first_out, LeaderBy.FIRST_OUT)


@pytest.mark.parametrize("case", TABLE["double"], ids=case_name)
def test_double_tribute(case: dict[str, Any]) -> None:
    """Two cards find their receivers and name the leader, or say whose word is missing."""
    ruleset = ruleset_with(case.get("switches", {}))
    finish, level = Finish.of(seats(case["finish"])), Level.parse(case["level"])
    owed = debt(finish, ruleset)
    returned = one_each(case["returned"]) if "returned" in case else None

    found = assign(
        owed,
        finish,
        one_each(case["cards"]),
        level,
        ruleset,
        chosen=Seat(case["chosen"]) if "chosen" in case else None,
    )
    leader = leader_after_tribute(owed, found, finish, level, ruleset, returned=returned)

    to_first = found.payer_to(finish.first_out)
    assert (to_first and to_first.value) == case.get("to")
    assert (found.open and found.open.value) == case.get("open")
    assert (leader.seat and leader.seat.value) == case.get("leader")
    assert leader.by is LeaderBy(case["leader_by"])
    if found.open is None:
        back = return_receivers(found, ruleset, returned, level)
        assert (back is None) is case.get("losers_choose", False)


@given(
    first=st.sampled_from(Seat),
    level=st.sampled_from(LEVELS),
    cards=st.lists(st.sampled_from(FULL_DECK), min_size=2, max_size=2),
)
def test_each_winner_gets_one_card(first: Seat, level: Level, cards: list[Card]) -> None:
    """Whatever is paid, both cards change hands, the first out never gets the smaller one."""
    ruleset = Ruleset()
    finish = Finish.of((first, first.partner))
    owed = debt(finish, ruleset)
    paid = dict(zip(owed.payers, cards, strict=True))

    found = assign(owed, finish, paid, level, ruleset)

    assert {gift.receiver for gift in found.gifts} == {first, first.partner}
    assert {gift.payer: gift.card for gift in found.gifts} == paid
    assert level.power(found.gifts[0].card) >= level.power(found.gifts[1].card)


def test_the_first_deal_has_no_tribute() -> None:
    """从第二副牌开始 (jiangsu-2017 三.二.3): a card decides who leads the first."""
    assert debt(None, Ruleset()) == NOTHING_OWED
    leader = leader_without_tribute(None, TributeKind.NONE, Ruleset())
    assert (leader.seat, leader.by) == (None, LeaderBy.DRAWN_CARD)


def test_after_a_foul_somebody_names_the_leader() -> None:
    """Nobody leads by himself after a foul that ended a deal (jiangsu-2017 四.三.三)."""
    finish = Finish.of((Seat.EAST, Seat.WEST))

    leader = leader_without_tribute(finish, TributeKind.NONE, Ruleset(), after_foul=True)

    assert (leader.seat, leader.by) == (None, LeaderBy.FOUL)


def test_without_tribute_in_the_sheet_the_first_out_leads() -> None:
    """比赛中尾家不进贡，由头家先出 (jingfang)."""
    ruleset = ruleset_with({"tribute.mode": "none"})
    finish = Finish.of((Seat.NORTH, Seat.EAST, Seat.SOUTH))

    leader = leader_without_tribute(finish, debt(finish, ruleset).kind, ruleset)

    assert leader.seat is Seat.NORTH


def test_owed_tribute_does_not_leave_out_the_payer() -> None:
    """Asking for a leader without tribute while one is owed is a slip of the caller."""
    finish = Finish.of((Seat.EAST, Seat.NORTH, Seat.WEST))

    with pytest.raises(ValueError, match="tribute was owed: single"):
        leader_without_tribute(finish, TributeKind.SINGLE, Ruleset())


def test_single_tribute_is_led_by_its_payer() -> None:
    """下游 leads after he paid, in every sheet."""
    ruleset = Ruleset()
    finish = Finish.of((Seat.EAST, Seat.NORTH, Seat.WEST))
    owed, level = debt(finish, ruleset), Level.parse("5")
    found = assign(owed, finish, {Seat.SOUTH: Card.parse("SA")}, level, ruleset)

    leader = leader_after_tribute(owed, found, finish, level, ruleset)

    assert (leader.seat, leader.by) == (Seat.SOUTH, LeaderBy.PAYER)
    assert return_receivers(found, ruleset) == {Seat.EAST: Seat.SOUTH}


def test_nobody_else_can_be_chosen() -> None:
    """Only a payer's card can be taken."""
    ruleset = ruleset_with({"tribute.equal_assignment": "first_out_chooses"})
    finish = Finish.of((Seat.EAST, Seat.WEST))
    ace = Card.parse("SA")

    with pytest.raises(ValueError, match="seat W pays no tribute"):
        assign(
            debt(finish, ruleset),
            finish,
            {Seat.NORTH: ace, Seat.SOUTH: ace},
            Level.parse("2"),
            ruleset,
            chosen=Seat.WEST,
        )


def test_a_wrong_tribute_is_refused_with_the_right_card() -> None:
    """Somebody who knows the hand is told what should have been paid."""
    hand, level = parse_cards("SA D5 H5 CK"), Level.parse("5")

    refused = tribute_ruling(Seat.SOUTH, Card.parse("SA"), hand, level, Ruleset())

    assert isinstance(refused, Refused)
    assert refused.fault is Fault.WRONG_TRIBUTE
    assert "D5" in refused.because
    assert tribute_ruling(Seat.SOUTH, Card.parse("D5"), hand, level, Ruleset()) == Allowed()


@pytest.mark.parametrize(
    ("payers", "expected"),
    [
        (["HR HR"], True),
        (["HR S3", "HR S4"], True),  # one each still counts: the side is asked, not the player
        (["HR SB", "S3 S4"], False),
        ([], False),
    ],
)
def test_resists(payers: list[str], expected: bool) -> None:
    """Two red jokers on the paying side cancel the tribute."""
    assert resists([parse_cards(hand) for hand in payers]) is expected
