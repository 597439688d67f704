"""A rendered table and the camera above it, in a process that outlives the program.

The players' clock goes as far as it is told and then stands still, with its picture, as players do
who wait. The camera films all the time, and whoever connects gets its frames and cuts: the program
is killed and started again under the same camera.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path

import cv2

from vision.calibration.view import TableView
from vision.calibration.zones import Zones
from vision.rendered.table.script import Script
from vision.rendered.table.source import FRAMES_A_SECOND, FULL_WH, RenderedTable
from vision.rendered.table.timeline import Timeline, timeline_of
from vision.sources.base import Cut, Frame, SourceMissing, SourceStalled, Window

TABLE_MM = 900.0
STALL = "no-pictures"
"""While a file of this name is there, the camera gives no picture."""
WEDGE = "wedged"
"""Once it is made, whoever has had pictures gets no more; another process does. It is removed."""
_KEY = b"room"
_LONGEST_S = 5.0
"""As long as the Pi's camera may give nothing before it counts as stalled."""
_REMEMBERED = 240 * FRAMES_A_SECOND
"""Frames whose moment can still be cut out of."""


class Room:
    """The players' side: which deal is played, and how far."""

    def __init__(self, folder: Path, first: Script) -> None:
        """Start the camera over a table at which *first* is about to begin.

        Args:
            folder: For the socket, and for the file that makes the camera stand still.
            first: Every later script needs its seed, which decides where the camera hangs.
        """
        self.socket = folder / "camera"
        calibrated = RenderedTable(first, table_mm=TABLE_MM)
        self.view: TableView = calibrated.view
        self.zones: Zones = calibrated.zones
        context = get_context("spawn")
        self._orders, orders = context.Pipe()
        self._process = context.Process(
            target=_live, args=(first, folder, self.socket, orders), daemon=True
        )
        self._process.start()
        orders.close()
        self._asked("when")

    def deal(self, script: Script) -> Timeline:
        """Clear the table and seat the players of *script*; nobody moves before `go`."""
        self._asked("deal", script)
        return timeline_of(script, TABLE_MM)

    def go(self, until_ms: int) -> None:
        """Let the players go on to that moment of their script."""
        self._asked("go", until_ms)

    def now_ms(self) -> int:
        """The players' clock."""
        return self._asked("when")

    def close(self) -> None:
        self._orders.close()
        self._process.join(10)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(10)

    def _asked(self, *order: object) -> int:
        self._orders.send(order)
        if not self._orders.poll(120):
            raise AssertionError("the rendered table does not answer")
        answer: int = self._orders.recv()
        return answer


class RoomCamera:
    """The camera as the program opens it; a `vision.sources.base.Source`."""

    full_wh = FULL_WH

    def __init__(self, socket: Path) -> None:
        """Connect; raises `SourceMissing` when there is no camera."""
        try:
            self._frames, self._cuts = (_connected(socket, what) for what in ("frames", "cuts"))
        except OSError as error:
            raise SourceMissing(f"{socket}: {error}") from error

    def frames(self) -> Iterator[Frame]:
        try:
            while self._frames.poll(_LONGEST_S):
                yield self._frames.recv()
        except (EOFError, OSError):
            raise SourceStalled("the camera is gone") from None
        raise SourceStalled(f"no picture for {_LONGEST_S:.0f} s")

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        try:
            self._cuts.send((window, at_ms))
            if not self._cuts.poll(_LONGEST_S):
                raise SourceStalled(f"no picture for {_LONGEST_S:.0f} s")
            cut: Cut = self._cuts.recv()
        except (EOFError, OSError):
            raise SourceStalled("the camera is gone") from None
        return cut

    def close(self) -> None:
        self._frames.close()
        self._cuts.close()


def _connected(socket: Path, what: str) -> Connection:
    line = Client(str(socket), "AF_UNIX", authkey=_KEY)
    line.send((what, os.getpid()))
    return line


