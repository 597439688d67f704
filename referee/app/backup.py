"""Copies of one table: journals, pictures, PINs and settings, while it is playing.

A folder of backups may lie on any disk, a USB stick with FAT included::

    pictures/<hash>.jpg             kept once, however many backups name it
    20261130-072001/manifest.json   what belongs to this backup, each file with its SHA-256
    20261130-072001/journals/...    whole databases of their own
    20261130-072001/spare/...       rows that wait for a broken disk
    20261130-072001/table.toml      the settings
    20261130-072001/access.json     hashes of the PINs

A backup has its name only when it is whole and synced, so a stick that is pulled out leaves the
backups before it untouched.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from referee.app.errors import InputRefused
from referee.app.journals import SUFFIX
from referee.app.settings import Settings, journal_folder, spare_folder
from referee.record import database
from referee.record.files import companions, make_folder, sync_folder
from referee.record.journal import Journal

FORMAT = 1
"""Of the manifest."""
MANIFEST = "manifest.json"
PICTURES = "pictures"
SETTINGS_FILE = "table.toml"
ACCESS_FILE = "access.json"
_NAME = re.compile(r"\d{8}-\d{6}(-\d+)?")
_UNFINISHED = ".unfinished"


@dataclass(frozen=True, slots=True)
class Backup:
    """What was copied."""

    path: Path
    journals: int
    rows: int
    pictures: int
    """All that belong to it; most were copied by an earlier backup."""
    bytes_written: int


def make_backup(settings: Settings, config: Path | None, folder: Path, now: datetime) -> Backup:
    """Copy everything into a new backup below *folder*; the table goes on meanwhile.

    Raises:
        InputRefused: If there is nothing to copy.
        JournalError: If a journal is damaged: a copy of it would push out a sound one.
        OSError: If the folder cannot be written.
    """
    source = journal_folder(settings)
    journals = sorted(source.glob(f"*{SUFFIX}"))
    if not journals:
        raise InputRefused(f"{source}: there is no journal to back up")
    spare = spare_folder(settings)
    spares = sorted(spare.glob(f"*{SUFFIX}")) if spare is not None else []

    make_folder(folder)
    target = _free_name(folder / f"{now:%Y%m%d-%H%M%S}")
    making = target.with_name(target.name + _UNFINISHED)
    shutil.rmtree(making, ignore_errors=True)
    make_folder(making)
    # Pictures before rows: a row that is copied never names a picture that is not.
    written, pictures = _copy_pictures(source / "evidence", folder / PICTURES)
    rows = _copy_journals(journals, making / "journals") + _copy_journals(spares, making / "spare")
    access = Path(settings.web.access_file or source / ACCESS_FILE).expanduser()
    for file, name in ((config, SETTINGS_FILE), (access, ACCESS_FILE)):
        if file is not None and file.exists():
            _copy(file, making / name)
    written += _write_manifest(making, pictures, now)
    making.rename(target)
    sync_folder(folder)
    return Backup(target, len(journals) + len(spares), rows, len(pictures), written)


def backups_in(folder: Path) -> list[Path]:
    """All whole backups, oldest first."""
    return sorted(path for path in folder.glob("*") if _NAME.fullmatch(path.name) and path.is_dir())


def keep_newest(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest *keep* backups, and pictures that none of these names."""
    found = backups_in(folder)
    old = found[: max(0, len(found) - keep)]
    for path in old:
        shutil.rmtree(path)
    named = {name for path in found[len(old) :] for name in read_manifest(path)["pictures"]}
    for picture in (folder / PICTURES).glob("*"):
        if picture.name not in named:
            picture.unlink(missing_ok=True)
    return old


def read_manifest(backup: Path) -> dict[str, dict[str, str]]:
    """The two parts ``files`` and ``pictures``: name and SHA-256.

    Raises:
        InputRefused: If it is no backup, or one of a later program.
    """
    path = backup / MANIFEST
    try:
        manifest = json.loads(path.read_text("utf-8"))
        form = manifest["format"]
        parts = {part: dict(manifest[part]) for part in ("files", PICTURES)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputRefused(f"{path}: not the manifest of a backup ({error})") from error
    if form != FORMAT:
        raise InputRefused(f"{path}: format {form}, this program reads {FORMAT}; upgrade it first")
    return parts


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _copy_journals(journals: Iterable[Path], folder: Path) -> int:
    """Copy databases that somebody may be writing; returns how many rows they hold."""
    rows = 0
    for path in journals:
        make_folder(folder)
        target = folder / path.name
        changed_ns = _changed_ns(path)
        with (
            closing(database.connect(path, "ro")) as source,
            closing(sqlite3.connect(target)) as copy,
        ):
            source.backup(copy)
            # One file, without companions: it is only looked at from now on.
            copy.execute("PRAGMA journal_mode = DELETE")
        with Journal.read(target) as journal:
            rows += sum(1 for _ in journal.rows())
        # By its age a table knows the journal to go on with.
        os.utime(target, ns=(changed_ns, changed_ns))
        _sync(target)
        sync_folder(folder)
    return rows


def _changed_ns(path: Path) -> int:
    """When the last row was written; looking at a database may leave an empty companion."""
    wal, _ = companions(path)
    written = [path, wal] if wal.exists() and wal.stat().st_size else [path]
    return max(file.stat().st_mtime_ns for file in written)


def _copy_pictures(source: Path, pool: Path) -> tuple[int, dict[str, str]]:
    """Copy what the pool lacks; returns the bytes written and what belongs to this backup."""
    pictures = {}
    written = 0
    for path in sorted(source.glob("*.jpg")):
        target = pool / path.name
        try:
            size = path.stat().st_size
            if not target.exists() or target.stat().st_size != size:
                make_folder(pool)
                _copy(path, target)
                written += size
        except FileNotFoundError:
            continue  # the quota took it this moment
        # A picture is called by its hash.
        pictures[path.name] = path.stem
    if pictures:
        sync_folder(pool)
    return written, pictures


def _copy(source: Path, target: Path) -> None:
    unfinished = target.with_name(target.name + _UNFINISHED)
    shutil.copyfile(source, unfinished)
    _sync(unfinished)
    unfinished.rename(target)


def _write_manifest(making: Path, pictures: dict[str, str], now: datetime) -> int:
    files = sorted(path for path in making.rglob("*") if path.is_file())
    manifest = {
        "format": FORMAT,
        "made": now.isoformat(timespec="seconds"),
        "files": {str(path.relative_to(making)): sha256(path) for path in files},
        PICTURES: pictures,
    }
    path = making / MANIFEST
    path.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")
    _sync(path)
    sync_folder(making)
    return sum(file.stat().st_size for file in (*files, path))


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


def _free_name(path: Path) -> Path:
    count = 1
    name = path
    while name.exists():
        count += 1
        name = path.with_name(f"{path.name}-{count}")
    return name
