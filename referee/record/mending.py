"""Bringing a journal and its spare together before a session goes on.

A spare holds every row from the first one on, so one of the two is a beginning of the other unless
somebody went on with only one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.record.database import take_writers_place
from referee.record.errors import JournalDamaged, JournalError, JournalNotWritten
from referee.record.files import free_name, make_folder, move_journal, remove_journal
from referee.record.journal import Journal
from referee.record.making import finish_replacement, replace_file
from referee.record.rows import Row


@dataclass(frozen=True, slots=True)
class Mended:
    """What was done to a journal before it is gone on with."""

    journal: Path
    rows: int
    """How many came from the spare."""
    aside: Path | None = None
    """Where a damaged journal went, or a spare that tells another story."""


def mend(path: Path, spare: Path | None) -> Mended | None:
    """Bring all sound rows of *spare* into the journal at *path*; the spare is gone afterwards.

    A spare that differs from the journal is moved aside, never merged and never deleted: a person
    compares the two.

    Args:
        path: The journal; nobody may have it open for writing. It may be missing.
        spare: Its spare, which may be missing, too; ``None`` where there is no spare folder.

    Returns:
        What was done; ``None`` when there was nothing to do.

    Raises:
        JournalError: If the journal cannot be written, is written by somebody else, or belongs to
            another session.
    """
    try:
        finish_replacement(path)
        return None if spare is None or not spare.exists() else _merge(path, spare)
    except OSError as error:
        raise JournalNotWritten(path, error) from error


def _merge(path: Path, spare: Path) -> Mended | None:
    about, held, _ = _sound_rows(spare)
    if about is None:
        return None
    make_folder(path.parent)
    # A table in trouble writes both; they are its own until it has ended.
    take_writers_place(path).close()
    if not path.exists():
        Journal.create(path, about, held).close()
        remove_journal(spare)
        return Mended(path, len(held))
    ours, rows, damaged = _sound_rows(path)
    if ours is not None and ours != about:
        raise JournalError(spare, f"belongs to another session than {path}; move it away")
    common = min(len(rows), len(held))
    if rows[:common] != held[:common]:
        apart = free_name(spare, "apart")
        move_journal(spare, apart)
        return Mended(path, 0, apart)
    if damaged:
        if len(held) <= len(rows):
            return None
        aside = replace_file(path, about, held)
        remove_journal(spare)
        return Mended(path, len(held) - len(rows), aside)
    with Journal.resume(path) as journal:
        journal.write(held[len(rows) :])
    remove_journal(spare)
    return Mended(path, len(held) - common) if len(held) > common else None


def _sound_rows(path: Path) -> tuple[Mapping[str, str] | None, list[Row], bool]:
    """The heading unless that is damaged, the rows before any damage, whether there is any."""
    rows: list[Row] = []
    try:
        journal = Journal.read(path)
    except JournalDamaged:
        return None, rows, True
    with journal:
        try:
            for row in journal.rows():
                rows.append(row)  # noqa: PERF402  what was read before the damage is kept
        except JournalDamaged:
            return journal.about(), rows, True
        return journal.about(), rows, False
