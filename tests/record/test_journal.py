"""The journal: nothing acknowledged is lost, nothing is half written, one writer at a time."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.ports import Entry
from referee.record import database
from referee.record.errors import (
    JournalBusy,
    JournalDamaged,
    JournalExists,
    JournalMissing,
    JournalNotWritten,
)
from referee.record.journal import Journal
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    DealStarted,
    Event,
    Passed,
    TakenBack,
    TimePassed,
)
from referee.session.step import step
from referee.session.table import Table

ABOUT = {"session_sha256": "0" * 64}
EVENTS: tuple[Event, ...] = (
    DealStarted(0, Level.parse("8"), Seat.SOUTH),
    CardsLaid(1_000, Seat.SOUTH, parse_cards("C5 S5")),
    CardsLaid(5_000, Seat.WEST, parse_cards("HR")),
    TakenBack(6_000, Seat.WEST),
    CardsUnread(7_000, Seat.EAST, "glare"),
    CardsLaid(8_000, Seat.EAST, parse_cards("H8 SA")),
    TimePassed(28_001),
    Passed(30_000, Seat.NORTH),
)


def write(journal: Journal, events: tuple[Event, ...] = EVENTS) -> list[Entry]:
    table, entries = Table(), []
    for number, event in enumerate(events):
        taken = step(table, event)
        entries.append(journal.append(event, taken, {"note": number}, "2026-01-01T00:00:00Z"))
        table = taken.table
    return entries


def test_rows_come_back_as_they_were_written(tmp_path: Path) -> None:
    """Events, verdicts and orders of every kind survive the round trip."""
    with Journal.create(tmp_path / "a.journal", ABOUT) as journal:
        written = write(journal)
    with Journal.read(tmp_path / "a.journal") as journal:
        assert list(journal.entries()) == written
        assert journal.about() == ABOUT


def test_resumed_journal_goes_on_with_the_next_number(tmp_path: Path) -> None:
    """A second process appends where the first one stopped."""
    with Journal.create(tmp_path / "a.journal", ABOUT) as journal:
        write(journal, EVENTS[:3])
    with Journal.resume(tmp_path / "a.journal") as journal:
        assert [entry.number for entry in write(journal, EVENTS[3:5])] == [4, 5]
        assert len(list(journal.entries())) == 5


def test_every_commit_is_synced(tmp_path: Path) -> None:
    """WAL with synchronous FULL: what `append` acknowledged survives a power cut."""
    with Journal.create(tmp_path / "a.journal", ABOUT) as journal:
        connection = journal._connection
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_new_journal_never_overwrites_one(tmp_path: Path) -> None:
    """An existing journal is left as it is."""
    with Journal.create(tmp_path / "a.journal", ABOUT) as journal:
        write(journal)
    with pytest.raises(JournalExists, match=r"a\.journal: .*--resume"):
        Journal.create(tmp_path / "a.journal", ABOUT)
    with Journal.read(tmp_path / "a.journal") as journal:
        assert len(list(journal.entries())) == len(EVENTS)


def test_two_writers_are_refused(tmp_path: Path) -> None:
    """A second process can never write the same journal."""
    with Journal.create(tmp_path / "a.journal", ABOUT):
        code = (
            "import sys; from pathlib import Path; from referee.record.journal import Journal;"
            "Journal.resume(Path(sys.argv[1]))"
        )
        other = subprocess.run(
            [sys.executable, "-c", code, tmp_path / "a.journal"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert "JournalBusy" in other.stderr
        with pytest.raises(JournalBusy):
            Journal.resume(tmp_path / "a.journal")


def test_reader_does_not_disturb_the_writer(tmp_path: Path) -> None:
    """A referee may look at the journal of a running table."""
    with Journal.create(tmp_path / "a.journal", ABOUT) as journal:
        write(journal, EVENTS[:2])
        with Journal.read(tmp_path / "a.journal") as onlooker:
            assert len(list(onlooker.entries())) == 2
        journal.append(EVENTS[2], step(Table(), EVENTS[2]), {}, "")


def test_reader_in_the_middle_of_a_long_look_does_not_hold_the_writer_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on with the journal as it was when it began, while rows and pages are added."""
    monkeypatch.setattr(database, "_LONGEST_WAIT_S", 300.0)
    path = tmp_path / "a.journal"
    with Journal.create(path, ABOUT) as journal:
        write(journal, EVENTS[:4])
        with Journal.read(path) as onlooker:
            look = onlooker.rows()
            seen = [next(look)]
            journal._connection.execute("PRAGMA wal_autocheckpoint = 1")
            begun = time.perf_counter()
            for _ in range(20):
                journal.append(EVENTS[0], step(Table(), EVENTS[0]), {}, "")
            assert time.perf_counter() - begun < 60, "the writer waited for the reader"
            seen += look
            assert [row.number for row in seen] == [1, 2, 3, 4]
        with Journal.read(path) as onlooker:
            assert len(list(onlooker.rows())) == 24


def test_missing_journal_is_said(tmp_path: Path) -> None:
    """A path without a file is named."""
    with pytest.raises(JournalMissing, match="no such journal"):
        Journal.read(tmp_path / "none.journal")
    with pytest.raises(JournalMissing, match="no such journal"):
        Journal.resume(tmp_path / "none.journal")


