"""`guandan-referee demo`: see a table being refereed, without any arguments to learn.

A whole deal at a rendered table, in real time; or a session of pictures act by act: photographs
where they lie beside the checkout, otherwise the drawn ones that ship with the program.
"""

from __future__ import annotations

import argparse
import os
from importlib.resources import as_file, files
from pathlib import Path

from referee.app.commands import run as run_command

_SCRIPT = "scripts/demo-deal.toml"
_PICTURES_SPEED = 20.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--script", type=Path, metavar="FILE.toml", help="another rendered deal")
    what.add_argument("--photographs", action="store_true", help="a session of pictures instead")
    what.add_argument("--drawn", action="store_true", help="the drawn pictures in any case")
    what.add_argument("--session", type=Path, metavar="FILE.toml", help="another session")
    parser.add_argument(
        "--speed",
        type=run_command.speed,
        metavar="N",
        help=f"N times as fast; default 1, and {_PICTURES_SPEED:g} for pictures",
    )
    parser.add_argument("--config", type=Path, metavar="TABLE.toml")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="default: one is chosen")
    parser.add_argument("--language", choices=["zh", "en", "both"])
    parser.add_argument("--lines", action="store_true", help="no picture, even in a terminal")


def run(arguments: argparse.Namespace) -> int:
    """Referee the deal or the session; raises what `run` raises."""
    if arguments.session is not None:
        return _pictures(arguments, arguments.session)
    if arguments.photographs or arguments.drawn:
        photographs = None if arguments.drawn else photographed_session()
        if photographs is not None:
            return _pictures(arguments, photographs)
        with as_file(files("vision.rendered") / "demo") as folder:
            return _pictures(arguments, folder / "session.toml")
    from referee.app import demo_deal

    if arguments.script is not None:
        return demo_deal.run(arguments, arguments.script)
    with as_file(files("vision.rendered.table") / _SCRIPT) as script:
        return demo_deal.run(arguments, script)


def photographed_session() -> Path | None:
    """The session of real photographs, where somebody has put it beside the checkout."""
    shared = os.environ.get("GUANDAN_SHARED")
    folder = Path(shared) if shared else Path.cwd().parent / "shared"
    session = folder / "photos" / "session.toml"
    return session if session.is_file() else None


def _pictures(arguments: argparse.Namespace, session: Path) -> int:
    words = ["--session", str(session), "--speed", str(arguments.speed or _PICTURES_SPEED)]
    for name in ("config", "journal", "language"):
        given = getattr(arguments, name)
        words += [f"--{name}", str(given)] if given is not None else []
    parser = argparse.ArgumentParser(prog="guandan-referee demo")
    run_command.add_arguments(parser)
    return run_command.run(parser.parse_args(words))
