"""Whether a font's figures are read for what they are; ornamental ones are hardly, by nobody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.fonts import FontFamily, font_word

RANK_WORDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_PLAIN = Path("/usr/share/fonts/truetype/dejavu")
"""Plain fonts to compare with; the package fonts-dejavu-core, which the training installs."""
_SIZE_WH = (20, 28)
_SOFT_PX = 1.0

Shape = NDArray[np.float32]


def legible(families: Sequence[FontFamily]) -> tuple[FontFamily, ...]:
    """The families with only those files of which each rank looks most like itself in a plain font.

    Raises:
        FileNotFoundError: If no plain font is installed.
    """
    plain, words = _plain_shapes()
    kept = []
    for family in families:
        files = tuple(file for file in family.files if _reads_as_itself(file, plain, words))
        if files:
            kept.append(FontFamily(family.name, files))
    return tuple(kept)


def _reads_as_itself(file: Path, plain: Shape, words: NDArray[np.int64]) -> bool:
    shapes = _shapes(file)
    if shapes is None:
        return False
    nearest = words[(shapes @ plain.T).argmax(axis=1)]
    return bool((nearest == np.arange(len(RANK_WORDS))).all())


@cache
def _plain_shapes() -> tuple[Shape, NDArray[np.int64]]:
    """Shapes of all ranks in all plain fonts, and which rank each is."""
    found = [
        shapes for file in sorted(_PLAIN.glob("*.ttf")) if (shapes := _shapes(file)) is not None
    ]
    if not found:
        raise FileNotFoundError(f"{_PLAIN}: found no fonts, want those of fonts-dejavu-core")
    return np.concatenate(found), np.tile(np.arange(len(RANK_WORDS)), len(found))


def _shapes(file: Path) -> Shape | None:
    """Each rank's ink at one size, as unit vectors, shape ``(13, 560)``; None if one is missing."""
    rows = []
    for word in RANK_WORDS:
        ink = font_word(file, word)
        if ink is None:
            return None
        small = cv2.resize(np.asarray(ink, np.float32), _SIZE_WH, interpolation=cv2.INTER_AREA)
        soft = cv2.GaussianBlur(small, (0, 0), _SOFT_PX).ravel()
        soft = soft - soft.mean()
        length = float(np.linalg.norm(soft))
        if length == 0:
            return None
        rows.append(soft / length)
    return np.stack(rows).astype(np.float32)
