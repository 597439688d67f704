"""Labelled photographs of real cards as additional scenes to learn from.

The labels give axis-parallel boxes and faces but no direction. A classifier that reads drawn cards
finds it: of all turns of the box's content the one is right in which the known face is read.
"""

from __future__ import annotations

import csv
import logging
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.training.crops import upright_crop
from vision.training.decks import Picture
from vision.training.faces import BLACK_JOKER, FACES, rank_of, suit_of
from vision.training.scenes import IndexLabel
from vision.training.shards import StoredScene, store, write_shard

log = logging.getLogger(__name__)

HELD_OUT_ONE_IN = 4

NEVER_LEARNT = "overhead-"
"""Sets that begin so are for judging only."""

_ANGLES = 36
_READ_HEIGHTS_PX = (42.0, 52.0)
"""Index heights at which each turn is tried; the classifier reads from about 30 to 65."""

_CERTAIN = 2.5
"""Log-probability by which the best direction must lead those that point elsewhere."""

Classify = Callable[[MatLike], tuple[NDArray[np.float32], ...]]
"""Crops N × 3 × 64 × 32 to logits of rank, suit and upright, as the exported classifier gives."""


@dataclass(frozen=True, slots=True)
class Box:
    """One labelled index of a photograph, in pixels."""

    face: int
    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the box."""
        return ((self.x1 + self.x2) / 2, (self.y1 + self.y2) / 2)


def is_held_out(file_name: str) -> bool:
    """Whether a photograph is kept for judging: one group of neighbours in four.

    Exports add ``.rf.`` and a code to the name of the original. Photographs of one minute, or five
    of a running number, show nearly the same and fall on the same side together.
    """
    return crc32(burst_of(file_name).encode()) % HELD_OUT_ONE_IN == 0


def burst_of(file_name: str) -> str:
    """The part of a photograph's name that its near-identical neighbours share."""
    original = file_name.split(".rf.", maxsplit=1)[0]
    if stamp := re.match(r"(.*\d{8}_\d{2}_?\d{2})", original):
        return stamp[1]
    if running := re.match(r"(\D*)(\d+)", original):
        return f"{running[1]}{int(running[2]) // 5}"
    return original


def read_boxes(labels_csv: Path) -> dict[str, tuple[Box, ...]]:
    """Boxes of printed indices by file name; backs and faces without a suit are left out."""
    boxes: dict[str, list[Box]] = {}
    with labels_csv.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["box"] == "corner" and row["card"] in FACES:
                place = (float(row[key]) for key in ("x1", "y1", "x2", "y2"))
                boxes.setdefault(row["file"], []).append(Box(FACES.index(row["card"]), *place))
    return {name: tuple(listed) for name, listed in sorted(boxes.items())}


def write_photographs(
    sets: Iterable[Path], learn: Path, held_out: Path, classify: Classify
) -> None:
    """Write each set's photographs as one shard to learn from and one held out.

    Raises:
        ValueError: for a set that is kept for judging the product.
    """
    for folder in sets:
        if folder.name.startswith(NEVER_LEARNT):
            raise ValueError(f"{folder.name}: kept for judging, never for learning")
        shards: dict[bool, list[StoredScene]] = {False: [], True: []}
        certain = 0
        for name, boxes in read_boxes(folder / "labels.csv").items():
            picture = cv2.imread(str(folder / "images" / name), cv2.IMREAD_COLOR)
            if picture is None:
                raise ValueError(f"{folder / 'images' / name}: no picture")
            picture = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
            labels = with_directions(picture, boxes, classify)
            certain += sum(label.visible == 1.0 for label in labels)
            shards[is_held_out(name)].append(store(picture, labels, 96))
        for target, kept in ((learn, shards[False]), (held_out, shards[True])):
            target.mkdir(parents=True, exist_ok=True)
            write_shard(target / f"{folder.name}.npz", kept)
        log.info(
            "photographs set=%s learn=%d held_out=%d certain_indices=%d",
            folder.name,
            len(shards[False]),
            len(shards[True]),
            certain,
        )


def with_directions(
    picture: Picture, boxes: Sequence[Box], classify: Classify
) -> tuple[IndexLabel, ...]:
    """Labels with directions; an index whose direction stays in doubt is given visibility 0.5."""
    labels = []
    for number, box in enumerate(boxes):
        partner = _other_corner(box, boxes)
        angle, lead = _direction(picture, box, partner, classify)
        quad = _quad(box, angle)
        labels.append(IndexLabel(box.face, quad, 1.0 if lead >= _CERTAIN else 0.5, number))
    return tuple(labels)


def _other_corner(box: Box, boxes: Sequence[Box]) -> Box | None:
    """The opposite corner of the same card, when the face is labelled exactly twice."""
    same = [other for other in boxes if other.face == box.face and other is not box]
    return same[0] if len(same) == 1 else None


