"""`guandan-referee restore`: put a backup onto a table, checked first, nothing overwritten."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from referee.app.act_view import chosen_languages
from referee.app.backup import SETTINGS_FILE
from referee.app.errors import FAILED
from referee.app.restore import chosen_backup, restore
from referee.app.settings import load_settings
from referee.texts import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("backup", type=Path, metavar="BACKUP", help="one, or the folder of them")
    parser.add_argument("--config", type=Path, metavar="TABLE.toml", help="made if it is missing")


def run(arguments: argparse.Namespace) -> int:
    """Restore one table; raises `InputRefused`, `JournalError`."""
    backup = chosen_backup(arguments.backup)
    config: Path | None = arguments.config
    # A spare machine without settings becomes the table that was backed up.
    told = config if config is None or config.exists() else backup / SETTINGS_FILE
    settings = load_settings(told)
    languages = chosen_languages(settings.texts.language)
    try:
        done = restore(backup, settings, config)
    except OSError as error:
        for language in languages:
            line = say("doctor.restore_failed", language, path=backup, cause=error)
            sys.stderr.write(line + "\n")
        return FAILED
    for language in languages:
        line = say(
            "doctor.restored",
            language,
            path=done.backup,
            journals=done.journals,
            rows=done.rows,
            pictures=done.pictures,
        )
        sys.stdout.write(line + "\n")
    return 0
