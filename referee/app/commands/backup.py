"""`guandan-referee backup`: copy one table, while it is playing."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from referee.app.act_view import chosen_languages
from referee.app.backup import keep_newest, make_backup
from referee.app.errors import FAILED, InputRefused
from referee.app.settings import load_settings
from referee.texts import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="TABLE.toml")
    parser.add_argument(
        "--folder", type=Path, required=True, help="of the backups; best on a stick"
    )
    parser.add_argument("--keep", type=int, metavar="N", help="remove all but the newest N")


def run(arguments: argparse.Namespace) -> int:
    """Make one backup; raises `InputRefused`, `JournalError`."""
    if arguments.keep is not None and arguments.keep < 1:
        raise InputRefused(f"--keep: found {arguments.keep}, wanted 1 or more")
    settings = load_settings(arguments.config)
    languages = chosen_languages(settings.texts.language)
    try:
        made = make_backup(settings, arguments.config, arguments.folder, datetime.now(UTC))
        if arguments.keep is not None:
            keep_newest(arguments.folder, arguments.keep)
    except OSError as error:
        for language in languages:
            line = say("doctor.backup_failed", language, folder=arguments.folder, cause=error)
            sys.stderr.write(line + "\n")
        return FAILED
    for language in languages:
        line = say(
            "doctor.backup_made",
            language,
            path=made.path,
            journals=made.journals,
            rows=made.rows,
            pictures=made.pictures,
            written=f"{made.bytes_written / 1e6:.1f}",
        )
        sys.stdout.write(line + "\n")
    return 0
