"""Patches around indices, cut once and kept in memory, so that crops cost almost nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.crops import LEARNT_FROM, recoloured, softened, upright_crop
from vision.training.decks import Picture
from vision.training.faces import rank_of, suit_of
from vision.training.scenes import IndexLabel

PATCH_PX = 96
"""Holds the crop at every turn, with room for shifts and for a fifth of scaling."""

NO_INDEX = -1
"""Rank and suit of a crop that shows no upright index."""

_PARTLY_SEEN = 0.55
"""An index seen less than this must not be read: it is taught as no index."""

_COVERED_SHARE = 0.16
"""Of the crops of an index: those over which something is laid while training."""
_COVERED = (0.45, 0.85)
"""Share of the index that is hidden in half of those, which then show none."""
_TOUCHED = (0.03, 0.2)
"""The same in the other half, which can still be read."""

_COLOURLESS = 6
"""Spread of the channels that no more than one pixel in 200 of a colourless picture exceeds."""

_PHOTOGRAPHED_HEIGHTS_PX = (35.0, 44.0, 56.0)
"""Index heights each photograph is scaled to: the reader's choice of scale may miss somewhat."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A square around an index or around nothing, with the index still lying as it lay."""

    pixels: Picture
    angle: float
    """Direction from suit to rank, radians clockwise from right."""
    rank: int
    suit: int
    coloured: bool
    """Whether red would look red in the picture it comes from."""
    size_wh: tuple[float, float] = (0.0, 0.0)
    """The index as it stands upright, in pixels; nothing where there is none."""


@dataclass(frozen=True, slots=True)
class Example:
    """A crop as the network sees it and what it shows."""

    crop: Picture
    rank: int
    suit: int
    colour_seen: bool


def patches_of_scene(
    chance: np.random.Generator, picture: Picture, labels: Sequence[IndexLabel]
) -> list[Patch]:
    """Patches of every index of a drawn scene, and sometimes one of no index."""
    coloured = is_coloured(picture)
    patches = []
    for label in labels:
        if label.visible >= LEARNT_FROM:
            patches.append(_patch(picture, label, coloured=coloured))
        elif label.visible < _PARTLY_SEEN:
            patches.append(_patch(picture, label, coloured=coloured, readable=False))
    return patches + _bare(chance, picture, labels)


def patches_of_photograph(
    chance: np.random.Generator, picture: Picture, labels: Sequence[IndexLabel]
) -> list[Patch]:
    """Patches of a photograph's indices at several scales; doubtful labels teach nothing."""
    coloured = is_coloured(picture)
    median = float(np.median([np.linalg.norm(label.quad[0] - label.quad[3]) for label in labels]))
    patches = []
    for height in _PHOTOGRAPHED_HEIGHTS_PX:
        scale = height / median
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        scaled = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how)
        moved = [
            IndexLabel(label.face, label.quad * np.float32(scale), label.visible, label.card)
            for label in labels
        ]
        patches += [
            _patch(scaled, label, coloured=coloured)
            for label in moved
            if label.visible >= LEARNT_FROM
        ]
        patches += _bare(chance, scaled, moved)
    return patches


def example_of(chance: np.random.Generator, patch: Patch, above: Patch | None = None) -> Example:
    """A crop of *patch*, a little off centre, turned and scaled, in other light.

    One index in twelve is turned on its side or head and becomes an example of no upright index.

    Args:
        chance: decides all of it.
        patch: what is shown.
        above: what the card that is laid over some of the indices shows; without it none is.
    """
    index = patch.rank != NO_INDEX
    angle = patch.angle + chance.normal(0, 0.09)
    turned = index and chance.random() < 0.08
    if turned:
        angle += float(chance.choice([math.pi, math.pi, math.pi / 2, -math.pi / 2]))
    centre = (PATCH_PX - 1) / 2 + chance.normal(0, 2.0, 2)
    scale = math.exp(float(np.clip(chance.normal(0, 0.08), -0.18, 0.18)))
    crop = upright_crop(patch.pixels, centre.tolist(), angle, scale)
    hidden = 0.0
    if index and not turned and above is not None and chance.random() < _COVERED_SHARE:
        hidden = float(chance.uniform(*(_COVERED if chance.random() < 0.5 else _TOUCHED)))
        shown = (patch.size_wh[0] * scale, patch.size_wh[1] * scale)
        crop = covered(chance, crop, above.pixels, shown, hidden)
    crop = recoloured(chance, softened(chance, crop))
    if turned or hidden > _TOUCHED[1]:
        return Example(crop, NO_INDEX, NO_INDEX, colour_seen=True)
    # Noise alone gives every crop of a coloured picture some spread.
    seen = patch.coloured and bool((crop.max(axis=2) > crop.min(axis=2)).any())
    return Example(crop, patch.rank, patch.suit, seen)


