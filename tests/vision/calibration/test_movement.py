"""A camera that was nudged is noticed, changed light and passing arms are not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.calibration.test_view import with_lens
from vision.calibration.movement import CameraGuard
from vision.calibration.view import TableView
from vision.detectors.base import Picture
from vision.sources.base import SMALL_WH


def small_table(view: TableView, shift_px: tuple[float, float] = (0.0, 0.0)) -> Picture:
    """A dark table on a light floor in the small stream."""
    scale = SMALL_WH[0] / view.full_wh[0]
    half = view.table_mm / 2
    corners = view.px_of(np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))
    picture = np.full((SMALL_WH[1], SMALL_WH[0], 3), 150, np.uint8)
    quad = np.round((corners * scale + shift_px) * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, quad, (50, 80, 40), cv2.LINE_AA, shift=4)
    noise = np.random.default_rng(3).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def test_a_nudge_is_reported_with_its_size() -> None:
    """Two centimetres are noticed at the third look and measured within a third."""
    view = with_lens(0.0)
    guard = CameraGuard(view, small_table(view))
    shift = 20.0 * view.px_per_mm / 6
    nudged = small_table(view, (shift * 0.8, shift * 0.6))

    looks = [guard.look(nudged) for _ in range(3)]

    assert looks[:2] == [None, None]
    assert looks[2] == pytest.approx(20.0, rel=0.35)


@pytest.mark.parametrize("gain", [0.5, 1.0, 1.4])
def test_light_is_no_movement(gain: float) -> None:
    """Half the light or half as much again moves nothing."""
    view = with_lens(0.0)
    guard = CameraGuard(view, small_table(view))
    lit = np.clip(small_table(view) * gain, 0, 255).astype(np.uint8)

    assert [guard.look(lit) for _ in range(4)] == [None] * 4


def test_an_arm_over_a_corner_is_no_movement() -> None:
    """The other corners say that the camera hangs still."""
    view = with_lens(0.0)
    guard = CameraGuard(view, small_table(view))
    reached = small_table(view)
    cv2.line(reached, (180, 0), (300, 140), (200, 180, 160), 40)

    assert [guard.look(reached) for _ in range(4)] == [None] * 4


def test_black_frames_are_no_movement() -> None:
    """Where nothing is seen nothing is claimed."""
    view = with_lens(0.0)
    guard = CameraGuard(view, small_table(view))

    assert [guard.look(np.zeros_like(small_table(view))) for _ in range(4)] == [None] * 4