def _direction(
    picture: Picture, box: Box, partner: Box | None, classify: Classify
) -> tuple[float, float]:
    """The likeliest direction, radians clockwise from right, and by how much it leads."""
    if partner is not None and box.face >= BLACK_JOKER:
        return _joker_direction(box, partner), math.inf
    angles = np.arange(_ANGLES) * 2 * math.pi / _ANGLES
    rows = []
    for height in _READ_HEIGHTS_PX:
        crops = [
            upright_crop(picture, box.centre, angle, height / _index_wh(box, angle)[1])
            for angle in angles
        ]
        batch = np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / 255
        rank, suit, upright = classify(batch)
        rows.append(
            _log_softmax(rank)[:, rank_of(box.face)]
            + _log_softmax(suit)[:, suit_of(box.face)]
            - np.log1p(np.exp(-upright))
        )
    score = np.maximum.reduce(rows)
    # A right reading holds over neighbouring turns; a chance one does not.
    score = (np.roll(score, 1) + 2 * score + np.roll(score, -1)) / 4
    misfit = np.array([_misfit(box, angle) for angle in angles])
    score = score - misfit
    if partner is not None:
        # Seen from the card's middle, an index points outwards.
        x, y = np.array(box.centre) - np.array(partner.centre)
        along = np.cos(angles - math.atan2(y, x))
        score = score - 4.0 * (along < 0)
    elif box.face >= BLACK_JOKER:
        return float(angles[int(score.argmax())]), 0.0
    best = int(score.argmax())
    apart = np.abs((angles - angles[best] + math.pi) % (2 * math.pi) - math.pi)
    rival = float(score[apart > math.radians(50)].max())
    before, peak, after = score[best - 1], score[best], score[(best + 1) % _ANGLES]
    curve = before - 2 * peak + after
    shift = 0.5 * (before - after) / curve if curve < 0 else 0.0
    return float(angles[best] + shift * 2 * math.pi / _ANGLES), float(peak - rival)


def _joker_direction(box: Box, partner: Box) -> float:
    """By geometry alone: a word down the edge looks like one across the card, turned.

    The words across lie almost above each other, those down the edges on the card's diagonal. Both
    point to where the word begins.
    """
    outward = math.atan2(box.centre[1] - partner.centre[1], box.centre[0] - partner.centre[0])
    # An upper word begins on the left, seen from the middle of its card.
    across = outward + math.radians(15) - math.pi / 2
    down = outward + math.radians(45)
    fits_across = sum(_misfit(one, across) for one in (box, partner))
    fits_down = sum(_misfit(one, down) for one in (box, partner))
    return down if fits_down < fits_across - 0.8 else across


def _index_wh(box: Box, angle: float) -> tuple[float, float]:
    """Width and height of the upright index that fills *box* when turned to *angle*."""
    shape = _shape(box)
    x, y = _extent(angle, shape)
    tall = (box.x2 - box.x1 + box.y2 - box.y1) / (x + y)
    return (shape * tall, tall)


def _shape(box: Box) -> float:
    """Width of the index for a height of one; a joker's index is a word."""
    return 0.3 if box.face >= BLACK_JOKER else 0.5


def _misfit(box: Box, angle: float) -> float:
    """How badly an index turned to *angle* fits the box, as a share of a log-probability."""
    x, y = _extent(angle, _shape(box))
    return abs(math.log((box.x2 - box.x1) / (box.y2 - box.y1) / (x / y)))


def _extent(angle: float, shape: float) -> tuple[float, float]:
    """Extent along x and y of a box *shape* wide and one high, turned to *angle*."""
    across, along = abs(math.sin(angle)), abs(math.cos(angle))
    return (shape * across + along, across + shape * along)


def _quad(box: Box, angle: float) -> NDArray[np.float32]:
    return quad_of(box.centre, angle, _index_wh(box, angle))


def quad_of(
    centre_xy: tuple[float, float], angle: float, size_wh: tuple[float, float]
) -> NDArray[np.float32]:
    """Corners of an upright index turned to *angle*, as in `IndexLabel.quad`."""
    width, height = size_wh
    up = np.array([math.cos(angle), math.sin(angle)]) * height / 2
    right = np.array([-math.sin(angle), math.cos(angle)]) * width / 2
    middle = np.array(centre_xy)
    corners = [middle + up - right, middle + up + right, middle - up + right, middle - up - right]
    return np.array(corners, np.float32)


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    peak = logits.max(axis=1, keepdims=True)
    total = np.log(np.exp(logits - peak).sum(axis=1, keepdims=True))
    result: NDArray[np.float32] = logits - peak - total
    return result
