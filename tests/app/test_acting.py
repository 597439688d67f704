"""What the eye has found, taken as an act at the table as it stands."""

from __future__ import annotations

import pytest

from referee.app.acting import meant
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import (
    CardsLaid,
    DealStarted,
    Event,
    FinishEntered,
    Passed,
    SeatEvent,
    TakenBack,
)
from referee.session.history import replay
from referee.session.table import Phase, Table


def after(*events: Event) -> Table:
    """East leads at level 2."""
    return replay((DealStarted(0, Level.parse("2"), Seat.EAST), *events)).table


def lays(at_ms: int, seat: Seat, text: str) -> CardsLaid:
    return CardsLaid(at_ms, seat, parse_cards(text))


@pytest.mark.parametrize(
    "event",
    [lays(9_000, Seat.EAST, "S9"), Passed(9_000, Seat.EAST), TakenBack(9_000, Seat.EAST)],
    ids=["lays", "knocks", "takes back"],
)
def test_what_happens_after_a_deal_means_nothing(event: SeatEvent) -> None:
    """The cards are shown, counted and shuffled."""
    over = FinishEntered(1_000, (Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH))

    assert meant(after(over), event, only_offered=isinstance(event, Passed)) is None


def test_cards_that_lie_there_already_are_no_second_play() -> None:
    """Entered by hand before the eye had read them, in whatever order; also a play that is refused.

    The same seat may lay another card, and another seat the same faces.
    """
    table = after(lays(1_000, Seat.EAST, "S9 H9"), lays(2_000, Seat.NORTH, "C4 D4"))

    assert meant(table, lays(900, Seat.EAST, "H9 S9"), only_offered=False) is None
    assert meant(table, lays(1_900, Seat.NORTH, "D4 C4"), only_offered=False) is None
    for other in (lays(3_000, Seat.NORTH, "CJ DJ"), lays(3_000, Seat.WEST, "S9 H9")):
        assert meant(table, other, only_offered=False) is other


@pytest.mark.parametrize("phase", [Phase.TRIBUTE, Phase.RETURN])
def test_a_tribute_that_vanishes_is_not_taken_back(phase: Phase) -> None:
    """Its receiver picks it up; only a wrong card goes back to its payer."""
    vanishes = TakenBack(2_000, Seat.EAST)
    wrong = ((Seat.EAST, parse_cards("S3")),)

    assert meant(Table(phase), vanishes, only_offered=False) is None
    assert meant(Table(phase, refused=wrong), vanishes, only_offered=False) is vanishes
