"""Which card may come back for a tribute."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import FULL_DECK, Card, parse_cards
from referee.rules.level import LEVELS, Level
from referee.rules.returns import Doubt, Undecided, return_ruling, returnable, within_limit
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Allowed, Fault, Refused
from referee.rules.seats import Seat
from referee.rules.switches.tribute import ReturnLimit
from tests.rules.switching import case_name, ruleset_with, table


@pytest.mark.parametrize("case", table("returns")["case"], ids=case_name)
def test_return_limit(case: dict[str, Any]) -> None:
    """Every limit of the sheets, to a partner and to an opponent."""
    legal = within_limit(
        Card.parse(case["card"]),
        to_partner=case["to_partner"],
        level=Level.parse(case["level"]),
        ruleset=ruleset_with(case["switches"]),
    )

    assert ("referee" if legal is None else legal) == case["legal"]


def test_a_hand_without_a_low_card_returns_its_lowest() -> None:
    """Nothing up to ten: the lowest by level order, whatever its suit (AMB-13)."""
    hand, level = parse_cards("SJ DJ CQ S5 HR"), Level.parse("5")

    assert returnable(hand, to_partner=False, level=level, ruleset=Ruleset()) == set(
        parse_cards("SJ DJ")
    )


def test_a_return_above_the_limit_needs_the_hand_to_be_excused() -> None:
    """A camera sees only the card, so without the hand it is refused."""
    jack, level = Card.parse("SJ"), Level.parse("5")
    hand = parse_cards("SJ CQ HR")

    def ruling(known: tuple[Card, ...] | None) -> Allowed | Refused | Undecided:
        return return_ruling(
            jack,
            returner=Seat.EAST,
            payer=Seat.SOUTH,
            level=level,
            ruleset=Ruleset(),
            hand=known,
        )

    refused = ruling(None)
    assert isinstance(refused, Refused)
    assert refused.fault is Fault.WRONG_RETURN
    assert "SJ" in refused.because
    assert ruling(hand) == Allowed()
    assert isinstance(ruling((*hand, Card.parse("C3"))), Refused)


def test_a_disputed_return_is_left_to_a_person() -> None:
    """The sheet gives two limits, so the program does not pick one."""
    ruling = return_ruling(
        Card.parse("S9"),
        returner=Seat.EAST,
        payer=Seat.WEST,
        level=Level.parse("4"),
        ruleset=ruleset_with({"tribute.return_limit": "disputed"}),
    )

    assert isinstance(ruling, Undecided)
    assert ruling.doubt is Doubt.LIMITS_DISAGREE


BY_LIMIT = {limit: ruleset_with({"tribute.return_limit": limit.value}) for limit in ReturnLimit}


@given(
    hand=st.lists(st.sampled_from(FULL_DECK), min_size=1, max_size=27),
    level=st.sampled_from(LEVELS),
    limit=st.sampled_from(ReturnLimit),
    to_partner=st.booleans(),
)
def test_something_can_always_be_returned(
    hand: list[Card], level: Level, limit: ReturnLimit, to_partner: bool
) -> None:
    """No hand is left without a card it may return, and it never returns one it has not."""
    found = returnable(hand, to_partner=to_partner, level=level, ruleset=BY_LIMIT[limit])

    assert found
    assert found <= set(hand)
