"""The desk: one order of events, deadlines in between, whoever asks is answered."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.clock import ScaledClock
from referee.app.desk import Desk
from referee.app.runtime import Runtime
from referee.ports import Entry
from referee.record.journal import Journal
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.effects import Buzz
from referee.session.events import CardsLaid, DealStarted, Passed, TimePassed
from referee.session.history import History
from referee.session.verdict import Finding


class Hands:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 0

    def now_ms(self) -> int:
        return self.now


def desk_with(journal: Journal, hands: Hands, entries: list[Entry]) -> Desk:
    panel = SimulatedPanel()
    runtime = Runtime(History(), journal, panel, ScaledClock(0, 1.0), entries.append)
    return Desk(runtime, hands.now_ms)


def test_events_are_handled_in_the_order_they_were_handed_in(tmp_path: Path) -> None:
    """Four threads hand in a deal's first trick; the journal has it as the queue had it."""
    entries: list[Entry] = []
    with Journal.create(tmp_path / "j.journal", {}) as journal:
        desk = desk_with(journal, Hands(), entries)
        desk.submit(lambda at: DealStarted(at, Level.parse("8"), Seat.SOUTH))
        answers = [desk.submit(lambda at: CardsLaid(at, Seat.SOUTH, parse_cards("C5")))]
        for seat in (Seat.EAST, Seat.NORTH, Seat.WEST):
            thread = threading.Thread(
                target=lambda seat=seat: answers.append(desk.submit(lambda at: Passed(at, seat)))
            )
            thread.start()
            thread.join()
        desk.stop()
        desk.serve()

        assert [entry.number for entry in entries] == [1, 2, 3, 4, 5]
        verdicts = [answer.result().verdict for answer in answers]
        assert [v.finding for v in verdicts if v] == [Finding.OK] * 4
        assert list(journal.entries()) == entries


def test_deadlines_come_before_a_later_event_and_at_their_own_time(tmp_path: Path) -> None:
    """An act at 25 s finds the signal of 20 s already given."""
    entries: list[Entry] = []
    hands = Hands()
    with Journal.create(tmp_path / "j.journal", {}) as journal:
        desk = desk_with(journal, hands, entries)
        desk.submit(lambda at: DealStarted(at, Level.parse("8"), Seat.SOUTH))
        desk.submit(lambda at: CardsLaid(at, Seat.SOUTH, parse_cards("C5")))
        desk.stop()
        desk.serve()
        hands.now = 25_000
        late = desk.submit(lambda at: Passed(at, Seat.EAST))
        desk.stop()
        desk.serve()

    assert isinstance(entries[2].event, TimePassed)
    assert entries[2].event.at_ms == 20_001
    verdict = late.result().verdict
    assert verdict is not None
    assert verdict.finding is Finding.OVERTIME


def test_error_goes_to_whoever_asked_and_the_table_goes_on(tmp_path: Path) -> None:
    """A defect of one adapter does not stop the desk."""
    entries: list[Entry] = []
    with Journal.create(tmp_path / "j.journal", {}) as journal:
        desk = desk_with(journal, Hands(), entries)
        desk.submit(lambda at: DealStarted(at, Level.parse("8"), Seat.SOUTH))
        bad = desk.submit(lambda at: CardsLaid(at, Seat.SOUTH, parse_cards("no cards")))
        good = desk.submit(lambda at: CardsLaid(at, Seat.SOUTH, parse_cards("C5")))
        desk.stop()
        desk.serve()

    with pytest.raises(ValueError, match="no card is written"):
        bad.result()
    assert good.result().number == 2


def stop_after_the_deadline(desk: Desk, entries: list[Entry]) -> None:
    give_up = time.monotonic() + 30
    while not isinstance(entries[-1].event, TimePassed) and time.monotonic() < give_up:
        time.sleep(0.005)
    desk.stop()


def test_deadline_is_served_while_nobody_says_anything(tmp_path: Path) -> None:
    """The buzzer sounds although the queue is empty: the desk wakes by itself."""
    entries: list[Entry] = []
    hands = Hands()
    with Journal.create(tmp_path / "j.journal", {}) as journal:
        desk = desk_with(journal, hands, entries)
        desk.submit(lambda at: DealStarted(at, Level.parse("8"), Seat.SOUTH))
        desk.stop()
        desk.serve()
        hands.now = 40_001
        serving = threading.Thread(target=stop_after_the_deadline, args=(desk, entries))
        serving.start()
        desk.serve()
        serving.join()

    panel_orders = [effect for entry in entries for effect in entry.effects]
    assert entries[-1].event == TimePassed(40_001)
    assert any(getattr(order, "buzz", None) is Buzz.OVERTIME for order in panel_orders)
