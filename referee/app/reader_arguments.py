"""What every command takes that reads pictures."""

from __future__ import annotations

import argparse
from pathlib import Path

from referee.app.errors import InputRefused
from referee.app.settings import ReaderSettings, deck_folder, load_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="TABLE.toml")
    parser.add_argument("--deck", metavar="NAME", help="an enrolled deck: its name or its folder")
    parser.add_argument("--px-per-mm", type=float, metavar="N", help="scale; else it is found")
    parser.add_argument("--threads", type=int, metavar="N")


def reader_settings(arguments: argparse.Namespace) -> ReaderSettings:
    """What the settings file says, and the command line instead where it says something.

    Raises:
        InputRefused: For a value out of range, or a file that is refused.
    """
    settings = load_settings(arguments.config)
    changes: dict[str, object] = {}
    if arguments.px_per_mm is not None:
        if not 0.2 <= arguments.px_per_mm <= 100:
            raise InputRefused(f"--px-per-mm: found {arguments.px_per_mm}, wanted 0.2 to 100")
        changes["px_per_mm"] = arguments.px_per_mm
    if arguments.threads is not None:
        if not 1 <= arguments.threads <= 64:
            raise InputRefused(f"--threads: found {arguments.threads}, wanted 1 to 64")
        changes["threads"] = arguments.threads
    if arguments.deck is not None:
        changes["deck"] = str(deck_folder(settings, arguments.deck)) if arguments.deck else ""
    return settings.reader.model_copy(update=changes)
