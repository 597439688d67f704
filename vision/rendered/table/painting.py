"""Putting a table, cards and arms on a canvas, at the scale of the small stream or of a cut."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.rules.seats import Seat
from vision.calibration.view import Points, TableView
from vision.detectors.base import Picture
from vision.rendered.table.deck import Sprite
from vision.rendered.table.layouts import Pose, at_edge, card_corners
from vision.rendered.table.room import Colour, Lamp, Room

Canvas = npt.NDArray[np.float32]
"""Shape ``(height, width, 3)``, blue, green, red, 0 to 255."""

_ARM_MM = 84.0
_WRIST_MM = 56.0
_SLEEVE_ENDS_MM = 125.0
"""Before the middle of the hand."""
_SHADOW_MM = (22.0, -18.0)
"""Of an arm some centimetres above the cloth."""
_SHADOW_LEAVES = 0.62
_CARD_SHADOW_MM = (1.2, -1.0)
_DISC_MM = 30.0
"""Radius of a report disc (national-2017: 60 mm across)."""
_CARD_REACH_MM = 8.0
"""Beyond a card's corners: its shadow, and what interpolation adds."""
_ARM_REACH_MM = 150.0
"""Beyond the line from shoulder to hand: half an arm or the fingers, and the soft shadow."""
_SHOULDER = 1.25
"""How far from the table's middle a shoulder is, in distances of the edge."""
_TILE_PX = 512


