"""The rendered table as a camera: a small frame every twelfth of a second, cuts on demand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from threading import Lock

import cv2
import numpy as np

from referee.rules.cards import Card
from referee.rules.seats import Seat
from vision.calibration.view import TableView
from vision.calibration.zones import Zones
from vision.detectors.base import Picture
from vision.rendered.table.deck import Sprite, load_deck
from vision.rendered.table.layouts import Pose
from vision.rendered.table.painting import Canvas, Painter
from vision.rendered.table.room import draw_room, gain_at, view_at
from vision.rendered.table.script import Deed, Script
from vision.rendered.table.timeline import Piece, Timeline, Truth, pose_at, timeline_of
from vision.sources.base import SMALL_WH, Cut, Frame, Window

FULL_WH = (4608, 2592)
"""The IMX708's full frame."""
FRAMES_A_SECOND = 12
_FOCUS_PX = 0.75
"""Standard deviation of the lens's blur in the full frame, pixels."""
_NOISES = 5
"""Noise pictures that take turns in the small stream; making fresh ones would cost more than all
the rest of a frame."""


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
    ) -> None:
        self.script = script
        self._room = draw_room(script.seed, table_mm, full_wh)
        self._timeline = timeline_of(script, table_mm)
        self._full_wh = full_wh
        self._lock = Lock()
        self._shown_ms = 0
        self._closed = False
        self._resting: tuple[object, Canvas] | None = None
        self._small_scale = SMALL_WH[0] / full_wh[0]
        small = self._room.view.px_per_mm * self._small_scale
        self._small_deck = load_deck(script.deck, round(small, 3))
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

    def frames(self) -> Iterator[Frame]:
        number = 0
        while not self._closed:
            number += 1
            at_ms = round(number * 1000 / FRAMES_A_SECOND)
            if at_ms > self._timeline.end_ms:
                return
            image = self._small(at_ms, number)
            with self._lock:
                self._shown_ms = at_ms
            yield Frame(image, at_ms, number)

    def cut(self, window: Window) -> Cut:
        with self._lock:
            at_ms = self._shown_ms
        return Cut(self.picture(window, at_ms), at_ms, window)

    def picture(self, window: Window, at_ms: int) -> Picture:
        """What *window* of the full frame shows at a moment; any moment, in any order."""
        size = (window.width, window.height)
        view = view_at(self._room, self.script, at_ms)
        painter = Painter(view, self._room, (window.x, window.y), size, 1.0)
        canvas = painter.bare_table()
        for _, piece, pose in self._seen(at_ms, moving=None):
            _put(painter, canvas, piece, self._deck.of(_shown(piece, pose)), pose)
        self._arms(painter, canvas, at_ms)
        cv2.GaussianBlur(canvas, (0, 0), _FOCUS_PX, dst=canvas)
        chance = np.random.default_rng([self.script.seed, 404, at_ms, window.x, window.y])
        noise = chance.standard_normal(canvas.shape, np.float32) * np.float32(self._room.noise)
        return painter.lit(canvas, gain_at(self._room, self.script, at_ms), noise)

    def lying(self, at_ms: int) -> list[tuple[Piece, Pose]]:
        """What is on the table at a moment, the lowest first."""
        return [(piece, pose) for _, piece, pose in self._seen(at_ms, moving=None)]

    def close(self) -> None:
        self._closed = True

    def _small(self, at_ms: int, number: int) -> Picture:
        view = view_at(self._room, self.script, at_ms)
        painter = Painter(view, self._room, (0, 0), SMALL_WH, self._small_scale)
        canvas = self._still(painter, view, at_ms).copy()
        for _, piece, pose in self._seen(at_ms, moving=True):
            _put(painter, canvas, piece, self._small_deck.of(_shown(piece, pose)), pose)
        self._arms(painter, canvas, at_ms)
        noise = _small_noises()[number % _NOISES] * np.float32(self._room.noise / 2)
        return painter.lit(canvas, gain_at(self._room, self.script, at_ms), noise)

    def _still(self, painter: Painter, view: TableView, at_ms: int) -> Canvas:
        """Table and resting cards; painted anew only when one comes or goes."""
        lying = self._seen(at_ms, moving=False)
        key = (id(view) if view is self._room.view else at_ms, tuple(p for _, _, p in lying))
        if self._resting is None or self._resting[0] != key:
            canvas = painter.bare_table()
            for _, piece, pose in lying:
                _put(painter, canvas, piece, self._small_deck.of(_shown(piece, pose)), pose)
            self._resting = (key, canvas)
        return self._resting[1]

    def _seen(self, at_ms: float, *, moving: bool | None) -> list[tuple[int, Piece, Pose]]:
        """Pieces on the table, the lowest first; only those that move or rest where asked for."""
        found = []
        reach = self._room.view.table_mm / 2 + 120
        for number, piece in enumerate(self._timeline.pieces):
            there = pose_at(piece, at_ms)
            if there is None or (moving is not None and there[2] is not moving):
                continue
            pose, since, moves = there
            if not moves and max(abs(pose.x), abs(pose.y)) > reach:
                continue  # back in somebody's hand
            found.append((since * 1000 + number, piece, pose))
        return sorted(found, key=lambda each: each[0])

    def _arms(self, painter: Painter, canvas: Canvas, at_ms: float) -> None:
        for reach in self._timeline.reaches:
            if reach.start_ms < at_ms < reach.end_ms:
                painter.arm(canvas, reach.seat, reach.hand(at_ms))


def _shown(piece: Piece, pose: Pose) -> Card | None:
    return piece.card if pose.face_up else None


def _put(painter: Painter, canvas: Canvas, piece: Piece, sprite: Sprite, pose: Pose) -> None:
    if piece.card is None:
        painter.cup(canvas, pose)
    else:
        painter.card(canvas, sprite, pose)


@cache
def _small_noises() -> tuple[Canvas, ...]:
    chance = np.random.default_rng(505)
    shape = (SMALL_WH[1], SMALL_WH[0], 3)
    return tuple(chance.standard_normal(shape, np.float32) for _ in range(_NOISES))
