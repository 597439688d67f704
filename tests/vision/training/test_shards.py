"""Shards: what is stored comes back, and only whole files are read."""

from pathlib import Path

import numpy as np

from vision.training.decks import Deck
from vision.training.scenes import IndexLabel
from vision.training.shards import ShardFolder, draw_shard, read_shard, store, write_shard


def test_labels_come_back_as_they_were(tmp_path: Path) -> None:
    """A shard keeps every label with its scene, also of scenes without any."""
    quad = np.array([[1, 2], [3, 2], [3, 6], [1, 6]], np.float32)
    label = IndexLabel(face=53, quad=quad, visible=0.5, card=7)
    picture = np.full((20, 30, 3), (200, 100, 50), np.uint8)
    write_shard(
        tmp_path / "a.npz",
        [store(picture, [], 90), store(picture, [label], 90), store(picture, [], 90)],
    )

    scenes = read_shard(tmp_path / "a.npz")
    (read,) = scenes[1].labels
    assert [len(scene.labels) for scene in scenes] == [0, 1, 0]
    assert (read.face, read.visible, read.card) == (53, 0.5, 7)
    assert np.array_equal(read.quad, quad)
    assert np.abs(scenes[2].picture().astype(int) - picture).max() < 8


def test_a_shard_is_drawn_again_from_its_seed(deck: Deck, tmp_path: Path) -> None:
    """Two machines with the same decks draw the same shard."""
    for name in ("a.npz", "b.npz"):
        draw_shard(tmp_path / name, 9, [deck], 2)

    first, second = read_shard(tmp_path / "a.npz"), read_shard(tmp_path / "b.npz")
    assert all(np.array_equal(a.jpeg, b.jpeg) for a, b in zip(first, second, strict=True))
    assert [len(scene.labels) for scene in first] == [len(scene.labels) for scene in second]


def test_a_growing_folder_is_read_as_it_grows(tmp_path: Path) -> None:
    """New shards are taken in once each; one still being written is left alone."""
    scene = store(np.zeros((8, 8, 3), np.uint8), [], 90)
    write_shard(tmp_path / "a.npz", [scene])
    folder = ShardFolder([tmp_path])
    write_shard(tmp_path / "b.npz", [scene, scene])
    (tmp_path / ".c.npz").write_bytes(b"half a file")

    folder.refresh()
    folder.refresh()

    assert len(folder.scenes) == 3
