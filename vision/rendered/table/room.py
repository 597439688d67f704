"""What a seed decides about a rendered table besides the play: camera, cloth, light, sleeves."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.rules.seats import PerSeat, Seat
from vision.calibration.view import Matrix, TableView
from vision.calibration.zones import AWAY
from vision.rendered.table.script import Blackout, Flicker, Light, Nudge, Script, SeatLamp

Lamp = npt.NDArray[np.float32]
"""Brightness at points spread evenly over the frame; shape ``(rows, columns)``."""
Colour = tuple[float, float, float]
"""Blue, green, red, 0 to 255."""

_EXPOSURE_FOLLOWS_MS = 700
"""Time constant of the camera's automatic exposure."""
_EXPOSURE_MAKES_UP = 0.85
"""Share of a change of light, as a power, that the exposure takes back in the end."""
_DRIFT_MS = 90_000
_FLICKER_MS = 230.0
"""What 100 Hz look like to twelve frames a second: no whole number of them."""
_FINE_LAMP_WH = (48, 28)
"""Points over the frame that a lamp over one seat is drawn with."""
_LAMP_INSET_MM = 150.0
"""From the table's edge to the middle of its light."""
_LAMP_REACH_MM = 170.0
"""Standard deviation of its light."""
_FULL_TILT_DEG = 1.3


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    view: TableView
    """How the camera saw the table when it was calibrated."""
    cloth: Colour
    floor: Colour
    sleeves: PerSeat[Colour]
    skins: PerSeat[Colour]
    lamp: Lamp
    """Shape ``(4, 6)``: brightness over the frame, 1 on average."""
    drift: float
    """Share by which the light comes and goes within a minute and a half."""
    noise: float
    """Standard deviation of the sensor's noise in the full frame, grey levels."""


def draw_room(seed: int, table_mm: float, full_wh: tuple[int, int]) -> Room:
    chance = np.random.default_rng([seed, 303])
    hue = chance.choice(["green", "blue", "red", "grey"])
    shade = float(chance.uniform(0.75, 1.3))
    base = {
        "green": (42, 70, 32),
        "blue": (80, 48, 30),
        "red": (38, 30, 78),
        "grey": (58, 56, 54),
    }[str(hue)]
    floor = float(chance.uniform(95, 150))
    lamp = chance.uniform(0.86, 1.1, (4, 6)).astype(np.float32)
    return Room(
        view=_draw_view(chance, table_mm, full_wh),
        cloth=(base[0] * shade, base[1] * shade, base[2] * shade),
        floor=(floor * 0.9, floor * 0.97, floor),
        sleeves=PerSeat(*(_draw_colour(chance) for _ in Seat)),
        skins=PerSeat(*(_draw_skin(chance) for _ in Seat)),
        lamp=lamp / lamp.mean(),
        drift=float(chance.uniform(0.02, 0.08)),
        noise=float(chance.uniform(1.5, 3.5)),
    )


def gain_at(room: Room, script: Script, at_ms: float) -> float:
    """Brightness of a frame over that of the first, exposure included; 0 in a blackout."""
    for mishap in script.mishaps:
        if isinstance(mishap, Blackout) and mishap.from_ms <= at_ms < mishap.until_ms:
            return 0.0
    gain, before = 1.0, 1.0
    for mishap in script.mishaps:
        if isinstance(mishap, Light) and mishap.from_ms <= at_ms:
            followed = 1 - math.exp(-(at_ms - mishap.from_ms) / _EXPOSURE_FOLLOWS_MS)
            jump = mishap.gain / before
            gain *= jump * jump ** (-_EXPOSURE_MAKES_UP * followed)
            before = mishap.gain
    for mishap in script.mishaps:
        if isinstance(mishap, Flicker) and mishap.from_ms <= at_ms < mishap.until_ms:
            gain *= 1 + mishap.share * math.sin(at_ms / _FLICKER_MS * math.tau)
    return gain * (1 + room.drift * math.sin(at_ms / _DRIFT_MS * math.tau))


def lamp_at(room: Room, script: Script, at_ms: float) -> Lamp:
    """Brightness over the frame, lamps over single seats included; one object while it stays."""
    lit = tuple(m for m in script.mishaps if isinstance(m, SeatLamp) and m.from_ms <= at_ms)
    return _with_seat_lamps(room, lit) if lit else room.lamp


