"""The decks of the rendered table: faces printed beforehand, one sheet a deck."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.rules.cards import FACES, Card
from vision.detectors.base import Picture
from vision.sources.stills import load_still

CARD_MM = (60.0, 88.0)
"""Width and height of every card of the rendered table."""
SHEET_PX_PER_MM = 4.0
FACE_WH = (round(CARD_MM[0] * SHEET_PX_PER_MM), round(CARD_MM[1] * SHEET_PX_PER_MM))
COLUMNS = 6
"""Faces side by side on a sheet, in the order of `FACES`."""
SHEET = ".webp"
DECKS = ("garamond", "play", "cantarell")
_CORNER_MM = 3.2
_BACK_BGR = (120, 60, 40)


def decks_folder() -> Path:
    """Where the sheets lie."""
    return Path(str(resources.files("vision.rendered.table") / "decks"))


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A card as the painter lays it down."""

    image: npt.NDArray[np.float32]
    """Shape ``(height, width, 3)``, blue, green, red, 0 to 255."""
    cover: npt.NDArray[np.float32]
    """Shape ``(height, width)``: 1 on the card, 0 beyond its rounded corners."""


@dataclass(frozen=True, slots=True, eq=False)
class TableDeck:
    """54 faces and a back, at one scale."""

    faces: tuple[Sprite, ...]
    """Order of `FACES`."""
    back: Sprite

    def of(self, card: Card | None) -> Sprite:
        """The face of *card*, or the back for ``None``."""
        return self.back if card is None else self.faces[card.number]


@cache
def load_deck(name: str, px_per_mm: float) -> TableDeck:
    """A deck with its faces brought to *px_per_mm*.

    Args:
        name: One of `DECKS`, or the file of another deck's sheet (`print_decks`).
        px_per_mm: Scale of the faces.

    Raises:
        ValueError: For an unknown name, or a sheet of another size.
        PictureError: If the sheet cannot be loaded.
    """
    if name not in DECKS and not name.endswith(SHEET):
        raise ValueError(f"no deck is called {name!r}; want one of {', '.join(DECKS)}")
    sheet = load_still(decks_folder() / f"{name}{SHEET}" if name in DECKS else Path(name))
    width, height = FACE_WH
    wanted = (len(FACES) // COLUMNS * height, COLUMNS * width)
    if sheet.shape[:2] != wanted:
        raise ValueError(
            f"{name}: found {sheet.shape[1]} x {sheet.shape[0]} pixels, "
            f"want a sheet of {wanted[1]} x {wanted[0]}"
        )
    size = (max(2, round(CARD_MM[0] * px_per_mm)), max(2, round(CARD_MM[1] * px_per_mm)))
    faces = []
    for card in FACES:
        row, column = divmod(card.number, COLUMNS)
        face = sheet[row * height : (row + 1) * height, column * width : (column + 1) * width]
        faces.append(_sprite(face, size))
    return TableDeck(tuple(faces), _sprite(_back(), size))


def _sprite(face: Picture, size_wh: tuple[int, int]) -> Sprite:
    outlined = face.copy()
    cover = _outline(face.shape[1], face.shape[0])
    rim = cover - cv2.erode(cover, np.ones((3, 3), np.uint8))
    outlined[rim > 0] = 190  # the cut edge of the paper
    return Sprite(
        cv2.resize(outlined, size_wh, interpolation=cv2.INTER_AREA).astype(np.float32),
        cv2.resize(cover.astype(np.float32), size_wh, interpolation=cv2.INTER_AREA).astype(
            np.float32
        ),
    )


def _outline(width: int, height: int) -> npt.NDArray[np.uint8]:
    radius = round(_CORNER_MM * SHEET_PX_PER_MM)
    cover = np.zeros((height, width), np.uint8)
    cv2.rectangle(cover, (radius, 0), (width - radius - 1, height - 1), 1, -1)
    cv2.rectangle(cover, (0, radius), (width - 1, height - radius - 1), 1, -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(cover, (x, y), radius, 1, -1)
    return cover


def _back() -> Picture:
    """A lattice of lozenges with a white border."""
    width, height = FACE_WH
    back = np.full((height, width, 3), 245, np.uint8)
    margin = round(4 * SHEET_PX_PER_MM)
    rows, columns = np.mgrid[0 : height - 2 * margin, 0 : width - 2 * margin]
    lattice = ((rows + columns) % 24 < 4) | ((rows - columns) % 24 < 4)
    field = np.where(lattice[..., None], np.array([190, 150, 140]), np.array(_BACK_BGR))
    back[margin : height - margin, margin : width - margin] = field
    return back