class _Film:
    """What the camera has seen: each frame, and the moment of the script that it shows."""

    def __init__(self, script: Script) -> None:
        self._began = time.monotonic()
        self._changed = threading.Condition()
        self._table = RenderedTable(script, table_mm=TABLE_MM)
        self._from_ms, self._until_ms, self._since = 0, 0, self._began
        self._newest: Frame | None = None
        self._shown: deque[tuple[int, int, RenderedTable]] = deque(maxlen=_REMEMBERED)
        self._served: set[int] = set()
        self._refused: set[int] = set()
        """Processes that had pictures, and those that get no more."""

    def deal(self, script: Script) -> None:
        table = RenderedTable(script, table_mm=TABLE_MM)
        # The first picture takes long to paint; a camera gives its frames when they happen.
        table._small.frame(0, 0)
        with self._changed:
            self._table = table
            self._from_ms = self._until_ms = 0

    def go(self, until_ms: int) -> None:
        with self._changed:
            self._from_ms, self._since = self._now_ms(), time.monotonic()
            self._until_ms = max(until_ms, self._from_ms)

    def now_ms(self) -> int:
        with self._changed:
            return self._now_ms()

    def _now_ms(self) -> int:
        gone_ms = int((time.monotonic() - self._since) * 1000)
        return min(self._until_ms, self._from_ms + gone_ms)

    def film(self, stall: Path, wedge: Path) -> None:
        """Take a frame every twelfth of a second, for ever."""
        number = 0
        while True:
            number += 1
            due = self._began + number / FRAMES_A_SECOND
            time.sleep(max(0.0, due - time.monotonic()))
            if wedge.exists():
                wedge.unlink()
                with self._changed:
                    self._refused |= self._served
            if stall.exists():
                continue
            if time.monotonic() - due > 1 / FRAMES_A_SECOND:
                continue  # a busy machine takes fewer pictures, and those in time
            with self._changed:
                table, script_ms = self._table, self._now_ms()
            at_ms = round((time.monotonic() - self._began) * 1000)
            frame = Frame(table._small.frame(script_ms, number), at_ms, number)
            with self._changed:
                self._newest = frame
                self._shown.append((at_ms, script_ms, table))
                self._changed.notify_all()

    def serve(self, line: Connection) -> None:
        """Send frames or cuts, whatever the other side has connected for."""
        with contextlib.suppress(OSError, EOFError):
            what, process = line.recv()
            self._send(line, what, process)

    def _send(self, line: Connection, what: str, process: int) -> None:
        if process in self._refused:
            line.close()
        elif what == "frames":
            self._send_frames(line, process)
        else:
            self._send_cuts(line)

    def _send_frames(self, line: Connection, process: int) -> None:
        with self._changed:
            # What was filmed before somebody looked is no picture of now.
            last = 0 if self._newest is None else self._newest.number
        while True:
            with self._changed:
                self._served.add(process)
                while (frame := self._newest) is None or frame.number == last:
                    self._changed.wait()
                if process in self._refused:
                    return
            line.send(frame)
            last = frame.number

    def _send_cuts(self, line: Connection) -> None:
        while True:
            window, at_ms = line.recv()
            with self._changed:
                shown = next(
                    (each for each in self._shown if at_ms is not None and each[0] >= at_ms),
                    self._shown[-1],
                )
            line.send(Cut(shown[2].picture(window, shown[1]), shown[0], window))


def _live(first: Script, folder: Path, socket: Path, orders: Connection) -> None:
    cv2.setNumThreads(1)
    film = _Film(first)
    files = (folder / STALL, folder / WEDGE)
    threading.Thread(target=film.film, args=files, daemon=True).start()
    listener = Listener(str(socket), "AF_UNIX", authkey=_KEY)
    threading.Thread(target=_serve, args=(listener, film), daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            match orders.recv():
                case ("deal", script):
                    film.deal(script)
                case ("go", until_ms):
                    film.go(until_ms)
            orders.send(film.now_ms())


def _serve(listener: Listener, film: _Film) -> None:
    while True:
        with contextlib.suppress(OSError, EOFError):
            line = listener.accept()
            threading.Thread(target=film.serve, args=(line,), daemon=True).start()