@lru_cache(maxsize=8)
def _with_seat_lamps(room: Room, lit: tuple[SeatLamp, ...]) -> Lamp:
    width, height = room.view.full_wh
    lamp = cv2.resize(room.lamp, (_FINE_LAMP_WH[0], _FINE_LAMP_WH[1]))
    columns, rows = (
        (np.arange(count) / (count - 1)) * length
        for count, length in zip(_FINE_LAMP_WH, (width, height), strict=True)
    )
    grid = np.stack(np.meshgrid(columns, rows), -1).reshape(-1, 2)
    places = room.view.mm_of(grid)
    for each in lit:
        away = np.array(AWAY[each.seat])
        off = places + away * (room.view.table_mm / 2 - _LAMP_INSET_MM)
        near = np.exp(-(off**2).sum(axis=1) / (2 * _LAMP_REACH_MM**2)).reshape(lamp.shape)
        lamp = lamp * (1 + (each.gain - 1) * near)
    return np.asarray(lamp, np.float32)


def view_at(room: Room, script: Script, at_ms: float) -> TableView:
    """The view as it really is, nudges included; the same object for as long as nothing moves."""
    nudges = [m for m in script.mishaps if isinstance(m, Nudge) and m.at_ms <= at_ms]
    if not nudges:
        return room.view
    return _nudged(room, sum(m.east_mm for m in nudges), sum(m.north_mm for m in nudges))


@lru_cache(maxsize=8)
def _nudged(room: Room, east_mm: float, north_mm: float) -> TableView:
    view = room.view
    moved = np.array([[1.0, 0, east_mm], [0, 1, north_mm], [0, 0, 1]]) @ view.to_table
    return TableView(view.full_wh, view.table_mm, moved, view.lens, 0.0)


def _draw_view(chance: np.random.Generator, table_mm: float, full_wh: tuple[int, int]) -> TableView:
    """A camera 1.0 to 1.3 m above the cloth that sees a little more than the table."""
    height_mm = float(chance.uniform(1000, 1300))
    seen_mm = table_mm + float(chance.uniform(110, 190))
    focal = full_wh[1] / seen_mm * height_mm
    tilt_x, tilt_y = np.radians(chance.normal(0, _FULL_TILT_DEG, 2))
    turn = math.radians(float(chance.normal(0, 1.0)))
    off = chance.normal(0, 8, 2)
    inside: Matrix = np.array([[focal, 0, full_wh[0] / 2], [0, focal, full_wh[1] / 2], [0, 0, 1.0]])
    cosine, sine = math.cos(turn), math.sin(turn)
    # Table to camera: y of the picture runs south, the camera looks down.
    down = np.array([[1.0, 0, 0], [0, -1, 0], [0, 0, -1]])
    spin = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]])
    nod = np.array(
        [
            [1, 0, 0],
            [0, math.cos(tilt_x), -math.sin(tilt_x)],
            [0, math.sin(tilt_x), math.cos(tilt_x)],
        ]
    )
    lean = np.array(
        [
            [math.cos(tilt_y), 0, math.sin(tilt_y)],
            [0, 1, 0],
            [-math.sin(tilt_y), 0, math.cos(tilt_y)],
        ]
    )
    turned = nod @ lean @ spin @ down
    # The optical axis meets the table near its middle, whatever the tilt.
    place = np.array([off[0], off[1], 0.0])
    shift = np.array([0, 0, height_mm]) - turned @ place
    to_px = inside @ np.column_stack([turned[:, 0], turned[:, 1], shift])
    to_table = np.linalg.inv(to_px)
    lens = float(chance.uniform(-0.03, 0.0))
    return TableView(
        full_wh, table_mm, np.asarray(to_table / to_table[2, 2], np.float64), lens, 0.0
    )


def _draw_colour(chance: np.random.Generator) -> Colour:
    blue, green, red = (float(level) for level in chance.uniform(15, 215, 3))
    return blue, green, red


def _draw_skin(chance: np.random.Generator) -> Colour:
    tone = float(chance.uniform(0.55, 1.0))
    return 150 * tone, 178 * tone, 228 * tone
