"""The journal of one table: append only, synced before anything is carried out.

SQLite in WAL mode with ``synchronous=FULL``: a row that `append` returned from survives a power
cut, as far as the disk honours fsync. Every row carries the hash of the row before it, so a
changed or missing row is noticed on opening.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from referee.ports import Entry
from referee.record.codec import (
    decode_effect,
    decode_event,
    decode_verdict,
    encode_effect,
    encode_event,
    encode_verdict,
)
from referee.record.errors import (
    JournalBusy,
    JournalDamaged,
    JournalExists,
    JournalMissing,
    JournalNotWritten,
)
from referee.session.events import Event
from referee.session.step import Step

SCHEMA = 1
"""Version of the file; raised with a migration whenever a reader of today could not read it."""

_TABLES = """
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


class Journal:
    """One open journal. Use `create`, `resume` (one writer at a time) or `read`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[bytes] | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._next, self._hash = 1, self._seal_of_about()

    @classmethod
    def create(cls, path: Path, about: Mapping[str, str]) -> Journal:
        """Start a new journal.

        Raises:
            JournalExists: If the file is there already; it is left as it is.
            JournalNotWritten: If the disk refuses it.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalNotWritten(path, error) from error
        if path.exists():
            raise JournalExists(path)
        lock = _lock(path)
        try:
            connection = _connect(path, "rwc")
            connection.executescript(f"BEGIN IMMEDIATE; {_TABLES}")
            connection.executemany(
                "INSERT INTO about VALUES (?, ?)", [("schema", str(SCHEMA)), *about.items()]
            )
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            lock.close()
            # A half-made file would block the next start; nothing in it was acknowledged.
            for leftover in (path, *_companions(path)):
                leftover.unlink(missing_ok=True)
            raise JournalNotWritten(path, error) from error
        return cls(path, connection, lock)

    @classmethod
    def resume(cls, path: Path) -> Journal:
        """Open a journal to append to it, after checking every row.

        Raises:
            JournalMissing, JournalBusy, JournalDamaged, JournalNotWritten: See their docstrings.
        """
        if not path.exists():
            raise JournalMissing(path)
        # A look first: opening for writing would change a file that is no journal at all.
        cls.read(path).close()
        lock = _lock(path)
        try:
            connection = _connect(path, "rw")
            journal = cls(path, connection, lock)
            journal._check_schema()
            for entry in journal.entries():
                journal._next = entry.number + 1
            journal._hash = journal._last_hash()
        except BaseException as error:
            lock.close()
            if isinstance(error, sqlite3.Error):
                raise JournalDamaged(path, str(error), "a journal of this program") from error
            raise
        return journal

    @classmethod
    def read(cls, path: Path) -> Journal:
        """Open a journal to look at it only; a running table is not disturbed.

        Raises:
            JournalMissing, JournalDamaged: See their docstrings.
        """
        if not path.is_file():
            raise JournalMissing(path)
        try:
            connection = _connect(path, "ro")
            journal = cls(path, connection, None)
            journal._check_schema()
        except sqlite3.Error as error:
            raise JournalDamaged(path, str(error), "a journal of this program") from error
        return journal

    def about(self) -> dict[str, str]:
        """What was said when the journal was created, besides the schema."""
        rows = self._connection.execute("SELECT key, value FROM about").fetchall()
        return {key: value for key, value in rows if key != "schema"}

    def entries(self) -> Iterator[Entry]:
        """All rows in order.

        Raises:
            JournalDamaged: At the first row that does not fit the chain or is no event.
        """
        expected, before = 1, self._seal_of_about()
        try:
            for number, wall, event, verdict, effects, origin, stored in self._connection.execute(
                "SELECT number, wall_clock, event, verdict, effects, origin, hash"
                " FROM entries ORDER BY number"
            ):
                wanted = _chain(before, number, wall, event, verdict, effects, origin)
                if number != expected or stored != wanted:
                    raise JournalDamaged(
                        self.path, f"row {number} outside the chain", f"row {expected} unchanged"
                    )
                expected, before = number + 1, stored
                yield Entry(
                    number,
                    wall,
                    decode_event(json.loads(event)),
                    decode_verdict(json.loads(verdict)),
                    tuple(decode_effect(row) for row in json.loads(effects)),
                    json.loads(origin),
                )
        except (sqlite3.DatabaseError, ValueError) as error:
            raise JournalDamaged(self.path, str(error), f"a sound row {expected}") from error

    def append(self, event: Event, step: Step, origin: Mapping[str, Any], wall_clock: str) -> Entry:
        """Write one row and sync it; when this returns, the row is safe.

        Raises:
            JournalNotWritten: If the disk refuses it; the journal is as it was before.
        """
        number = self._next
        columns = (
            _text(encode_event(event)),
            _text(encode_verdict(step.verdict)),
            _text([encode_effect(effect) for effect in step.effects]),
            _text(dict(origin)),
        )
        row_hash = _chain(self._hash, number, wall_clock, *columns)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute(
                "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
                (number, wall_clock, *columns, row_hash),
            )
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise JournalNotWritten(self.path, error) from error
        self._next, self._hash = number + 1, row_hash
        return Entry(number, wall_clock, event, step.verdict, step.effects, origin)

    def close(self) -> None:
        self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _last_hash(self) -> str:
        row = self._connection.execute(
            "SELECT hash FROM entries ORDER BY number DESC LIMIT 1"
        ).fetchone()
        return str(row[0]) if row else self._seal_of_about()

    def _seal_of_about(self) -> str:
        """Where the chain begins, so that the heading cannot be changed either."""
        rows = self._connection.execute("SELECT key, value FROM about ORDER BY key").fetchall()
        return _chain("", 0, *(text for row in rows for text in row))

    def _check_schema(self) -> None:
        row = self._connection.execute("SELECT value FROM about WHERE key = 'schema'").fetchone()
        if row is None or row[0] != str(SCHEMA):
            found = "no schema" if row is None else f"schema {row[0]}"
            raise JournalDamaged(self.path, found, f"schema {SCHEMA}")


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open *path* so that every commit is synced; transactions are written out by hand."""
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=5)
    if mode != "ro":
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    return connection


def _companions(path: Path) -> tuple[Path, Path]:
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def _lock(path: Path) -> IO[bytes]:
    """Hold the only writer's place; the kernel gives it back when the process dies.

    A file of its own: opening and closing the database file once more would drop the locks that
    SQLite holds on it in this process.
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


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _chain(before: str, number: int, *columns: str) -> str:
    body = "\x1f".join((before, str(number), *columns))
    return hashlib.sha256(body.encode()).hexdigest()
