"""Can the table write down what happens: folders, rights, room?"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from referee.app.doctor_findings import Finding
from referee.app.settings import Settings, journal_folder, spare_folder

LOW_MB = 2000
"""Room for a long event with pictures."""
FULL_MB = 200
"""SQLite, the log and the system itself get into each other's way from here."""


def check_storage(settings: Settings) -> list[Finding]:
    folder = journal_folder(settings)
    journals = _journals(folder)
    return [journals, _space(folder), _spare(folder, spare_folder(settings))]


def _journals(folder: Path) -> Finding:
    refusal = _refusal(folder)
    if refusal:
        return Finding("journals_unwritable", {"folder": folder, "cause": refusal})
    return Finding("journals_good", {"folder": folder})


def _space(folder: Path) -> Finding:
    free_mb = shutil.disk_usage(_nearest(folder)).free // 1_000_000
    if free_mb < FULL_MB:
        outcome = "space_full"
    elif free_mb < LOW_MB:
        outcome = "space_low"
    else:
        outcome = "space_good"
    return Finding(outcome, {"folder": folder, "free": free_mb})


def _spare(folder: Path, spare: Path | None) -> Finding:
    if spare is None:
        return Finding("spare_none")
    refusal = _refusal(spare)
    if refusal:
        return Finding("spare_unwritable", {"folder": spare, "cause": refusal})
    if _nearest(spare).stat().st_dev == _nearest(folder).stat().st_dev:
        return Finding("spare_same_disk", {"folder": spare})
    return Finding("spare_good", {"folder": spare})


def _refusal(folder: Path) -> str:
    """Why a file cannot be written and synced there; empty when it can.

    A folder that is not there yet is made by the table, so its nearest parent is asked.
    """
    place = _nearest(folder)
    if not place.is_dir():
        return f"{place} is no folder"
    try:
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(b"\0" * 4096)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return f"{place}: {error.strerror}"
    return ""


def _nearest(folder: Path) -> Path:
    for place in (folder, *folder.absolute().parents):
        try:
            if place.exists():
                return place
        except PermissionError:
            continue
    raise AssertionError("the root folder is always there")
