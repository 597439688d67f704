"""The small frames of a rendered table.

They must cost little beside the program that watches them: what rests is painted once, and of a
frame only the part around arms and moving cards is painted anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.calibration.view import TableView
from vision.detectors.base import Picture
from vision.rendered.table.deck import TableDeck, load_deck
from vision.rendered.table.layouts import Pose
from vision.rendered.table.painting import Canvas, Painter, sensed
from vision.rendered.table.room import Lamp, Room, gain_at, lamp_at, view_at
from vision.rendered.table.script import Script
from vision.rendered.table.timeline import Disc, Piece, Timeline
from vision.sources.base import SMALL_WH

_DISC_BGR = {Disc.RED: (40.0, 35.0, 190.0), Disc.BLACK: (22.0, 20.0, 20.0)}
_NOISES = 5
"""Noise pictures that take turns."""


@dataclass(frozen=True, slots=True, eq=False)
class _Resting:
    """Table and cards while nothing comes to rest and nothing leaves."""

    view: TableView
    pieces: tuple[tuple[Piece, Pose], ...]
    canvas: Canvas
    lamp: Canvas
    lit: Canvas

    def shows(self, view: TableView, pieces: list[tuple[Piece, Pose]]) -> bool:
        return (
            self.view is view
            and len(pieces) == len(self.pieces)
            and all(
                one is other and here is there
                for (one, here), (other, there) in zip(pieces, self.pieces, strict=True)
            )
        )


class SmallStream:
    def __init__(self, script: Script, room: Room, timeline: Timeline) -> None:
        self._script = script
        self._room = room
        self._timeline = timeline
        self._scale = SMALL_WH[0] / room.view.full_wh[0]
        self._deck = load_deck(script.deck, round(room.view.px_per_mm * self._scale, 3))
        self._bare: tuple[TableView, Lamp, Canvas, Canvas] | None = None
        """View and lamp, with what they make of a table without cards."""
        self._resting: _Resting | None = None

    def frame(self, at_ms: int, number: int) -> Picture:
        """What the small stream shows at a moment; *number* chooses among the noises."""
        view = view_at(self._room, self._script, at_ms)
        painter = Painter(view, self._room, (0, 0), SMALL_WH, self._scale)
        resting = self._rest(painter, view, at_ms)
        gain = gain_at(self._room, self._script, at_ms)
        noise, deviation = _noises()[number % _NOISES], self._room.noise / 2
        frame = sensed(resting.lit, gain, noise, deviation)
        moving, arms = self._timeline.seen(at_ms, moving=True), self._timeline.arms(at_ms)
        place = painter.around([pose for _, pose in moving], arms)
        if place is not None:
            canvas = resting.canvas[place].copy()
            rows, columns = place
            corner, size = (columns.start, rows.start), (canvas.shape[1], canvas.shape[0])
            part = painter.part(corner, size)
            for piece, pose in moving:
                put(part, canvas, piece, self._deck, pose)
            for seat, hand in arms:
                part.arm(canvas, seat, hand)
            cv2.multiply(canvas, resting.lamp[place], dst=canvas)
            frame[place] = sensed(canvas, gain, noise[place], deviation)
        return frame

    def _rest(self, painter: Painter, view: TableView, at_ms: int) -> _Resting:
        pieces = self._timeline.seen(at_ms, moving=False)
        over = lamp_at(self._room, self._script, at_ms)
        same = self._bare is not None and self._bare[0] is view and self._bare[1] is over
        if self._resting is None or not same or not self._resting.shows(view, pieces):
            if self._bare is None or not same:
                self._bare = (view, over, painter.bare_table(), painter.lamp(over))
            _, _, bare, lamp = self._bare
            canvas = bare.copy()
            for piece, pose in pieces:
                put(painter, canvas, piece, self._deck, pose)
            self._resting = _Resting(view, tuple(pieces), canvas, lamp, canvas * lamp)
        return self._resting


def put(painter: Painter, canvas: Canvas, piece: Piece, deck: TableDeck, pose: Pose) -> None:
    """Paint one piece where it lies."""
    if isinstance(piece.card, Disc):
        painter.disc(canvas, pose, _DISC_BGR[piece.card])
    elif piece.card is None:
        painter.cup(canvas, pose)
    else:
        painter.card(canvas, deck.of(piece.card if pose.face_up else None), pose)


@cache
def _noises() -> tuple[Canvas, ...]:
    """Of standard deviation 1."""
    chance = np.random.default_rng(505)
    shape = (SMALL_WH[1], SMALL_WH[0], 3)
    return tuple(chance.standard_normal(shape, np.float32) for _ in range(_NOISES))
