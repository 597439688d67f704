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

DAMAGED_KEPT = 3
"""Damaged files of one journal that are left lying."""


def replace_file(path: Path, about: Mapping[str, str], rows: Sequence[Row]) -> Path | None:
    """Put a new journal at *path*, in the place of a damaged one if there is one.

    Nobody may have it open. The new one is whole and synced under another name first; should the
    power fail before it stands in its place, `finish_replacement` finds it there.

    Returns:
        Where the old file went, if there was one.

    Raises:
        JournalNotWritten: If the disk refuses it.
    """
    fresh = unfinished(path)
    try:
        remove_journal(fresh)
        _new_file(fresh, about, rows).close()
        aside = free_name(path, "damaged") if path.exists() else None
        if aside is not None:
            move_journal(path, aside)
            _forget_oldest(path)
        finish_replacement(path)
    except (OSError, sqlite3.Error) as error:
        raise JournalNotWritten(path, error) from error
    return aside


def finish_replacement(path: Path) -> None:
    """Put the new file in its place if that was begun and not finished.

    Raises:
        OSError, JournalNotWritten: If the disk refuses it; then it is still where it was.
    """
    fresh = unfinished(path)
    if path.exists() or not fresh.exists():
        return
    if not _is_whole(fresh):
        # The power failed while it was made; nothing in it was acknowledged.
        remove_journal(fresh)
        return
    for old in companions(path):
        # Pages of a file that is gone; SQLite would lay them over the new one.
        old.unlink(missing_ok=True)
    sync_folder(path.parent)
    move_journal(fresh, path)


def _is_whole(path: Path) -> bool:
    """Whether the one transaction that makes a journal was committed; leaves no companions."""
    try:
        with contextlib.closing(database.connect(path, "rw")) as connection:
            return connection.execute("SELECT 1 FROM about").fetchone() is not None
    except sqlite3.Error as error:
        if database.is_damage(error):
            return False
        raise JournalNotWritten(path, error) from error


def unfinished(path: Path) -> Path:
    """Where a journal lies that is to take the place of *path*."""
    return path.with_name(path.name + ".new")


def _forget_oldest(path: Path) -> None:
    """Keep a few damaged files for a person to look at; a bad disk must not fill itself."""
    aside = sorted(path.parent.glob(f"{path.name}.damaged-*[0-9]"), key=_age)
    for oldest in aside[:-DAMAGED_KEPT]:
        remove_journal(oldest)


def _age(path: Path) -> int:
    return path.stat().st_mtime_ns


def _new_file(path: Path, about: Mapping[str, str], rows: Iterable[Row]) -> sqlite3.Connection:
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
