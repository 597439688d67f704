"""The sign of life of a table, seen from the service manager's end of a real socket."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.clock import ScaledClock
from referee.app.desk import Desk
from referee.app.heart import DESK, Heart, beating, table_status
from referee.app.notify import Notifier
from referee.app.runtime import Runtime
from referee.record.fallback import FallbackRecord
from referee.record.journal import Journal
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import DealStarted, Event
from referee.session.history import History
from referee.session.step import step
from referee.session.table import Table
from referee.texts import Language

PAGE = "page"


class Rig:
    """A desk in a thread of its own, a heart that beats when it is told to, a manager."""

    def __init__(self, folder: Path) -> None:
        self.now = 0.0
        self.told: list[str] = []
        self._manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._manager.bind(str(folder / "notify"))
        self._manager.settimeout(0)
        self.notifier = Notifier({"NOTIFY_SOCKET": str(folder / "notify")})
        self.journal = Journal.create(folder / "j.journal", {})
        record = FallbackRecord(self.journal, None, lambda _: None)
        runtime = Runtime(History(), record, SimulatedPanel(), ScaledClock(0, 1.0), lambda _: None)
        self.desk = Desk(runtime, lambda: 0)
        self.heart = Heart(
            self.desk,
            self.notifier,
            {DESK: 5.0, PAGE: 5.0},
            lambda: self.now,
            Language.CHINESE,
            self.told.append,
        )

    @contextmanager
    def served(self) -> Iterator[None]:
        thread = threading.Thread(target=self.desk.serve)
        thread.start()
        try:
            yield
        finally:
            self.desk.stop()
            thread.join(10)

    def asked(self) -> None:
        """Beat, and wait until the desk has answered what was asked of it before now."""
        self.heart.beat()
        with pytest.raises(RuntimeError, match="only asked"):
            self.desk.submit(_refuse).result(timeout=10)

    def received(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self._manager.recv(4096).decode("utf-8"))
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self.notifier.close()
        self._manager.close()
        self.journal.close()


def _refuse(_: int) -> Event:
    raise RuntimeError("only asked")


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.close()


def test_ready_is_said_once_every_part_was_heard_of(rig: Rig) -> None:
    """A page that never came up is not called ready; asking leaves no row in the journal."""
    with rig.served():
        rig.asked()
        rig.asked()
        assert rig.received() == []
        rig.heart.heard_of(PAGE)
        rig.asked()
        rig.asked()

    assert rig.received() == [
        "WATCHDOG=1",
        "READY=1\nSTATUS=就绪，等待裁判操作",
        "WATCHDOG=1",
    ]
    assert rig.journal.head.rows == 0


def test_desk_that_hangs_gets_no_sign_of_life_until_it_answers(rig: Rig) -> None:
    """Half a second of silence is nothing; more than five seconds are told, once, by name."""
    hangs, blocked = threading.Event(), threading.Event()

    def hang(_: int) -> Event:
        hangs.set()
        blocked.wait(10)
        raise RuntimeError("only asked")

    with rig.served():
        rig.heart.heard_of(PAGE)
        rig.asked()
        rig.asked()
        rig.received()
        rig.desk.submit(hang)
        assert hangs.wait(10)
        rig.heart.beat()
        rig.now += 6
        rig.heart.heard_of(PAGE)
        rig.heart.beat()
        rig.heart.beat()
        assert rig.received() == ["WATCHDOG=1", "STATUS=没有响应：desk"]
        assert rig.told == ["没有响应：desk"]
        blocked.set()
        with pytest.raises(RuntimeError, match="only asked"):
            rig.desk.submit(_refuse).result(timeout=10)
        rig.heart.beat()

    assert rig.received() == ["WATCHDOG=1", "STATUS=就绪，等待裁判操作"]


def test_page_that_hangs_is_named(rig: Rig) -> None:
    """However well the desk runs."""
    with rig.served():
        rig.heart.heard_of(PAGE)
        rig.asked()
        rig.asked()
        rig.received()
        rig.now += 6
        rig.asked()

    assert rig.received() == ["STATUS=没有响应：page"]


def test_end_is_told(rig: Rig) -> None:
    """The manager knows a stop from a crash."""
    with rig.served(), beating(rig.heart, rig.notifier):
        pass

    assert rig.received() == ["STOPPING=1"]


def test_status_names_level_turn_and_what_waits() -> None:
    """Enough for whoever looks at the service from afar."""
    table = step(Table(), DealStarted(0, Level.parse("8"), Seat.SOUTH)).table

    assert table_status(table, Language.CHINESE, waits=False) == "打8，轮到南，已出0手"
    assert table_status(table, Language.ENGLISH, waits=True) == (
        "level 8, South to act, 0 acts; the disk refuses rows, they wait in memory"
    )
