"""The eye of a table whose camera is a folder of pictures: one picture a play."""

from __future__ import annotations

from pathlib import Path

from referee.ports import Sight
from vision.read.reader import CardReader
from vision.sources.stills import load_still


class StillsEye:
    """Reads each picture by itself; implements `referee.ports.CardEye`."""

    def __init__(self, reader: CardReader, px_per_mm: float | None = None) -> None:
        self._reader = reader
        self._px_per_mm = px_per_mm

    def look(self, picture: Path) -> Sight:
        """Read *picture*; raises `PictureError` when it is none."""
        reading = self._reader.read_picture(load_still(picture), px_per_mm=self._px_per_mm)
        return Sight(
            cards=tuple(card.card for card in reading.cards),
            doubts=tuple(doubt.reason.value for doubt in reading.unsure),
        )
