"""What the reader needs of its two networks, whoever runs them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float32]
Picture = npt.NDArray[np.uint8]
"""Shape ``(height, width, 3)``; the channel order is named where it matters."""

RANK_LETTERS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "joker")
"""Order of the classifier's rank outputs."""
SUIT_LETTERS = ("C", "D", "H", "S", "black", "red")
"""Order of the classifier's suit outputs; the last two belong to jokers."""


class WeightsError(Exception):
    """A network file that is missing, damaged, or not what the reader was built for."""

    def __init__(self, file: str, found: str, wanted: str) -> None:
        super().__init__(f"{file}: found {found}, want {wanted}")
        self.file = file
        self.found = found
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Proposals:
    """Places that may hold a printed index (牌角), one a row, best first not promised.

    Several rows for one index are normal: nothing has been suppressed yet.
    """

    scores: FloatArray
    """Shape ``(n,)``, 0 to 1."""
    boxes_xywh: FloatArray
    """Shape ``(n, 4)``: centre and size of the upright box, pixels of the tile."""
    tops_xy: FloatArray
    """Shape ``(n, 2)``: middle of the index's upper edge, pixels of the tile."""
    bottoms_xy: FloatArray
    """Shape ``(n, 2)``: middle of its lower edge."""

    def __post_init__(self) -> None:
        n = len(self.scores)
        for name, shape in (
            ("scores", (n,)),
            ("boxes_xywh", (n, 4)),
            ("tops_xy", (n, 2)),
            ("bottoms_xy", (n, 2)),
        ):
            found = getattr(self, name).shape
            if found != shape:
                raise ValueError(f"{name} must have shape {shape}, got {found}")

    def __len__(self) -> int:
        return len(self.scores)


@dataclass(frozen=True, slots=True)
class Glyphs:
    """What the classifier says about each crop, as logits."""

    rank: FloatArray
    """Shape ``(n, 14)``, order of `RANK_LETTERS`."""
    suit: FloatArray
    """Shape ``(n, 6)``, order of `SUIT_LETTERS`."""
    upright: FloatArray
    """Shape ``(n,)``: positive when the crop shows an index and shows it upright."""

    def __post_init__(self) -> None:
        n = len(self.upright)
        for name, shape in (
            ("rank", (n, len(RANK_LETTERS))),
            ("suit", (n, len(SUIT_LETTERS))),
            ("upright", (n,)),
        ):
            found = getattr(self, name).shape
            if found != shape:
                raise ValueError(f"{name} must have shape {shape}, got {found}")


class IndexFinder(Protocol):
    """Finds printed indices and their direction on one tile."""

    @property
    def tile_px(self) -> int:
        """Longest side of a tile."""

    @property
    def step_px(self) -> int:
        """Sides are multiples of this; ``tile_px`` where only one size will do."""

    def find(self, tile_rgb: Picture, least_score: float) -> Proposals:
        """Look at one tile; leaves out proposals below *least_score*."""


class IndexClassifier(Protocol):
    """Reads rank and suit of indices that were cut out and turned upright."""

    @property
    def crop_wh(self) -> tuple[int, int]:
        """Width and height of the crops it takes, pixels."""

    def read(self, crops_rgb: Picture) -> Glyphs:
        """Read crops of shape ``(n, height, width, 3)``; ``n`` may be zero."""

    def embed(self, crops_rgb: Picture) -> FloatArray:
        """What the last layer sees of crops as for `read`, shape ``(n, width)``.

        Prints that look alike have a high cosine, whatever face they are read as.
        """
