"""What the eye has found, taken as an act at the table as it stands."""

from __future__ import annotations

import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.acting import IN_DOUBT, act_on, meant
from referee.app.live import CameraClock
from referee.app.runtime import Runtime
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    DealStarted,
    Event,
    FinishEntered,
    Passed,
    SeatEvent,
    TakenBack,
)
from referee.session.history import replay
from referee.session.table import Phase, Table
from referee.session.verdict import Finding
from tests.end_to_end.refereed import Rows


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


@pytest.mark.parametrize(
    ("seat", "cards", "finding"),
    [
        (Seat.NORTH, "C4 D4", Finding.OK),
        (Seat.NORTH, "C3 D3", Finding.UNSURE),
        (Seat.NORTH, "C4 D5", Finding.UNSURE),
        (Seat.WEST, "C4 D4", Finding.OUT_OF_TURN_PLAY),
    ],
    ids=["legal", "too low", "no pair", "out of turn"],
)
def test_no_fault_rests_on_a_card_that_hardly_shows(
    seat: Seat, cards: str, finding: Finding
) -> None:
    """It is asked for where the cards are the fault, with what was seen; a turn needs no face."""
    history = replay((DealStarted(0, Level.parse("2"), Seat.EAST), lays(1_000, Seat.EAST, "S3 H3")))
    runtime = Runtime(history, Rows(), SimulatedPanel(), CameraClock(), lambda _: None)

    entry = act_on(runtime, lays(2_000, seat, cards), {"seen": cards.split(), "weak": ["C4"]})

    assert entry.verdict is not None
    assert entry.verdict.finding is finding
    assert entry.origin["seen"] == cards.split()
    asked = isinstance(entry.event, CardsUnread)
    assert asked == (finding is Finding.UNSURE)
    assert not asked or entry.event.reason == IN_DOUBT
    plain = act_on(runtime, lays(3_000, Seat.NORTH, "C3 D3"), {"weak": []})
    assert isinstance(plain.event, CardsLaid)


@pytest.mark.parametrize("phase", [Phase.TRIBUTE, Phase.RETURN])
def test_a_tribute_that_vanishes_is_not_taken_back(phase: Phase) -> None:
    """Its receiver picks it up; only a wrong card goes back to its payer."""
    vanishes = TakenBack(2_000, Seat.EAST)
    wrong = ((Seat.EAST, parse_cards("S3")),)

    assert meant(Table(phase), vanishes, only_offered=False) is None
    assert meant(Table(phase, refused=wrong), vanishes, only_offered=False) is vanishes
