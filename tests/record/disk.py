"""A disk under SQLite that remembers every write and sync, and fails when it is told to.

It stands between apsw's SQLite and the real file system. Journals use it through the adapter
`Disk.connect`, which answers like the standard library's connection. ``-shm`` is shared memory and
never outlives anything, so it is not part of the disk.
"""

# ruff: noqa: N802  apsw names the methods of a VFS as SQLite does
from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

apsw = pytest.importorskip("apsw", reason="apsw (a development dependency) is not installed")

SECTOR = 512
"""Bytes that a disk writes as a whole."""


@dataclass(frozen=True, slots=True)
class Write:
    file: str
    """Its whole path, here and below."""
    at: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    file: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    file: str


@dataclass(frozen=True, slots=True)
class SyncFailed:
    """What was written before is lost, and a later sync does not bring it back (as on Linux)."""

    file: str


@dataclass(frozen=True, slots=True)
class Delete:
    file: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Of one file; the folder is synced with it."""

    file: str
    to: str


Operation = Write | Truncate | Sync | SyncFailed | Delete | Rename


class Disk:
    """One disk. `operations` grows with every change SQLite makes."""

    def __init__(self, *, checkpoint_pages: int = 1000, synchronous: str = "FULL") -> None:
        self.operations: list[Operation] = []
        self.fails: Callable[[Operation], type[Exception] | None] = lambda _: None
        """Asked before every operation; the apsw error to raise, if any."""
        self.garbles: Callable[[str, int], bool] = lambda _file, _at: False
        """Asked at every read, with its file and place; whether it gives rubbish."""
        self._checkpoint_pages = checkpoint_pages
        self._synchronous = synchronous
        self._vfs = _Vfs(self)

    def connect(self, path: Path, mode: str) -> sqlite3.Connection:
        """As `referee.record.database.connect`, on this disk."""
        flags = {"ro": _READ, "rw": _WRITE, "rwc": _CREATE}[mode]
        with _translated():
            connection = _Connection(apsw.Connection(str(path), flags=flags, vfs=self._vfs.name))
        if mode != "ro":
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA synchronous = {self._synchronous}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {self._checkpoint_pages}")
        return connection  # type: ignore[return-value]  # as much of it as a journal uses

    def move_journal(self, path: Path, to: Path) -> None:
        """As `referee.record.files.move_journal`, of a journal that was closed properly."""
        self.record(Rename(str(path), str(to)))
        path.rename(to)

    def record(self, operation: Operation) -> None:
        error = self.fails(operation)
        if error is not None:
            if isinstance(operation, Sync):
                self.operations.append(SyncFailed(operation.file))
            raise apsw.exception_for(_CODES[error])
        self.operations.append(operation)


Files = dict[str, bytes]


class Platter:
    """What is on a disk while the operations of a run reach it one after the other."""

    def __init__(self) -> None:
        self._synced: Files = {}
        self._written: Files = {}
        self._unsynced: list[Write | Truncate] = []

    def take(self, operation: Operation) -> None:
        match operation:
            case Sync(file):
                for waits in self._unsynced:
                    if waits.file == file:
                        _apply(self._synced, waits)
                self._unsynced = [waits for waits in self._unsynced if waits.file != file]
            case SyncFailed(file):
                self._unsynced = [waits for waits in self._unsynced if waits.file != file]
            case Delete(file):
                # SQLite syncs the folder with it.
                self._written.pop(file, None)
                self._synced.pop(file, None)
                self._unsynced = [waits for waits in self._unsynced if waits.file != file]
            case Rename(file, to):
                for files in (self._written, self._synced):
                    if file in files:
                        files[to] = files.pop(file)
            case Write() | Truncate():
                _apply(self._written, operation)
                self._unsynced.append(operation)

    def after_kill(self, middle_of: Operation | None = None) -> Files:
        """When only the process dies: everything it had written, and half of what it was at."""
        return self._with(self._written, _half(middle_of))

    def after_power_cut(self) -> Files:
        """When the power fails and not one unsynced byte reached the disk."""
        return dict(self._synced)

    def after_torn_power_cut(self, chance: Random, middle_of: Operation | None = None) -> Files:
        """When the power fails and about half of the unsynced sectors did reach it."""
        parts = [
            part
            for operation in [*self._unsynced, *_half(middle_of)]
            for part in _sectors(operation)
        ]
        return self._with(self._synced, [part for part in parts if chance.random() < 0.5])

    @staticmethod
    def _with(files: Files, more: Iterable[Write | Truncate]) -> Files:
        files = dict(files)
        for operation in more:
            _apply(files, operation)
        return files


def _half(operation: Operation | None) -> list[Write | Truncate]:
    """The part of a write that was done when it was cut off in the middle."""
    if not isinstance(operation, Write):
        return []
    return [Write(operation.file, operation.at, operation.data[: len(operation.data) // 2])]


def _sectors(operation: Write | Truncate) -> Iterator[Write | Truncate]:
    if not isinstance(operation, Write):
        yield operation
        return
    for start in range(0, len(operation.data), SECTOR):
        part = operation.data[start : start + SECTOR]
        yield Write(operation.file, operation.at + start, part)


def _apply(files: Files, operation: Write | Truncate) -> None:
    before = files.get(operation.file, b"")
    match operation:
        case Write(file, at, data):
            before = before.ljust(at, b"\0")
            files[file] = before[:at] + data + before[at + len(data) :]
        case Truncate(file, size):
            files[file] = before[:size].ljust(size, b"\0")


class _File(apsw.VFSFile):  # type: ignore[misc]  # apsw is optional here
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        text = name.filename() if hasattr(name, "filename") else name
        super().__init__("", name, flags)
        self._disk = disk
        self._name = str(text)

    def xWrite(self, data: bytes, at: int) -> None:
        self._disk.record(Write(self._name, at, bytes(data)))
        super().xWrite(data, at)

    def xTruncate(self, size: int) -> None:
        self._disk.record(Truncate(self._name, size))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        self._disk.record(Sync(self._name))
        # The real disk need not wait for itself.

    def xRead(self, amount: int, at: int) -> bytes:
        data: bytes = super().xRead(amount, at)
        return b"\xa5" * len(data) if self._disk.garbles(self._name, at) else data


class _Vfs(apsw.VFS):  # type: ignore[misc]
    _made = 0

    def __init__(self, disk: Disk) -> None:
        _Vfs._made += 1
        self.name = f"remembers-{_Vfs._made}"
        self._disk = disk
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        return _File(self._disk, name, flags)

    def xDelete(self, name: str, sync_folder: bool) -> None:
        self._disk.record(Delete(name))
        super().xDelete(name, sync_folder)


class _Connection:
    """As much of `sqlite3.Connection` as a journal uses."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def execute(self, statement: str, values: tuple[Any, ...] = ()) -> _Rows:
        with _translated():
            return _Rows(self._connection.execute(statement, values))

    def executemany(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
        with _translated():
            self._connection.executemany(statement, list(rows))

    def executescript(self, statements: str) -> None:
        with _translated():
            self._connection.execute(statements)

    def close(self) -> None:
        with _translated():
            # By force: an error on closing must not leave it open.
            self._connection.close(True)  # noqa: FBT003


class _Rows:
    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor

    def fetchone(self) -> tuple[Any, ...] | None:
        with _translated():
            row: tuple[Any, ...] | None = self._cursor.fetchone()
            return row

    def fetchall(self) -> list[tuple[Any, ...]]:
        with _translated():
            return list(self._cursor.fetchall())

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        while (row := self.fetchone()) is not None:
            yield row


class _translated:  # noqa: N801  reads as a statement
    """apsw's errors as the standard library's, with their codes."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, apsw.ConnectionClosedError):
            raise sqlite3.ProgrammingError(str(error)) from error
        if isinstance(error, apsw.Error):
            told = sqlite3.OperationalError(str(error) or type(error).__name__)
            told.sqlite_errorcode = getattr(error, "extendedresult", sqlite3.SQLITE_ERROR)
            raise told from error


_READ = apsw.SQLITE_OPEN_READONLY
_WRITE = apsw.SQLITE_OPEN_READWRITE
_CREATE = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
_CODES = {
    apsw.FullError: apsw.SQLITE_FULL,
    apsw.IOError: apsw.SQLITE_IOERR_WRITE,
    apsw.ReadOnlyError: apsw.SQLITE_READONLY,
}
