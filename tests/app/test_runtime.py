"""Events become rows first and orders afterwards, also while the disk is in trouble."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee.app.runtime import RETRY_MS, Runtime
from referee.ports import Entry
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.effects import Buzz, Lamp, ShowSeat
from referee.session.events import CardsLaid, DealStarted, Event, TimePassed
from referee.session.history import History
from referee.session.step import Step

START = DealStarted(0, Level.parse("8"), Seat.SOUTH, Clocks(lead_ms=10_000, follow_ms=5_000))


@dataclass
class World:
    """Record, panel and clock of a table in one, with everything in the order it was asked."""

    asked: list[str] = field(default_factory=list)
    shown: list[ShowSeat] = field(default_factory=list)
    waiting: int = 0
    mends_at_try: int = 0
    """The disk comes back at this try; 0: it is not asked."""
    broken: bool = False

    def append(self, event: Event, step: Step, origin: Mapping[str, Any], wall_clock: str) -> Entry:
        if self.broken:
            raise OSError("no disk")
        self.asked.append(f"append {type(event).__name__} {event.at_ms}")
        return Entry(1, wall_clock, event, step.verdict, step.effects, origin)

    def catch_up(self) -> None:
        self.asked.append("catch up")
        self.mends_at_try -= 1
        if self.mends_at_try == 0:
            self.waiting = 0

    def show(self, order: ShowSeat, at_ms: int) -> None:
        self.asked.append(f"show {order.seat.value} {order.lamp.value} {at_ms}")
        self.shown.append(order)

    def close(self) -> None:
        raise AssertionError("the runtime does not own the panel")

    def wait_until(self, at_ms: int) -> None:
        self.asked.append(f"wait {at_ms}")


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def runtime(world: World) -> Runtime:
    heard = world.asked
    table = Runtime(
        History(), world, world, world, lambda entry: heard.append(f"heard {entry.event.at_ms}")
    )
    table.handle(START, {})
    heard.clear()
    return table


def test_row_comes_before_the_lamps_and_the_listener_last(runtime: Runtime, world: World) -> None:
    """Nothing is shown that a power cut could make unsaid."""
    runtime.handle(CardsLaid(1_000, Seat.SOUTH, parse_cards("C5")), {})
    assert world.asked[0] == "append CardsLaid 1000"
    assert {line.split()[0] for line in world.asked[1:-1]} == {"show"}
    assert world.asked[-1] == "heard 1000"


def test_record_that_raises_leaves_the_table_as_it_was(runtime: Runtime, world: World) -> None:
    """An event that was not written down did not happen."""
    before, world.broken = runtime.history, True
    with pytest.raises(OSError, match="no disk"):
        runtime.handle(CardsLaid(1_000, Seat.SOUTH, parse_cards("C5")), {})
    assert runtime.history is before
    assert world.asked == []


def test_every_deadline_on_the_way_is_an_event_at_its_own_moment(
    runtime: Runtime, world: World
) -> None:
    """The signal comes when the time is over, not when somebody acts next."""
    runtime.wait_until(30_000)
    assert [line for line in world.asked if not line.startswith(("show", "heard"))] == [
        "wait 10001",
        "append TimePassed 10001",
        "wait 30000",
    ]
    assert ShowSeat(Seat.SOUTH, Lamp.OVERTIME, Buzz.OVERTIME) in world.shown


def test_waiting_rows_are_tried_while_nothing_happens(runtime: Runtime, world: World) -> None:
    """A disk that comes back gets its rows before the next play, and then is left alone."""
    world.waiting, world.mends_at_try = 2, 3
    runtime.wait_until(5_000)
    assert world.asked == [
        *(f"wait {RETRY_MS}", "catch up"),
        *(f"wait {2 * RETRY_MS}", "catch up"),
        *(f"wait {3 * RETRY_MS}", "catch up"),
        "wait 5000",
    ]


def test_trouble_never_moves_a_deadline(runtime: Runtime, world: World) -> None:
    """However often the disk is tried meanwhile, the signal comes on time."""
    world.waiting = 1
    runtime.wait_until(10_500)
    assert "append TimePassed 10001" in world.asked
    assert world.asked.index("wait 10001") < world.asked.index("append TimePassed 10001")


def test_idle_table_can_look_after_its_record(runtime: Runtime, world: World) -> None:
    """A table without a running clock asks for another try by itself."""
    world.waiting, world.mends_at_try = 1, 2
    assert runtime.tend_record()
    assert not runtime.tend_record()


def test_lamps_after_a_restart_are_those_of_the_table_and_silent(
    runtime: Runtime, world: World
) -> None:
    """Whoever is to act sees it again; nobody hears anything."""
    world.shown.clear()
    runtime.light_up()
    assert {order.seat: order.lamp for order in world.shown} == {
        Seat.EAST: Lamp.OFF,
        Seat.NORTH: Lamp.OFF,
        Seat.WEST: Lamp.OFF,
        Seat.SOUTH: Lamp.TURN,
    }
    assert all(order.buzz is Buzz.SILENT for order in world.shown)


def test_time_passed_is_judged_like_any_event(runtime: Runtime) -> None:
    """The listener gets it as an entry of its own."""
    entry = runtime.handle(TimePassed(10_001), {"why": "test"})
    assert entry.event == TimePassed(10_001)
    assert entry.origin == {"why": "test"}
