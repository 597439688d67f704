"""Which journal a run writes, and what is brought together before it goes on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.app.journals import newest, open_for_run
from referee.record.errors import JournalError, JournalExists, JournalNotWritten
from referee.record.fallback import WritingFailed
from referee.record.journal import Journal
from referee.record.making import unfinished
from referee.record.mending import Mended
from tests.record.deals import ABOUT, deal_events, write

EVENTS = deal_events()[:6]


def journal(path: Path, count: int, about: dict[str, str] = ABOUT) -> Path:
    with Journal.create(path, about) as created:
        write(created, EVENTS[:count])
    return path


def opened(
    folder: Path,
    *,
    named: Path | None = None,
    resume: bool = True,
    spare_folder: Path | None = None,
    told: list[Mended] | None = None,
) -> tuple[Path, int, bool]:
    """Open as a run does; gives the path, the rows and whether it is gone on with."""
    tell = (told if told is not None else []).append
    found, resumed = open_for_run(
        named, folder, "deal", dict(ABOUT), resume=resume, spare_folder=spare_folder, tell=tell
    )
    with found:
        return found.path, found.head.rows, resumed


def test_new_run_never_takes_an_old_journal(tmp_path: Path) -> None:
    """Two runs in the same second have two journals; a named one must not be there."""
    first, second = (opened(tmp_path, resume=False)[0] for _ in range(2))
    assert first != second
    with pytest.raises(JournalExists):
        opened(tmp_path, named=first, resume=False)


def test_resumed_run_goes_on_with_the_youngest_journal_of_its_session(tmp_path: Path) -> None:
    """Other sessions and damaged files are passed over."""
    old, young = journal(tmp_path / "b.journal", 2), journal(tmp_path / "a.journal", 4)
    journal(tmp_path / "c.journal", 5, {"session_sha256": "other"})
    (tmp_path / "d.journal").write_bytes(b"rubbish")
    os.utime(old, (1, 1))
    assert newest(tmp_path, dict(ABOUT)) == young
    assert opened(tmp_path) == (young, 4, True)


def test_resumed_run_without_a_journal_begins_one(tmp_path: Path) -> None:
    """The first start of a service is not an error."""
    path, rows, resumed = opened(tmp_path / "new" / "folder")
    assert path.parent == tmp_path / "new" / "folder"
    assert (rows, resumed) == (0, False)


def test_named_journal_of_another_session_is_refused(tmp_path: Path) -> None:
    """The operator mixed up two tables."""
    path = journal(tmp_path / "a.journal", 2, {"session_sha256": "other"})
    with pytest.raises(JournalError, match="belongs to another session"):
        opened(tmp_path, named=path)


@pytest.mark.parametrize("by_name", [True, False])
def test_rows_left_in_the_spare_are_merged_first(tmp_path: Path, by_name: bool) -> None:
    """Whether the journal was named or is found by its session."""
    path, spare = journal(tmp_path / "a.journal", 2), tmp_path / "stick"
    journal(spare / "a.journal", 6)
    told: list[Mended] = []
    named = path if by_name else None
    assert opened(tmp_path, named=named, spare_folder=spare, told=told) == (path, 6, True)
    assert told == [Mended(path, 4)]
    assert not (spare / "a.journal").exists()


def test_journal_that_only_the_spare_still_has_is_gone_on_with(tmp_path: Path) -> None:
    """The card with the journals was replaced; the stick was not."""
    spare = tmp_path / "stick"
    journal(spare / "a.journal", 6)
    folder = tmp_path / "new"
    assert opened(folder, spare_folder=spare) == (folder / "a.journal", 6, True)


def test_spares_of_other_sessions_stay_where_they_are(tmp_path: Path) -> None:
    """Another table's stick is plugged in."""
    spare = tmp_path / "stick"
    other = journal(spare / "a.journal", 6, {"session_sha256": "other"})
    journal(tmp_path / "b.journal", 1)
    assert opened(tmp_path, spare_folder=spare) == (tmp_path / "b.journal", 1, True)
    assert other.exists()


