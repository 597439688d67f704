"""Settings of one table, read once at the start and refused as a whole when anything is wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from referee.app.toml_files import Section, read_toml


class ReaderSettings(Section):
    """How pictures are read."""

    threads: Annotated[int, Field(ge=1, le=16)] = 2
    """Threads that both networks may use."""
    weights: str = ""
    """Folder with the weights; empty for the ones that ship with the program."""
    px_per_mm: Annotated[float, Field(ge=0.0, le=100.0)] = 0.0
    """Scale of the pictures in pixels per millimetre; 0 lets each picture's scale be found."""


class PanelSettings(Section):
    """What carries lamps and buzzers."""

    driver: Literal["simulated"] = "simulated"


class JournalSettings(Section):
    """Where journals are kept."""

    folder: str = ""
    """Empty for ``guandan-referee`` in the user's state folder."""
    spare_folder: str = ""
    """On another disk: takes the rows while the journal cannot be written; empty for none."""
    evidence_megabytes: Annotated[int, Field(ge=10, le=1_000_000)] = 2000
    """How much the pictures beside the journals may take; needed ones stay all the same."""


class TextSettings(Section):
    """What people read."""

    language: Literal["zh", "en", "both"] = "both"


class Settings(Section):
    """``table.toml``; a key that is left out keeps its default."""

    reader: ReaderSettings = ReaderSettings()
    panel: PanelSettings = PanelSettings()
    journal: JournalSettings = JournalSettings()
    texts: TextSettings = TextSettings()


def load_settings(path: Path | None) -> Settings:
    """Read *path*, or take the defaults; raises `InputRefused`."""
    return Settings() if path is None else read_toml(path, Settings)


def journal_folder(settings: Settings) -> Path:
    """Where journals go when no file is named."""
    if settings.journal.folder:
        return Path(settings.journal.folder).expanduser()
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "guandan-referee"


def spare_folder(settings: Settings) -> Path | None:
    """Where rows go while the journal cannot be written; ``None`` when there is no such place."""
    named = settings.journal.spare_folder
    return Path(named).expanduser() if named else None
