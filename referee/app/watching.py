"""Watching a table: its source in its own time, a recording beside it, a stalled camera again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from pathlib import Path

from referee.app.compose import build_reader
from referee.app.live_sources import Watched, recorded_calibration
from referee.app.settings import ReaderSettings
from vision.calibration.calibration_file import write_calibration
from vision.eye.eye import Eye, Look, Read, reading_with
from vision.eye.live import LiveWatch
from vision.eye.playing import played
from vision.sources.base import Cut, Frame, Source, SourceStalled, Window
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
    took_cut: Callable[[Cut], object] = lambda _: None,
) -> Iterator[tuple[Frame, Look]]:
    """Watch, and open a camera again that has stalled.

    Args:
        watched: What is watched; closed at the end.
        eye: Owned by the thread that takes the looks.
        read: How a picture is read.
        speed: Of a file or script, in table seconds a second; ``None`` for as fast as it can be
            read, without threads. A camera has its own.
        record: A video file to keep what was seen; not without threads.
        took_cut: Told every picture of cards before the eye is told what was read on it.

    Yields:
        Each frame that the eye has seen with what came of it.

    Raises:
        SourceError: If the source fails, or stalls for good.
    """
    if speed is None:
        yield from played(watched.source, eye, read, took_cut=took_cut)
        return
    for attempt in range(_RESTARTS + 1):
        try:
            yield from looks_once(watched, eye, read, speed=speed, record=record, took_cut=took_cut)
        except SourceStalled as stalled:
            if watched.reopen is None or attempt == _RESTARTS:
                raise
            _LOG.warning("camera stalled, opening it again: %s", stalled)
            watched = replace(watched, source=watched.reopen())
        else:
            return


def looks_once(
    watched: Watched,
    eye: Eye,
    read: Read,
    *,
    speed: float = 1.0,
    record: Path | None = None,
    took_cut: Callable[[Cut], object] = lambda _: None,
) -> Generator[tuple[Frame, Look], None, None]:
    """Watch until the source ends or stalls, as `looks` does.

    *took_cut* is told every picture of cards before the eye is told what was read on it.
    """
    source = watched.source if watched.reopen is not None else Paced(watched.source, speed)
    recorder = _recorder(watched, source, record)

    def took(window: Window, cut: Cut | None, ready_after: int) -> None:
        if recorder is not None:
            recorder.took_cut(window, cut, ready_after)
        if cut is not None:
            took_cut(cut)

    watch = LiveWatch(
        source if recorder is None else recorder,
        eye,
        read,
        took_frame=(lambda _: None) if recorder is None else recorder.took_frame,
        took_cut=took,
    )
    yield from watch.looks()
    _LOG.info("frames dropped: %d", watch.dropped)


def _recorder(watched: Watched, source: Source, file: Path | None) -> Recorder | None:
    """A recording plays again only as its camera saw the table, so that is kept beside it."""
    if file is None:
        return None
    recorder = Recorder(source, file)
    write_calibration(recorded_calibration(file), watched.view, watched.zones)
    return recorder
