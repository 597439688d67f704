"""Putting a table, cards and arms on a canvas, at the scale of the small stream or of a cut."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from referee.rules.seats import Seat
from vision.calibration.view import Points, TableView
from vision.detectors.base import Picture
from vision.rendered.table.deck import Sprite
from vision.rendered.table.layouts import Pose, at_edge, card_corners
from vision.rendered.table.room import Colour, Room

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
_WEAVE_PX = 512


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

    def arm(self, canvas: Canvas, seat: Seat, hand_mm: tuple[float, float]) -> None:
        """An arm from beyond the table's edge to the hand, with its shadow."""
        shadow = np.zeros(canvas.shape[:2], np.uint8)
        x, y = hand_mm[0] + _SHADOW_MM[0], hand_mm[1] + _SHADOW_MM[1]
        self._limbs(shadow, seat, (x, y), (255,), (255,))
        size = max(3, round(14 * self._px_per_mm) | 1)
        soft = cv2.blur(shadow, (size, size)).astype(np.float32) / 255
        canvas *= (1 - (1 - _SHADOW_LEAVES) * soft)[..., None]
        self._limbs(canvas, seat, hand_mm, self._room.sleeves[seat], self._room.skins[seat])

    def lit(self, canvas: Canvas, gain: float, noise: Canvas) -> Picture:
        """What the sensor makes of it.

        Args:
            canvas: Without light.
            gain: Brightness of the whole frame.
            noise: Added at the end; same shape.
        """
        sensed = np.clip(canvas * self.lamp() * np.float32(gain) + noise, 0, 255)
        return np.asarray(sensed, np.uint8)

    def lamp(self) -> Canvas:
        """Brightness over the canvas; shape ``(height, width, 1)``."""
        rows, columns = self._room.lamp.shape
        full_w, full_h = self._view.full_wh
        step_x, step_y = (columns - 1) / full_w, (rows - 1) / full_h
        x, y = self._origin
        to_lamp = np.array(
            [[step_x / self._scale, 0, x * step_x], [0, step_y / self._scale, y * step_y]]
        )
        field = cv2.warpAffine(
            self._room.lamp,
            to_lamp,
            self._size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(field[..., None], np.float32)

    def _limbs(
        self,
        canvas: npt.NDArray[np.float32] | npt.NDArray[np.uint8],
        seat: Seat,
        hand_mm: tuple[float, float],
        sleeve: Colour | tuple[int],
        skin: Colour | tuple[int],
    ) -> None:
        hand = np.array(hand_mm)
        shoulder = np.array(at_edge(seat, self._view.table_mm)) * 1.25
        away = hand - shoulder
        length = float(np.hypot(*away))
        ahead = away / max(length, 1.0)
        cuff = hand - ahead * min(_SLEEVE_ENDS_MM, length)
        aside = np.array([ahead[1], -ahead[0]])
        points = self._px(np.stack([shoulder, cuff, hand]))
        width = self._px_per_mm
        cv2.line(canvas, _int_xy(points[1]), _int_xy(points[2]), skin, _thick(_WRIST_MM * width))
        for spread in (-30, -10, 10, 30):
            tip = self._px((hand + ahead * (78 - abs(spread) * 0.4) + aside * spread)[None])[0]
            root = self._px((hand + aside * spread * 0.8)[None])[0]
            cv2.line(canvas, _int_xy(root), _int_xy(tip), skin, _thick(17 * width), cv2.LINE_AA)
        cv2.circle(canvas, _int_xy(points[2]), _thick(42 * width), skin, -1, cv2.LINE_AA)
        cv2.line(
            canvas,
            _int_xy(points[0]),
            _int_xy(points[1]),
            sleeve,
            _thick(_ARM_MM * width),
            cv2.LINE_AA,
        )

    def _px(self, points_mm: Points) -> Points:
        off = self._view.px_of(points_mm) - self._origin
        return np.asarray((off + 0.5) * self._scale - 0.5, np.float64)

    def _weave(self) -> Canvas:
        """Texture of cloth and floor: share by which brightness differs; shape of the canvas."""
        width, height = self._size
        columns = (np.arange(width) / self._scale + self._origin[0]).astype(int) % _WEAVE_PX
        rows = (np.arange(height) / self._scale + self._origin[1]).astype(int) % _WEAVE_PX
        tile = weave_tile()
        # Reduced, the threads average out.
        return np.asarray(tile[np.ix_(rows, columns)] * min(1.0, self._scale * 1.5), np.float32)


@cache
def weave_tile() -> Canvas:
    """Fine threads and broad wear that repeat every 512 pixels of the full frame."""
    chance = np.random.default_rng(11)
    fine = chance.normal(0, 0.05, (_WEAVE_PX, _WEAVE_PX))
    broad = cv2.resize(chance.normal(0, 0.03, (16, 16)), (_WEAVE_PX, _WEAVE_PX))
    return (fine + broad).astype(np.float32)


def _int_xy(point: Points) -> tuple[int, int]:
    x, y = np.clip(point, -20_000, 20_000)
    return round(float(x)), round(float(y))


def _thick(width_px: float) -> int:
    return max(1, round(width_px))
