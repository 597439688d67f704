"""A power cut at every single write and sync of a deal, and a process killed at each of them."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from referee.ports import Entry
from referee.record import database, making
from referee.record.errors import JournalMissing
from referee.record.journal import Journal
from referee.session.events import Event
from referee.session.history import replay
from tests.record.deals import ABOUT, deal_events, write
from tests.record.disk import Disk, Files, Operation, after_kill, after_power_cut, halved

RESTART_S = 2.0


@dataclass(frozen=True, slots=True)
class Run:
    """One deal on a disk that remembers."""

    operations: Sequence[Operation]
    marks: Sequence[int]
    """How many operations were done when the journal was acknowledged, and then each row."""
    entries: Sequence[Entry]

    def acknowledged(self, operations: int) -> int:
        """Rows that were acknowledged by then; -1 while the journal itself was not."""
        return bisect_right(self.marks, operations) - 1


def run(folder: Path, events: Sequence[Event], monkeypatch: pytest.MonkeyPatch, disk: Disk) -> Run:
    """Write *events* to a journal, with checkpoints on the way and at the end."""
    monkeypatch.setattr(database, "connect", disk.connect)
    monkeypatch.setattr(making, "move_journal", disk.move_journal)
    entries: list[Entry] = []
    with Journal.create(folder / "a.journal", ABOUT) as journal:
        marks = [len(disk.operations)]
        for number, event in enumerate(events):
            entries += write(journal, [event], before=events[:number])
            marks.append(len(disk.operations))
    monkeypatch.undo()
    return Run(disk.operations, marks, entries)


def check(folder: Path, files: Files, acknowledged: int, run: Run) -> None:
    """Start again from *files*: nothing acknowledged is lost, and the deal can go on."""
    folder.mkdir()
    for name, content in files.items():
        (folder / Path(name).name).write_bytes(content)
    begun = time.perf_counter()
    try:
        journal = Journal.resume(folder / "a.journal")
    except JournalMissing:
        assert acknowledged < 0, "the journal had been acknowledged"
        return
    with journal:
        found = list(journal.entries())
        assert time.perf_counter() - begun < RESTART_S
        assert acknowledged <= len(found), "acknowledged rows are lost"
        assert len(found) <= max(acknowledged, 0) + 1
        assert found == list(run.entries[: len(found)])
        if len(found) < len(run.entries):
            before = [entry.event for entry in found]
            again = write(journal, [run.entries[len(found)].event], before)
            assert again == [run.entries[len(found)]]


def cut_everywhere(folder: Path, run: Run) -> int:
    """Cut before, in the middle of and after each operation; returns how many cuts were tried."""
    seen: set[tuple[int, frozenset[tuple[str, bytes]]]] = set()
    for cut in range(len(run.operations) + 1):
        done = run.operations[:cut]
        middle = [*done, *(halved(run.operations[cut]) if cut < len(run.operations) else ())]
        torn = Random(cut)  # noqa: S311  a disk, not a secret
        for files in (
            after_power_cut(done),
            after_power_cut(middle, torn),
            after_kill(middle),
        ):
            state = (run.acknowledged(cut), frozenset(files.items()))
            if state not in seen:
                seen.add(state)
                check(folder / f"cut-{len(seen)}", files, run.acknowledged(cut), run)
    return len(seen)


def test_nothing_acknowledged_is_lost_at_any_write_of_a_short_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Synced bytes only, torn sectors, or a killed process: every acknowledged row is there."""
    done = run(tmp_path, deal_events()[:8], monkeypatch, Disk(checkpoint_pages=20))

    assert cut_everywhere(tmp_path, done) > len(done.operations)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_at_any_write_of_a_whole_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same for a deal from its start to the last card, restarted in under two seconds."""
    done = run(tmp_path, deal_events(), monkeypatch, Disk(checkpoint_pages=20))

    assert cut_everywhere(tmp_path, done) > len(done.operations)
    assert replay(entry.event for entry in done.entries).table.deal is not None


def test_journal_that_did_not_sync_would_be_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same proof fails when commits are not synced, so it does prove something."""
    done = run(tmp_path, deal_events()[:3], monkeypatch, Disk(synchronous="NORMAL"))

    with pytest.raises(AssertionError, match="rows are lost"):
        cut_everywhere(tmp_path, done)
