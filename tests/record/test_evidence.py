"""Evidence pictures: safe before they are named, never deleted while they are needed."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Set
from pathlib import Path
from typing import Any

import pytest

from referee.record.evidence import (
    EvidenceFolder,
    OverQuota,
    PictureNews,
    PicturesKept,
    PicturesRefused,
)


def picture(number: int) -> bytes:
    return b"\xff\xd8\xff" + bytes([number]) * 997


def name_of(number: int) -> str:
    return hashlib.sha256(picture(number)).hexdigest()


class Table:
    """A store, what its table still needs, and what the operator heard."""

    def __init__(self, folder: Path, quota: int = 5_000) -> None:
        self.folder = folder
        self.quota = quota
        self.needed: Set[str] = frozenset()
        self.asked = 0
        self.news: list[PictureNews] = []
        self.store = self.opened()

    def opened(self, reserve: int = 0, **more: Any) -> EvidenceFolder:
        news = self.news.append
        return EvidenceFolder(self.folder, self.quota, self._ask, news, reserve=reserve, **more)

    def keep(self, *numbers: int) -> None:
        for number in numbers:
            assert self.store.keep(picture(number)) == name_of(number)
            # The age of files is what the next start goes by.
            os.utime(self.folder / f"{name_of(number)}.jpg", (number, number))

    def kept(self) -> list[int]:
        return [number for number in range(100) if self.store.find(name_of(number)) is not None]

    def _ask(self) -> Set[str]:
        self.asked += 1
        return self.needed


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "state" / "evidence")


def test_pictures_come_back_by_the_hash_of_their_content(table: Table) -> None:
    """The same picture twice is one file."""
    table.keep(1, 2, 1)
    assert table.store.find(name_of(1)) == picture(1)
    assert len(list(table.folder.iterdir())) == 2
    assert table.asked == 0


def test_picture_is_synced_before_its_name_is_known(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Content, then rename, then folder: a row can never name half a picture."""
    steps: list[str] = []
    sync, rename = os.fsync, Path.rename

    def synced(handle: int) -> None:
        steps.append(f"sync {Path(f'/proc/self/fd/{handle}').readlink().suffix or 'folder'}")
        sync(handle)

    def renamed(path: Path, to: Path) -> Path:
        steps.append(f"rename {path.suffix} {to.suffix}")
        return rename(path, to)

    table.keep(1)
    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "rename", renamed)
    table.store.keep(picture(2))
    assert steps == ["sync .unfinished", "rename .unfinished .jpg", "sync folder"]


def test_oldest_picture_that_nobody_needs_goes_first(table: Table) -> None:
    """Needed ones stay, however old they are; a tenth more than must go does."""
    table.needed = {name_of(1), name_of(3)}
    table.keep(1, 2, 3, 4, 5)
    assert table.kept() == [1, 2, 3, 4, 5]
    table.keep(6)
    assert table.kept() == [1, 3, 5, 6]
    table.keep(7)
    assert table.kept() == [1, 3, 5, 6, 7]
    table.keep(8)
    assert table.kept() == [1, 3, 7, 8]
    assert table.asked == 2
    assert table.news == []


def test_needed_pictures_stay_above_the_quota_and_it_is_said_once(table: Table) -> None:
    """The quota yields to an open ruling, never the other way round."""
    table.needed = {name_of(number) for number in range(20)}
    table.keep(*range(1, 10))
    assert table.kept() == list(range(1, 10))
    assert table.news == [OverQuota(table.folder, 5_000)]

    table.needed = frozenset()
    table.keep(10)
    assert table.kept() == [7, 8, 9, 10]


def test_pictures_kept_while_room_is_made_stay(table: Table) -> None:
    """They are named by rows that nobody could know of when room began to be made."""
    late: list[Callable[[], None]] = []
    table.store = table.opened(carry_out=late.append)
    table.keep(1, 2, 3, 4, 5, 6)
    assert table.kept() == [1, 2, 3, 4, 5, 6]
    table.keep(7, 1)
    (work,) = late
    work()
    assert table.kept() == [1, 5, 6, 7]


def test_many_pictures_while_room_is_made_are_not_called_needed(table: Table) -> None:
    """The folder is above its quota for a moment, which is nothing to call anybody for."""
    late: list[Callable[[], None]] = []
    table.store = table.opened(carry_out=late.append)
    table.keep(*range(1, 13))
    late.pop()()
    assert table.kept() == [*range(6, 13)]
    assert table.news == []


def test_room_is_made_in_another_thread_without_a_word(table: Table) -> None:
    """As a live table has it made."""
    threads: list[threading.Thread] = []

    def aside(work: Callable[[], None]) -> None:
        threads.append(threading.Thread(target=work))
        threads[-1].start()

    table.store = table.opened(carry_out=aside)
    table.keep(*range(1, 40))
    for thread in threads:
        thread.join()
    assert threads
    assert 39 in table.kept()
    # Each round of room-making leaves at most what came during it above the quota.
    assert len(table.kept()) < 39
    assert table.news == []


def test_restarted_store_goes_on_by_age(table: Table) -> None:
    """What lay there before counts, and goes first."""
    table.keep(1, 2, 3, 4, 5)
    table.store = table.opened()
    table.keep(6)
    assert table.kept() == [3, 4, 5, 6]


def test_picture_seen_again_is_young_again(table: Table) -> None:
    """What a new row names does not go as the oldest."""
    table.keep(1, 2, 3, 4, 5, 1, 6)
    assert table.kept() == [1, 4, 5, 6]


def test_damaged_or_missing_picture_is_none_and_no_error(table: Table) -> None:
    """Whoever looks at a verdict is told that the picture is gone, and a new one replaces it."""
    table.keep(1)
    (table.folder / f"{name_of(1)}.jpg").write_bytes(picture(1)[:500])
    assert table.store.find(name_of(1)) is None
    assert table.store.find(name_of(2)) is None
    assert table.store.find("../../etc/passwd") is None
    table.keep(1)
    assert table.store.find(name_of(1)) == picture(1)


def test_unfinished_picture_of_a_power_cut_is_removed(table: Table) -> None:
    """It has no name that anything could know."""
    table.keep(1)
    (table.folder / f"{name_of(2)}.unfinished").write_bytes(b"half")
    table.store = table.opened()
    assert [file.suffix for file in table.folder.iterdir()] == [".jpg"]


def test_disk_that_refuses_pictures_is_said_once_each_way(tmp_path: Path) -> None:
    """The play is recorded without its picture; nothing is raised."""
    table = Table(tmp_path / "evidence")
    table.folder.write_text("a file where the folder should be")
    assert table.store.keep(picture(1)) is None
    assert table.store.keep(picture(2)) is None
    table.folder.unlink()
    table.keep(3)
    assert [type(news) for news in table.news] == [PicturesRefused, PicturesKept]


def test_pictures_leave_room_for_the_journal(table: Table) -> None:
    """A nearly full disk belongs to the rows."""
    store = table.opened(reserve=1 << 60)
    assert store.keep(picture(1)) is None
    (refused,) = table.news
    assert isinstance(refused, PicturesRefused)
    assert "the journal needs the room" in refused.cause