def test_spare_folder_that_is_not_there_is_no_error(tmp_path: Path) -> None:
    """The stick was pulled out."""
    path = journal(tmp_path / "a.journal", 3)
    assert opened(tmp_path, spare_folder=tmp_path / "gone") == (path, 3, True)


def test_replacement_that_a_power_cut_stopped_is_found_again(tmp_path: Path) -> None:
    """The journal lies under its unfinished name and nowhere else."""
    path = journal(tmp_path / "a.journal", 5)
    path.rename(unfinished(path))
    assert opened(tmp_path) == (path, 5, True)


def test_a_look_at_an_old_journal_does_not_make_it_the_newest(tmp_path: Path) -> None:
    """Reading leaves an empty companion behind; it tells nothing about when rows were written."""
    old, new = journal(tmp_path / "old.journal", 1), journal(tmp_path / "new.journal", 1)
    os.utime(old, (1_000, 1_000))
    os.utime(new, (2_000, 2_000))
    (tmp_path / "old.journal-wal").touch()

    assert newest(tmp_path, ABOUT) == new


def refuses_rows(path: Path) -> None:
    """As a disk that has become read-only: no writer can take his place beside the journal."""
    path.with_name(path.name + "-lock").unlink(missing_ok=True)
    path.with_name(path.name + "-lock").mkdir()


def test_run_whose_disk_takes_no_rows_goes_on_in_the_spare_folder(tmp_path: Path) -> None:
    """Twice, and once the disk is good again everything is in the journal."""
    spare_folder = tmp_path / "stick"
    path = journal(tmp_path / "a.journal", 3)
    refuses_rows(path)
    alarms: list[WritingFailed] = []
    for rows in (3, 5):
        found, resumed = open_for_run(
            None,
            tmp_path,
            "deal",
            dict(ABOUT),
            resume=True,
            spare_folder=spare_folder,
            tell=lambda _: None,
            alarm=alarms.append,
        )
        with found:
            assert (found.path, found.head.rows, resumed) == (spare_folder / path.name, rows, True)
            write(found, EVENTS[rows : rows + 2])
    assert [(news.journal, news.spare) for news in alarms] == [(path, found.path)] * 2
    (spare_folder / "evidence").mkdir()
    (spare_folder / "evidence" / "ab.jpg").write_bytes(b"picture")

    path.with_name(path.name + "-lock").rmdir()
    told: list[Mended] = []
    assert opened(tmp_path, spare_folder=spare_folder, told=told) == (path, 6, True)
    assert told == [Mended(path, 3)]
    assert not found.path.exists()
    assert (tmp_path / "evidence" / "ab.jpg").read_bytes() == b"picture"
    assert not list((spare_folder / "evidence").iterdir())


def test_first_run_on_a_disk_that_takes_no_rows_begins_in_the_spare_folder(tmp_path: Path) -> None:
    """Nothing is there to go on with; without a spare folder it is refused."""
    folder, spare_folder = tmp_path / "disk", tmp_path / "stick"
    folder.write_text("no folder can be made here", "utf-8")
    with pytest.raises(JournalNotWritten):
        opened(folder)
    path, rows, resumed = opened(folder, spare_folder=spare_folder)
    assert (path.parent, rows, resumed) == (spare_folder, 0, False)


def test_what_lies_in_the_spare_folder_and_differs_is_moved_aside(tmp_path: Path) -> None:
    """It may be all that is left of something else."""
    path = journal(tmp_path / "a.journal", 3)
    refuses_rows(path)
    (tmp_path / "stick").mkdir()
    with Journal.create(tmp_path / "stick" / path.name, dict(ABOUT)) as other:
        write(other, EVENTS[1:3])

    found, rows, _ = opened(tmp_path, spare_folder=tmp_path / "stick")

    assert (found, rows) == (tmp_path / "stick" / path.name, 3)
    assert (tmp_path / "stick" / f"{path.name}.apart-1").exists()
