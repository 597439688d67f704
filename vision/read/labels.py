"""Labelled photographs: a folder with ``images`` and ``labels.csv``.

Columns ``file,x1,y1,x2,y2,card,box``, pixels. ``box`` is ``corner`` (the printed index) or ``card``
(the whole card). ``card`` is a card's text, ``BACK``, or ``?9`` where only the rank is known.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

from referee.rules.cards import SUITED_RANKS, Card, CardTextError, Rank

_COLUMNS = ("file", "x1", "y1", "x2", "y2", "card", "box")


class LabelError(Exception):
    """A folder of labelled photographs that cannot be used."""

    def __init__(self, file: Path, found: str, wanted: str, line: int | None = None) -> None:
        place = str(file) if line is None else f"{file}:{line}"
        super().__init__(f"{place}: found {found}, want {wanted}")
        self.file = file
        self.line = line
        self.found = found
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Label:
    """One box that a person drew."""

    x1: float
    y1: float
    x2: float
    y2: float
    card: Card | None
    """``None`` for a back, and where only the rank is known."""
    rank: Rank | None
    """``None`` for a back."""
    is_corner: bool
    """Around the printed index; else around the whole card."""

    @property
    def is_back(self) -> bool:
        return self.rank is None

    def allows(self, card: Card) -> bool:
        """Whether *card* is what the label says."""
        return card is self.card or (self.card is None and card.rank is self.rank)


def load_labels(folder: Path) -> dict[Path, tuple[Label, ...]]:
    """Read a folder's labels, by picture file in the order of first mention.

    Raises:
        LabelError: If the folder or ``labels.csv`` is missing, or a line cannot be understood.
    """
    file = folder / "labels.csv"
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        raise LabelError(file, "no such file", "the labels of a folder of photographs") from None
    except (OSError, UnicodeDecodeError) as error:
        raise LabelError(file, str(error), "a UTF-8 text file") from error
    rows = csv.DictReader(text.splitlines())
    if tuple(rows.fieldnames or ()) != _COLUMNS:
        heading = ",".join(rows.fieldnames or ()) or "nothing"
        raise LabelError(file, repr(heading), f"the heading {','.join(_COLUMNS)!r}", 1)
    labels: dict[Path, list[Label]] = {}
    for row in rows:
        picture, label = _label(file, rows.line_num, row)
        labels.setdefault(folder / "images" / picture, []).append(label)
    return {picture: tuple(boxes) for picture, boxes in labels.items()}


def _label(file: Path, line: int, row: dict[str, str | None]) -> tuple[str, Label]:
    values = [row[column] for column in _COLUMNS]
    if None in row or any(value is None for value in values):
        raise LabelError(file, "too many or too few columns", ",".join(_COLUMNS), line)
    picture, *numbers, text, box = (value or "" for value in values)
    try:
        x1, y1, x2, y2 = map(float, numbers)
    except ValueError:
        raise LabelError(file, repr(",".join(numbers)), "four numbers x1,y1,x2,y2", line) from None
    if not (x1 < x2 and y1 < y2):
        raise LabelError(file, repr(",".join(numbers)), "x1 < x2 and y1 < y2", line)
    if box not in {"corner", "card"}:
        raise LabelError(file, repr(box), "the box corner or card", line)
    card, rank = _face(file, line, text)
    return picture, Label(x1, y1, x2, y2, card, rank, box == "corner")


def _face(file: Path, line: int, text: str) -> tuple[Card | None, Rank | None]:
    if text == "BACK":
        return None, None
    if text.startswith("?"):
        for rank in SUITED_RANKS:
            if rank.value == text[1:]:
                return None, rank
    try:
        card = Card.parse(text)
    except CardTextError:
        wanted = "a card such as HT, ?9 where the suit is not known, or BACK"
        raise LabelError(file, repr(text), wanted, line) from None
    return card, card.rank
