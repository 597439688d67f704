"""A round of two deals with something of everything: faults, rulings, tribute, a correction."""

from __future__ import annotations

from referee.rules.cards import Card, parse_cards
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat, Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.session.events import (
    AppealAnswered,
    AppealMade,
    AppealOutcome,
    CallAnswered,
    CardsLaid,
    CardsUnread,
    CardTurned,
    Corrected,
    Decision,
    Event,
    FinishEntered,
    HandsDrawn,
    LeaderNamed,
    Passed,
    Paused,
    PenaltyGiven,
    RefereeCalled,
    ResultConfirmed,
    Resumed,
    RoundDecided,
    RoundStarted,
    RowRef,
    Ruled,
    Signed,
    TakenBack,
    TimePassed,
)

EAST, NORTH, WEST, SOUTH = Seat


def _card(text: str) -> Card:
    return parse_cards(text)[0]


ROUND: tuple[Event, ...] = (
    RoundStarted(0, Ruleset(), "Li / Wang", "Chen / Zhao"),
    CardTurned(5_000, _card("S5")),
    LeaderNamed(60_000, SOUTH),
    HandsDrawn(90_000),
    CardsLaid(100_000, SOUTH, parse_cards("C5 S5")),
    CardsLaid(105_000, EAST, parse_cards("D9 C9")),
    CardsLaid(107_000, WEST, parse_cards("HK")),
    TakenBack(110_000, WEST),
    Ruled(115_000, 1, Decision.CONFIRM, step=LadderStep.WARNING),
    Passed(118_000, NORTH),
    CardsLaid(125_000, WEST, parse_cards("HT DT")),
    RefereeCalled(130_000, SOUTH),
    CallAnswered(140_000, SOUTH),
    CardsUnread(141_000, SOUTH, "glare"),
    Corrected(150_000, RowRef(14), RowRef(14), (Passed(141_000, SOUTH),)),
    FinishEntered(200_000, (EAST, WEST)),
    ResultConfirmed(205_000),
    HandsDrawn(300_000),
    CardsLaid(310_000, NORTH, parse_cards("SA")),
    CardsLaid(315_000, SOUTH, parse_cards("SK")),
    CardsLaid(320_000, EAST, parse_cards("C3")),
    CardsLaid(325_000, WEST, parse_cards("D4")),
    TimePassed(400_000),
    Paused(405_000),
    Resumed(420_000),
    CardsLaid(430_000, NORTH, parse_cards("C6")),
    PenaltyGiven(435_000, EAST, LadderStep.VIOLATION),
    FinishEntered(500_000, (NORTH, EAST, SOUTH, WEST)),
    ResultConfirmed(505_000),
    RoundDecided(600_000, Side.EAST_WEST),
    Signed(610_000, Side.EAST_WEST),
    Signed(615_000, Side.NORTH_SOUTH),
)

APPEALED: tuple[Event, ...] = (
    *ROUND,
    AppealMade(620_000, Side.EAST_WEST, 1, RowRef(27)),
    AppealMade(630_000, Side.NORTH_SOUTH, 1),
    AppealAnswered(700_000, 1, AppealOutcome.UPHELD, Official.ORGANISER),
    AppealAnswered(710_000, 2, AppealOutcome.WITHDRAWN),
)
"""That round, with appeals after it."""
