"""A disk that fails under a running table: the table goes on, says so, and makes it up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from referee.record import database
from referee.record.errors import JournalBusy
from referee.record.fallback import (
    FallbackRecord,
    News,
    RowsMissing,
    SpareFailed,
    WritingFailed,
    WritingResumed,
)
from referee.record.journal import Journal
from referee.record.mending import mend
from tests.record.deals import ABOUT, deal_events, write
from tests.record.disk import Disk, Operation, apsw

EVENTS = deal_events()[:12]


@dataclass
class Bench:
    """A table's record on a disk that can be made to fail."""

    folder: Path
    disk: Disk
    seconds: float = 0.0
    news: list[News] = field(default_factory=list)

    @property
    def path(self) -> Path:
        return self.folder / "a.journal"

    def record(self, spare: Path | None = None) -> FallbackRecord:
        journal = Journal.create(self.path, ABOUT)
        return FallbackRecord(journal, spare, self.news.append, seconds=lambda: self.seconds)

    def break_down(self, error: type[Exception], *folders: Path) -> None:
        """Whatever changes a file in these folders fails from now on."""
        broken = tuple(map(str, folders or (self.folder,)))
        self.disk.fails = lambda operation: error if operation.file.startswith(broken) else None

    def recover(self) -> None:
        self.disk.fails = lambda _: None


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    disk = Disk()
    monkeypatch.setattr(database, "connect", disk.connect)
    bench = Bench(tmp_path / "journals", disk)
    yield bench
    bench.recover()


def undisturbed(folder: Path) -> Path:
    """A journal of the same events on a disk without trouble."""
    path = folder / "undisturbed.journal"
    with Journal.create(path, ABOUT) as journal:
        write(journal, EVENTS)
    return path


def rows(path: Path) -> list[object]:
    with Journal.read(path) as journal:
        return list(journal.rows())


FAILURES = [apsw.FullError, apsw.ReadOnlyError, apsw.IOError]


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: error.__name__)
def test_refused_rows_are_made_up_in_order(
    bench: Bench, tmp_path: Path, error: type[Exception]
) -> None:
    """A full, read-only or broken disk: afterwards the journal is as if nothing had happened."""
    record = bench.record()
    write(record, EVENTS[:3])
    bench.break_down(error)
    written = write(record, EVENTS[3:8], before=EVENTS[:3])
    assert [entry.number for entry in written] == [4, 5, 6, 7, 8]
    assert record.waiting == 5

    bench.recover()
    bench.seconds += 60
    record.catch_up()
    assert record.waiting == 0
    write(record, EVENTS[8:], before=EVENTS[:8])
    assert record.close() == 0

    assert rows(bench.path) == rows(undisturbed(tmp_path))
    begun, ended = bench.news
    assert isinstance(begun, WritingFailed)
    assert begun.spare is None
    assert begun.cause
    assert "a.journal" not in begun.cause
    assert ended == WritingResumed(bench.path, 5, None)


def fail_once(disk: Disk, place: int) -> None:
    """Let the operation that comes after *place* others fail, and none after it."""
    begun, left = len(disk.operations), [apsw.IOError]

    def fails(_: Operation) -> type[Exception] | None:
        return left.pop() if left and len(disk.operations) - begun == place else None

    disk.fails = fails


