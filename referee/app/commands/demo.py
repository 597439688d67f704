"""`guandan-referee demo`: referee a session that is at hand, without any arguments to learn.

The photographs beside the checkout are taken where they are; otherwise the drawn pictures that
ship with the program.
"""

from __future__ import annotations

import argparse
import os
from importlib.resources import as_file, files
from pathlib import Path

from referee.app.commands import run as run_command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--drawn", action="store_true", help="take the drawn pictures in any case")
    parser.add_argument("--speed", default="20", metavar="N", help="N times as fast")


def run(arguments: argparse.Namespace) -> int:
    """Referee the session; raises what `run` raises."""
    photographs = photographed_session()
    if photographs is not None and not arguments.drawn:
        return _referee(photographs, arguments.speed)
    with as_file(files("vision.rendered") / "demo") as folder:
        return _referee(folder / "session.toml", arguments.speed)


def photographed_session() -> Path | None:
    """The session of real photographs, where somebody has put it beside the checkout."""
    shared = os.environ.get("GUANDAN_SHARED")
    folder = Path(shared) if shared else Path.cwd().parent / "shared"
    session = folder / "photos" / "session.toml"
    return session if session.is_file() else None


def _referee(session: Path, speed: str) -> int:
    parser = argparse.ArgumentParser(prog="guandan-referee demo")
    run_command.add_arguments(parser)
    return run_command.run(parser.parse_args(["--session", str(session), "--speed", speed]))
