"""The table in the newest full frame of its camera, for whoever enrols a deck from it."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np

from referee.app.live_sources import Watched
from vision.calibration.view import TableView
from vision.detectors.base import Picture
from vision.sources.base import SourceError, Window

_LOG = logging.getLogger(__name__)
_BETWEEN_CORNERS = 5
"""Places along each edge: a lens bends it outwards between its corners."""


class FullFrames:
    """Remembers which source was opened last; asked from any thread."""

    def __init__(self) -> None:
        self._watched: Watched | None = None

    def remembering(self, opened: Callable[[], Watched]) -> Callable[[], Watched]:
        """The same as *opened*, and what it gives is the source from then on."""

        def remembered() -> Watched:
            self._watched = watched = opened()
            return watched

        return remembered

    def newest(self) -> Picture | None:
        """All of the table that the camera shows now; ``None`` where no picture can be had."""
        watched = self._watched
        if watched is None:
            return None
        try:
            return watched.source.cut(_table_in(watched.view)).image
        except SourceError as error:
            _LOG.warning("no full frame: %s", error)
            return None


def _table_in(view: TableView) -> Window:
    """The part of the full frame with the table: reading the floor beside it takes as long."""
    edge = np.linspace(-view.table_mm / 2, view.table_mm / 2, _BETWEEN_CORNERS)
    ring = [(x, y) for x in edge for y in edge if edge[-1] in (abs(x), abs(y))]
    seen = view.px_of(np.array(ring, np.float64))
    left, top = np.maximum(np.floor(seen.min(axis=0)).astype(int), 0)
    right, bottom = np.minimum(np.ceil(seen.max(axis=0)).astype(int), view.full_wh)
    return Window(int(left), int(top), int(right - left), int(bottom - top))
