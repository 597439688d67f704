"""What `guandan-referee run` takes when a table is watched; a help text needs no OpenCV."""

from __future__ import annotations

import argparse
from pathlib import Path

from referee.rules.seats import Seat

KINDS = "rendered:SCRIPT.toml, video:FILE, stills:FOLDER, camera[:NUMBER] or pi[:NUMBER]"


def add_arguments(parser: argparse._ArgumentGroup) -> None:
    """What `run` takes besides when a table is watched."""
    parser.add_argument(
        "--calibration", type=Path, metavar="FILE.toml", help="how the camera sees the table"
    )
    parser.add_argument("--record", type=Path, metavar="FILE.mkv", help="keep what was seen")
    parser.add_argument("--level", default="2", metavar="RANK", help="level of the deal")
    parser.add_argument("--leader", default="E", choices=[seat.value for seat in Seat])
    parser.add_argument("--lead-seconds", type=float, default=40.0, metavar="S")
    parser.add_argument("--follow-seconds", type=float, default=20.0, metavar="S")
    parser.add_argument(
        "--unpaced", action="store_true", help="a file or script as fast as it can be read"
    )
