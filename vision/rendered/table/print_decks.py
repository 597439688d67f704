"""Printing the decks of the rendered table: ``python -m vision.rendered.table.print_decks``.

Needs the extra `train` and the fonts named below; the printed sheets ship with the program, so a
table needs neither. The fonts are among those that training holds out, so the reader has seen
none of these letters; each is under the SIL Open Font License.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from referee.rules.cards import FACES
from vision.rendered.table.deck import COLUMNS, FACE_WH, decks_folder
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
_QUALITY = 92


def main() -> None:
    for wanted in PRINTS:
        deck = draw_deck(wanted.seed, [_family(wanted.font)])
        sheet = np.full((9 * FACE_WH[1], COLUMNS * FACE_WH[0], 3), 255, np.uint8)
        for card in FACES:
            face = deck.faces[training_faces.FACES.index(str(card))]
            row, column = divmod(card.number, COLUMNS)
            y, x = row * FACE_WH[1], column * FACE_WH[0]
            sheet[y : y + FACE_WH[1], x : x + FACE_WH[0]] = cv2.resize(
                cv2.cvtColor(face, cv2.COLOR_RGB2BGR), FACE_WH, interpolation=cv2.INTER_AREA
            )
        file = decks_folder() / f"{wanted.name}.webp"
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
