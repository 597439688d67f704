"""Putting a backup onto a table: checked as a whole first, nothing overwritten."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.app.backup import (
    ACCESS_FILE,
    MANIFEST,
    PICTURES,
    SETTINGS_FILE,
    backups_in,
    read_manifest,
    sha256,
)
from referee.app.errors import InputRefused
from referee.app.settings import Settings, journal_folder
from referee.record.errors import JournalError
from referee.record.files import make_folder, sync_folder
from referee.record.journal import Journal
from referee.record.mending import mend
from referee.record.rows import Row

_KEPT_ROWS = ("journals/", "spare/")
"""Folders of a backup that hold journals."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What was put back."""

    backup: Path
    journals: int
    rows: int
    pictures: int
    settings: bool
    """Whether ``table.toml`` was put in place; one that is there stays."""


def chosen_backup(path: Path) -> Path:
    """*path* itself if it is a backup, else the newest one in it; raises `InputRefused`."""
    if (path / MANIFEST).is_file():
        return path
    found = backups_in(path)
    if not found:
        raise InputRefused(f"{path}: neither a backup nor a folder of backups")
    return found[-1]


def restore(backup: Path, settings: Settings, config: Path | None) -> Restored:
    """Put *backup* in place.

    Args:
        backup: As `chosen_backup` gives it; the pictures lie beside it.
        settings: Of the table it is put onto: they say where journals are kept.
        config: Where ``table.toml`` goes if nothing is there; ``None``: nowhere.

    Raises:
        InputRefused: If the backup is damaged, or the table holds other rows under the same name;
            nothing was changed.
        JournalError: If a journal of the backup cannot be read by this program.
        OSError: If the disk refuses it.
    """
    manifest = read_manifest(backup)
    pool = backup.parent / PICTURES
    _check_hashes(backup, pool, manifest)
    folder = journal_folder(settings)
    names = {Path(name).name for name in manifest["files"] if name.startswith(_KEPT_ROWS)}
    wanted = [name for name in sorted(names) if _is_wanted(backup, name, folder / name)]

    make_folder(folder)
    owner = folder.stat()
    rows = 0
    for name in wanted:
        target = folder / name
        journal, spare = (backup / part / name for part in _KEPT_ROWS)
        if journal.exists():
            _put(journal, target, owner)
        if spare.exists():
            # A copy, because merging takes the spare away.
            beside = target.with_name(name + ".spare")
            _put(spare, beside, owner)
            mend(target, beside)
            _give(target, owner)
        rows += sum(1 for _ in _rows(target))
    for name in manifest[PICTURES]:
        if not (folder / "evidence" / name).exists():
            make_folder(folder / "evidence")
            _put(pool / name, folder / "evidence" / name, owner)
    access = Path(settings.web.access_file or folder / ACCESS_FILE).expanduser()
    _put_if_missing(backup / ACCESS_FILE, access, owner)
    settled = config is not None and _put_if_missing(backup / SETTINGS_FILE, config, None)
    if config is not None and settled:
        # Root's, as the installer leaves it, and the service has to read it.
        config.chmod(0o644)
    for place in (folder, folder / "evidence"):
        if place.exists():
            _give(place, owner)
            sync_folder(place)
    return Restored(backup, len(wanted), rows, len(manifest[PICTURES]), settled)


def _check_hashes(backup: Path, pool: Path, manifest: dict[str, dict[str, str]]) -> None:
    parts = ((backup, manifest["files"]), (pool, manifest[PICTURES]))
    mistakes = [
        f"{folder / name}: {_trouble(folder / name, wanted)}; take an older backup"
        for folder, files in parts
        for name, wanted in files.items()
        if _trouble(folder / name, wanted)
    ]
    if mistakes:
        raise InputRefused(*mistakes)


def _trouble(path: Path, wanted: str) -> str:
    if not path.is_file():
        return "is missing"
    return "" if sha256(path) == wanted else "is damaged"


def _is_wanted(backup: Path, name: str, theirs: Path) -> bool:
    """Whether the table lacks this journal; it may have it already, with as many rows or more."""
    if not theirs.exists():
        return True
    try:
        held = list(_rows(theirs))
    except JournalError as damaged:
        raise InputRefused(f"{damaged}; move it away, then restore again") from damaged
    copies = [backup / part / name for part in _KEPT_ROWS if (backup / part / name).exists()]
    copied = max((list(_rows(copy)) for copy in copies), key=len)
    if held[: len(copied)] == copied:
        return False
    raise InputRefused(f"{theirs}: holds other rows than the backup; move it away, then try again")


def _rows(path: Path) -> Iterator[Row]:
    with Journal.read(path) as journal:
        yield from journal.rows()


def _put_if_missing(source: Path, target: Path, owner: os.stat_result | None) -> bool:
    if target.exists() or not source.exists():
        return False
    make_folder(target.parent)
    _put(source, target, owner)
    return True


def _put(source: Path, target: Path, owner: os.stat_result | None) -> None:
    unfinished = target.with_name(target.name + ".unfinished")
    shutil.copy2(source, unfinished)
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    if owner is not None:
        _give(unfinished, owner)
    unfinished.rename(target)


def _give(path: Path, owner: os.stat_result) -> None:
    """Root restores, the service's user has to write."""
    if os.geteuid() == 0:
        os.chown(path, owner.st_uid, owner.st_gid)
