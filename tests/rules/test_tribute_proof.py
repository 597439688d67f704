"""What later plays tell about a hand nobody saw."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import FULL_DECK, Card, parse_cards
from referee.rules.level import LEVELS, Level
from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat
from referee.rules.tribute import NOTHING_OWED, debt, tribute_choices
from referee.rules.tribute_proof import (
    could_have_returned,
    higher_than_paid,
    red_jokers_of_payers,
)
from tests.rules.switching import case_name, ruleset_with, table

TABLE = table("tribute_proof")


def by_seat(texts: dict[str, str]) -> dict[Seat, tuple[Card, ...]]:
    return {Seat(seat): parse_cards(text) for seat, text in texts.items()}


@pytest.mark.parametrize("case", TABLE["tribute"], ids=case_name)
def test_wrong_tribute_comes_to_light(case: dict[str, Any]) -> None:
    """A card higher than the tribute, not wild, not received since."""
    proof = higher_than_paid(
        Card.parse(case["paid"]),
        parse_cards(case["received"]),
        parse_cards(case["shown"]),
        Level.parse(case["level"]),
    )

    assert (proof and str(proof)) == case.get("proof")


@pytest.mark.parametrize("case", TABLE["return"], ids=case_name)
def test_wrong_return_comes_to_light(case: dict[str, Any]) -> None:
    """A return above the limit is excused only while no lower card turns up."""
    proof = could_have_returned(
        Card.parse(case["returned"]),
        Card.parse(case["tribute"]),
        parse_cards(case["shown"]),
        Level.parse(case["level"]),
        ruleset_with(case.get("switches", {})),
        to_partner=case.get("to_partner", False),
    )

    assert (proof and str(proof)) == case.get("proof")


@pytest.mark.parametrize("case", TABLE["anti"], ids=case_name)
def test_missed_anti_tribute_comes_to_light(case: dict[str, Any]) -> None:
    """Two red jokers of the paying side prove that nothing was owed."""
    owed = debt(Finish.of([Seat(seat) for seat in case["finish"].split()]), Ruleset())
    paid = {Seat(seat): Card.parse(text) for seat, text in case["paid"].items()}

    found = red_jokers_of_payers(owed, paid, by_seat(case["received"]), by_seat(case["shown"]))

    assert found == case["jokers"]


def test_nobody_paid_nothing_is_proved() -> None:
    """Without tribute there is no paying side."""
    shown = {Seat.EAST: parse_cards("HR HR")}

    assert red_jokers_of_payers(NOTHING_OWED, {}, {}, shown) == 0


@given(random=st.randoms(use_true_random=False), level=st.sampled_from(LEVELS))
def test_an_honest_tribute_is_never_accused(random: Random, level: Level) -> None:
    """Whoever pays his highest card may lay the rest in any order."""
    *hand, returned = random.sample(FULL_DECK, 28)
    paid = random.choice(sorted(tribute_choices(hand, level), key=str))
    left = [*(Counter(hand) - Counter([paid])).elements(), returned]
    random.shuffle(left)

    assert higher_than_paid(paid, [returned], left, level) is None
