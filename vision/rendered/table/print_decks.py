"""Printing the decks of the rendered table: ``python -m vision.rendered.table.print_decks``.

Needs the extra `train` and the fonts named below; the printed sheets ship with the program, so a
table needs neither. The fonts are among those that training holds out, so the reader has seen
none of these letters; each is under the SIL Open Font License.

``--odd FOLDER`` prints other decks there instead, whose letters are unusual: a reader that knows
none of them misreads some until it has been shown the deck. They do not ship.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from referee.rules.cards import FACES
from vision.rendered.table.deck import COLUMNS, FACE_WH, SHEET, decks_folder
from vision.training import faces as training_faces
from vision.training.decks import draw_deck
from vision.training.fonts import FontFamily, installed_families


@dataclass(frozen=True, slots=True)
class Print:
    """One deck: its name here, its font's file, and the seed that decides everything else."""

    name: str
    font: str
    seed: int


PRINTS = (
    Print("garamond", "EBGaramond12-Bold", 5_000_042),
    Print("play", "Play-Bold", 5_100_047),
    Print("cantarell", "Cantarell-Bold", 5_200_065),
)
"""A serif deck, a plain one, and one with a jumbo index."""
ODD_PRINTS = (
    Print("aspartam", "aspartam", 6_000_015),
    Print("cabin-sketch", "CabinSketch-Bold", 6_000_013),
    Print("hyperion", "hyperion", 6_000_029),
    Print("inertia", "inertia", 6_000_016),
    Print("jasper", "jasper", 6_000_012),
    Print("jessen", "Jessen-Cicero12", 6_000_001),
    Print("komatuna", "komatuna-p", 6_000_007),
    Print("kurvatur", "kurvatur", 6_000_017),
    Print("nostalgia", "nostalgi", 6_000_028),
    Print("palladio", "P052-Bold", 6_000_019),
    Print("steve-hand", "SteveHand", 6_000_010),
    Print("wigsquig", "wigsquig", 6_000_022),
    Print("zephyrean", "zephyrea", 6_000_023),
)
"""Handwriting, broken letters, letters of dots and of outlines, held out from training as well."""
_QUALITY = 92


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--odd", type=Path, metavar="FOLDER", help="print the unusual decks there")
    odd: Path | None = parser.parse_args(words).odd
    for wanted in PRINTS if odd is None else ODD_PRINTS:
        deck = draw_deck(wanted.seed, [_family(wanted.font)])
        sheet = np.full((9 * FACE_WH[1], COLUMNS * FACE_WH[0], 3), 255, np.uint8)
        for card in FACES:
            face = deck.faces[training_faces.FACES.index(str(card))]
            row, column = divmod(card.number, COLUMNS)
            y, x = row * FACE_WH[1], column * FACE_WH[0]
            sheet[y : y + FACE_WH[1], x : x + FACE_WH[0]] = cv2.resize(
                cv2.cvtColor(face, cv2.COLOR_RGB2BGR), FACE_WH, interpolation=cv2.INTER_AREA
            )
        folder = odd or decks_folder()
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{wanted.name}{SHEET}"
        cv2.imwrite(str(file), sheet, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])


def _family(font: str) -> FontFamily:
    for family in installed_families():
        for file in family.files:
            if file.stem == font:
                if not family.held_out:
                    raise ValueError(f"font {font}: training draws with its family {family.name}")
                return FontFamily(family.name, (file,))
    raise ValueError(f"font {font} is not installed")


if __name__ == "__main__":
    main()
