"""The log of a served table, as systemd and as a person read it."""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.clock import ScaledClock
from referee.app.entry_log import EntryLog
from referee.app.logs import is_read_by_journald, priority, set_up_logs
from referee.app.runtime import Runtime
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import CardsLaid, DealStarted, Passed
from referee.session.history import History
from referee.web.feed import Feed
from tests.web.helpers import MemoryRecord


@pytest.fixture
def stream(tmp_path: Path) -> Iterator[TextIO]:
    with (tmp_path / "log").open("w+", encoding="utf-8") as file:
        yield file


def journal_of(stream: TextIO) -> dict[str, str]:
    """What systemd puts into the environment of a service."""
    about = os.fstat(stream.fileno())
    return {"JOURNAL_STREAM": f"{about.st_dev}:{about.st_ino}"}


@pytest.fixture
def loggers() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.mark.usefixtures("loggers")
def test_every_line_has_its_priority_for_the_journal(stream: TextIO) -> None:
    """Those of a stack, too: systemd takes lines one by one."""
    set_up_logs(stream, journal_of(stream))
    logger = logging.getLogger("referee.app.health")
    logger.warning("trouble=%s", "disk_nearly_full")
    logger.info("trouble_over=%s", "disk_nearly_full")
    logging.getLogger("somebody.else").info("not ours")
    try:
        (Path(stream.name) / "x").read_text("utf-8")
    except OSError:
        logger.exception("look=failed")
    lines = Path(stream.name).read_text("utf-8").splitlines()

    assert lines[:3] == [
        "<4>referee.app.health: trouble=disk_nearly_full",
        "<6>referee.app.health: trouble_over=disk_nearly_full",
        "<3>referee.app.health: look=failed",
    ]
    assert len(lines) > 4
    assert all(line.startswith("<3>") for line in lines[2:])


@pytest.mark.usefixtures("loggers")
def test_person_at_a_terminal_sees_no_priorities(stream: TextIO) -> None:
    """Also when a shell inherited the variable from a service."""
    set_up_logs(stream, {"JOURNAL_STREAM": "1:2"})
    logging.getLogger("referee").warning("trouble=%s", "rows_waiting")

    assert Path(stream.name).read_text("utf-8") == "referee: trouble=rows_waiting\n"


def test_stream_without_a_file_is_nobodys_journal() -> None:
    """As under a test runner."""
    assert not is_read_by_journald(io.StringIO(), {"JOURNAL_STREAM": "1:2"})
    assert priority(logging.WARNING, io.StringIO(), {}) == ""


def test_every_row_is_a_line_once_and_none_shows_cards(caplog: pytest.LogCaptureFixture) -> None:
    """What was found, by which article; what is out of order is a warning."""
    feed = Feed()
    runtime = Runtime(History(), MemoryRecord(), SimulatedPanel(), ScaledClock(0, 1.0), feed.heard)
    runtime.handle(DealStarted(0, Level.parse("8"), Seat.SOUTH), {})
    log = EntryLog(feed, 1)
    runtime.handle(CardsLaid(10, Seat.SOUTH, tuple(parse_cards("C5"))), {})
    runtime.handle(Passed(20, Seat.NORTH), {})
    with caplog.at_level(logging.INFO):
        log.tell_new()
        log.tell_new()

    first, second = caplog.records
    assert first.getMessage() == "row=2 at_ms=10 event=CardsLaid seat=S finding=ok"
    assert second.getMessage().startswith(
        "row=3 at_ms=20 event=Passed seat=N finding=out_of_turn_pass article="
    )
    assert (first.levelno, second.levelno) == (logging.INFO, logging.WARNING)
