"""How well a folder of labelled photographs is read."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from referee.rules.cards import Card
from vision.detectors.base import Picture
from vision.read.draw import draw_reading
from vision.read.labels import Label, load_labels
from vision.read.reading import Reading
from vision.sources.stills import load_still

_Place = tuple[float, float, Card]
"""Where an index was read, and as what."""

_NEAR = 0.45
"""An index belongs to a corner box when its middle is no further from the box's middle than this
share of the box's longer side; boxes are drawn by hand and some are fixed parts of the card."""


@dataclass(frozen=True, slots=True)
class PictureScore:
    """One picture against its labels.

    A label is a corner, or a whole card where only that was boxed. Labels of backs are no cards.
    """

    file: Path
    labelled: int
    right: int
    wrong: int
    """Found with another face."""
    false: int
    """Indices reported where no label is; some photographs have unlabelled ones."""
    unsure: int
    is_exact: bool
    """The cards read are those labelled, not one more or less, and nothing is unsure."""
    confusions: tuple[tuple[str, str], ...]
    """Labelled face, face read."""

    @property
    def found(self) -> int:
        return self.right + self.wrong

    @property
    def missed(self) -> int:
        return self.labelled - self.found


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All pictures of one folder."""

    name: str
    pictures: tuple[PictureScore, ...]

    def total(self, count: Callable[[PictureScore], int]) -> int:
        return sum(count(picture) for picture in self.pictures)

    @property
    def labelled(self) -> int:
        return self.total(lambda picture: picture.labelled)

    @property
    def found(self) -> int:
        return self.total(lambda picture: picture.found)

    @property
    def right(self) -> int:
        return self.total(lambda picture: picture.right)

    @property
    def wrong(self) -> int:
        return self.total(lambda picture: picture.wrong)

    @property
    def false(self) -> int:
        return self.total(lambda picture: picture.false)

    @property
    def unsure(self) -> int:
        return self.total(lambda picture: picture.unsure)

    @property
    def exact(self) -> int:
        return self.total(lambda picture: picture.is_exact)

    @property
    def confusions(self) -> list[tuple[tuple[str, str], int]]:
        """Labelled face, face read, how often; most frequent first."""
        return Counter(
            pair for picture in self.pictures for pair in picture.confusions
        ).most_common()


def evaluate(
    folder: Path,
    read: Callable[[Picture], Reading],
    *,
    failures: Path | None = None,
    wanted: Callable[[Path], bool] = lambda _: True,
) -> Evaluation:
    """Read every labelled photograph of a folder and compare.

    Args:
        folder: Has ``labels.csv`` and ``images``.
        read: The reader.
        failures: Folder for drawn pictures of what was not read exactly; ``None`` for none.
        wanted: Which photographs to take.

    Raises:
        LabelError: If the labels cannot be understood.
        PictureError: If a labelled photograph cannot be loaded.
    """
    scores = []
    for file, labels in load_labels(folder).items():
        if not wanted(file):
            continue
        picture = load_still(file)
        reading = read(picture)
        score = score_picture(file, labels, reading)
        scores.append(score)
        if failures is not None and not score.is_exact:
            failures.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(failures / f"{file.stem}.png"), draw_reading(picture, reading))
    return Evaluation(folder.resolve().name, tuple(scores))


def score_picture(file: Path, labels: Sequence[Label], reading: Reading) -> PictureScore:
    """Compare one reading with its labels."""
    free = [(index.x, index.y, seen.card) for seen in reading.cards for index in seen.indices]
    faces = [label for label in labels if not label.is_back]
    corners = [label for label in faces if label.is_corner]
    judged = list(zip(corners, _nearest(corners, free), strict=True))
    free = [place for place in free if not any(place in claimed for _, claimed in judged)]
    boxes = [label for label in faces if not label.is_corner]
    shares = _shared_out(boxes, free)
    for box, inside in zip(boxes, shares, strict=True):
        # Where corners were labelled too, they have been counted; the box only claims the rest.
        if not any(_holds(box, *_middle(corner)) for corner in corners):
            judged.append((box, inside))
        free = [place for place in free if place not in inside]
    confusions = [
        (_text(label), str(next(card for _, _, card in places if not label.allows(card))))
        for label, places in judged
        if any(not label.allows(card) for _, _, card in places)
    ]
    return PictureScore(
        file=file,
        labelled=len(judged),
        right=sum(bool(places) for _, places in judged) - len(confusions),
        wrong=len(confusions),
        false=len(free),
        unsure=len(reading.unsure),
        is_exact=not reading.unsure and _same_cards(faces, [seen.card for seen in reading.cards]),
        confusions=tuple(confusions),
    )


def _nearest(corners: Sequence[Label], places: Sequence[_Place]) -> list[list[_Place]]:
    """The index read at each corner label, if any; the closest pairs are settled first.

    In a tight fan the neighbour's index is near enough to stand in for one that was not read.
    """
    pairs = sorted(
        (off, i, j)
        for i, corner in enumerate(corners)
        for j, (x, y, _) in enumerate(places)
        if (off := math.hypot(x - _middle(corner)[0], y - _middle(corner)[1]))
        <= _NEAR * max(corner.x2 - corner.x1, corner.y2 - corner.y1)
    )
    claims: list[list[_Place]] = [[] for _ in corners]
    taken: set[int] = set()
    for _, i, j in pairs:
        if not claims[i] and j not in taken:
            claims[i].append(places[j])
            taken.add(j)
    return claims


def _shared_out(boxes: Sequence[Label], places: Iterable[_Place]) -> list[list[_Place]]:
    """Give each index to the box that holds it nearest to one of its corners."""
    shares: list[list[_Place]] = [[] for _ in boxes]
    for place in places:
        x, y, _ = place
        holding = [i for i, box in enumerate(boxes) if _holds(box, x, y)]
        if holding:
            shares[min(holding, key=lambda i: _to_corner(boxes[i], x, y))].append(place)
    return shares


def _to_corner(box: Label, x: float, y: float) -> float:
    return math.hypot(min(x - box.x1, box.x2 - x), min(y - box.y1, box.y2 - y))


def _holds(box: Label, x: float, y: float) -> bool:
    return box.x1 <= x <= box.x2 and box.y1 <= y <= box.y2


def _middle(label: Label) -> tuple[float, float]:
    return (label.x1 + label.x2) / 2, (label.y1 + label.y2) / 2


def _text(label: Label) -> str:
    if label.card is not None:
        return str(label.card)
    return "BACK" if label.rank is None else f"?{label.rank.value}"


def _same_cards(labels: Sequence[Label], read: Sequence[Card]) -> bool:
    """Whether a picture's cards were read, not one more or less.

    Corner labels do not say which two belong to one card, so a face labelled at any number of
    corners counts as one card, unless whole cards were boxed.
    """
    boxed = [label for label in labels if not label.is_corner]
    if not boxed:
        return sorted({_text(label) for label in labels}) == sorted(map(str, read))
    left = list(read)
    for label in boxed:
        fitting = [card for card in left if label.allows(card)]
        if not fitting:
            return False
        left.remove(fitting[0])
    return not left