def test_a_single_failure_at_any_operation_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever write or sync fails once, no row is lost, doubled or out of order."""
    expected = rows(undisturbed(tmp_path))
    place, last = 0, 0
    while place <= last:
        disk = Disk(checkpoint_pages=10)
        monkeypatch.setattr(database, "connect", disk.connect)
        bench = Bench(tmp_path / f"at-{place}", disk)
        record = bench.record()
        begun = len(disk.operations)
        fail_once(disk, place)
        write(record, EVENTS)
        last = len(disk.operations) - begun
        assert record.close() == 0
        assert rows(bench.path) == expected
        # A checkpoint that fails is tried again by SQLite itself; nobody need hear of it.
        assert [type(news) for news in bench.news] in ([WritingFailed, WritingResumed], [])
        place += 1
    assert place > 3 * len(EVENTS)


def test_pauses_between_tries_grow(bench: Bench) -> None:
    """A disk that stays full is not hammered: half a second, one, two, up to thirty."""
    record = bench.record()
    tries: list[float] = []

    def fails(operation: Operation) -> type[Exception]:
        tries.append(bench.seconds)
        return apsw.FullError

    bench.disk.fails = fails
    write(record, EVENTS[:1])
    while bench.seconds < 100:
        bench.seconds += 0.25
        record.catch_up()

    moments = sorted(set(tries))
    pauses = [after - before for before, after in pairwise(moments)]
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]


def test_spare_takes_the_rows_meanwhile(bench: Bench, tmp_path: Path) -> None:
    """Another disk holds the whole record, synced row by row, until the journal is back."""
    spare = tmp_path / "stick"
    expected = rows(undisturbed(tmp_path))
    record = bench.record(spare)
    write(record, EVENTS[:3])
    bench.break_down(apsw.FullError)
    for number in range(3, 8):
        write(record, EVENTS[number : number + 1], before=EVENTS[:number])
        assert rows(spare / "a.journal") == expected[: number + 1]

    bench.recover()
    bench.seconds += 60
    record.catch_up()
    assert record.close() == 0
    assert rows(bench.path) == expected[:8]
    assert not (spare / "a.journal").exists()
    assert [type(news) for news in bench.news] == [WritingFailed, WritingResumed]


def test_rows_of_a_run_that_ended_in_trouble_are_merged_at_the_next(
    bench: Bench, tmp_path: Path
) -> None:
    """The disk never came back: the run says so, the spare has everything, resuming merges it."""
    spare = tmp_path / "stick"
    expected = rows(undisturbed(tmp_path))
    record = bench.record(spare)
    write(record, EVENTS[:3])
    bench.break_down(apsw.ReadOnlyError)
    write(record, EVENTS[3:], before=EVENTS[:3])
    assert record.close() == len(EVENTS) - 3
    assert bench.news[-1] == RowsMissing(bench.path, len(EVENTS) - 3, spare / "a.journal")

    bench.recover()
    assert rows(bench.path) == expected[:3]
    mended = mend(bench.path, spare / "a.journal")
    assert mended is not None
    assert mended.rows == len(EVENTS) - 3
    assert rows(bench.path) == expected
    assert not (spare / "a.journal").exists()


def test_spare_that_fails_as_well_is_said_and_memory_is_left(bench: Bench, tmp_path: Path) -> None:
    """Two broken disks stop nothing either; the operator hears of both."""
    spare = tmp_path / "stick"
    record = bench.record(spare)
    bench.break_down(apsw.IOError)
    write(record, EVENTS[:2])
    bench.break_down(apsw.IOError, bench.folder, spare)
    write(record, EVENTS[2:6], before=EVENTS[:2])
    assert [type(news) for news in bench.news] == [WritingFailed, SpareFailed]
    assert record.waiting == 6

    bench.recover()
    assert record.close() == 0
    assert rows(bench.path) == rows(undisturbed(tmp_path))[:6]


def test_spare_folder_that_cannot_be_made_is_said(bench: Bench, tmp_path: Path) -> None:
    """A stick that is not plugged in is told once, with the journal's own trouble."""
    (tmp_path / "stick").write_text("no folder")
    record = bench.record(tmp_path / "stick")
    bench.break_down(apsw.IOError)
    write(record, EVENTS[:2])
    assert [type(news) for news in bench.news] == [WritingFailed, SpareFailed]
    bench.recover()
    assert record.close() == 0


def test_stick_plugged_in_during_the_trouble_takes_the_rows(bench: Bench, tmp_path: Path) -> None:
    """The next try finds it, and the operator hears that the rows are safe again."""
    stick = tmp_path / "stick"
    stick.write_text("no folder")
    record = bench.record(stick)
    bench.break_down(apsw.FullError)
    write(record, EVENTS[:3])
    stick.unlink()
    bench.seconds += 1
    record.catch_up()
    assert len(rows(stick / "a.journal")) == 3
    last = bench.news[-1]
    assert isinstance(last, WritingFailed)
    assert last.spare == stick / "a.journal"


