"""How well both exported networks read labelled pictures, before any card is put together.

This judges the networks, not the product: the scale of each picture is taken from its labels, and
neither the second index of a card nor the count of the deck helps.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.crops import upright_crop
from vision.training.decks import Picture
from vision.training.faces import BLACK_JOKER, face_of
from vision.training.photographs import Box, Classify, read_boxes
from vision.training.reading import Find
from vision.training.shards import StoredScene

TILE_PX = 640
_OVERLAP_PX = 120
INDEX_PX = 48.0
"""Height to which photographed indices are scaled."""

_SCORE = 0.4
_SURE = 0.7
_SAME_PLACE_PX = 12.0
_MUST_SEE = 0.85
"""A drawn index seen less than this may be missed, though not misread."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One index as both networks read it."""

    x: float
    y: float
    angle: float
    """Radians clockwise from right, from suit to rank."""
    height: float
    """From the index's top to its bottom, in pixels."""
    score: float
    face: int | None
    probability: float


@dataclass(frozen=True, slots=True)
class Wanted:
    """One labelled index in the picture that is read."""

    x: float
    y: float
    face: int
    reach: float
    """Readings within this distance are readings of it."""
    must_see: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over a set; the last two hold only for readings that are sure."""

    pictures: int = 0
    exact: int = 0
    """Pictures with every index that must be seen read rightly and none read wrongly."""
    wanted: int = 0
    right: int = 0
    unsure: int = 0
    missed: int = 0
    wrong: int = 0
    false: int = 0

    def __add__(self, other: Figures) -> Figures:
        return Figures(*(getattr(self, n) + getattr(other, n) for n in Figures.__slots__))

    def __str__(self) -> str:
        share = self.right / max(1, self.wanted)
        return (
            f"pictures={self.pictures} exact={self.exact} indices={self.wanted} "
            f"right={self.right} ({share:.1%}) unsure={self.unsure} missed={self.missed} "
            f"wrong={self.wrong} false={self.false}"
        )


def read_picture(picture: Picture, find: Find, classify: Classify) -> list[Reading]:
    """Read every index of a picture at the reader's scale, tile by tile."""
    height, width = picture.shape[:2]
    canvas = np.full((max(height, TILE_PX), max(width, TILE_PX), 3), 114, np.uint8)
    canvas[:height, :width] = picture
    found = []
    for y in _tile_starts(canvas.shape[0]):
        for x in _tile_starts(canvas.shape[1]):
            tile = canvas[y : y + TILE_PX, x : x + TILE_PX]
            rows = find(tile.transpose(2, 0, 1)[None].astype(np.float32) / 255)[0].T
            rows = rows[rows[:, 4] > _SCORE]
            rows[:, [0, 5, 7]] += x
            rows[:, [1, 6, 8]] += y
            found.append(rows)
    rows = _without_doubles(np.concatenate(found))
    if not len(rows):
        return []
    angles = np.arctan2(rows[:, 6] - rows[:, 8], rows[:, 5] - rows[:, 7])
    crops = [
        upright_crop(canvas, (row[0], row[1]), float(angle))
        for row, angle in zip(rows, angles, strict=True)
    ]
    rank, suit, upright = classify(np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / 255)
    rank_p, suit_p = _softmax(rank), _softmax(suit)
    readings = []
    for number, row in enumerate(rows):
        best_rank, best_suit = int(rank_p[number].argmax()), int(suit_p[number].argmax())
        probability = float(rank_p[number].max() * suit_p[number].max())
        face = face_of(best_rank, best_suit)
        if upright[number] < 0 or face is None:
            probability = 0.0
        angle, height = float(angles[number]), math.hypot(row[5] - row[7], row[6] - row[8])
        readings.append(Reading(row[0], row[1], angle, height, row[4], face, probability))
    return readings


def compare(readings: Sequence[Reading], wanted: Sequence[Wanted]) -> Figures:
    """Match readings with labels, each label with the nearest reading."""
    free = list(readings)
    right = unsure = missed = wrong = 0
    for label in wanted:
        near = [r for r in free if math.hypot(r.x - label.x, r.y - label.y) < label.reach]
        if not near:
            missed += label.must_see
            continue
        reading = min(near, key=lambda r: math.hypot(r.x - label.x, r.y - label.y))
        free.remove(reading)
        if reading.probability < _SURE:
            unsure += label.must_see
        elif reading.face == label.face:
            right += label.must_see
        else:
            wrong += 1
    false = sum(reading.probability >= _SURE for reading in free)
    must = sum(label.must_see for label in wanted)
    exact = right == must and not wrong and not false
    return Figures(1, int(exact), must, right, unsure, missed, wrong, false)


def judge_scenes(scenes: Iterable[StoredScene], find: Find, classify: Classify) -> Figures:
    """Read drawn scenes, which are at the reader's scale already."""
    total = Figures()
    for scene in scenes:
        wanted = []
        for label in scene.labels:
            size = float(np.linalg.norm(label.quad[0] - label.quad[3]))
            x, y = label.centre
            must_see = label.visible >= _MUST_SEE
            wanted.append(Wanted(float(x), float(y), label.face, max(14.0, size / 3), must_see))
        total += compare(read_picture(scene.picture(), find, classify), wanted)
    return total


def judge_photographs(
    folder: Path, find: Find, classify: Classify, names: Iterable[str] | None = None
) -> dict[str, Figures]:
    """Read the photographs of a labelled set; figures by file name."""
    boxes = read_boxes(folder / "labels.csv")
    figures = {}
    for name in names if names is not None else boxes:
        bgr = cv2.imread(str(folder / "images" / name), cv2.IMREAD_COLOR)
        if bgr is None:
            raise ValueError(f"{folder / 'images' / name}: no picture")
        scale = INDEX_PX / _index_height(boxes[name])
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        picture = cv2.resize(bgr[..., ::-1], None, fx=scale, fy=scale, interpolation=how)
        wanted = [
            Wanted(
                box.centre[0] * scale,
                box.centre[1] * scale,
                box.face,
                max(14.0, max(box.x2 - box.x1, box.y2 - box.y1) * scale / 2),
                must_see=True,
            )
            for box in boxes[name]
        ]
        figures[name] = compare(read_picture(picture, find, classify), wanted)
    return figures


def _index_height(boxes: Sequence[Box]) -> float:
    """Likely height of an upright index: its box is half as wide, and turned anyhow.

    A joker's box holds a word, which may run down the edge or across the card.
    """
    suited = [box.x2 - box.x1 + box.y2 - box.y1 for box in boxes if box.face < BLACK_JOKER]
    if suited:
        return float(np.median(suited)) / 1.8
    return float(np.median([math.sqrt((box.x2 - box.x1) * (box.y2 - box.y1)) for box in boxes]))


def _tile_starts(extent: int) -> list[int]:
    if extent <= TILE_PX:
        return [0]
    count = math.ceil((extent - _OVERLAP_PX) / (TILE_PX - _OVERLAP_PX))
    return [round(n * (extent - TILE_PX) / (count - 1)) for n in range(count)]


def _without_doubles(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Of rows at one place only the one with the best score."""
    rows = rows[np.argsort(-rows[:, 4])]
    kept: list[int] = []
    for number, row in enumerate(rows):
        places = rows[kept, :2]
        if not kept or np.hypot(*(places - row[:2]).T).min() > _SAME_PLACE_PX:
            kept.append(number)
    return rows[kept]


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: NDArray[np.float32] = powers / powers.sum(axis=1, keepdims=True)
    return shares
