"""`guandan-referee read`: the cards of photographs."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from referee.app import reader_arguments
from referee.app.compose import build_reader
from referee.app.errors import REFUSED
from referee.texts import Language, cards_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--json", action="store_true", help="print one JSON object a picture")
    parser.add_argument("--draw", type=Path, metavar="FOLDER", help="write pictures with findings")
    reader_arguments.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; those that are none are named at the end and give status 2."""
    from vision.read.draw import draw_reading
    from vision.read.report import report
    from vision.sources.stills import PictureError, load_still, save_still

    settings = reader_arguments.reader_settings(arguments)
    reader = build_reader(settings)
    mistakes = []
    for path in arguments.pictures:
        try:
            picture = load_still(path)
            reading = reader.read_picture(picture, px_per_mm=settings.px_per_mm or None)
            if arguments.draw is not None:
                place = arguments.draw / f"{path.stem}.png"
                save_still(place, draw_reading(picture, reading))
        except PictureError as error:
            mistakes.append(str(error))
            continue
        if arguments.json:
            line = json.dumps(report(path, reading), ensure_ascii=False)
        else:
            faces = cards_name([seen.card for seen in reading.cards], Language.ENGLISH)
            doubts = ", ".join(doubt.reason.value for doubt in reading.unsure)
            line = f"{path}: {faces or '–'}" + (f"  ? {doubts}" if doubts else "")
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
    if mistakes:
        sys.stderr.write("".join(f"guandan-referee: {mistake}\n" for mistake in mistakes))
        return REFUSED
    return 0
