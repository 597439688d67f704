"""The program with a rendered camera that can stand still: ``program.py STALL WORDS...``.

While the file STALL is there, the rendered table gives no picture and, after some seconds, the
error of a camera whose ribbon is loose. Everything else is the program as it is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from referee.app import live_sources
from referee.app.live_sources import Watched
from referee.app.main import main
from vision.rendered.table.source import RenderedTable
from vision.sources.base import Frame, SourceStalled

_LONGEST_S = 5.0
"""As long as the Pi's camera may give nothing before it counts as stalled."""


def standing_still(stall: Path) -> None:
    """Let every rendered table look at *stall* before each frame."""
    plain = RenderedTable.frames

    def frames(table: RenderedTable) -> Iterator[Frame]:
        opened = time.monotonic()
        # A script is opened once; taken up again, it goes on like a camera.
        table._closed = False
        for frame in plain(table):
            # A camera gives its frames when they happen.
            time.sleep(max(0.0, opened + frame.at_ms / 1000 - time.monotonic()))
            stalled = time.monotonic()
            while stall.exists():
                if time.monotonic() - stalled > _LONGEST_S:
                    raise SourceStalled(f"no picture for {_LONGEST_S:.0f} s")
                time.sleep(0.1)
            yield frame

    RenderedTable.frames = frames  # type: ignore[method-assign]

    rendered = live_sources._rendered

    def as_camera(file: Path) -> Watched:
        """A rendered table that can be opened again, as a camera can."""
        watched = rendered(file)
        if isinstance(watched.source, RenderedTable):
            # The first picture takes long to paint; a camera has its first at once.
            watched.source._small.frame(0, 0)
        return replace(watched, reopen=lambda: rendered(file).source)

    live_sources._rendered = as_camera


if __name__ == "__main__":
    standing_still(Path(sys.argv[1]))
    sys.exit(main(sys.argv[2:]))
