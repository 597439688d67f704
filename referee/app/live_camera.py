"""Saying that the camera of a watched table was moved."""

from __future__ import annotations

import sys
from collections.abc import Callable

from vision.calibration.movement import CameraGuard
from vision.calibration.view import TableView
from vision.sources.base import Frame
from vision.watch.glance import Glance

_EVERY_MS = 1_000
"""A nudge is noticed within three looks."""


def _complain(words: str) -> None:
    sys.stderr.write(f"guandan-referee: {words}\n")


class MovedCamera:
    """Looks now and then while nobody moves, and speaks once each time the camera has moved."""

    def __init__(self, view: TableView, tell: Callable[[str], object] = _complain) -> None:
        self._view = view
        self._tell = tell
        self._guard: CameraGuard | None = None
        self._looked_ms = 0
        self._said = False
        self.moved_mm: float | None = None
        """By how much it has moved, in millimetres; ``None`` while it hangs where it hung."""

    def look(self, frame: Frame, glance: Glance) -> None:
        """Take a frame with what was seen on it; the first calm one is how it should look."""
        if glance.dark or any(arm.moves for arm in glance.arms):
            return
        if self._guard is None:
            if glance.is_calm:
                self._guard = CameraGuard(self._view, frame.image)
            return
        if frame.at_ms - self._looked_ms < _EVERY_MS:
            return
        self._looked_ms = frame.at_ms
        moved_mm = self._guard.look(frame.image)
        if moved_mm is not None:
            self.moved_mm = moved_mm
        if moved_mm is not None and not self._said:
            self._said = True
            self._tell(f"the camera has moved by {moved_mm:.0f} mm; calibrate again")
