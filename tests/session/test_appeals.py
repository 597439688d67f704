"""Appeals: made in time or late, answered once, kept over the next round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.rules.level import Level
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat, Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.session.effects import AskReferee, Question
from referee.session.events import (
    AppealAnswered,
    AppealMade,
    AppealOutcome,
    DealStarted,
    Event,
    PenaltyGiven,
    RoundStarted,
    RowRef,
    SideWithdrew,
    Signed,
)
from referee.session.history import History, add, replay
from referee.session.step import Step
from referee.session.table import Phase

MINUTE = 60_000
EW, NS = Side.EAST_WEST, Side.NORTH_SOUTH
WRITTEN = Ruleset()
SPOKEN = replace(WRITTEN, officials=replace(WRITTEN.officials, appeal_written=False))
BEGUN: tuple[Event, ...] = (
    RoundStarted(0, WRITTEN),
    PenaltyGiven(MINUTE, Seat.EAST, LadderStep.WARNING),
)
ENDED: tuple[Event, ...] = (
    *BEGUN,
    SideWithdrew(10 * MINUTE, NS, Official.CHIEF_REFEREE),
)


def taken(*events: Event) -> tuple[History, Step]:
    """The table after these, and what the last of them did."""
    history = replay(events[:-1])
    return add(history, events[-1])


def test_an_appeal_is_made_while_the_round_goes_on() -> None:
    """Against a ruling, by a side; it is open until somebody has heard it."""
    history, _ = taken(*BEGUN, AppealMade(2 * MINUTE, EW, 1, RowRef(2)))
    (appeal,) = history.table.appeals

    assert (appeal.number, appeal.side, appeal.ruling) == (1, EW, RowRef(2))
    assert appeal.in_time
    assert appeal.outcome is None


@pytest.mark.parametrize(("late_ms", "in_time"), [(0, True), (1, False)])
def test_the_time_for_it_ends_after_the_round(late_ms: int, in_time: bool) -> None:
    """Exactly the limit is in time; what comes later is recorded as late."""
    at_ms = (10 + WRITTEN.officials.appeal_minutes) * MINUTE + late_ms
    history, _ = taken(*ENDED, AppealMade(at_ms, NS, 1))

    assert [appeal.in_time for appeal in history.table.appeals] == [in_time]


def test_signatures_and_the_next_round_leave_it_its_time() -> None:
    """The pairs of the round before may still appeal against that round, and no later one."""
    signed = (*ENDED, Signed(11 * MINUTE, EW), Signed(11 * MINUTE, NS))
    history, _ = taken(*signed, AppealMade(12 * MINUTE, NS, 1))
    assert history.table.phase is Phase.SIGNED
    assert len(history.table.appeals) == 1

    history, _ = taken(*signed, RoundStarted(20 * MINUTE, SPOKEN), AppealMade(39 * MINUTE, NS, 1))
    assert history.table.phase is Phase.DRAWING
    assert [appeal.in_time for appeal in history.table.appeals] == [True]
    history, step = taken(*signed, AppealMade(20 * MINUTE, NS, 2))
    assert history.table.appeals == ()
    assert AskReferee(Question.RULING_NOT_POSSIBLE, None) in step.effects


def test_an_appeal_is_answered_once() -> None:
    """What was decided, and by whom; a second answer, or one to no appeal, changes nothing."""
    upheld = AppealAnswered(13 * MINUTE, 1, AppealOutcome.UPHELD, Official.ORGANISER)
    made = (*ENDED, AppealMade(12 * MINUTE, NS, 1))
    history, _ = taken(*made, upheld)
    (appeal,) = history.table.appeals
    assert (appeal.outcome, appeal.by) == (AppealOutcome.UPHELD, Official.ORGANISER)

    for wrong in (
        AppealAnswered(14 * MINUTE, 1, AppealOutcome.REJECTED),
        AppealAnswered(14 * MINUTE, 2, AppealOutcome.REJECTED),
    ):
        again, step = taken(*made, upheld, wrong)
        assert again.table.appeals == history.table.appeals
        assert AskReferee(Question.RULING_NOT_POSSIBLE, None) in step.effects


def test_a_table_that_is_only_watched_has_no_appeals() -> None:
    """There is no round that anybody could appeal against."""
    history, _ = taken(DealStarted(0, Level.parse("2"), Seat.SOUTH), AppealMade(1, EW, 1))

    assert history.table.appeals == ()


def test_rounds_are_counted_from_one() -> None:
    """An event that exists is well formed."""
    with pytest.raises(ValueError, match="counted from 1"):
        AppealMade(0, EW, 0)
