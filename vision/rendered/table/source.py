"""The rendered table as a camera: a small frame every twelfth of a second, cuts on demand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Lock

import cv2
import numpy as np

from referee.rules.seats import Seat
from vision.calibration.view import TableView
from vision.calibration.zones import Zones
from vision.detectors.base import Picture
from vision.rendered.table.deck import load_deck
from vision.rendered.table.layouts import Pose
from vision.rendered.table.painting import Painter, noise_tile, repeated, sensed
from vision.rendered.table.room import draw_room, gain_at, lamp_at, view_at
from vision.rendered.table.script import Deed, Script
from vision.rendered.table.small_stream import SmallStream, put
from vision.rendered.table.timeline import Piece, Timeline, Truth, timeline_of
from vision.sources.base import Cut, Frame, Window

FULL_WH = (4608, 2592)
"""The IMX708's full frame."""
FRAMES_A_SECOND = 12
_FOCUS_PX = 0.75
"""Standard deviation of the lens's blur in the full frame, pixels."""


@dataclass(frozen=True, slots=True)
class KeyPress:
    """A press of the PASS key of a seat unit, which no camera sees."""

    at_ms: int
    seat: Seat


class RenderedTable:
    """Plays a script as a `vision.sources.base.Source`, as fast as frames are asked for."""

    def __init__(
        self,
        script: Script,
        *,
        table_mm: float = 900.0,
        full_wh: tuple[int, int] = FULL_WH,
        still_ms: int = 0,
    ) -> None:
        """Prepare a table.

        Args:
            script: What is played.
            table_mm: Side of the table.
            full_wh: Size of the full frame, pixels.
            still_ms: How long nothing happens after the end, besides a few seconds.
        """
        self.script = script
        self._room = draw_room(script.seed, table_mm, full_wh)
        self._timeline = timeline_of(script, table_mm)
        self._end_ms = self._timeline.end_ms + still_ms
        self._full_wh = full_wh
        self._lock = Lock()
        self._shown_ms = 0
        self._closed = False
        self._first = 0
        self._small = SmallStream(script, self._room, self._timeline)
        # A little finer than the frame: warping then averages instead of sampling.
        self._deck = load_deck(script.deck, round(self._room.view.px_per_mm * 1.15, 3))

    @property
    def full_wh(self) -> tuple[int, int]:
        return self._full_wh

    @property
    def view(self) -> TableView:
        """What a perfect calibration would have found at the start."""
        return self._room.view

    @property
    def zones(self) -> Zones:
        return Zones(self._room.view.table_mm)

    @property
    def timeline(self) -> Timeline:
        return self._timeline

    @property
    def truth(self) -> tuple[Truth, ...]:
        return self._timeline.truth

    @property
    def keys(self) -> tuple[KeyPress, ...]:
        """Presses of the seat units' keys, in order."""
        return tuple(
            KeyPress(truth.rest_ms, truth.act.seat)
            for truth in self.truth
            if truth.act.deed is Deed.PASSES
        )

    @property
    def drawn_ms(self) -> tuple[int, ...]:
        """When all cards of a deal have been drawn."""
        return tuple(true.rest_ms for true in self.truth if true.act.deed is Deed.DRAWS)

    def begin_at(self, at_ms: int) -> None:
        """Leave out all frames before a moment of the script: nobody was looking."""
        self._first = at_ms * FRAMES_A_SECOND // 1000

    def frames(self) -> Iterator[Frame]:
        number = self._first
        while not self._closed:
            number += 1
            at_ms = round(number * 1000 / FRAMES_A_SECOND)
            if at_ms > self._end_ms:
                return
            image = self._small.frame(at_ms, number)
            with self._lock:
                self._shown_ms = at_ms
            yield Frame(image, at_ms, number)

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        with self._lock:
            moment = self._shown_ms if at_ms is None else min(at_ms, self._shown_ms)
        return Cut(self.picture(window, moment), moment, window)

    def picture(self, window: Window, at_ms: int) -> Picture:
        """What *window* of the full frame shows at a moment; any moment, in any order."""
        size = (window.width, window.height)
        view = view_at(self._room, self.script, at_ms)
        painter = Painter(view, self._room, (window.x, window.y), size, 1.0)
        canvas = painter.bare_table()
        for piece, pose in self.lying(at_ms):
            put(painter, canvas, piece, self._deck, pose)
        for seat, hand in self._timeline.arms(at_ms):
            painter.arm(canvas, seat, hand)
        cv2.GaussianBlur(canvas, (0, 0), _FOCUS_PX, dst=canvas)
        cv2.multiply(canvas, painter.lamp(lamp_at(self._room, self.script, at_ms)), dst=canvas)
        chance = np.random.default_rng([self.script.seed, 404, at_ms, window.x, window.y])
        x, y = (int(start) for start in chance.integers(0, noise_tile().shape[0], 2))
        noise = repeated(noise_tile(), (x, y), size)
        return sensed(canvas, gain_at(self._room, self.script, at_ms), noise, self._room.noise)

    def lying(self, at_ms: int) -> list[tuple[Piece, Pose]]:
        """What is on the table at a moment, the lowest first."""
        return self._timeline.seen(at_ms, moving=None)

    def close(self) -> None:
        self._closed = True
