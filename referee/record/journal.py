"""The journal of one table: append only, synced before anything is carried out.

SQLite in WAL mode with ``synchronous=FULL``: a row that `append` returned from survives a power
cut, as far as the disk honours fsync. Every row carries the hash of the row before it, so a
changed or missing row is noticed on opening.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from referee.ports import Entry
from referee.record import database
from referee.record.database import check_order, insert
from referee.record.errors import (
    JournalDamaged,
    JournalExists,
    JournalMissing,
    JournalNotWritten,
)
from referee.record.files import make_folder
from referee.record.making import finish_replacement, replace_file
from referee.record.rows import SCHEMA, Head, Row
from referee.session.events import Event
from referee.session.step import Step


class Journal:
    """One open journal. Use `create`, `resume` (one writer at a time) or `read`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[bytes] | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._file = _identity(path)
        self._heading = dict(connection.execute("SELECT key, value FROM about"))
        schema = self._heading.get("schema")
        if schema != str(SCHEMA):
            found = "no schema" if schema is None else f"schema {schema}"
            raise JournalDamaged(path, found, f"schema {SCHEMA}")
        self._head = self._last()

    @classmethod
    def create(cls, path: Path, about: Mapping[str, str], rows: Iterable[Row] = ()) -> Journal:
        """Start a new journal; after a power cut it is there as a whole or not at all.

        Args:
            path: A file that is not there; its folder is made.
            about: What identifies the session.
            rows: Rows to begin with, from number 1.

        Raises:
            JournalExists: If the file is there already; it is left as it is.
            JournalNotWritten: If the disk refuses it.
        """
        try:
            make_folder(path.parent)
        except OSError as error:
            raise JournalNotWritten(path, error) from error
        _check_free(path)
        lock = database.take_writers_place(path)
        try:
            # A replacement may only have to be put in its place, or another process was faster.
            finish_replacement(path)
            _check_free(path)
            replace_file(path, about, list(rows))
            return cls(path, database.connect(path, "rw"), lock)
        except BaseException as error:
            lock.close()
            if isinstance(error, sqlite3.Error):
                raise _refusal(path, error) from error
            if isinstance(error, OSError):
                raise JournalNotWritten(path, error) from error
            raise

    @classmethod
    def resume(cls, path: Path) -> Journal:
        """Open a journal to append to it, after checking every row.

        Raises:
            JournalMissing, JournalBusy, JournalDamaged, JournalNotWritten: See their docstrings.
        """
        # A look first: opening for writing would change a file that is no journal at all.
        cls.read(path).close()
        lock = database.take_writers_place(path)
        try:
            journal = cls(path, database.connect(path, "rw"), lock)
            for _ in journal.rows():
                pass
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
            return cls(path, database.connect(path, "ro"), None)
        except sqlite3.Error as error:
            raise JournalDamaged(path, str(error), "a journal of this program") from error

    @property
    def head(self) -> Head:
        """Where the journal ends."""
        return self._head

    def about(self) -> dict[str, str]:
        """What was said when the journal was created, besides the schema."""
        return {key: value for key, value in self._heading.items() if key != "schema"}

    def rows(self) -> Iterator[Row]:
        """All rows in order, as they stand in the file.

        Raises:
            JournalDamaged: At the first row that does not fit the chain.
        """
        head = Head.of_heading(self._heading)
        try:
            for columns in self._connection.execute(
                "SELECT number, wall_clock, event, verdict, effects, origin, hash"
                " FROM entries ORDER BY number"
            ):
                row = Row(*columns)
                if not row.follows(head):
                    raise JournalDamaged(
                        self.path,
                        f"row {row.number} outside the chain",
                        f"row {head.rows + 1} unchanged",
                    )
                head = row.head
                yield row
        except (sqlite3.DatabaseError, TypeError) as error:
            raise JournalDamaged(self.path, str(error), f"a sound row {head.rows + 1}") from error

    def entries(self) -> Iterator[Entry]:
        """What all rows say, in order.

        Raises:
            JournalDamaged: At the first row that does not fit the chain or is no event.
        """
        for row in self.rows():
            try:
                entry = row.entry()
            except ValueError as error:
                raise JournalDamaged(self.path, str(error), f"a sound row {row.number}") from error
            yield entry

    def check_pages(self) -> None:
        """Let SQLite look at every page of the file, also those no row lies on.

        Raises:
            JournalDamaged: With the first complaint.
        """
        try:
            (complaint,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            raise JournalDamaged(self.path, str(error), "sound pages") from error
        if complaint != "ok":
            raise JournalDamaged(self.path, complaint, "sound pages")

    def append(self, event: Event, step: Step, origin: Mapping[str, Any], wall_clock: str) -> Entry:
        """Write one row and sync it; when this returns, the row is safe.

        Raises:
            JournalNotWritten, JournalDamaged: As `write`.
        """
        row = Row.after(self._head, event, step, origin, wall_clock)
        self.write([row])
        return Entry(row.number, wall_clock, event, step.verdict, step.effects, origin)

    def write(self, rows: Sequence[Row]) -> None:
        """Write the rows that follow, all or none, and sync them.

        Raises:
            JournalNotWritten: If the disk refuses them; the journal is as it was before.
            JournalDamaged: If the file turns out to be broken.
        """
        if not rows:
            return
        check_order(self._head, rows)
        if _identity(self.path) != self._file:
            # SQLite would go on writing to a file that nobody can find any more.
            raise JournalNotWritten(self.path, FileNotFoundError("moved or deleted meanwhile"))
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            insert(self._connection, rows)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise _refusal(self.path, error) from error
        self._head = rows[-1].head

    def reopen(self) -> None:
        """Open the file anew after a failure; the writer's place is kept meanwhile.

        Raises:
            JournalMissing: If the file is gone.
            JournalNotWritten: If it cannot be opened for now.
            JournalDamaged: If it is no journal any more, or another one.
        """
        self._disconnect()
        try:
            finish_replacement(self.path)
            there, disk = self.path.exists(), self.path.parent.stat().st_dev
        except OSError as error:
            raise JournalNotWritten(self.path, error) from error
        if not there and self._file is not None and disk != self._file[0]:
            # A journal begun in the empty mount point would be hidden when the disk is back.
            raise JournalNotWritten(self.path, FileNotFoundError("its disk is not mounted"))
        if not there:
            raise JournalMissing(self.path)
        try:
            self._connection = database.connect(self.path, "rw")
            database.copy_wal(self._connection)
            again = Journal(self.path, self._connection, self._lock)
        except sqlite3.Error as error:
            raise _refusal(self.path, error) from error
        if again.about() != self.about():
            raise JournalDamaged(self.path, "another journal", "the one this table writes")
        self._file, self._head = again._file, again._head

    def rewrite(self, rows: Sequence[Row]) -> Path | None:
        """Put a new file with all *rows* in the place of a damaged or lost one.

        Returns:
            Where the damaged file went, if there was one.

        Raises:
            JournalNotWritten: If the disk refuses it.
        """
        self._disconnect()
        aside = replace_file(self.path, self.about(), rows)
        self.reopen()
        return aside

    def close(self) -> None:
        self._disconnect()
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

    def _disconnect(self) -> None:
        # Closing tidies up and may need the disk; what was acknowledged does not depend on it.
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    def _last(self) -> Head:
        row = self._connection.execute(
            "SELECT number, hash FROM entries ORDER BY number DESC LIMIT 1"
        ).fetchone()
        return Head.of_heading(self._heading) if row is None else Head(row[0], row[1])


def _check_free(path: Path) -> None:
    if path.exists():
        raise JournalExists(path)


def _refusal(path: Path, error: sqlite3.Error) -> JournalNotWritten | JournalDamaged:
    if database.is_damage(error):
        return JournalDamaged(path, str(error), "a file that can be written")
    return JournalNotWritten(path, error)


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file lies at *path*; ``None`` when there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
