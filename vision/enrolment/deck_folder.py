"""An enrolled deck on disk: a folder with ``deck.toml`` and ``prints.png``.

The sheet has a row for each face in the order of the header, its prints side by side, each cut at
two heights, so a person can look at what the device knows.
"""

from __future__ import annotations

import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from referee.rules.cards import Card, CardTextError
from vision.detectors.base import Picture
from vision.enrolment.deck import EnrolledDeck
from vision.enrolment.prints import UP_PX
from vision.sources.stills import PictureError, load_still, save_still

SCHEMA = 1
HEADER, SHEET = "deck.toml", "prints.png"
_HEADING = """\
# A deck that was shown to the device; written by `guandan-referee deck enrol`.
# prints.png has a row a face in the order below: its prints, each cut at two heights.
"""
_GREY = 128
_ANNOUNCED = "announced"
_KEYS = {"schema", "name", "enrolled_on", "px_per_mm", "weights_sha256", "crop_wh", "prints"}
"""What every header has; `_ANNOUNCED` is left out where no face was named."""


class DeckError(Exception):
    """A folder that holds no enrolled deck, or one that cannot be written."""

    def __init__(self, file: Path, found: str, wanted: str) -> None:
        super().__init__(f"{file}: found {found}, want {wanted}")
        self.file = file
        self.found = found
        self.wanted = wanted


def save_deck(folder: Path, deck: EnrolledDeck) -> None:
    """Write *deck*; what lies in *folder* from an earlier showing is replaced.

    Raises:
        DeckError: If nothing was shown yet, or the folder cannot be written.
    """
    if not deck.prints:
        raise DeckError(folder, "no print", "at least one card that was shown")
    height, width = next(iter(deck.prints.values())).shape[2:4]
    most = max(len(prints) for prints in deck.prints.values())
    sheet = np.full((len(deck.prints) * height, most * len(UP_PX) * width, 3), _GREY, np.uint8)
    for row, prints in enumerate(deck.prints.values()):
        side_by_side = np.concatenate(prints.reshape(-1, height, width, 3), axis=1)
        sheet[row * height : (row + 1) * height, : side_by_side.shape[1]] = side_by_side
    counts = "".join(f"{card} = {len(prints)}\n" for card, prints in deck.prints.items())
    named = json.dumps([str(card) for card in deck.prints if card in deck.announced])
    announced = f"{_ANNOUNCED} = {named}\n" if deck.announced else ""
    text = (
        f"{_HEADING}\nschema = {SCHEMA}\n"
        f"name = {json.dumps(deck.name, ensure_ascii=False)}\n"
        f"enrolled_on = {deck.enrolled_on.isoformat()}\n"
        f"px_per_mm = {float(round(deck.px_per_mm, 3))!r}\n"
        f'weights_sha256 = "{deck.weights_sha256}"\n'
        f"crop_wh = [{width}, {height}]\n{announced}\n[prints]\n{counts}"
    )
    part = folder / f"{HEADER}.part"
    try:
        # The header goes last and in one step: a folder with a header has the sheet it speaks of.
        (folder / HEADER).unlink(missing_ok=True)
        save_still(folder / SHEET, np.ascontiguousarray(sheet[:, :, ::-1]))
        part.write_text(text, "utf-8")
        part.replace(folder / HEADER)
    except PictureError as error:
        raise DeckError(folder, error.found, error.wanted) from error
    except OSError as error:
        raise DeckError(folder, error.strerror or str(error), "a folder to write to") from error


def load_deck(folder: Path) -> EnrolledDeck:
    """Read what `save_deck` wrote.

    Raises:
        DeckError: If the folder is missing, is no enrolled deck, or is damaged.
    """
    file = folder / HEADER
    header = _header(file)
    width, height = header["crop_wh"]
    counts = {_card(file, text): n for text, n in header["prints"].items()}
    announced = frozenset(_card(file, text) for text in header[_ANNOUNCED])
    sheet = _sheet(folder / SHEET)
    least = (len(counts) * height, max(counts.values()) * len(UP_PX) * width)
    if sheet.shape[:2] != least:
        raise DeckError(
            folder / SHEET,
            f"{sheet.shape[1]} x {sheet.shape[0]} pixels",
            f"{least[1]} x {least[0]} by {HEADER}",
        )
    prints = {}
    for row, (card, n) in enumerate(counts.items()):
        strip = sheet[row * height : (row + 1) * height, : n * len(UP_PX) * width]
        crops = np.stack(np.split(strip, n * len(UP_PX), axis=1))
        prints[card] = crops.reshape(n, len(UP_PX), height, width, 3)
    return EnrolledDeck(
        header["name"],
        header["enrolled_on"],
        header["px_per_mm"],
        header["weights_sha256"],
        prints,
        announced & prints.keys(),
    )


def _header(file: Path) -> dict[str, Any]:
    try:
        header = tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise DeckError(
            file, "no such file", "an enrolled deck; `guandan-referee deck enrol` makes one"
        ) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DeckError(file, str(error), "the header of an enrolled deck") from error
    if set(header) - {_ANNOUNCED} != _KEYS:
        odd = sorted((set(header) - {_ANNOUNCED}) ^ _KEYS)
        raise DeckError(file, f"keys missing or unknown: {', '.join(odd)}", "those of this program")
    if header["schema"] != SCHEMA:
        raise DeckError(file, f"schema {header['schema']!r}", f"schema {SCHEMA}; enrol again")
    wanted = {
        "name": isinstance(header["name"], str),
        "enrolled_on": type(header["enrolled_on"]) is date,
        "px_per_mm": isinstance(header["px_per_mm"], float),
        "weights_sha256": isinstance(header["weights_sha256"], str),
        "crop_wh": _are_sizes(header["crop_wh"]) and len(header["crop_wh"]) == 2,
        "prints": isinstance(header["prints"], dict)
        and bool(header["prints"])
        and _are_sizes(list(header["prints"].values())),
        _ANNOUNCED: _are_texts(header.setdefault(_ANNOUNCED, [])),
    }
    for key, is_so in wanted.items():
        if not is_so:
            raise DeckError(file, f"{key} = {header[key]!r}", "what `deck enrol` writes there")
    return header


def _are_sizes(values: Any) -> bool:
    return isinstance(values, list) and all(
        type(value) is int and 1 <= value <= 1000 for value in values
    )


def _are_texts(values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is str for value in values)


def _card(file: Path, text: str) -> Card:
    try:
        return Card.parse(text)
    except CardTextError as error:
        raise DeckError(file, f"the face {text!r}", str(error)) from None


def _sheet(file: Path) -> Picture:
    try:
        return np.ascontiguousarray(load_still(file)[:, :, ::-1])
    except PictureError as error:
        raise DeckError(file, error.found, error.wanted) from error
