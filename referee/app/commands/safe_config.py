"""`guandan-referee safe-config`: settings for hand entry, when a table does not start."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from referee.app.safe_settings import safe_settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, required=True, metavar="TABLE.toml")
    parser.add_argument("--to", type=Path, metavar="FILE", help="default: print them")


def run(arguments: argparse.Namespace) -> int:
    """Write what can be used of the settings; a file that is no settings file gives defaults."""
    text = safe_settings(arguments.config)
    if arguments.to is None:
        sys.stdout.write(text)
    else:
        arguments.to.write_text(text, "utf-8")
    return 0
