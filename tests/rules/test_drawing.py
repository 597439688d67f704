"""Who shuffles, cuts, draws first and leads the first deal."""

from __future__ import annotations

from typing import Any

import pytest

from referee.rules.cards import Card
from referee.rules.drawing import (
    CutFault,
    counted_out,
    cut_fault,
    draw_order,
    enough_shuffles,
    first_duties,
    first_leader,
    later_duties,
    must_recut,
)
from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat
from tests.rules.switching import case_name, ruleset_with, table

TABLE = table("drawing")


def letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.value


@pytest.mark.parametrize("case", TABLE["turned"], ids=case_name)
def test_first_draw_of_the_first_deal(case: dict[str, Any]) -> None:
    """A turned card counts out who draws first, or is cut again."""
    ruleset, turned = ruleset_with(case.get("switches", {})), Card.parse(case["turned"])

    assert must_recut(turned, ruleset) is case.get("recut", False)
    assert letter(first_duties(ruleset, turned).first_draw) == case.get("draws")


@pytest.mark.parametrize("case", TABLE["later"], ids=case_name)
def test_later_deals(case: dict[str, Any]) -> None:
    """From the second deal the finish of the one before names everybody."""
    duties = later_duties(
        Finish.of([Seat(name) for name in case["finish"].split()]),
        ruleset_with(case.get("switches", {})),
    )

    assert letter(duties.shuffler) == case.get("shuffler")
    assert letter(duties.cutter) == case.get("cutter")
    assert letter(duties.first_draw) == case.get("draws")


def test_nobody_draws_before_a_card_is_turned() -> None:
    """The first to draw is open until a card that counts lies there."""
    assert first_duties(Ruleset()).first_draw is None


def test_a_joker_has_no_points() -> None:
    """Counting by a joker is a slip of the caller, who should have had it cut again."""
    with pytest.raises(ValueError, match="HR has no points"):
        counted_out(Card.parse("HR"), Ruleset())


@pytest.mark.parametrize(
    ("direction", "order"), [("counter_clockwise", "ENWS"), ("clockwise", "ESWN")]
)
def test_draw_order(direction: str, order: str) -> None:
    """Drawing has a direction of its own."""
    ruleset = ruleset_with({"dealing.draw_direction": direction})

    assert "".join(seat.value for seat in draw_order(Seat.EAST, ruleset)) == order


def test_the_turned_card_leads() -> None:
    """抓到翻出牌张者首圈领出牌 (jiangsu-2017); open until somebody has it."""
    assert first_leader(Ruleset(), drew_turned=Seat.WEST) is Seat.WEST
    assert first_leader(Ruleset()) is None


def test_the_largest_card_may_lead() -> None:
    """抽中最大牌者先出牌 (qingyang-2018); a level card beats an ace, equal ones draw again."""
    ruleset = ruleset_with({"dealing.first_lead": "largest_card"})
    drawn = {Seat.EAST: Card.parse("SA"), Seat.NORTH: Card.parse("D2")}

    assert first_leader(ruleset, largest_drawn=drawn) is Seat.NORTH
    assert first_leader(ruleset, largest_drawn=drawn | {Seat.WEST: Card.parse("C2")}) is None
    assert first_leader(ruleset) is None


@pytest.mark.parametrize(
    ("above", "fault"),
    [
        (5, CutFault.TOO_NEAR_THE_TOP),
        (6, None),
        (102, None),
        (103, CutFault.TOO_NEAR_THE_BOTTOM),
    ],
)
def test_cut(above: int, fault: CutFault | None) -> None:
    """不允许切出顶部或底部五张以内的牌 (jiangsu-2017 三.二.4)."""
    assert cut_fault(above, Ruleset()) is fault


def test_a_cut_has_cards_above_it() -> None:
    """More cards than the pack has is a slip of the caller."""
    with pytest.raises(ValueError, match="0 to 108 cards"):
        cut_fault(109, Ruleset())


def test_shuffling_more_is_never_wrong() -> None:
    """At least five times, later at least two (jiangsu-2017)."""
    assert not enough_shuffles(4, Ruleset(), first_deal=True)
    assert enough_shuffles(9, Ruleset(), first_deal=True)
    assert enough_shuffles(2, Ruleset(), first_deal=False)