def covered(
    chance: np.random.Generator,
    crop: Picture,
    above: Picture,
    size_wh: tuple[float, float],
    share: float,
) -> Picture:
    """*crop* with a card's straight edge laid over *share* of the index in its middle.

    Args:
        chance: decides from where the card comes and how deep its shadow is.
        crop: height × width × 3, the index upright in the middle.
        above: what the card shows; at least as large as *crop*.
        size_wh: the index, in pixels of the crop.
        share: 0..1.
    """
    height, width = crop.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = columns - (width - 1) / 2, rows - (height - 1) / 2
    inside = (np.abs(x) <= max(size_wh[0], 4) / 2) & (np.abs(y) <= max(size_wh[1], 4) / 2)
    way = chance.uniform(0, 2 * math.pi)
    along = x * math.cos(way) + y * math.sin(way)
    beyond = along - np.quantile(along[inside], 1 - share)
    top, left = (
        int(chance.integers(0, room + 1)) for room in np.subtract(above.shape, crop.shape)[:2]
    )
    card = above[top : top + height, left : left + width].astype(np.float32)
    if chance.random() < 0.5:
        # Paper as bright as the brightest of the card, where it shows nothing of its print.
        card = np.broadcast_to(np.percentile(card, 90, axis=(0, 1)), card.shape)
    shadow = chance.uniform(0, 0.45) * np.exp(np.minimum(beyond, 0) / chance.uniform(0.8, 4))
    # Over one pixel, as an edge comes out of the camera.
    cover = np.clip(beyond + 0.5, 0, 1)[..., None]
    return (crop * (1 - shadow[..., None]) * (1 - cover) + card * cover).astype(np.uint8)


def is_coloured(picture: Picture) -> bool:
    """Whether red ink would look red. Ask of a whole picture: a black joker's crop is grey."""
    sampled = picture[::4, ::4]
    spread = sampled.max(axis=2).astype(np.int16) - sampled.min(axis=2)
    return bool(np.percentile(spread, 99.5) > _COLOURLESS)


def _patch(picture: Picture, label: IndexLabel, *, coloured: bool, readable: bool = True) -> Patch:
    wide, high = label.quad[1] - label.quad[0], label.quad[3] - label.quad[0]
    return Patch(
        pixels=_cut(picture, (float(label.centre[0]), float(label.centre[1]))),
        angle=math.atan2(label.up[1], label.up[0]),
        rank=rank_of(label.face) if readable else NO_INDEX,
        suit=suit_of(label.face) if readable else NO_INDEX,
        coloured=coloured,
        size_wh=(float(np.hypot(*wide)), float(np.hypot(*high))),
    )


def _bare(
    chance: np.random.Generator, picture: Picture, labels: Sequence[IndexLabel]
) -> list[Patch]:
    """A patch away from every labelled index, for half of the pictures."""
    height, width = picture.shape[:2]
    place = chance.uniform(0.02, 0.98, 2) * [width, height]
    near = any(float(np.linalg.norm(label.centre - place)) < 30 for label in labels)
    if near or chance.random() < 0.5:
        return []
    pixels = _cut(picture, (float(place[0]), float(place[1])))
    return [Patch(pixels, chance.uniform(0, 2 * math.pi), NO_INDEX, NO_INDEX, coloured=True)]


def _cut(picture: Picture, centre_xy: tuple[float, float]) -> Picture:
    half = (PATCH_PX - 1) / 2
    placing = np.array([[1, 0, half - centre_xy[0]], [0, 1, half - centre_xy[1]]], np.float32)
    return cv2.warpAffine(picture, placing, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE)
