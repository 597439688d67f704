"""`guandan-referee migrate-config`: bring settings of an earlier version up to date."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from referee.app.commands.setup import INSTALLED
from referee.app.migrations import FORMAT, migrate_file
from referee.app.settings import load_settings
from referee.app.shipped import shipped_config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, default=INSTALLED, metavar="TABLE.toml", help=f"{INSTALLED}"
    )


def run(arguments: argparse.Namespace) -> int:
    """Change the file where it is of an earlier format; raises `InputRefused`."""
    file = arguments.config
    load_settings(file)  # a file with mistakes is its owner's to mend first
    kept = migrate_file(file, shipped_config() / "table.toml")
    if kept is None:
        sys.stdout.write(f"{file}: format {FORMAT}, nothing to do\n")
    else:
        sys.stdout.write(f"{file}: format {FORMAT} now; as it was: {kept}\n")
    return 0
