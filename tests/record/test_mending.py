"""A journal and its spare brought together: nothing is merged wrongly, nothing is thrown away."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from referee.record import database
from referee.record.errors import (
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalExists,
    JournalNotWritten,
)
from referee.record.files import remove_journal
from referee.record.journal import Journal
from referee.record.making import DAMAGED_KEPT, replace_file, unfinished
from referee.record.mending import Mended, mend
from referee.record.rows import Row
from tests.record.deals import ABOUT, deal_events, write

EVENTS = deal_events()[:8]


def journal(path: Path, count: int, about: dict[str, str] = ABOUT) -> Path:
    with Journal.create(path, about) as created:
        write(created, EVENTS[:count])
    return path


def rows(path: Path) -> list[Row]:
    with Journal.read(path) as opened:
        return list(opened.rows())


def spoil(path: Path) -> None:
    """Overwrite the last page of a closed journal; its rows are no rows any more."""
    content = bytearray(path.read_bytes())
    content[-3000:] = b"\xa5" * 3000
    path.write_bytes(content)


@pytest.fixture
def whole(tmp_path: Path) -> list[Row]:
    return rows(journal(tmp_path / "whole.journal", len(EVENTS)))


def test_rows_of_the_spare_are_added(tmp_path: Path, whole: list[Row]) -> None:
    """The journal is a beginning of the spare; afterwards it is whole and the spare is gone."""
    path, spare = journal(tmp_path / "a", 3), journal(tmp_path / "spare" / "a", 8)
    assert mend(path, spare) == Mended(path, 5)
    assert rows(path) == whole
    assert not spare.exists()


def test_spare_that_adds_nothing_only_goes(tmp_path: Path, whole: list[Row]) -> None:
    """A crash between the last row and the removal of the spare leaves one behind."""
    path, spare = journal(tmp_path / "a", 8), journal(tmp_path / "spare" / "a", 5)
    assert mend(path, spare) is None
    assert rows(path) == whole
    assert not spare.exists()


def test_lost_journal_comes_back_from_the_spare(tmp_path: Path, whole: list[Row]) -> None:
    """The disk with the journal was replaced by an empty one."""
    spare = journal(tmp_path / "spare" / "a", 8)
    path = tmp_path / "new" / "a"
    assert mend(path, spare) == Mended(path, 8)
    assert rows(path) == whole


def test_damaged_journal_is_replaced_by_a_longer_spare(tmp_path: Path, whole: list[Row]) -> None:
    """The damaged file stays beside it for a person to look at."""
    path, spare = journal(tmp_path / "a", 5), journal(tmp_path / "spare" / "a", 8)
    spoil(path)
    mended = mend(path, spare)
    assert mended is not None
    assert mended.aside == tmp_path / "a.damaged-1"
    assert mended.aside.exists()
    assert rows(path) == whole


def test_damaged_journal_is_left_when_the_spare_tells_no_more(tmp_path: Path) -> None:
    """Then the journal itself is what a person has to rescue; opening it says where it breaks."""
    path, spare = journal(tmp_path / "a", 8), tmp_path / "spare" / "a"
    journal(spare, 0)
    spoil(path)
    assert mend(path, spare) is None
    assert spare.exists()
    with pytest.raises(JournalDamaged):
        Journal.resume(path)


def test_two_stories_are_never_mixed(tmp_path: Path) -> None:
    """Somebody went on with the journal alone: the spare is set aside, not merged."""
    path, spare = journal(tmp_path / "a", 3), journal(tmp_path / "spare" / "a", 8)
    with Journal.resume(path) as opened:
        write(opened, EVENTS[5:6], before=EVENTS[:3])
    before = rows(path)
    mended = mend(path, spare)
    assert mended == Mended(path, 0, tmp_path / "spare" / "a.apart-1")
    assert rows(path) == before
    assert len(rows(tmp_path / "spare" / "a.apart-1")) == 8


def test_spare_of_another_session_is_refused(tmp_path: Path) -> None:
    """Both files are named, and neither is touched."""
    path = journal(tmp_path / "a", 3)
    spare = journal(tmp_path / "spare" / "a", 2, {"session_sha256": "other"})
    with pytest.raises(JournalError, match=r"spare/a: belongs to another session than .*/a;"):
        mend(path, spare)
    assert len(rows(spare)) == 2


def test_spare_of_a_table_that_still_runs_is_not_touched(tmp_path: Path) -> None:
    """A second start while the first is in trouble is refused before it merges anything."""
    spare = journal(tmp_path / "spare" / "a", 8)
    with Journal.create(tmp_path / "a", ABOUT), pytest.raises(JournalBusy):
        mend(tmp_path / "a", spare)
    assert len(rows(spare)) == 8


def test_spare_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    """Rubbish on the stick stops nothing."""
    path, spare = journal(tmp_path / "a", 3), tmp_path / "rubbish"
    spare.write_bytes(b"rubbish" * 100)
    assert mend(path, spare) is None
    assert spare.exists()


def test_replacement_that_a_power_cut_stopped_is_finished(tmp_path: Path, whole: list[Row]) -> None:
    """The damaged file was moved away and the new one was not yet in its place."""
    path = journal(tmp_path / "a", 8)
    path.rename(unfinished(path))
    # Pages of the damaged file that must not be laid over the new one.
    (tmp_path / "a-wal").write_bytes(b"old pages")
    assert mend(path, None) is None
    assert rows(path) == whole


def test_new_journal_never_takes_the_place_of_an_unfinished_replacement(
    tmp_path: Path, whole: list[Row]
) -> None:
    """Whoever begins anew under that name is told that a journal is there."""
    path = journal(tmp_path / "a", 8)
    path.rename(unfinished(path))
    with pytest.raises(JournalExists):
        Journal.create(path, ABOUT)
    assert rows(path) == whole


def test_replacement_that_was_only_half_made_is_removed(tmp_path: Path) -> None:
    """It would block the next start; nothing in it was acknowledged."""
    path = tmp_path / "a"
    unfinished(path).write_bytes(b"SQLite format 3")
    assert mend(path, None) is None
    assert list(tmp_path.iterdir()) == []


def test_replacement_on_a_failing_disk_is_kept(
    tmp_path: Path, whole: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be the only whole copy; the next try finds it."""
    path = journal(tmp_path / "a", 8)
    path.rename(unfinished(path))

    def fails(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(database, "connect", fails)
        with pytest.raises(JournalNotWritten, match="disk I/O error"):
            mend(path, None)
    assert mend(path, None) is None
    assert rows(path) == whole


def test_only_a_few_damaged_files_are_left_lying(tmp_path: Path, whole: list[Row]) -> None:
    """A disk that damages every journal does not fill itself with them."""
    path = journal(tmp_path / "a", 8)
    for _ in range(DAMAGED_KEPT + 2):
        spoil(path)
        replace_file(path, ABOUT, whole)
    assert len(list(tmp_path.glob("a.damaged-*"))) == DAMAGED_KEPT
    assert rows(path) == whole


def test_removed_journal_leaves_no_companions(tmp_path: Path) -> None:
    """A later journal of that name never meets pages of an earlier one."""
    path = tmp_path / "a"
    opened = Journal.create(path, ABOUT)
    write(opened, EVENTS)
    copy = tmp_path / "b"
    for end in ("", "-wal", "-shm"):
        shutil.copy(tmp_path / f"a{end}", tmp_path / f"b{end}")
    opened.close()
    remove_journal(copy)
    assert [file.name for file in tmp_path.glob("b*")] == []
