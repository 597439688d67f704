"""Watching a table: its source in its own time, a recording beside it, a stalled camera again."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

from referee.app.compose import build_reader
from referee.app.live_sources import Watched, recorded_calibration
from referee.app.settings import ReaderSettings
from vision.calibration.calibration_file import write_calibration
from vision.eye.eye import Eye, Look, Read, reading_with
from vision.eye.live import LiveWatch
from vision.eye.playing import played
from vision.sources.base import Frame, Source, SourceStalled
from vision.sources.paced import Paced
from vision.sources.video import Recorder

_LOG = logging.getLogger(__name__)

_RESTARTS = 3
"""How often a camera that has stalled is opened again before the process gives up."""


def card_reading(settings: ReaderSettings) -> Read:
    """The card reader with its networks loaded, as an eye calls it; a second or so."""
    return reading_with(build_reader(settings))


def looks(
    watched: Watched,
    eye: Eye,
    read: Read,
    *,
    speed: float | None = 1.0,
    record: Path | None = None,
) -> Iterator[tuple[Frame, Look]]:
    """Watch, and open a camera again that has stalled.

    Args:
        watched: What is watched; closed at the end.
        eye: Owned by the thread that takes the looks.
        read: How a picture is read.
        speed: Of a file or script, in table seconds a second; ``None`` for as fast as it can be
            read, without threads. A camera has its own.
        record: A video file to keep what was seen; not without threads.

    Yields:
        Each frame that the eye has seen with what came of it.

    Raises:
        SourceError: If the source fails, or stalls for good.
    """
    if speed is None:
        yield from played(watched.source, eye, read)
        return
    source: Source = watched.source
    for attempt in range(_RESTARTS + 1):
        paced = source if watched.reopen is not None else Paced(source, speed)
        recorder = _recorder(watched, paced, record)
        watch = (
            LiveWatch(paced, eye, read)
            if recorder is None
            else LiveWatch(
                recorder,
                eye,
                read,
                took_frame=recorder.took_frame,
                took_cut=recorder.took_cut,
            )
        )
        try:
            yield from watch.looks()
        except SourceStalled as stalled:
            if watched.reopen is None or attempt == _RESTARTS:
                raise
            _LOG.warning("camera stalled, opening it again: %s", stalled)
            source = watched.reopen()
        else:
            _LOG.info("frames dropped: %d", watch.dropped)
            return


def _recorder(watched: Watched, source: Source, file: Path | None) -> Recorder | None:
    """A recording plays again only as its camera saw the table, so that is kept beside it."""
    if file is None:
        return None
    recorder = Recorder(source, file)
    write_calibration(recorded_calibration(file), watched.view, watched.zones)
    return recorder