def test_stick_that_fails_for_a_while_is_gone_on_with(bench: Bench, tmp_path: Path) -> None:
    """It is not begun again under another name each time."""
    stick = tmp_path / "stick"
    record = bench.record(stick)
    bench.break_down(apsw.IOError)
    write(record, EVENTS[:2])
    for number in range(2, 6):
        bench.break_down(apsw.IOError, bench.folder, stick)
        write(record, EVENTS[number : number + 1], before=EVENTS[:number])
        bench.break_down(apsw.IOError)
        bench.seconds += 60
        record.catch_up()
        assert len(rows(stick / "a.journal")) == number + 1
    assert not list(stick.glob("*apart*"))


def test_corrupt_page_at_run_time_is_written_anew_from_memory(bench: Bench, tmp_path: Path) -> None:
    """A page that comes back as rubbish: the file is moved aside, the journal goes on complete."""
    record = bench.record()
    write(record, EVENTS[:6])
    record._journal._connection.execute("PRAGMA shrink_memory")
    aside = bench.path.with_name("a.journal.damaged-1")
    bench.disk.garbles = lambda file, at: at > 0 and ".new" not in file and not aside.exists()
    written = write(record, EVENTS[6:8], before=EVENTS[:6])
    bench.disk.garbles = lambda _file, _at: False
    write(record, EVENTS[8:], before=EVENTS[:8])
    assert [entry.number for entry in written] == [7, 8]
    assert record.close() == 0

    assert rows(bench.path) == rows(undisturbed(tmp_path))
    begun, ended = bench.news
    assert isinstance(begun, WritingFailed)
    assert isinstance(ended, WritingResumed)
    assert ended.aside == aside


@pytest.mark.parametrize("replacement", [None, b"rubbish" * 1000, b""])
def test_journal_that_disappears_is_made_again(
    bench: Bench, tmp_path: Path, replacement: bytes | None
) -> None:
    """Somebody deletes or overwrites the file of a running table: no row is lost."""
    record = bench.record()
    write(record, EVENTS[:6])
    bench.path.unlink()
    if replacement is not None:
        bench.path.write_bytes(replacement)
    write(record, EVENTS[6:], before=EVENTS[:6])
    assert record.close() == 0
    assert rows(bench.path) == rows(undisturbed(tmp_path))


def test_journal_of_a_disk_that_was_unmounted_waits_for_it(bench: Bench, tmp_path: Path) -> None:
    """Nothing is begun in the empty mount point, where the disk would hide it when it is back."""
    record = bench.record()
    write(record, EVENTS[:3])
    aside = bench.path.with_name("on-the-disk")
    bench.path.rename(aside)
    number, inode = record._journal._file or (0, 0)
    record._journal._file = (number + 1, inode)
    write(record, EVENTS[3:5], before=EVENTS[:3])
    assert not bench.path.exists()
    assert record.waiting == 2

    aside.rename(bench.path)
    bench.seconds += 60
    record.catch_up()
    assert record.close() == 0
    assert rows(bench.path) == rows(undisturbed(tmp_path))[:5]


def test_writers_place_is_kept_through_the_trouble(bench: Bench) -> None:
    """No second process can slip in while the journal is opened anew."""
    record = bench.record()
    write(record, EVENTS[:3])
    bench.break_down(apsw.IOError)
    write(record, EVENTS[3:4], before=EVENTS[:3])
    bench.recover()
    with pytest.raises(JournalBusy):
        Journal.resume(bench.path)
    bench.seconds += 60
    record.catch_up()
    with pytest.raises(JournalBusy):
        Journal.resume(bench.path)
    record.close()
    Journal.resume(bench.path).close()


def test_spare_of_somebody_else_is_set_aside(bench: Bench, tmp_path: Path) -> None:
    """A file of the same name on the stick is never overwritten."""
    spare = tmp_path / "stick"
    with Journal.create(spare / "a.journal", {"session_sha256": "other"}) as other:
        write(other, EVENTS[:2])
    record = bench.record(spare)
    bench.break_down(apsw.FullError)
    write(record, EVENTS[:4])
    with Journal.read(spare / "a.journal.apart-1") as kept:
        assert kept.about() == {"session_sha256": "other"}
    assert len(rows(spare / "a.journal")) == 4
    record.close()
