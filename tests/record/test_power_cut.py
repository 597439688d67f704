"""A power cut at every single write and sync of a deal, and a process killed at each of them."""

from __future__ import annotations

import hashlib
import shutil
import time
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from referee.record import database, making
from referee.record.errors import JournalMissing
from referee.record.fallback import FallbackRecord, News, WritingFailed, WritingResumed
from referee.record.journal import Journal
from referee.record.mending import mend
from referee.record.rows import Row
from referee.session.events import Event
from referee.session.history import History, add, replay
from tests.record.deals import ABOUT, WALL_CLOCK, deal_events, write
from tests.record.disk import Disk, Files, Operation, Platter, Rename, Sync, apsw

HANGS_S = 60.0
"""A restart that takes so long waits for something; how long one takes is measured elsewhere."""


@dataclass(frozen=True, slots=True)
class Run:
    """One deal on a disk that remembers."""

    operations: Sequence[Operation]
    marks: Sequence[int]
    """How many operations were done when the journal was acknowledged, and then each row."""
    rows: Sequence[Row]

    def acknowledged(self, operations: int) -> int:
        """Rows that were acknowledged by then; -1 while the journal itself was not."""
        return bisect_right(self.marks, operations) - 1


def run(
    folder: Path,
    events: Sequence[Event],
    monkeypatch: pytest.MonkeyPatch,
    disk: Disk,
    *,
    rewritten: bool = False,
) -> Run:
    """Write *events* to a journal, with checkpoints on the way and at the end.

    With *rewritten* it is then put in the place of itself, as of a damaged journal.
    """
    monkeypatch.setattr(database, "connect", disk.connect)
    monkeypatch.setattr(making, "move_journal", disk.move_journal)
    history, marks = History(), []
    with Journal.create(folder / "a.journal", ABOUT) as journal:
        marks.append(len(disk.operations))
        for event in events:
            history, taken = add(history, event)
            journal.append(event, taken, {}, WALL_CLOCK)
            marks.append(len(disk.operations))
        rows = list(journal.rows())
        if rewritten:
            journal.rewrite(rows)
    monkeypatch.undo()
    return Run(disk.operations, marks, rows)


def check(folder: Path, files: Files, acknowledged: int, run: Run) -> None:
    """Start again from *files*: nothing acknowledged is lost, and the deal can go on."""
    folder.mkdir()
    for name, content in files.items():
        (folder / Path(name).name).write_bytes(content)
    begun = time.perf_counter()
    mend(folder / "a.journal", None)
    try:
        journal = Journal.resume(folder / "a.journal")
    except JournalMissing:
        assert acknowledged < 0, "the journal had been acknowledged"
    else:
        with journal:
            found = list(journal.rows())
            assert time.perf_counter() - begun < HANGS_S
            assert acknowledged <= len(found), "acknowledged rows are lost"
            assert len(found) <= max(acknowledged, 0) + 1
            # The same rows are the same events, so the table is the same, too.
            assert found == list(run.rows[: len(found)])
            journal.write(run.rows[len(found) : len(found) + 1])
    shutil.rmtree(folder)


def cut_everywhere(folder: Path, run: Run) -> int:
    """Cut before, in the middle of and after each operation; returns how many cuts were tried."""
    platter, seen = Platter(), set[str]()
    for cut, operation in enumerate([*run.operations, None]):
        acknowledged = run.acknowledged(cut)
        chance = Random(cut)  # noqa: S311  a disk, not a secret
        for files in (
            platter.after_power_cut(),
            platter.after_torn_power_cut(chance, operation),
            platter.after_kill(operation),
        ):
            state = hashlib.sha256(repr((acknowledged, sorted(files.items()))).encode()).hexdigest()
            if state not in seen:
                seen.add(state)
                check(folder / f"cut-{len(seen)}", files, acknowledged, run)
        if operation is not None:
            platter.take(operation)
    return len(seen)


def test_nothing_acknowledged_is_lost_at_any_write_of_a_short_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Synced bytes only, torn sectors, or a killed process: every acknowledged row is there."""
    done = run(tmp_path, deal_events()[:4], monkeypatch, Disk(checkpoint_pages=20))

    assert cut_everywhere(tmp_path, done) > len(done.operations)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_at_any_write_of_a_whole_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same for a deal from its start to the last card, restarted in under two seconds."""
    done = run(tmp_path, deal_events(), monkeypatch, Disk(checkpoint_pages=20))

    assert cut_everywhere(tmp_path, done) > len(done.operations)
    table = replay(row.entry().event for row in done.rows).table
    assert table.deal is not None
    assert table.deal.is_over


def test_nothing_is_lost_while_a_damaged_journal_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every moment one file holds every row, and the next start finds it."""
    done = run(tmp_path, deal_events()[:3], monkeypatch, Disk(), rewritten=True)

    assert any(isinstance(operation, Rename) for operation in done.operations[done.marks[-1] :])
    assert cut_everywhere(tmp_path, done) > len(done.operations)


def test_row_whose_sync_failed_is_on_disk_when_the_trouble_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could be read back at once, but that is not the same as being safe."""
    disk, news, platter = Disk(), list[News](), Platter()
    monkeypatch.setattr(database, "connect", disk.connect)
    monkeypatch.setattr(making, "move_journal", disk.move_journal)
    record = FallbackRecord(Journal.create(tmp_path / "a.journal", ABOUT), None, news.append)
    failures = [apsw.IOError]

    def fails(operation: Operation) -> type[Exception] | None:
        synced = isinstance(operation, Sync) and operation.file.endswith("-wal")
        return failures.pop() if synced and failures else None

    write(record, deal_events()[:3])
    disk.fails = fails
    written = write(record, deal_events()[3:4], before=deal_events()[:3])
    assert [type(told) for told in news] == [WritingFailed, WritingResumed]
    monkeypatch.undo()

    for operation in disk.operations:
        platter.take(operation)
    (tmp_path / "after").mkdir()
    for name, content in platter.after_power_cut().items():
        (tmp_path / "after" / Path(name).name).write_bytes(content)
    with Journal.read(tmp_path / "after" / "a.journal") as journal:
        assert list(journal.entries())[3:] == written


def test_journal_that_did_not_sync_would_be_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same proof fails when commits are not synced, so it does prove something."""
    done = run(tmp_path, deal_events()[:3], monkeypatch, Disk(synchronous="NORMAL"))

    with pytest.raises(AssertionError, match="rows are lost"):
        cut_everywhere(tmp_path, done)
