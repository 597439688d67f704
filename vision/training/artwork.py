"""Decks that others drew or photographed, as additional variety: nothing of them is shipped."""

from __future__ import annotations

import gzip
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.training.decks import TEXTURE_PX_PER_MM, Deck, Picture, PrintedIndex
from vision.training.faces import BLACK_JOKER, FACES, RANKS

_SIZE_MM = (62.0, 88.0)
_WIDTH = round(_SIZE_MM[0] * TEXTURE_PX_PER_MM)
_HEIGHT = round(_SIZE_MM[1] * TEXTURE_PX_PER_MM)

GNOME_CARDS = Path("/usr/share/aisleriot/cards")
"""Where Debian's gnome-cards-data (GPL-3+) puts its decks."""

KDE_CARDS = Path("/usr/share/carddecks")
"""Where Debian's kdegames-card-data-kf5 (GPL-2+) puts its decks."""

GNOME_DECKS = (
    "anglo",
    "anglo_modern",
    "anglo_poker",
    "atlasnye",
    "bellot",
    "gnomangelo",
    "neoclassical",
    "ornamental",
    "paris",
    "plastic",
    "simplistic",
    "tango",
    "tigullio",
)
"""Two-coloured decks with A, J, Q, K in the corners."""

HELD_OUT = ("gnome-neoclassical", "gnome-tigullio")
"""Never trained on, so that they can test what was learned."""

KDE_DECKS = ("svg-nicu-white",)
"""The one whose elements are whole cards of one size; it has a jumbo index."""


@dataclass(frozen=True, slots=True)
class Artwork:
    """The faces of a deck as pictures by their text; jokers may be missing."""

    name: str
    faces: Mapping[str, Picture]

    @property
    def held_out(self) -> bool:
        """Whether the deck is kept for testing what was learned."""
        return self.name in HELD_OUT


def gnome_artwork(names: Iterable[str] = GNOME_DECKS) -> tuple[Artwork, ...]:
    """Decks of gnome-cards-data: one sheet of 13 × 5 cards each; empty where not installed."""
    files = [GNOME_CARDS / f"{name}.svgz" for name in names]
    return tuple(_gnome_deck(file) for file in files if file.is_file())


def _gnome_deck(file: Path) -> Artwork:
    sheet = _rendered(file, ["-w", str(13 * _WIDTH)])
    sheet = cv2.resize(sheet, (13 * _WIDTH, 5 * _HEIGHT), interpolation=cv2.INTER_AREA)

    def cell(row: int, column: int) -> Picture:
        rows = slice(row * _HEIGHT, (row + 1) * _HEIGHT)
        return np.ascontiguousarray(sheet[rows, column * _WIDTH : (column + 1) * _WIDTH])

    faces = {
        suit + rank: cell(row, column)
        for row, suit in enumerate("CDHS")
        for column, rank in enumerate(RANKS[:13])
    }
    return Artwork(f"gnome-{file.stem}", {**faces, "SB": cell(4, 0), "HR": cell(4, 1)})


def kde_artwork(names: Iterable[str] = KDE_DECKS) -> tuple[Artwork, ...]:
    """Decks of kdegames-card-data-kf5: one SVG with an element per card."""
    return tuple(
        _kde_deck(name, file)
        for name in names
        for file in sorted((KDE_CARDS / name).glob("*.svgz"))
    )


def _kde_deck(name: str, file: Path) -> Artwork:
    suits = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
    ranks = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    elements = {
        suit + rank: f"{ranks.get(rank, rank)}_{word}"
        for suit, word in suits.items()
        for rank in RANKS[:13]
    }
    faces = {}
    for face, element in elements.items():
        picture = _rendered(file, ["-i", element, "-h", str(_HEIGHT)])
        faces[face] = cv2.resize(picture, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_AREA)
    return Artwork(f"kde-{name}", faces)


def photographed_artwork(folder: Path) -> tuple[Artwork, ...]:
    """Photographed decks: one folder a deck, one picture a face, named by the face's text."""
    decks = []
    for deck in sorted(path for path in folder.iterdir() if path.is_dir()):
        faces = {}
        for file in sorted(deck.iterdir()):
            picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
            if file.stem in FACES and picture is not None:
                picture = cv2.resize(picture, (_WIDTH, _HEIGHT), interpolation=cv2.INTER_AREA)
                faces[file.stem] = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
        decks.append(Artwork(deck.name, faces))
    return tuple(decks)


def deck_of(artwork: Artwork, jokers: Deck) -> Deck:
    """A deck of *artwork*, its indices found by their ink.

    Jokers are taken from the drawn deck *jokers*: where an artist put their index cannot be found
    by ink alone, and few decks have one.
    """
    index = _index_of(artwork)
    w, h = _WIDTH, _HEIGHT
    x, y = index.centre_xy
    pair = (index, PrintedIndex((w - x, h - y), index.size_wh, quarter_turns=2))
    own = FACES[:BLACK_JOKER]
    missing = [face for face in own if face not in artwork.faces]
    if missing:
        raise ValueError(f"deck {artwork.name!r}: no picture of {' '.join(missing)}")
    return Deck(
        name=artwork.name,
        faces=(*(artwork.faces[face] for face in own), *jokers.faces[BLACK_JOKER:]),
        indices=(*(pair for _ in own), *jokers.indices[BLACK_JOKER:]),
        size_mm=_SIZE_MM,
    )


def _index_of(artwork: Artwork) -> PrintedIndex:
    """The box of ink common to the corners of cards that print nothing else near the corner."""
    boxes = []
    for suit in "CDHS":
        for rank in "A23":
            face = artwork.faces[suit + rank].astype(np.int16)
            # The paper is what most of the card shows; some decks print on black.
            paper = np.median(face.reshape(-1, 3), axis=0)
            margin = round(_WIDTH * 0.025)
            corner = face[margin : round(_HEIGHT * 0.3), margin : round(_WIDTH * 0.22)]
            ink = np.abs(corner - paper).max(axis=2) > 70
            rows, columns = np.nonzero(ink)
            if len(rows):
                boxes.append((columns.min(), rows.min(), columns.max(), rows.max()))
    x0, y0, x1, y1 = np.median(np.array(boxes), axis=0) + margin
    return PrintedIndex(
        centre_xy=((x0 + x1) / 2, (y0 + y1) / 2),
        size_wh=(x1 - x0 + 6, y1 - y0 + 6),
        quarter_turns=0,
    )


def _rendered(file: Path, options: list[str]) -> Picture:
    """An SVG drawn on white by rsvg-convert."""
    with tempfile.NamedTemporaryFile(suffix=".svg") as plain:
        plain.write(gzip.decompress(file.read_bytes()))
        plain.flush()
        command = ["rsvg-convert", *options, "-b", "white", plain.name]
        # The command is ours; only the file it reads is another's.
        png = subprocess.run(command, capture_output=True, check=True).stdout  # noqa: S603
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{file}: rsvg-convert {' '.join(options)} gave no picture")
    return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
