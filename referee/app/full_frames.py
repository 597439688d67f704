"""The newest full frame of a table's camera, for whoever asks: a deck is enrolled from it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from referee.app.live_sources import Watched
from vision.detectors.base import Picture
from vision.sources.base import Source, SourceError, Window

_LOG = logging.getLogger(__name__)


class FullFrames:
    """Remembers which source was opened last; asked from any thread."""

    def __init__(self) -> None:
        self._source: Source | None = None

    def remembering(self, opened: Callable[[], Watched]) -> Callable[[], Watched]:
        """The same as *opened*, and what it gives is the source from then on."""

        def remembered() -> Watched:
            watched = opened()
            self._source = watched.source
            return watched

        return remembered

    def newest(self) -> Picture | None:
        """All that the camera shows now; ``None`` where no picture can be had."""
        source = self._source
        if source is None:
            return None
        width, height = source.full_wh
        try:
            return source.cut(Window(0, 0, width, height)).image
        except SourceError as error:
            _LOG.warning("no full frame: %s", error)
            return None