class Painter:
    """Paints one rectangle of the full frame."""

    def __init__(
        self,
        view: TableView,
        room: Room,
        origin_px: tuple[float, float],
        size_wh: tuple[int, int],
        scale: float,
    ) -> None:
        """Choose what is painted.

        Args:
            view: How the camera sees the table now.
            room: Colours and light.
            origin_px: Upper left corner in the full frame.
            size_wh: Width and height of the result, pixels.
            scale: Pixels of the result per pixel of the full frame.
        """
        self._view = view
        self._room = room
        self._origin = np.array(origin_px, np.float64)
        self._size = size_wh
        self._scale = scale
        self._px_per_mm = view.px_per_mm * scale

    def part(self, corner_xy: tuple[int, int], size_wh: tuple[int, int]) -> Painter:
        """A painter of a rectangle of this canvas."""
        x, y = self._origin + np.array(corner_xy) / self._scale
        return Painter(self._view, self._room, (float(x), float(y)), size_wh, self._scale)

    def around(
        self, poses: Sequence[Pose], arms: Sequence[tuple[Seat, tuple[float, float]]]
    ) -> tuple[slice, slice] | None:
        """Rows and columns that hold some cards and arms; ``None`` when they lie outside."""
        low, high = np.full(2, np.inf), np.full(2, -np.inf)
        groups = [(card_corners(pose), _CARD_REACH_MM) for pose in poses]
        groups += [
            (np.stack([self._shoulder(seat), np.array(hand)]), _ARM_REACH_MM) for seat, hand in arms
        ]
        for points, reach_mm in groups:
            seen = self._px(points)
            low = np.minimum(low, seen.min(axis=0) - reach_mm * self._px_per_mm)
            high = np.maximum(high, seen.max(axis=0) + reach_mm * self._px_per_mm)
        left, top = np.maximum(np.floor(low), 0)
        right, bottom = np.minimum(np.ceil(high), self._size)
        if left >= right or top >= bottom:
            return None
        return slice(int(top), int(bottom)), slice(int(left), int(right))

    def bare_table(self) -> Canvas:
        """Floor and cloth without light."""
        width, height = self._size
        half = self._view.table_mm / 2
        edge = np.linspace(-half, half, 9)
        ring = np.concatenate(
            [
                np.stack([edge, np.full(9, half)], 1),
                np.stack([np.full(9, half), -edge], 1),
                np.stack([-edge, np.full(9, -half)], 1),
                np.stack([np.full(9, -half), edge], 1),
            ]
        )
        inside = np.zeros((height, width), np.uint8)
        outline = np.round(np.clip(self._px(ring), -30_000, 30_000) * 16).astype(np.int32)
        cv2.fillPoly(inside, [outline], 255, cv2.LINE_AA, shift=4)
        share = (inside.astype(np.float32) / 255)[..., None]
        colours = np.array([self._room.floor, self._room.cloth], np.float32)
        canvas = colours[0] * (1 - share) + colours[1] * share
        return np.asarray(canvas * (1 + self._weave()[..., None]), np.float32)

    def card(self, canvas: Canvas, sprite: Sprite, pose: Pose) -> None:
        """Lay a card onto *canvas*, over what is there."""
        quad = self._px(card_corners(pose))
        low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 2, 0)
        high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 3, self._size)
        width, height = (int(length) for length in high - low)
        if width < 1 or height < 1:
            return
        rows, columns = sprite.cover.shape
        here = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - 0.5
        there = (quad - low).astype(np.float32)
        warp = cv2.getPerspectiveTransform(here, there)
        size = (width, height)
        face = cv2.warpPerspective(sprite.image, warp, size, flags=cv2.INTER_LINEAR)
        cover = cv2.warpPerspective(sprite.cover, warp, size, flags=cv2.INTER_LINEAR)
        region = canvas[low[1] : high[1], low[0] : high[0]]
        shift = np.array(_CARD_SHADOW_MM) * (1, -1) * self._px_per_mm
        if np.abs(shift).max() >= 1:
            moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float32)
            dark = cv2.blur(cv2.warpAffine(cover, moved, size), (5, 5))
            region *= (1 - 0.35 * dark)[..., None]
        cover = cover[..., None]
        region *= 1 - cover
        region += face * cover

    def cup(self, canvas: Canvas, pose: Pose) -> None:
        """A mug seen from above."""
        centre = _int_xy(self._px(np.array([[pose.x, pose.y]]))[0])
        for radius_mm, colour in ((38.0, (205, 205, 210)), (32.0, (35, 55, 90))):
            radius = max(1, round(radius_mm * self._px_per_mm))
            cv2.circle(canvas, centre, radius, colour, -1, cv2.LINE_AA)

    def disc(self, canvas: Canvas, pose: Pose, colour: Colour) -> None:
        """A report disc."""
        centre = _int_xy(self._px(np.array([[pose.x, pose.y]]))[0])
        cv2.circle(canvas, centre, _thick(_DISC_MM * self._px_per_mm), colour, -1, cv2.LINE_AA)

    def arm(self, canvas: Canvas, seat: Seat, hand_mm: tuple[float, float]) -> None:
        """An arm from beyond the table's edge to the hand, with its shadow."""
        shadow = np.zeros(canvas.shape[:2], np.uint8)
        x, y = hand_mm[0] + _SHADOW_MM[0], hand_mm[1] + _SHADOW_MM[1]
        self._limbs(shadow, seat, (x, y), (255,), (255,))
        size = max(3, round(14 * self._px_per_mm) | 1)
        soft = cv2.blur(shadow, (size, size)).astype(np.float32) / 255
        canvas *= (1 - (1 - _SHADOW_LEAVES) * soft)[..., None]
        self._limbs(canvas, seat, hand_mm, self._room.sleeves[seat], self._room.skins[seat])

    def lamp(self, lamp: Lamp) -> Canvas:
        """Brightness over the canvas, from that over the frame; shape of the canvas."""
        rows, columns = lamp.shape
        full_w, full_h = self._view.full_wh
        step_x, step_y = (columns - 1) / full_w, (rows - 1) / full_h
        x, y = self._origin
        to_lamp = np.array(
            [[step_x / self._scale, 0, x * step_x], [0, step_y / self._scale, y * step_y]]
        )
        field = cv2.warpAffine(
            lamp,
            to_lamp,
            self._size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(cv2.merge([field, field, field]), np.float32)

    def _limbs(
        self,
        canvas: npt.NDArray[np.float32] | npt.NDArray[np.uint8],
        seat: Seat,
        hand_mm: tuple[float, float],
        sleeve: Colour | tuple[int],
        skin: Colour | tuple[int],
    ) -> None:
        hand = np.array(hand_mm)
        shoulder = self._shoulder(seat)
        away = hand - shoulder
        length = float(np.hypot(*away))
        ahead = away / max(length, 1.0)
        cuff = hand - ahead * min(_SLEEVE_ENDS_MM, length)
        aside = np.array([ahead[1], -ahead[0]])
        spreads = np.array([-30.0, -10.0, 10.0, 30.0])[:, None]
        tips = hand + ahead * (78 - np.abs(spreads) * 0.4) + aside * spreads
        roots = hand + aside * spreads * 0.8
        seen = self._px(np.concatenate([np.stack([shoulder, cuff, hand]), tips, roots]))
        places = np.round(np.clip(seen, -20_000, 20_000)).astype(int).tolist()
        shoulder_px, cuff_px, hand_px, *fingers = places
        width = self._px_per_mm
        cv2.line(canvas, cuff_px, hand_px, skin, _thick(_WRIST_MM * width))
        for tip, root in zip(fingers[:4], fingers[4:], strict=True):
            cv2.line(canvas, root, tip, skin, _thick(17 * width), cv2.LINE_AA)
        cv2.circle(canvas, hand_px, _thick(42 * width), skin, -1, cv2.LINE_AA)
        cv2.line(canvas, shoulder_px, cuff_px, sleeve, _thick(_ARM_MM * width), cv2.LINE_AA)

    def _shoulder(self, seat: Seat) -> Points:
        return np.array(at_edge(seat, self._view.table_mm)) * _SHOULDER

    def _px(self, points_mm: Points) -> Points:
        off = self._view.px_of(points_mm) - self._origin
        return np.asarray((off + 0.5) * self._scale - 0.5, np.float64)

    def _weave(self) -> Canvas:
        """Texture of cloth and floor: share by which brightness differs; shape ``(h, w)``."""
        width, height = self._size
        if self._scale == 1.0:
            x, y = (int(start) % _TILE_PX for start in self._origin)
            return repeated(weave_tile(), (x, y), self._size)
        columns = (np.arange(width) / self._scale + self._origin[0]).astype(int) % _TILE_PX
        rows = (np.arange(height) / self._scale + self._origin[1]).astype(int) % _TILE_PX
        # Reduced, the threads average out.
        faint = min(1.0, self._scale * 1.5)
        return np.asarray(weave_tile()[np.ix_(rows, columns)] * faint, np.float32)


def sensed(lit: Canvas, gain: float, noise: Canvas, deviation: float) -> Picture:
    """What the sensor makes of a canvas.

    Args:
        lit: Canvas times lamp.
        gain: Brightness of the whole frame.
        noise: Of standard deviation 1; same shape.
        deviation: Standard deviation of the sensor's noise, grey levels.
    """
    return np.asarray(cv2.addWeighted(lit, gain, noise, deviation, 0, dtype=cv2.CV_8U), np.uint8)


def repeated(tile: Canvas, corner_xy: tuple[int, int], size_wh: tuple[int, int]) -> Canvas:
    """A rectangle of a plane that *tile* covers again and again."""
    rows, columns = tile.shape[:2]
    x, y = corner_xy
    width, height = size_wh
    below, beside = max(0, y + height - rows), max(0, x + width - columns)
    if below or beside:
        tile = np.asarray(
            cv2.copyMakeBorder(tile, 0, below, 0, beside, cv2.BORDER_WRAP), np.float32
        )
    return tile[y : y + height, x : x + width]


@cache
def weave_tile() -> Canvas:
    """Fine threads and broad wear that repeat every 512 pixels of the full frame."""
    chance = np.random.default_rng(11)
    fine = chance.normal(0, 0.05, (_TILE_PX, _TILE_PX))
    broad = cv2.resize(chance.normal(0, 0.03, (16, 16)), (_TILE_PX, _TILE_PX))
    return (fine + broad).astype(np.float32)


@cache
def noise_tile() -> Canvas:
    """Sensor noise of standard deviation 1; fresh noise would cost more than the rest of a cut."""
    chance = np.random.default_rng(606)
    return chance.standard_normal((_TILE_PX, _TILE_PX, 3), np.float32)


def _int_xy(point: Points) -> tuple[int, int]:
    x, y = np.clip(point, -20_000, 20_000)
    return round(float(x)), round(float(y))


def _thick(width_px: float) -> int:
    return max(1, round(width_px))
