"""Pixels to millimetres, found from points, clicks and markers, kept in a file."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.calibration.calibration_file import read_calibration, write_calibration
from vision.calibration.marker_sheet import marker_sheet
from vision.calibration.markers import DICTIONARY, MarkerLayout, view_from_markers
from vision.calibration.view import (
    CalibrationError,
    TableView,
    distorted,
    undistorted,
    view_from_corners,
    view_from_points,
)
from vision.calibration.zones import DisplayArea, Zones
from vision.detectors.base import Picture

FULL_WH = (4608, 2592)
CORNERS = np.array([[1230.0, 180.0], [3390.0, 150.0], [3420.0, 2400.0], [1180.0, 2430.0]])
"""A table of 900 mm seen by a camera that hangs a little crooked."""


def grid(half: float, steps: int) -> np.ndarray:
    line = np.linspace(-half, half, steps)
    return np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)


def with_lens(lens: float) -> TableView:
    straight = view_from_corners(CORNERS, FULL_WH, 900.0)
    return TableView(FULL_WH, 900.0, straight.to_table, lens, 0.0)


def test_there_and_back_is_the_same_place() -> None:
    """A place on the table keeps its millimetres through pixels and back, also with a lens."""
    view = with_lens(-0.04)
    places = grid(450, 5)

    assert view.mm_of(view.px_of(places)) == pytest.approx(places, abs=1e-6)


def test_lens_model_inverts() -> None:
    """Distorting what was undistorted gives the pixel back."""
    pixels = np.array([[0.0, 0.0], [2304.0, 1296.0], [4600.0, 100.0]])

    straight = undistorted(pixels, FULL_WH, -0.05)

    assert distorted(straight, FULL_WH, -0.05) == pytest.approx(pixels, abs=1e-6)


def test_four_clicks_place_the_table() -> None:
    """North-west is west and north of the middle, and the scale is that of the table's edge."""
    view = view_from_corners(CORNERS, FULL_WH, 900.0)

    assert view.mm_of(CORNERS[:1])[0] == pytest.approx([-450, 450])
    assert 2.3 < view.px_per_mm < 2.7


def test_many_points_find_the_lens() -> None:
    """Sixteen places tell how much the lens bends, and the residual stays below a tenth."""
    truth = with_lens(-0.03)
    places = grid(400, 4)

    found = view_from_points(truth.px_of(places), places, FULL_WH, 900.0)

    assert found.lens == pytest.approx(-0.03, abs=0.002)
    assert found.residual_mm < 0.1


def test_wrong_order_of_points_is_refused() -> None:
    """Places that contradict one another give an error that names the residual."""
    truth = with_lens(0.0)
    places = grid(400, 3)

    with pytest.raises(CalibrationError, match=r"missed by \d+"):
        view_from_points(np.roll(truth.px_of(places), 1, axis=0), places, FULL_WH, 900.0)


def test_points_on_a_line_are_refused() -> None:
    """Four clicks along one edge are no table."""
    line = np.array([[100.0, 100], [200, 100], [300, 100], [400, 100]])

    with pytest.raises(CalibrationError, match="line"):
        view_from_corners(line, FULL_WH, 900.0)


def marked_table(view: TableView, layout: MarkerLayout, numbers: tuple[int, ...]) -> Picture:
    picture = np.full((view.full_wh[1], view.full_wh[0], 3), 70, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    for place, (centre, number) in enumerate(zip(layout.centres_mm(), numbers, strict=True)):
        sheet = np.full((160, 160), 255, np.uint8)
        sheet[20:140, 20:140] = cv2.aruco.generateImageMarker(dictionary, number, 120)
        sheet = np.rot90(sheet, place)  # people lay them down any way round
        side = layout.marker_mm / 2 * 160 / 120
        square = np.array([[-side, side], [side, side], [side, -side], [-side, -side]]) + centre
        there = view.px_of(square).astype(np.float32)
        here = np.array([[0, 0], [160, 0], [160, 160], [0, 160]], np.float32)
        warp = cv2.getPerspectiveTransform(here, there)
        drawn = cv2.warpPerspective(np.ascontiguousarray(sheet), warp, view.full_wh)
        inside = cv2.warpPerspective(np.full((160, 160), 255, np.uint8), warp, view.full_wh)
        picture[inside > 127] = drawn[inside > 127, None]
    return picture


def test_markers_give_the_same_view_as_the_truth() -> None:
    """Printed markers, each turned otherwise, find the table within a millimetre and a half."""
    view = view_from_corners(CORNERS / 3, (1536, 864), 900.0)
    layout = MarkerLayout(900.0)

    found = view_from_markers(marked_table(view, layout, (0, 1, 2, 3)), layout)

    places = grid(400, 5)
    assert found.mm_of(view.px_of(places)) == pytest.approx(places, abs=1.5)


def test_printed_markers_are_found_again() -> None:
    """The sheet's PDF holds black rectangles of the right size where the markers' cells are."""
    sheet = marker_sheet(MarkerLayout(900.0, marker_mm=48.0)).decode("ascii")
    page = np.full((1485, 1050), 255, np.uint8)  # five pixels a millimetre
    for line in sheet.splitlines():
        words = line.split()
        if words[-2:] == ["re", "f"]:
            x, y, width, height = (float(word) / 72 * 25.4 * 5 for word in words[:4])
            top = 1485 - y - height
            page[round(top) : round(top + height), round(x) : round(x + width)] = 0

    corners, numbers, _ = cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(DICTIONARY)
    ).detectMarkers(page)

    assert sorted(np.asarray(numbers).ravel().tolist()) == [0, 1, 2, 3]
    sides = [np.linalg.norm(np.diff(quad[0], axis=0), axis=1) for quad in corners]
    assert np.asarray(sides) / 5 == pytest.approx(48.0, abs=0.6)


def test_a_missing_marker_is_named() -> None:
    """The operator is told which marker cannot be seen."""
    view = view_from_corners(CORNERS / 3, (1536, 864), 900.0)
    layout = MarkerLayout(900.0)

    with pytest.raises(CalibrationError, match=r"not seen: 2 \(south-east\)"):
        view_from_markers(marked_table(view, layout, (0, 1, 7, 3)), layout)


@pytest.mark.parametrize("display", [None, DisplayArea(360.0, 90.0)])
def test_a_file_keeps_view_and_zones(tmp_path: Path, display: DisplayArea | None) -> None:
    """What was calibrated is there again after a restart, to the last digit."""
    view, file = with_lens(-0.02), tmp_path / "calibration.toml"

    write_calibration(file, view, Zones(900.0, display))
    again, zones = read_calibration(file)

    assert np.array_equal(view.to_table, again.to_table)
    assert (again.full_wh, again.lens, again.table_mm) == (FULL_WH, -0.02, 900.0)
    assert zones == Zones(900.0, display)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[view", "calibration.toml"),
        ("[view]\nlens = 0.0", "view: found"),
        ("", "want full_wh, lens"),
    ],
)
def test_a_damaged_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    """A file that lacks something is refused with its name and what is wanted."""
    file = tmp_path / "calibration.toml"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(CalibrationError, match=message):
        read_calibration(file)


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    """An uncalibrated table is told to calibrate."""
    with pytest.raises(CalibrationError, match="calibrate"):
        read_calibration(tmp_path / "none.toml")
