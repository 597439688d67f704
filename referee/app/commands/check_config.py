"""`guandan-referee check-config`: every mistake of settings, ruleset and event files at once."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from referee.app.config_check import Checked, check_files
from referee.app.errors import REFUSED

SETTINGS_FOLDER = Path("/etc/guandan-referee")
"""Where an installed table has its settings."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="FILE|FOLDER",
        help=f"default: everything in {SETTINGS_FOLDER}",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a file")


def run(arguments: argparse.Namespace) -> int:
    """Print what is wrong; `REFUSED` when anything is. Raises `InputRefused`."""
    checked = check_files(arguments.paths or [SETTINGS_FOLDER])
    for each in checked:
        lines = [_as_json(each)] if arguments.json else _lines(each)
        sys.stdout.writelines(line + "\n" for line in lines)
    return REFUSED if any(each.mistakes for each in checked) else 0


def _lines(checked: Checked) -> list[str]:
    if not checked.mistakes:
        return [f"{checked.path}: {checked.kind.value} file, no mistake"]
    return list(checked.mistakes)


def _as_json(checked: Checked) -> str:
    return json.dumps(
        {
            "file": str(checked.path),
            "kind": checked.kind.value,
            "mistakes": list(checked.mistakes),
        },
        ensure_ascii=False,
    )
