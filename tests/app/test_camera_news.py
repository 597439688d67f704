"""What the page and the watchdog learn of the camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from referee.app.camera_news import CameraNews, with_zones
from referee.web.ports import CameraTrouble
from vision.calibration.view import TableView, view_from_corners
from vision.calibration.zones import DisplayArea, Zones
from vision.detectors.base import Picture
from vision.sources.base import SMALL_WH, Frame

FULL_WH = (4608, 2592)


def view() -> TableView:
    corners = np.array([[1200.0, 200.0], [3400.0, 200.0], [3400.0, 2400.0], [1200.0, 2400.0]])
    return view_from_corners(corners, FULL_WH, 900.0)


def grey() -> Picture:
    return np.full((SMALL_WH[1], SMALL_WH[0], 3), 60, np.uint8)


class Rig:
    def __init__(self) -> None:
        self.now, self.late, self.changes = 10_000, False, 0
        self.news = CameraNews(
            "pi:0", "table.toml", lambda: self.now, lambda: self.late, self._changed
        )

    def _changed(self) -> None:
        self.changes += 1


def test_nothing_has_been_seen_before_the_first_frame() -> None:
    """The page says that the camera is being opened, and has no picture."""
    rig = Rig()

    state = rig.news.state()

    assert (state.source, state.trouble) == ("pi:0", CameraTrouble.STARTING)
    assert state.seen_ms_ago is None
    assert rig.news.picture() is None


def test_age_and_lag_grow_until_the_next_frame() -> None:
    """Both are told as of the moment somebody asks."""
    rig = Rig()
    rig.news.opened(view(), Zones(900.0))
    rig.news.is_well()
    rig.news.saw(Frame(grey(), 5, 1), 10_000, looks_for_acts=True)
    rig.news.knows(9_200)
    rig.news.read(300)
    rig.news.read(500)
    rig.now = 10_400

    state = rig.news.state()

    assert (state.trouble, state.seen_ms_ago, state.behind_ms) == (None, 400, 1_200)
    assert (state.frames, state.looks_for_acts, state.reading_ms) == (1, True, 400)
    assert state.px_per_mm == pytest.approx(2.44, abs=0.02)


def test_pages_are_told_when_a_trouble_comes_and_goes_and_not_in_between() -> None:
    """Lost, lost again for the same reason, back, late, in time, moved."""
    rig = Rig()

    assert rig.news.is_in_trouble(CameraTrouble.LOST, "no ribbon")
    assert not rig.news.is_in_trouble(CameraTrouble.LOST, "no ribbon")
    assert rig.news.state().detail == "no ribbon"
    assert rig.news.is_well()
    assert not rig.news.is_well()
    assert rig.changes == 2
    rig.late = True
    rig.news.knows(1_000)
    rig.news.knows(1_100)
    assert rig.news.state().trouble is CameraTrouble.LATE
    rig.late = False
    rig.news.knows(10_000)
    assert rig.news.state().trouble is None
    assert rig.changes == 4
    assert rig.news.moved(19.6)
    assert not rig.news.moved(20.1)
    assert rig.changes == 5


def test_the_picture_shows_the_table_with_its_zones() -> None:
    """Edge, discard zone and marked area are where the calibration has them."""
    rig = Rig()
    rig.news.opened(view(), Zones(900.0, DisplayArea()))
    rig.news.saw(Frame(grey(), 5, 1), 10_000, looks_for_acts=False)

    jpeg = rig.news.picture()

    assert jpeg is not None
    shown = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape == (SMALL_WH[1], SMALL_WH[0], 3)
    painted = with_zones(grey(), view(), Zones(900.0, DisplayArea()))
    assert (painted[200, 200] != grey()[200, 200]).any()
    assert (painted[20, 20] == grey()[20, 20]).all()
