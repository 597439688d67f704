"""Making whole journal files, so that at every moment one of them holds every row."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from referee.record import database
from referee.record.database import check_order, insert
from referee.record.errors import JournalNotWritten
from referee.record.files import companions, free_name, move_journal, remove_journal, sync_folder
from referee.record.rows import SCHEMA, Head, Row


def new_file(path: Path, about: Mapping[str, str], rows: Iterable[Row]) -> sqlite3.Connection:
    """Create the database with its first rows, synced; nothing is left when that fails.

    Raises:
        JournalNotWritten: If the disk refuses it.
    """
    heading = {"schema": str(SCHEMA), **about}
    first = list(rows)
    check_order(Head.of_heading(heading), first)
    connection = None
    try:
        connection = database.connect(path, "rwc")
        connection.executescript(f"BEGIN IMMEDIATE; {database.TABLES}")
        connection.executemany("INSERT INTO about VALUES (?, ?)", heading.items())
        insert(connection, first)
        connection.execute("COMMIT")
        sync_folder(path.parent)
    except (sqlite3.Error, OSError) as error:
        with contextlib.suppress(sqlite3.Error, OSError):
            if connection is not None:
                connection.close()
        # A half-made file would block the next start; nothing in it was acknowledged.
        with contextlib.suppress(OSError):
            remove_journal(path)
        raise JournalNotWritten(path, error) from error
    return connection


def replace_file(path: Path, about: Mapping[str, str], rows: Sequence[Row]) -> Path | None:
    """Put a new journal in the place of the file at *path*; nobody may have it open.

    The new one is whole and synced under another name before the old one moves; should the power
    fail in between, `finish_replacement` finds it there.

    Returns:
        Where the old file went, if there was one.

    Raises:
        JournalNotWritten: If the disk refuses it.
    """
    fresh = unfinished(path)
    try:
        remove_journal(fresh)
        new_file(fresh, about, rows).close()
        aside = free_name(path, "damaged") if path.exists() else None
        if aside is not None:
            move_journal(path, aside)
        finish_replacement(path)
    except (OSError, sqlite3.Error) as error:
        raise JournalNotWritten(path, error) from error
    return aside


def finish_replacement(path: Path) -> None:
    """Put the new file in its place if that was begun and not finished; raises `OSError`."""
    fresh = unfinished(path)
    if path.exists() or not fresh.exists():
        return
    for old in companions(path):
        # Pages of a file that is gone; SQLite would lay them over the new one.
        old.unlink(missing_ok=True)
    sync_folder(path.parent)
    move_journal(fresh, path)


def unfinished(path: Path) -> Path:
    """Where a journal lies that is to take the place of *path*."""
    return path.with_name(path.name + ".new")
