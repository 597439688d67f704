"""Scenes on disk: some hundred pictures and their labels a file, readable while more are drawn."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.decks import Deck, Picture
from vision.training.faces import BLACK_JOKER
from vision.training.scenes import IndexLabel, draw_scene

SCENES_A_SHARD = 250

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StoredScene:
    """A scene as it lies in a shard: a JPEG and its labels."""

    jpeg: NDArray[np.uint8]
    labels: tuple[IndexLabel, ...]

    @property
    def shows_joker(self) -> bool:
        """Whether a joker is among the labels."""
        return any(label.face >= BLACK_JOKER for label in self.labels)

    def picture(self) -> Picture:
        """The picture, RGB."""
        decoded = cv2.imdecode(self.jpeg, cv2.IMREAD_COLOR)
        if decoded is None:
            raise ValueError("a stored scene is no JPEG; draw the shard again")
        return cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB)


def draw_shard(target: Path, seed: int, decks: Sequence[Deck], count: int) -> None:
    """Draw scenes 0 to *count* of the stream *seed* into *target*.

    The file appears under its name only when it is whole, so that a training run that reads
    the folder meanwhile never meets half a shard.
    """
    chance = np.random.default_rng([seed, 23])
    stored = []
    for number in range(count):
        scene = draw_scene(seed, number, decks)
        quality = int(chance.integers(50, 96))
        stored.append(store(scene.picture, scene.labels, quality))
    write_shard(target, stored)
    log.info("shard file=%s scenes=%d", target.name, count)


def store(picture: Picture, labels: Sequence[IndexLabel], quality: int) -> StoredScene:
    """Compress an RGB picture; *quality* is JPEG's, 1..100."""
    bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
    _, jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return StoredScene(jpeg.reshape(-1), tuple(labels))


def write_shard(target: Path, scenes: Sequence[StoredScene]) -> None:
    """Write *scenes* to an ``.npz`` file, under a temporary name until it is complete."""
    rows = [
        (number, label.face, label.card, label.visible, *label.quad.reshape(8))
        for number, scene in enumerate(scenes)
        for label in scene.labels
    ]
    partial = target.with_name("." + target.name)
    with partial.open("wb") as file:
        np.savez(
            file,
            jpegs=np.concatenate([scene.jpeg for scene in scenes]),
            lengths=np.array([len(scene.jpeg) for scene in scenes]),
            labels=np.array(rows, np.float32).reshape(-1, 12),
        )
    partial.replace(target)


def read_shard(file: Path) -> tuple[StoredScene, ...]:
    """All scenes of a shard, still compressed."""
    with np.load(file) as content:
        ends = np.cumsum(content["lengths"])
        jpegs = np.split(content["jpegs"], ends[:-1])
        labels: list[list[IndexLabel]] = [[] for _ in jpegs]
        for row in content["labels"]:
            quad = row[4:].reshape(4, 2)
            labels[int(row[0])].append(IndexLabel(int(row[1]), quad, float(row[3]), int(row[2])))
    return tuple(StoredScene(jpeg, tuple(rows)) for jpeg, rows in zip(jpegs, labels, strict=True))


class ShardFolder:
    """All scenes of a folder; `refresh` takes in shards that have come since."""

    def __init__(self, folders: Iterable[Path], pattern: str = "*.npz") -> None:
        self._folders = tuple(folders)
        self._pattern = pattern
        self._known: set[Path] = set()
        self.shards: list[tuple[StoredScene, ...]] = []
        self.refresh()

    @property
    def scenes(self) -> list[StoredScene]:
        """All scenes, in the order their shards were read."""
        return [scene for shard in self.shards for scene in shard]

    def draw(self, chance: np.random.Generator) -> StoredScene:
        """A scene of a shard by chance: small sets of photographs count as much as large ones."""
        shard = self.shards[int(chance.integers(len(self.shards)))]
        return shard[int(chance.integers(len(shard)))]

    def refresh(self) -> None:
        """Read shards not read before."""
        for folder in self._folders:
            # Names with a leading dot are shards still being written.
            found = {file for file in folder.glob(self._pattern) if file.name[0] != "."}
            for file in sorted(found - self._known):
                self.shards.append(read_shard(file))
                self._known.add(file)
