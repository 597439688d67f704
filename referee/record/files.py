"""Journals as files: a database with the companions that SQLite keeps beside it."""

from __future__ import annotations

import os
from pathlib import Path


def companions(path: Path) -> tuple[Path, Path]:
    """The files beside a database that is open or was not closed."""
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def free_name(path: Path, word: str) -> Path:
    """A name beside *path*, with *word* in it, that is not taken."""
    count = 1
    while (name := path.with_name(f"{path.name}.{word}-{count}")).exists():
        count += 1
    return name


def move_journal(path: Path, to: Path) -> None:
    """Rename a journal that nobody has open, with its companions; raises `OSError`."""
    path.rename(to)
    for old, new in zip(companions(path), companions(to), strict=True):
        if old.exists():
            old.rename(new)
    sync_folder(path.parent)


def remove_journal(path: Path) -> None:
    """Delete a journal that nobody has open, if it is there; raises `OSError`."""
    for file in (path, *companions(path)):
        file.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make *folder* with its parents so that they are there after a power cut; raises `OSError`."""
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in missing:
        sync_folder(made.parent)


def sync_folder(folder: Path) -> None:
    """Make new, renamed and removed names in *folder* outlive a power cut; raises `OSError`."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
