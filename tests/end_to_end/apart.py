"""A rendered table in a process of its own, as a camera is: what it costs is not the watcher's."""

from __future__ import annotations

from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread

import cv2

from vision.rendered.table.script import Script
from vision.rendered.table.source import FULL_WH, RenderedTable
from vision.sources.base import Cut, Frame, Source, SourceStalled, Window
from vision.sources.paced import Paced


class TableApart:
    """A `vision.sources.base.Source` whose frames come in real time out of another process."""

    full_wh = FULL_WH

    def __init__(self, script: Script, still_ms: int = 0) -> None:
        """Start the other process; *still_ms* as for `RenderedTable`."""
        context = get_context("spawn")
        self._frames, frames = context.Pipe(duplex=False)
        self._cuts, cuts = context.Pipe()
        self._process = context.Process(
            target=_show, args=(script, still_ms, frames, cuts), daemon=True
        )
        self._process.start()
        # The other side closes when that process ends, which is then seen here.
        frames.close()
        cuts.close()

    def frames(self) -> Iterator[Frame]:
        try:
            while (frame := self._frames.recv()) is not None:
                yield frame
        except (EOFError, OSError):
            raise SourceStalled("the rendered table has ended") from None

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        try:
            self._cuts.send((window, at_ms))
            cut: Cut = self._cuts.recv()
        except (EOFError, OSError):
            raise SourceStalled("the rendered table has ended") from None
        return cut

    def close(self) -> None:
        self._process.terminate()
        self._process.join(5)


def _show(script: Script, still_ms: int, frames: Connection, cuts: Connection) -> None:
    cv2.setNumThreads(1)
    table = RenderedTable(script, still_ms=still_ms)
    Thread(target=_film, args=(table, frames), daemon=True).start()
    try:
        while True:
            cuts.send(table.cut(*cuts.recv()))
    except (EOFError, OSError):
        return  # nobody watches any more


def _film(table: Source, frames: Connection) -> None:
    try:
        for frame in Paced(table).frames():
            frames.send(frame)
        frames.send(None)
    except OSError:
        return
