"""The SQLite side of a journal: its tables, connections that sync, and the one writer's place."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from referee.record.errors import JournalBusy, JournalNotWritten
from referee.record.files import companions
from referee.record.rows import Head, Row

TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    wall_clock TEXT NOT NULL,
    event TEXT NOT NULL,
    verdict TEXT NOT NULL,
    effects TEXT NOT NULL,
    origin TEXT NOT NULL,
    hash TEXT NOT NULL
);
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'a journal is only appended to'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'a journal is only appended to'); END;
"""

_LONGEST_WAIT_S = 1.0
"""For a foreign lock on the file; a table cannot stand still for longer."""


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open *path* so that every commit is synced; transactions are written out by hand.

    Args:
        path: The database file.
        mode: ``rwc`` to create it, ``rw`` to write, ``ro`` to look at it.
    """
    if mode == "ro" and not os.access(path.parent, os.W_OK):
        return _from_read_only_folder(path)
    connection = _opened(path, f"mode={mode}")
    if mode != "ro":
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    return connection


def copy_wal(connection: sqlite3.Connection) -> None:
    """Write every row of the WAL to the database itself and sync that.

    After a sync that failed, rows may be readable and still not on the disk, and a second sync of
    the same file may say that all is well; only writing them elsewhere makes sure.
    """
    (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise sqlite3.OperationalError("somebody is reading it just now")


def _opened(path: Path, how: str) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?{how}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_LONGEST_WAIT_S)


def _from_read_only_folder(path: Path) -> sqlite3.Connection:
    """Look at a database where a reader cannot leave its mark beside it."""
    connection = _opened(path, "mode=ro")
    try:
        connection.execute("SELECT name FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection.close()
    else:
        return connection
    # Nobody writes it, so it may be read without marks; but then SQLite sees no row of the WAL.
    wal, _ = companions(path)
    return _in_memory(path, wal) if wal.exists() else _opened(path, "immutable=1")


def _in_memory(path: Path, wal: Path) -> sqlite3.Connection:
    """A copy of a database that its writer could not close."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copy(path, copy)
        shutil.copy(wal, companions(copy)[0])
        with contextlib.closing(sqlite3.connect(copy)) as whole:
            memory = sqlite3.connect(":memory:", isolation_level=None)
            whole.backup(memory)
    return memory


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken or has no tables, so that trying again cannot help."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def insert(connection: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Add *rows* within the transaction that is open."""
    connection.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (row.number, row.wall_clock, row.event, row.verdict, row.effects, row.origin, row.hash)
            for row in rows
        ],
    )


def check_order(head: Head, rows: Iterable[Row]) -> None:
    """Our own defect, not the disk's: a row that does not follow."""
    for row in rows:
        if not row.follows(head):
            raise AssertionError(f"row {row.number} does not follow row {head.rows}")
        head = row.head


def take_writers_place(path: Path) -> IO[bytes]:
    """Be the only writer of *path*; the kernel gives the place back when the process dies.

    A file of its own: opening and closing the database file once more would drop the locks that
    SQLite holds on it in this process.

    Raises:
        JournalBusy: If another process, or this one, writes it already.
        JournalNotWritten: If the folder cannot be written.
    """
    place = path.with_name(path.name + "-lock")
    try:
        lock = place.open("ab")
    except OSError as error:
        raise JournalNotWritten(path, error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise JournalBusy(path) from None
    return lock
