"""A record that outlives its disk: refereeing goes on when the journal cannot be written.

Rows are then kept in memory, in order, and a complete second journal is begun in the spare folder,
if there is one, and synced row by row. The journal is tried again with growing pauses; once it can
be written, all rows go there with the same hashes, as if nothing had happened. A journal that
turns out to be broken is moved aside and written anew from memory.

Every change is told once, through the alarm. What is in memory only is lost with the power: that
is the price of going on, and the reason why it is told.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.ports import Entry
from referee.record.errors import (
    JournalDamaged,
    JournalError,
    JournalMissing,
)
from referee.record.files import free_name, move_journal, remove_journal
from referee.record.journal import Journal
from referee.record.rows import Head, Row
from referee.session.events import Event
from referee.session.step import Step

SHORTEST_PAUSE_S = 0.5
"""Before the journal is tried again; the pause doubles from there."""
LONGEST_PAUSE_S = 30.0
"""A disk that was full comes back when a person has seen to it."""


@dataclass(frozen=True, slots=True)
class WritingFailed:
    """The journal cannot be written; rows are kept elsewhere from now on."""

    journal: Path
    cause: str
    spare: Path | None
    """The journal that takes the rows meanwhile; ``None``: they are in memory only."""


@dataclass(frozen=True, slots=True)
class SpareFailed:
    """The spare journal cannot be written either; rows are in memory only."""

    spare: Path
    cause: str


@dataclass(frozen=True, slots=True)
class WritingResumed:
    """The journal has every row again."""

    journal: Path
    rows: int
    """How many were missing."""
    aside: Path | None
    """Where the broken file went when the journal had to be written anew."""


@dataclass(frozen=True, slots=True)
class RowsMissing:
    """The run is over and the journal still lacks rows."""

    journal: Path
    rows: int
    spare: Path | None
    """The complete journal, if there is one; it is merged when the session is resumed."""


News = WritingFailed | SpareFailed | WritingResumed | RowsMissing


class FallbackRecord:
    """The record of one table over the journal it should go to."""

    def __init__(
        self,
        journal: Journal,
        spare_folder: Path | None,
        alarm: Callable[[News], object],
        *,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take over *journal*; `close` closes it.

        Args:
            journal: Open for writing.
            spare_folder: On another disk; ``None`` when there is none.
            alarm: Told what happens to the record; the operator has to see it.
            seconds: The clock that retries go by.

        Raises:
            JournalDamaged: If a row does not fit the chain.
        """
        self._journal = journal
        self._rows = list(journal.rows())
        self._head = journal.head
        spare = spare_folder / journal.path.name if spare_folder is not None else None
        # A run that had to begin in the spare folder has no other one.
        self._spare_path = None if spare == journal.path else spare
        self._spare: Journal | None = None
        self._alarm = alarm
        self._seconds = seconds
        self._pause_s = SHORTEST_PAUSE_S
        self._retry_at: float | None = None

    @property
    def path(self) -> Path:
        """Of the journal that everything should go to."""
        return self._journal.path

    @property
    def waiting(self) -> int:
        """Rows that the journal does not have yet."""
        return 0 if self._retry_at is None else len(self._rows) - self._journal.head.rows

    def append(self, event: Event, step: Step, origin: Mapping[str, Any], wall_clock: str) -> Entry:
        """Keep one row, in the journal if that can be written; never fails for the disk's sake."""
        row = Row.after(self._head, event, step, origin, wall_clock)
        self._rows.append(row)
        self._head = row.head
        if self._retry_at is None:
            try:
                self._journal.write([row])
            except JournalError as error:
                self._begin_trouble(error)
        else:
            self._to_spare()
            self.catch_up()
        return Entry(row.number, wall_clock, event, step.verdict, step.effects, origin)

    def catch_up(self) -> None:
        """Try the journal again, when rows wait for it and the pause is over."""
        if self._retry_at is not None and self._seconds() >= self._retry_at:
            self._retry()

    def close(self) -> int:
        """Try a last time and close; returns how many rows the journal lacks."""
        if self._retry_at is not None:
            self._retry()
        missing = self.waiting
        if missing:
            spare = self._spare.path if self._spare is not None else None
            self._alarm(RowsMissing(self._journal.path, missing, spare))
        if self._spare is not None:
            self._spare.close()
        self._journal.close()
        return missing

    def _begin_trouble(self, error: JournalError) -> None:
        self._pause_s = SHORTEST_PAUSE_S
        self._retry_at = self._seconds()
        found = self._open_spare()
        if isinstance(found, Journal):
            self._spare = found
            self._alarm(WritingFailed(self._journal.path, error.reason, found.path))
        else:
            self._alarm(WritingFailed(self._journal.path, error.reason, None))
            if found is not None:
                self._alarm(found)
        # A broken file is written anew at once, and a single failure may have passed already.
        self._retry()

    def _retry(self) -> None:
        before = self._journal.head.rows
        try:
            aside = self._write_missing()
        except JournalError as error:
            self._retry_at = self._seconds() + self._pause_s
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
            self._look_for_spare(error)
            return
        self._retry_at = None
        self._drop_spare()
        self._alarm(WritingResumed(self._journal.path, len(self._rows) - before, aside))

    def _write_missing(self) -> Path | None:
        """Bring the journal up to date; returns where a broken file went."""
        try:
            self._journal.reopen()
            if self._is_ours(self._journal.head):
                self._journal.write(self._rows[self._journal.head.rows :])
                return None
        except (JournalDamaged, JournalMissing):
            # Trying again cannot help: every row is here, so the file is made anew.
            pass
        return self._journal.rewrite(self._rows)

    def _is_ours(self, known: Head) -> bool:
        """Whether the file ends with one of our rows; a row may be there that was refused."""
        return known.rows == 0 or (
            known.rows <= len(self._rows) and self._rows[known.rows - 1].head == known
        )

    def _look_for_spare(self, error: JournalError) -> None:
        """Somebody may have plugged a stick in since."""
        found = self._open_spare() if self._spare is None else None
        if isinstance(found, Journal):
            self._spare = found
            self._alarm(WritingFailed(self._journal.path, error.reason, found.path))

    def _open_spare(self) -> Journal | SpareFailed | None:
        """A journal with all rows so far; ``None`` where there is no spare folder."""
        path = self._spare_path
        if path is None:
            return None
        try:
            own = self._own_spare(path)
            if own is not None:
                return own
            if path.exists():
                # Nobody merged it; it may be all that is left of another session.
                move_journal(path, free_name(path, "apart"))
            return Journal.create(path, self._journal.about(), self._rows)
        except (JournalError, OSError) as error:
            return SpareFailed(
                path, error.reason if isinstance(error, JournalError) else str(error)
            )

    def _own_spare(self, path: Path) -> Journal | None:
        """The spare that was begun in an earlier trouble, brought up to date."""
        if not path.exists():
            return None
        try:
            spare = Journal.resume(path)
        except JournalDamaged:
            return None
        try:
            if spare.about() == self._journal.about() and self._is_ours(spare.head):
                spare.write(self._rows[spare.head.rows :])
                return spare
        except JournalError:
            spare.close()
            raise
        spare.close()
        return None

    def _to_spare(self) -> None:
        if self._spare is None:
            return
        try:
            self._spare.write(self._rows[self._spare.head.rows :])
        except JournalError as error:
            path = self._spare.path
            self._spare.close()
            self._spare = None
            self._alarm(SpareFailed(path, error.reason))

    def _drop_spare(self) -> None:
        if self._spare is None:
            return
        path = self._spare.path
        self._spare.close()
        self._spare = None
        with contextlib.suppress(OSError):
            remove_journal(path)
