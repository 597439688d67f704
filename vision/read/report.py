"""A reading as the plain data that ``--json`` prints, one line a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from vision.read.outline import outline_of
from vision.read.reading import CardSeen, Reading


class IndexReport(TypedDict):
    """Place in pixels of the picture given; angle as in `IndexSeen`."""

    x: float
    y: float
    angle_deg: float
    confidence: float


class CardReport(TypedDict):
    card: str
    confidence: float
    indices: list[IndexReport]
    corners: list[list[float]] | None
    """As `outline_of` orders them; ``None`` where the card's indices do not fix them."""


class UnsureReport(TypedDict):
    reason: str
    x: float
    y: float


class PictureReport(TypedDict):
    file: str
    px_per_mm: float | None
    cards: list[CardReport]
    unsure: list[UnsureReport]


def report(file: Path, reading: Reading) -> PictureReport:
    """Describe what was read on *file*; pixels to a tenth, probabilities to a thousandth."""
    scale = reading.px_per_mm
    return {
        "file": str(file),
        "px_per_mm": None if scale is None else round(scale, 3),
        "cards": [
            {
                "card": str(seen.card),
                "confidence": round(seen.confidence, 3),
                "indices": [
                    {
                        "x": round(index.x, 1),
                        "y": round(index.y, 1),
                        "angle_deg": round(index.angle_deg, 1),
                        "confidence": round(index.confidence, 3),
                    }
                    for index in seen.indices
                ],
                "corners": _corners(seen, scale),
            }
            for seen in reading.cards
        ],
        "unsure": [
            {"reason": doubt.reason.value, "x": round(doubt.x, 1), "y": round(doubt.y, 1)}
            for doubt in reading.unsure
        ],
    }


def _corners(seen: CardSeen, px_per_mm: float | None) -> list[list[float]] | None:
    outline = outline_of(seen, px_per_mm)
    return None if outline is None else [[round(x, 1), round(y, 1)] for x, y in outline]
