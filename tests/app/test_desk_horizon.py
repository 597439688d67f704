"""A desk with an eye: deadlines wait for what the eye may still find, officials hardly."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.clock import ScaledClock
from referee.app.desk import OFFICIAL_WAITS_MS, Desk, Ignored, SeenAct
from referee.app.runtime import Runtime
from referee.ports import Entry
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.events import (
    CardsLaid,
    DealStarted,
    Event,
    Passed,
    Paused,
    TimeForgiven,
    TimePassed,
)
from referee.session.history import History
from referee.session.table_settings import Passing, TableSettings
from referee.session.verdict import Finding
from tests.end_to_end.refereed import Rows

LEAD_MS, FOLLOW_MS, PATIENCE_MS = 20_000, 10_000, 6_000


@dataclass
class Table:
    """A desk on a clock that moves when it is told to. East leads."""

    now: int = 0
    rows: Rows = field(default_factory=Rows)
    passing: Passing = Passing.KNOCK

    def __post_init__(self) -> None:
        runtime = Runtime(
            History(), self.rows, SimulatedPanel(), ScaledClock(0, 1.0), lambda _: None
        )
        self.desk = Desk(runtime, lambda: self.now, PATIENCE_MS)
        started = DealStarted(
            0,
            Level.parse("2"),
            Seat.EAST,
            Clocks(LEAD_MS, FOLLOW_MS),
            settings=TableSettings(self.passing),
        )
        self.desk.submit(lambda _: started)
        self.run()

    def run(self, now_ms: int | None = None) -> None:
        """Let the desk do what it would do by now, and no more."""
        self.now = self.now if now_ms is None else now_ms
        self.desk.handle_due()

    def sees(self, known_until_ms: int | None, *acts: SeenAct) -> list[Future[Entry]]:
        answers = self.desk.saw(acts, known_until_ms)
        self.run()
        return answers

    @property
    def events(self) -> list[Event]:
        return [entry.event for entry in self.rows.entries[1:]]

    @property
    def findings(self) -> list[Finding]:
        return [entry.verdict.finding for entry in self.rows.entries if entry.verdict is not None]


def lays(at_ms: int, seat: Seat, text: str) -> SeenAct:
    return SeenAct(CardsLaid(at_ms, seat, parse_cards(text)))


def pauses(table: Table) -> Future[Entry]:
    make: Callable[[int], Event] = Paused
    return table.desk.submit(make)


def test_a_play_in_time_is_not_called_late() -> None:
    """It lay there before the deadline and was read after it; nothing is signalled meanwhile."""
    table = Table()
    table.sees(19_000)
    table.run(20_600)

    table.sees(20_500, lays(19_900, Seat.EAST, "S9"))

    assert table.findings == [Finding.OK]
    assert not any(isinstance(event, TimePassed) for event in table.events)


def test_a_deadline_is_signalled_once_all_before_it_is_known() -> None:
    """At its own moment, as soon as the eye knows that nothing was laid."""
    table = Table()
    table.sees(20_000)
    table.run(20_800)
    assert table.events == []

    table.sees(20_001)

    assert table.events == [TimePassed(20_001)]


def test_an_eye_that_is_too_far_behind_is_not_waited_for() -> None:
    """The table goes on by its own clock, and says so."""
    table = Table()
    table.sees(19_000)
    table.run(20_001 + PATIENCE_MS - 1)
    assert table.events == []

    table.run(20_001 + PATIENCE_MS)

    assert table.events == [TimePassed(20_001)]
    assert table.desk.is_late


def test_a_play_in_time_is_not_called_late_however_late_it_is_found() -> None:
    """The deadline was signalled meanwhile; the time between was the device's."""
    table = Table()
    table.sees(15_000)
    table.run(27_000)
    assert table.events == [TimePassed(20_001)]

    table.sees(27_000, lays(19_900, Seat.EAST, "S9"))

    assert table.findings == [Finding.OK]
    forgiven = table.events[1]
    assert forgiven == TimeForgiven(20_001, 101)


def test_nobody_watching_delays_nothing() -> None:
    """Also after an eye that has gone blind with a play not understood."""
    table = Table()
    table.sees(5_000)
    table.run(20_001)
    table.sees(None)

    assert table.events == [TimePassed(20_001)]


