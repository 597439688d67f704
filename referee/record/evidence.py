"""Pictures on disk: one JPEG file each, named by the hash of its content, within a quota.

A picture is whole and synced before `keep` returns, so before any row names it. When the quota is
exceeded the oldest pictures go that nobody needs any more; one that is needed never goes, even if
the folder then stays above its quota. A missing picture is said and is never an error.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import threading
from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from pathlib import Path

from referee.record.files import make_folder, sync_folder

RESERVE = 100_000_000
"""Bytes of the disk that pictures leave free, so that they never take the journal's room."""
SPARE_SHARE = 10
"""A tenth of the quota is freed at once."""
_SUFFIX = ".jpg"
_UNFINISHED = ".unfinished"
_NAME_LENGTH = hashlib.sha256().digest_size * 2


@dataclass(frozen=True, slots=True)
class PicturesRefused:
    """Pictures cannot be kept for now; rows are written without them."""

    folder: Path
    cause: str


@dataclass(frozen=True, slots=True)
class PicturesKept:
    """Pictures are kept again."""

    folder: Path


@dataclass(frozen=True, slots=True)
class OverQuota:
    """Every picture is still needed, so the folder is larger than it may be."""

    folder: Path
    quota: int
    """In bytes."""


PictureNews = PicturesRefused | PicturesKept | OverQuota


def _at_once(work: Callable[[], None]) -> None:
    work()


class EvidenceFolder:
    """An `EvidenceStore` in a folder of its own, shared by all journals beside it."""

    def __init__(
        self,
        folder: Path,
        quota: int,
        needed: Callable[[], Set[str]],
        alarm: Callable[[PictureNews], object],
        *,
        reserve: int = RESERVE,
        carry_out: Callable[[Callable[[], None]], object] = _at_once,
    ) -> None:
        """Take over what lies there.

        Args:
            folder: Made when the first picture comes.
            quota: In bytes.
            needed: Names of the pictures that may not go; asked only when something has to, and
                then it may take its time.
            alarm: Told what goes wrong, once; the operator has to see it.
            reserve: Bytes of the disk to leave free.
            carry_out: Makes room, when given the work; in another thread where a table must not
                wait for it.
        """
        self._folder = folder
        self._quota = quota
        self._needed = needed
        self._alarm = alarm
        self._reserve = reserve
        self._carry_out = carry_out
        self._refusing = False
        self._sizes = _oldest_first(folder)
        self._total = sum(self._sizes.values())
        self._look_again_at = quota
        self._lock = threading.Lock()
        self._fresh: set[str] | None = None
        """Kept since making room began; ``None`` while nobody makes any."""

    def keep(self, jpeg: bytes) -> str | None:
        name = hashlib.sha256(jpeg).hexdigest()
        try:
            with self._lock:
                self._write(name, jpeg)
        except OSError as error:
            if not self._refusing:
                self._alarm(PicturesRefused(self._folder, str(error)))
            self._refusing = True
            return None
        if self._refusing:
            self._alarm(PicturesKept(self._folder))
        self._refusing = False
        if self._total > self._look_again_at and self._fresh is None:
            self._fresh = {name}
            self._carry_out(self._make_room)
        return name

    def find(self, name: str) -> bytes | None:
        return find_picture(self._folder, name)

    def _write(self, name: str, jpeg: bytes) -> None:
        path = self._path(name)
        if self.find(name) is None:
            make_folder(self._folder)
            free = shutil.disk_usage(self._folder).free
            if free - len(jpeg) < self._reserve:
                raise OSError(f"{free // 1_000_000} MB free, the journal needs the room")
            unfinished = path.with_suffix(_UNFINISHED)
            with unfinished.open("wb") as file:
                file.write(jpeg)
                file.flush()
                os.fsync(file.fileno())
            unfinished.rename(path)
            sync_folder(self._folder)
        else:
            # Seen again: it is young once more.
            os.utime(path)
        self._total += len(jpeg) - self._sizes.pop(name, 0)
        self._sizes[name] = len(jpeg)
        if self._fresh is not None:
            self._fresh.add(name)

    def _make_room(self) -> None:
        """Delete the oldest that nobody needs, somewhat more than has to go.

        What is needed takes long to find out, so it must not be asked at every picture.
        """
        needed = self._needed()
        leave = self._quota - self._quota // SPARE_SHARE
        for name in list(self._sizes):
            with self._lock:
                if self._total <= leave:
                    break
                if name not in needed and self._fresh is not None and name not in self._fresh:
                    self._delete(name)
        # Pictures that came meanwhile count the next time: whether they are needed is not known.
        with self._lock:
            over = sum(self._sizes[name] for name in needed & self._sizes.keys()) > self._quota
        if over and self._look_again_at == self._quota:
            self._alarm(OverQuota(self._folder, self._quota))
        self._look_again_at = self._total + self._quota // SPARE_SHARE if over else self._quota
        self._fresh = None

    def _delete(self, name: str) -> None:
        with contextlib.suppress(OSError):
            self._path(name).unlink(missing_ok=True)
            self._total -= self._sizes.pop(name)

    def _path(self, name: str) -> Path:
        return self._folder / (name + _SUFFIX)


def find_picture(folder: Path, name: str) -> bytes | None:
    """The picture *name* in a store's folder; ``None`` when it is gone or damaged."""
    if len(name) != _NAME_LENGTH or not name.isalnum():
        return None
    try:
        jpeg = (folder / (name + _SUFFIX)).read_bytes()
    except OSError:
        return None
    return jpeg if hashlib.sha256(jpeg).hexdigest() == name else None


def missing_pictures(folder: Path, names: Iterable[str]) -> frozenset[str]:
    """Those of *names* that are gone from a store's folder or damaged."""
    return frozenset(name for name in names if find_picture(folder, name) is None)


def _oldest_first(folder: Path) -> dict[str, int]:
    """Sizes of the pictures that lie there; what a power cut left unfinished is removed."""
    found = []
    with contextlib.suppress(OSError):
        for unfinished in folder.glob(f"*{_UNFINISHED}"):
            unfinished.unlink()
    with contextlib.suppress(OSError):
        for file in folder.glob(f"*{_SUFFIX}"):
            about = file.stat()
            found.append((about.st_mtime_ns, file.stem, about.st_size))
    return {name: size for _, name, size in sorted(found)}
