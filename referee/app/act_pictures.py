"""The pictures that a verdict on a watched act rests on.

The cards alone from the full frame, and the whole table before and after. Only what an act turns
out to need is made into a file.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from referee.app.evidence_pictures import LONGEST_SIDE, QUALITY
from referee.ports import EvidenceStore
from vision.calibration.view import TableView
from vision.detectors.base import Picture
from vision.scene.found import Found
from vision.sources.base import Cut, Frame
from vision.watch.glance import Glance

CROP, BEFORE, AFTER = "crop", "before", "after"
"""Kinds of pictures, best first."""
_CUTS = 8
"""Pictures of cards that are remembered: every seat's latest two."""
_CALM_FRAMES = 8
"""Frames that are remembered from before a hand came: reading its cards may take some seconds."""
_MOVES_MS = 300
"""A hand is seen by then before its cards lie still."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Pictures of one act, not encoded yet."""

    pictures: Mapping[str, Picture]

    def files(self) -> dict[str, bytes]:
        """Each as JPEG, by kind."""
        return {kind: as_jpeg(picture) for kind, picture in self.pictures.items()}

    def stored(self, store: EvidenceStore) -> dict[str, str]:
        """Make them safe; gives their names by kind, of those that the store could keep."""
        names = {kind: store.keep(jpeg) for kind, jpeg in self.files().items()}
        return {kind: name for kind, name in names.items() if name is not None}


class ActPictures:
    """Remembers the last few pictures of a table that is watched."""

    def __init__(self, view: TableView) -> None:
        self._view = view
        self._calm: deque[Frame] = deque(maxlen=_CALM_FRAMES)
        self._calm_now: Frame | None = None
        self._cuts: deque[Cut] = deque(maxlen=_CUTS)

    def saw(self, frame: Frame, glance: Glance) -> None:
        """Take every frame with what was seen on it."""
        if glance.dark:
            return
        if not glance.arms:
            self._calm_now = frame
        elif self._calm_now is not None:
            self._calm.append(self._calm_now)
            self._calm_now = None

    def took(self, cut: Cut) -> None:
        """Take a picture of cards that has been read."""
        self._cuts.append(cut)

    def of(self, found: Found, frame: Frame) -> Kept:
        """The pictures of an act that was found on *frame*; those that there are."""
        pictures: dict[str, Picture] = {}
        crop = self._crop(found.origin)
        if crop is not None:
            pictures[CROP] = crop
        came_ms = found.event.at_ms - _MOVES_MS
        before = [calm for calm in self._calm if calm.at_ms <= came_ms]
        if before:
            pictures[BEFORE] = before[-1].image
        pictures[AFTER] = frame.image
        return Kept(pictures)

    def _crop(self, origin: Mapping[str, Any]) -> Picture | None:
        """The latest picture that holds the place of an act."""
        place_mm = origin.get("place_mm")
        if place_mm is None:
            return None
        ((x, y),) = self._view.px_of(np.array([place_mm], np.float64)).tolist()
        for cut in reversed(self._cuts):
            window = cut.window
            across = window.x <= x < window.x + window.width
            if across and window.y <= y < window.y + window.height:
                return cut.image
        return None


def as_jpeg(picture: Picture) -> bytes:
    """A picture as it is kept; one that is too large is made smaller."""
    height, width = picture.shape[:2]
    scale = min(1.0, LONGEST_SIDE / max(height, width))
    if scale < 1.0:
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    done, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise AssertionError(f"a picture of {picture.shape} cannot be written as JPEG")
    return jpeg.tobytes()
