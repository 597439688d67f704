"""The program with a rendered table for ``camera:0``; everything else is the program as it is.

``program.py idle STALL SCRIPT WORDS...`` paints an idle table by itself. While the file STALL is
there, that gives no picture and, after some seconds, the error of a camera whose ribbon is loose.

``program.py room SOCKET WORDS...`` has the camera of `tests.soak.room`, under which deals are
played.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from referee.app import live_sources
from referee.app.main import main
from tests.soak.room import RoomCamera
from vision.rendered.table.script_file import read_script
from vision.rendered.table.source import RenderedTable
from vision.sources.base import Frame, Source, SourceStalled

_LONGEST_S = 5.0
"""As long as the Pi's camera may give nothing before it counts as stalled."""


def standing_still(stall: Path) -> None:
    """Let every rendered table look at *stall* before each frame."""
    plain = RenderedTable.frames

    def frames(table: RenderedTable) -> Iterator[Frame]:
        opened = time.monotonic()
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


def as_camera(script: Path) -> None:
    """Let ``camera:0`` be a rendered table, which can be opened again and again."""
    table = RenderedTable(read_script(script))
    # The first picture takes long to paint; a camera has its first at once.
    table._small.frame(0, 0)

    def opened(kind: str, number: str) -> tuple[Source, Callable[[], Source]]:
        del kind, number
        table._closed = False
        return table, lambda: table

    live_sources._camera_or_file = opened


def in_room(socket: Path) -> None:
    """Let ``camera:0`` be the one of a room, which goes on when this program ends."""

    def opened(kind: str, number: str) -> tuple[Source, Callable[[], Source]]:
        del kind, number
        return RoomCamera(socket), lambda: RoomCamera(socket)

    live_sources._camera_or_file = opened


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["idle", stall, script, *words]:
            standing_still(Path(stall))
            as_camera(Path(script))
        case ["room", socket, *words]:
            in_room(Path(socket))
        case found:
            sys.exit(f"program.py: found {found}, want idle or room")
    sys.exit(main(words))
