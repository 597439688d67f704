"""`guandan-referee read`: the cards of photographs."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from referee.app.errors import REFUSED, InputRefused
from referee.texts import Language, cards_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--json", action="store_true", help="print one JSON object a picture")
    parser.add_argument("--draw", type=Path, metavar="FOLDER", help="write pictures with findings")
    parser.add_argument("--px-per-mm", type=float, metavar="N", help="scale; else it is found")
    parser.add_argument("--threads", type=int, default=2, metavar="N")


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; those that are none are named at the end and give status 2."""
    from vision.read.draw import draw_reading
    from vision.read.reader import CardReader
    from vision.read.report import report
    from vision.sources.stills import PictureError, load_still, save_still

    if arguments.px_per_mm is not None and not 0.2 <= arguments.px_per_mm <= 100:
        raise InputRefused(f"--px-per-mm: found {arguments.px_per_mm}, wanted 0.2 to 100")
    check_threads(arguments.threads)
    reader = CardReader.from_weights(threads=arguments.threads)
    mistakes = []
    for path in arguments.pictures:
        try:
            picture = load_still(path)
            reading = reader.read_picture(picture, px_per_mm=arguments.px_per_mm)
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


def check_threads(threads: int) -> None:
    """Refuse a number of threads that no machine has."""
    if not 1 <= threads <= 64:
        raise InputRefused(f"--threads: found {threads}, wanted 1 to 64")
