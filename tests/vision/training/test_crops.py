"""Crops and tiles: pixels and labels move together."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from vision.training.crops import photograph_tile, recoloured, scene_tile, upright_crop
from vision.training.scenes import IndexLabel

LABELS = tuple(
    IndexLabel(
        face=0,
        quad=np.array([[x, y], [x + 24, y], [x + 24, y + 48], [x, y + 48]], np.float32),
        visible=visible,
        card=number,
    )
    for number, (x, y, visible) in enumerate([(60, 80, 1.0), (300, 420, 1.0), (500, 200, 0.5)])
)


def marked(labels: Sequence[IndexLabel] = LABELS) -> np.ndarray:
    """A dark picture with a red upper and a green lower half in every labelled quad."""
    picture = np.full((640, 640, 3), 20, np.uint8)
    for label in labels:
        (x, y), (right, bottom) = label.quad[0].astype(int), label.quad[2].astype(int)
        picture[y : (y + bottom) // 2, x:right] = (230, 0, 0)
        picture[(y + bottom) // 2 : bottom, x:right] = (0, 230, 0)
    return picture


def colours_at(tile: np.ndarray, quad: np.ndarray) -> tuple[str, str]:
    """Colour names a quarter down from the top and up from the bottom of an index."""
    middle, top = quad.mean(axis=0), (quad[0] + quad[1]) / 2
    names = []
    for place in ((middle + top) / 2, middle + (middle - top) / 2):
        x, y = np.clip(np.round(place).astype(int), 0, np.array(tile.shape[1::-1]) - 1)
        red, green, _ = tile[y, x].astype(int)
        names.append("red" if red > green + 60 else "green" if green > red + 60 else "none")
    return names[0], names[1]


@pytest.mark.parametrize("seed", range(20))
def test_a_scene_tile_keeps_labels_on_their_indices(seed: int) -> None:
    """However a scene is turned and cut, each quad's top is the index's top."""
    tile, quads = scene_tile(np.random.default_rng(seed), marked(), LABELS, 320)

    assert tile.shape == (320, 320, 3)
    assert all(colours_at(tile, quad) == ("red", "green") for quad in quads)


@pytest.mark.parametrize("seed", range(20))
def test_a_photograph_tile_keeps_labels_on_their_indices(seed: int) -> None:
    """Turning, scaling and stretching a photograph moves its labels along."""
    tile, quads = photograph_tile(np.random.default_rng(seed), marked(), LABELS, 320)

    assert tile.shape == (320, 320, 3)
    assert all(colours_at(tile, quad) == ("red", "green") for quad in quads)
    heights = [float(np.linalg.norm(quad[0] - quad[3])) for quad in quads]
    assert all(24 < height < 80 for height in heights)


def test_a_photographs_doubtful_index_is_painted_over() -> None:
    """An index whose direction is unknown is neither taught as one nor as none."""
    doubtful = LABELS[2]
    chance = np.random.default_rng(2)
    tiles = [photograph_tile(chance, marked([doubtful]), [doubtful], 320) for _ in range(5)]

    for tile, quads in tiles:
        assert len(quads) == 0
        assert not (np.abs(tile.astype(int) - [0, 230, 0]).max(axis=2) < 30).any()


def test_little_seen_indices_are_no_examples() -> None:
    """A scene's half covered index is not among the quads to learn."""
    chance = np.random.default_rng(3)
    counts = {len(scene_tile(chance, marked(), LABELS[2:], 320)[1]) for _ in range(10)}

    assert counts == {0}


@pytest.mark.parametrize("angle", [-math.pi / 2, 0.0, 2.1])
def test_an_upright_crop_stands_upright(angle: float) -> None:
    """The crop's top shows what lies in the given direction from its middle."""
    picture = np.zeros((200, 200, 3), np.uint8)
    x, y = 100 + 20 * math.cos(angle), 100 + 20 * math.sin(angle)
    picture[round(y) - 3 : round(y) + 4, round(x) - 3 : round(x) + 4] = 255

    crop = upright_crop(picture, (100, 100), angle)
    rows, columns = np.nonzero(crop[..., 0] > 128)

    assert crop.shape == (64, 32, 3)
    assert abs(rows.mean() - (31.5 - 20)) < 1.5
    assert abs(columns.mean() - 15.5) < 1.5


def test_recolouring_leaves_the_original_alone() -> None:
    """Pictures are kept in memory and used again, so they must not change."""
    picture = marked()
    for seed in range(30):
        recoloured(np.random.default_rng(seed), picture)

    assert np.array_equal(picture, marked())
