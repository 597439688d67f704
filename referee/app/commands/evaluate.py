"""`guandan-referee evaluate`: how well labelled photographs are read."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from referee.app import reader_arguments
from referee.app.compose import build_reader
from referee.app.errors import InputRefused

_COLUMNS = (
    "set",
    "pictures",
    "exact",
    "labelled",
    "found",
    "right",
    "wrong",
    "false",
    "unsure",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--failures", type=Path, metavar="FOLDER", help="draw what went wrong")
    reader_arguments.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print one line of figures a folder, then the faces that were mistaken most."""
    from vision.read.evaluate import evaluate
    from vision.read.labels import LabelError
    from vision.sources.stills import PictureError

    settings = reader_arguments.reader_settings(arguments)
    reader = build_reader(settings)
    grid = Grid(*_COLUMNS)
    confusions = []
    for folder in arguments.folders:
        failures = arguments.failures and arguments.failures / folder.name
        try:
            score = evaluate(
                folder,
                lambda picture: reader.read_picture(picture, px_per_mm=settings.px_per_mm or None),
                failures=failures,
            )
        except (LabelError, PictureError) as error:
            raise InputRefused(str(error)) from error
        figures = (score.labelled, score.found, score.right, score.wrong, score.false, score.unsure)
        grid.add_row(score.name, str(len(score.pictures)), str(score.exact), *map(str, figures))
        mistaken = ", ".join(f"{a} as {b}: {n}" for (a, b), n in score.confusions[:8])
        confusions.append(f"{score.name}: {mistaken or 'no face mistaken'}")
    console = Console(width=None if Console().is_terminal else 120)
    console.print(grid)
    for line in confusions:
        console.print(line, highlight=False)
    return 0