@pytest.mark.parametrize("content", [b"", b"rubbish" * 100, b"SQLite format 3\0" + b"\xff" * 500])
def test_file_that_is_no_journal_is_refused(tmp_path: Path, content: bytes) -> None:
    """Rubbish gives one clear error and stays as it is."""
    path = tmp_path / "a.journal"
    path.write_bytes(content)
    for opened in (Journal.read, Journal.resume):
        with pytest.raises(JournalDamaged, match="not a sound journal"):
            opened(path)
    assert path.read_bytes() == content


def _forge(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    for (trigger,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET event = replace(event, 'C5', 'C6') WHERE number = 2",
        "UPDATE entries SET verdict = 'null' WHERE number = 2",
        "DELETE FROM entries WHERE number = 2",
        "UPDATE about SET value = 'other' WHERE key = 'session_sha256'",
    ],
)
def test_changed_history_is_noticed(tmp_path: Path, statement: str) -> None:
    """The hash chain covers every column, every row and the heading."""
    path = tmp_path / "a.journal"
    with Journal.create(path, ABOUT) as journal:
        write(journal)
    _forge(path, statement)
    with pytest.raises(JournalDamaged, match="outside the chain"), Journal.read(path) as journal:
        list(journal.entries())


def test_rows_cannot_be_changed_through_sqlite_by_accident(tmp_path: Path) -> None:
    """The file itself refuses updates and deletions."""
    with Journal.create(tmp_path / "a.journal", ABOUT) as journal:
        write(journal)
        for statement in ("DELETE FROM entries", "UPDATE entries SET origin = ''"):
            with pytest.raises(sqlite3.IntegrityError, match="only appended"):
                journal._connection.execute(statement)


def test_other_schema_is_refused(tmp_path: Path) -> None:
    """A file of a later version is named as such, not half read."""
    path = tmp_path / "a.journal"
    Journal.create(path, ABOUT).close()
    _forge(path, "UPDATE about SET value = '99' WHERE key = 'schema'")
    with pytest.raises(JournalDamaged, match="found schema 99, wanted schema 1"):
        Journal.read(path)


def _with_file_limit(limit: int) -> Callable[[], None]:
    def apply() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return apply


def test_full_disk_loses_no_acknowledged_row(tmp_path: Path) -> None:
    """The row that does not fit is refused with one error; all before it are there."""
    code = """
import sys
from pathlib import Path
from referee.record.errors import JournalNotWritten
from referee.record.journal import Journal
from tests.record.test_journal import ABOUT, EVENTS
from referee.session.step import step
from referee.session.table import Table
journal = Journal.create(Path(sys.argv[1]), ABOUT)
try:
    while True:
        row = journal.append(EVENTS[0], step(Table(), EVENTS[0]), {"fill": "x" * 2000}, "")
        print(row.number, flush=True)
except JournalNotWritten as error:
    print(error, file=sys.stderr)
"""
    path = tmp_path / "a.journal"
    done = subprocess.run(
        [sys.executable, "-c", code, path],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=_with_file_limit(200_000),
    )
    acknowledged = int(done.stdout.split()[-1])
    assert acknowledged > 10
    assert "could not be written" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    with Journal.resume(path) as journal:
        assert [entry.number for entry in journal.entries()] == list(range(1, acknowledged + 1))


def test_disk_that_is_full_from_the_start_leaves_no_half_journal(tmp_path: Path) -> None:
    """A journal that cannot be begun is not there afterwards, so the next start is clean."""
    code = (
        "import sys; from pathlib import Path; from referee.record.journal import Journal;"
        "Journal.create(Path(sys.argv[1]), {})"
    )
    path = tmp_path / "a.journal"
    done = subprocess.run(
        [sys.executable, "-c", code, path],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_with_file_limit(1_000),
    )
    assert "JournalNotWritten" in done.stderr
    assert not path.exists()


def test_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    """A file where a folder should be is named."""
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalNotWritten, match="could not be written"):
        Journal.create(tmp_path / "file" / "a.journal", ABOUT)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a disk read-only")
@pytest.mark.parametrize("left", [(), ("-wal",), ("-wal", "-shm")])
def test_journal_on_a_read_only_disk_can_be_read(tmp_path: Path, left: tuple[str, ...]) -> None:
    """A stick that was write-protected, whether its table had ended or lost its power."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "none", disk], capture_output=True, check=False
    )
    if mount.returncode:
        pytest.skip(f"cannot mount here: {mount.stderr.decode().strip()}")
    try:
        with Journal.create(tmp_path / "a.journal", ABOUT) as journal:
            write(journal)
            if not left:
                journal.close()
            for end in ("", *left):
                shutil.copy(tmp_path / f"a.journal{end}", disk)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        with Journal.read(disk / "a.journal") as journal:
            assert len(list(journal.entries())) == len(EVENTS)
        with pytest.raises(JournalNotWritten, match="Read-only file system"):
            Journal.resume(disk / "a.journal")
    finally:
        subprocess.run(["umount", "-l", disk], check=True)
