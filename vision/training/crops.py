"""Cutting what the networks see out of pictures: upright index crops and finder tiles."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.camera import salted
from vision.training.decks import Picture
from vision.training.faces import BLACK_JOKER
from vision.training.scenes import IndexLabel

CROP_WH = (32, 64)
"""Pixels of the classifier's crop: 12.8 × 25.6 mm at the reader's scale."""

LEARNT_FROM = 0.7
"""An index seen less than this is no example of an index."""

PHOTOGRAPHED_INDEX_PX = (32.0, 64.0)
"""Photographs are scaled so that their median index is about this high."""

_JOKER_WORD = 0.65
"""Height of a deck's indices as a part of the length of its jokers' words."""

Quads = NDArray[np.float32]
"""N × 4 × 2 pixels, each as in `IndexLabel.quad`."""


def upright_crop(
    picture: Picture, centre_xy: Sequence[float], angle: float, scale: float = 1.0
) -> Picture:
    """The classifier's crop around an index.

    Args:
        picture: height × width × 3.
        centre_xy: middle of the index in pixels.
        angle: direction from suit to rank, radians clockwise from the picture's right.
        scale: pixels of the crop per pixel of the picture.
    """
    width, height = CROP_WH
    up_x, up_y = math.cos(angle) / scale, math.sin(angle) / scale
    right_x, right_y = -up_y, up_x
    x, y = centre_xy
    placing = np.array(
        [
            [right_x, -up_x, x - right_x * width / 2 + up_x * height / 2],
            [right_y, -up_y, y - right_y * width / 2 + up_y * height / 2],
        ],
        np.float32,
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, placing, CROP_WH, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def scene_tile(
    chance: np.random.Generator, picture: Picture, labels: Sequence[IndexLabel], size: int
) -> tuple[Picture, Quads]:
    """A square tile of a drawn scene, turned by quarter turns, and the indices wholly seen in it.

    Tiles are centred near an index more often than not: bare cloth teaches little.
    """
    quads, visible = _arrays(labels)
    turns = int(chance.integers(4))
    picture, quads = _quarter_turned(picture, quads, turns)
    height, width = picture.shape[:2]
    x0, y0 = (int(chance.integers(0, extent - size + 1)) for extent in (width, height))
    if len(quads) and chance.random() < 0.88:
        middle = quads[int(chance.integers(len(quads)))].mean(axis=0)
        x0 = int(np.clip(middle[0] - chance.uniform(0.08, 0.92) * size, 0, width - size))
        y0 = int(np.clip(middle[1] - chance.uniform(0.08, 0.92) * size, 0, height - size))
    tile = np.ascontiguousarray(picture[y0 : y0 + size, x0 : x0 + size])
    return tile, _wholly_inside(quads - np.array([x0, y0], np.float32), visible, size)


def photograph_tile(
    chance: np.random.Generator, picture: Picture, labels: Sequence[IndexLabel], size: int
) -> tuple[Picture, Quads]:
    """A square tile of a real photograph, turned and brought near the reader's scale.

    Indices whose direction is not known are painted over, so that they teach nothing.
    """
    quads, visible = _arrays(labels)
    picture = _without_doubtful(picture, quads, visible)
    low, high = PHOTOGRAPHED_INDEX_PX
    scale = chance.uniform(low, high) / _index_height(labels)
    angle = int(chance.integers(4)) * math.pi / 2 + chance.normal(0, 0.12)
    stretch = math.exp(chance.normal(0, 0.06))
    middle = quads[int(chance.integers(len(quads)))].mean(axis=0)
    offset = chance.uniform(0.12, 0.88, 2) * size
    cosine, sine = math.cos(angle) * scale, math.sin(angle) * scale
    linear = np.array([[cosine * stretch, -sine], [sine * stretch, cosine]])
    placing = np.concatenate([linear, (offset - linear @ middle)[:, None]], axis=1)
    if scale < 0.7:
        # Averaged first: sampling alone would skip whole strokes of a letter.
        picture = cv2.GaussianBlur(picture, (0, 0), 0.45 / scale)
    border = tuple(int(level) for level in chance.integers(0, 255, 3))
    tile = cv2.warpAffine(picture, placing, (size, size), borderValue=border)
    moved = (quads.reshape(-1, 2) @ linear.T + placing[:, 2]).reshape(-1, 4, 2)
    return tile, _wholly_inside(moved.astype(np.float32), visible, size)


def recoloured(chance: np.random.Generator, picture: Picture) -> Picture:
    """*picture* under other light, sometimes without colour or with broken pixels."""
    light = chance.random()
    if light < 0.4:
        gain, offset = chance.uniform(0.65, 1.35), chance.uniform(-25, 25)
        picture = cv2.convertScaleAbs(picture, alpha=gain, beta=offset)
    elif light < 0.5:
        # Overexposed: even black ink turns pale.
        fade = chance.uniform(0.2, 0.65)
        picture = cv2.convertScaleAbs(picture, alpha=1 - fade, beta=255 * fade)
    elif light < 0.58:
        picture = cv2.convertScaleAbs(picture, alpha=chance.uniform(0.2, 0.6))
    if chance.random() < 0.08:
        grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
        picture = np.repeat(grey[..., None], 3, axis=2)
    if chance.random() < 0.08:
        picture = salted(chance, picture, chance.uniform(0.002, 0.02))
    return picture


def softened(chance: np.random.Generator, crop: Picture) -> Picture:
    """*crop* as a coarser or shaken camera, or a stronger compression, would have given it."""
    kind = chance.random()
    height, width = crop.shape[:2]
    if kind < 0.18:
        share = chance.uniform(0.35, 0.8)
        small = (max(8, round(width * share)), max(16, round(height * share)))
        coarse = cv2.resize(crop, small, interpolation=cv2.INTER_AREA)
        return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    if kind < 0.28:
        reach = (chance.uniform(0.3, 2.0), chance.uniform(0.3, 2.0))
        return cv2.GaussianBlur(crop, (0, 0), sigmaX=reach[0], sigmaY=reach[1])
    if kind < 0.38:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(15, 60))]
        _, packed = cv2.imencode(".jpg", crop, quality)
        decoded = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        return crop if decoded is None else decoded
    return crop


def _arrays(labels: Sequence[IndexLabel]) -> tuple[Quads, NDArray[np.float32]]:
    quads = np.array([label.quad for label in labels], np.float32).reshape(-1, 4, 2)
    return quads, np.array([label.visible for label in labels], np.float32)


def _quarter_turned(picture: Picture, quads: Quads, turns: int) -> tuple[Picture, Quads]:
    """Turn by *turns* quarters counter-clockwise."""
    for _ in range(turns):
        width = picture.shape[1]
        picture = np.rot90(picture)
        quads = np.stack([quads[..., 1], width - 1 - quads[..., 0]], axis=-1)
    return picture, quads


def _wholly_inside(quads: Quads, visible: NDArray[np.float32], size: int) -> Quads:
    """Quads good to learn from: seen well and at most a little cut by the tile's edge."""
    if not len(quads):
        return quads
    steps = (np.arange(5) + 0.5) / 5
    across, down = np.meshgrid(steps, steps)
    across, down = across.reshape(-1, 1), down.reshape(-1, 1)
    top = quads[:, None, 0] * (1 - across) + quads[:, None, 1] * across
    bottom = quads[:, None, 3] * (1 - across) + quads[:, None, 2] * across
    points = top * (1 - down) + bottom * down
    inside = ((points >= 0) & (points < size)).all(axis=2).mean(axis=1)
    return quads[visible * inside >= LEARNT_FROM]


def _without_doubtful(picture: Picture, quads: Quads, visible: NDArray[np.float32]) -> Picture:
    doubtful = quads[visible < LEARNT_FROM]
    if not len(doubtful):
        return picture
    picture = picture.copy()
    for quad in doubtful:
        x, y = np.clip(quad[0].astype(int), 0, np.array(picture.shape[1::-1]) - 1)
        cv2.fillConvexPoly(picture, quad.astype(np.int32), picture[y, x].tolist())
    return picture


def _index_height(labels: Sequence[IndexLabel]) -> float:
    """Median height of the indices; a joker's word counts as an index two thirds as long."""
    heights = [
        float(np.linalg.norm(label.quad[0] - label.quad[3]))
        * (_JOKER_WORD if label.face >= BLACK_JOKER else 1.0)
        for label in labels
    ]
    return float(np.median(heights))