def test_a_key_never_overtakes_the_play_before_it() -> None:
    """North passes by key at once after East's play, which the eye reads two seconds later."""
    table = Table()
    table.sees(2_900)
    table.run(3_200)
    table.desk.press(Passed(3_200, Seat.NORTH), {})
    table.run(5_100)
    assert table.events == []

    table.sees(5_100, lays(3_000, Seat.EAST, "S9"))

    assert [type(event) for event in table.events] == [CardsLaid, Passed]
    assert table.findings == [Finding.OK, Finding.OK]


def test_a_key_waits_longer_than_a_clock_for_an_eye_that_lies_behind() -> None:
    """A slow reading must not turn North's pass in turn into one out of turn."""
    table = Table()
    table.sees(2_900)
    table.run(3_200)
    table.desk.press(Passed(3_200, Seat.NORTH), {})
    table.run(3_200 + PATIENCE_MS + 1)
    assert table.events == []

    table.sees(9_500, lays(3_000, Seat.EAST, "S9"))

    assert table.findings == [Finding.OK, Finding.OK]


def test_a_key_does_not_wait_for_ever() -> None:
    """Three times as long as the clock; then it counts as it stands."""
    table = Table()
    table.sees(2_900)
    table.run(3_200)
    table.desk.press(Passed(3_200, Seat.NORTH), {})

    table.run(3_200 + 3 * PATIENCE_MS)

    assert Passed(3_200, Seat.NORTH) in table.events


def test_an_official_waits_a_second_and_no_longer() -> None:
    """For a play that lies there and is being read; then the order counts without it."""
    table = Table()
    table.sees(2_900)
    table.run(3_300)
    answer = pauses(table)
    table.run(3_299 + OFFICIAL_WAITS_MS)
    assert not answer.done()

    table.run(3_300 + OFFICIAL_WAITS_MS)

    assert answer.result().event == Paused(3_300)


def test_an_official_comes_after_the_play_before_him() -> None:
    """The eye was quick enough: the journal has play and pause as they happened."""
    table = Table()
    table.sees(2_900)
    table.run(3_300)
    answer = pauses(table)

    table.sees(3_700, lays(3_000, Seat.EAST, "S9"))

    assert answer.done()
    assert [type(event) for event in table.events] == [CardsLaid, Paused]


def test_an_official_who_cannot_wait_signals_no_deadline_that_is_still_open() -> None:
    """The order counts just before it: what the eye finds next may refute the overtime."""
    table = Table()
    table.sees(18_000)
    table.run(21_000)
    answer = pauses(table)

    table.run(22_000)

    assert answer.result().event == Paused(20_000)
    assert not any(isinstance(event, TimePassed) for event in table.events)


def test_what_is_asked_between_two_events_waits_for_nothing() -> None:
    """The service manager learns that the desk lives while a play is being read."""
    table = Table()
    table.sees(1_000)
    table.run(3_000)

    asked = table.desk.ask(lambda: table.desk.runtime.table.acts)
    table.run()

    assert asked.result() == 0


def test_cards_that_the_referee_entered_already_are_no_second_play() -> None:
    """He was quicker than the eye; what it finds is what he has entered."""
    table = Table()
    table.desk.submit(lambda at_ms: CardsLaid(at_ms, Seat.EAST, parse_cards("S9 H9")))
    table.run(3_000)

    (answer,) = table.sees(4_000, lays(2_500, Seat.EAST, "H9 S9"))

    assert table.findings == [Finding.OK]
    with pytest.raises(Ignored):
        answer.result()


@pytest.mark.parametrize(
    ("passing", "passes"), [(Passing.KEY, 0), (Passing.KNOCK, 1), (Passing.IMPLIED, 1)]
)
def test_a_knock_is_a_pass_in_turn_where_knocks_count(passing: Passing, passes: int) -> None:
    """Where every seat has a key a hand over the table means nothing."""
    table = Table(passing=passing)
    table.sees(2_500, lays(2_000, Seat.EAST, "S9"))

    table.sees(
        4_000,
        SeenAct(Passed(3_000, Seat.WEST), only_offered=True),
        SeenAct(Passed(3_500, Seat.NORTH), only_offered=True),
    )

    assert sum(isinstance(event, Passed) for event in table.events) == passes
