"""A camera that is lost is opened again; the table goes on by hand, and everybody is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.camera_news import CameraNews
from referee.app.clock import ScaledClock, TableClock
from referee.app.desk import Desk
from referee.app.errors import InputRefused
from referee.app.full_frames import FullFrames
from referee.app.live_sources import Watched
from referee.app.runtime import Runtime
from referee.app.serve_camera import served_camera
from referee.app.settings import CameraSettings, Settings
from referee.app.table_camera import TableCamera, TableCameraParts
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.events import DealStarted
from referee.session.history import History
from referee.texts import Language
from referee.web.ports import CameraTrouble
from tests.end_to_end.refereed import Rows
from vision.calibration.view import view_from_corners
from vision.calibration.zones import Zones
from vision.read.reading import Reading
from vision.sources.base import SMALL_WH, Cut, Frame, Source, SourceStalled, Window

FULL_WH = (4608, 2592)


class Camera:
    """Gives grey frames until its ribbon comes loose, or for ever."""

    def __init__(self, frames: int | None) -> None:
        self._frames = frames
        self._closed = threading.Event()

    @property
    def full_wh(self) -> tuple[int, int]:
        return FULL_WH

    def frames(self) -> Iterator[Frame]:
        grey = np.full((SMALL_WH[1], SMALL_WH[0], 3), 90, np.uint8)
        number = 0
        while not self._closed.is_set():
            if number == self._frames:
                raise SourceStalled("the ribbon is loose")
            number += 1
            yield Frame(grey, number * 20, number)
            self._closed.wait(0.02)

    def cut(self, window: Window) -> Cut:
        raise AssertionError(f"nothing changes on a grey table, yet {window} is asked for")

    def close(self) -> None:
        self._closed.set()


def watched(source: Source) -> Watched:
    corners = np.array([[1200.0, 200.0], [3400.0, 200.0], [3400.0, 2400.0], [1200.0, 2400.0]])
    view = view_from_corners(corners, FULL_WH, 900.0)
    two = Level.parse("2")
    hands = (27, 27, 27, 27)
    return Watched(source, view, Zones(900.0), two, Seat.EAST, hands, (0, 0), reopen=lambda: source)


def no_reader(*_: object) -> Reading:
    raise AssertionError("nothing is there to be read")


@dataclass
class Rig:
    """A desk that is served in a thread of its own, with a camera."""

    opened: Callable[[], Watched]
    given_up: int = 0
    said: list[str] = field(default_factory=list)
    rows: Rows = field(default_factory=Rows)
    beats: int = 0

    def __post_init__(self) -> None:
        clock = TableClock()
        runtime = Runtime(
            History(), self.rows, SimulatedPanel(), ScaledClock(0, 1.0), lambda _: None
        )
        self.desk = Desk(runtime, clock.now_ms)
        self.news = CameraNews("pi:0", "", clock.now_ms, lambda: False, lambda: None)
        parts = TableCameraParts(
            self.opened,
            lambda: no_reader,
            self.desk,
            clock.now_ms,
            None,
            self.news,
            self.said.append,
            (Language.ENGLISH,),
            again_after_s=0.05,
            gives_up=self._give_up,
        )
        self._camera = TableCamera(parts)

    def _give_up(self) -> None:
        self.given_up += 1

    def _heard(self) -> None:
        self.beats += 1

    @contextmanager
    def served(self) -> Iterator[None]:
        thread = threading.Thread(target=self.desk.serve)
        thread.start()
        try:
            with self._camera.watching(self._heard):
                yield
        finally:
            self.desk.stop()
            thread.join(10)

    def wait_for(self, what: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not what():
            assert time.monotonic() < deadline, (self.said, self.news.state())
            time.sleep(0.01)


def test_a_camera_that_is_lost_is_said_and_opened_again() -> None:
    """Not there at first, then a loose ribbon, then well; meanwhile events are taken by hand."""
    cameras: list[Source | None] = [None, Camera(frames=5), Camera(frames=None)]

    def opened() -> Watched:
        camera = cameras.pop(0)
        if camera is None:
            raise InputRefused("no camera 0")
        return watched(camera)

    rig = Rig(opened)
    with rig.served():
        rig.wait_for(lambda: rig.news.state().restarts == 2 and rig.news.state().trouble is None)
        begun = rig.desk.submit(lambda at_ms: DealStarted(at_ms, Level.parse("2"), Seat.EAST))
        assert begun.result(timeout=30).number == 1
        rig.wait_for(lambda: rig.news.state().looks_for_acts)

    assert [line.partition(" (")[0] for line in rig.said] == [
        "no pictures from the camera",
        "the camera watches the table",
        "no pictures from the camera",
        "the camera watches the table",
    ]
    assert "no camera 0" in rig.said[0]
    assert "ribbon" in rig.said[2]
    assert rig.beats > 3


def test_hand_entry_waits_for_no_camera_that_is_lost() -> None:
    """The table goes on by its own clock, and the thread that tries again gives signs of life."""

    def opened() -> Watched:
        raise InputRefused("no camera 0")

    rig = Rig(opened)
    with rig.served():
        rig.wait_for(lambda: rig.news.state().trouble is CameraTrouble.LOST)
        begun = rig.desk.submit(lambda at_ms: DealStarted(at_ms, Level.parse("2"), Seat.EAST))
        assert begun.result(timeout=30).number == 1
        beats = rig.beats
        rig.wait_for(lambda: rig.beats > beats + 2)

    assert rig.news.picture() is None


def test_process_that_gets_no_more_pictures_is_given_up_once() -> None:
    """Another one may get some; until it is ended, this one still gives signs of life."""
    opened = [watched(Camera(frames=5))]

    def again() -> Watched:
        if not opened:
            raise InputRefused("the driver is stuck")
        return opened.pop()

    rig = Rig(again)
    with rig.served():
        rig.wait_for(lambda: rig.given_up == 1)
        beats = rig.beats
        rig.wait_for(lambda: rig.beats > beats + 1)

    assert rig.given_up == 1
    assert rig.news.state().restarts == 6
    assert rig.said[-1].startswith("the camera was opened 6 times without a picture")


def test_process_that_never_had_a_picture_tries_for_ever() -> None:
    """A camera that is not there must not have the table started again and again."""

    def opened() -> Watched:
        raise InputRefused("no camera 0")

    rig = Rig(opened)
    with rig.served():
        rig.wait_for(lambda: rig.news.state().restarts > 10)

    assert rig.given_up == 0


@pytest.mark.parametrize("is_camera", [True, False], ids=["camera", "recording"])
def test_table_that_is_stopped_blames_no_camera(is_camera: bool) -> None:
    """Neither a loss nor the end of a recording is told when the table itself ends."""
    there = watched(Camera(frames=None))
    rig = Rig(lambda: there if is_camera else replace(there, reopen=None))
    with rig.served():
        rig.wait_for(lambda: rig.news.state().trouble is None and bool(rig.said))

    assert rig.said == ["the camera watches the table"]


@pytest.mark.parametrize(
    ("camera", "message"),
    [
        (CameraSettings(source="pi:0"), "want camera.calibration beside it"),
        (CameraSettings(source="pi:0", calibration="none.toml"), "none.toml"),
        (CameraSettings(source="rendered:none.toml"), "none.toml"),
        (CameraSettings(source="video:none.mkv"), "no such video"),
    ],
)
def test_files_that_are_not_there_are_refused_at_the_start(
    camera: CameraSettings, message: str, tmp_path: Path
) -> None:
    """A camera may be plugged in later; a calibration does not come by itself."""
    rig = Rig(lambda: watched(Camera(frames=None)))
    journal = tmp_path / "table.journal"

    with pytest.raises(InputRefused, match=message):
        served_camera(
            Settings(camera=camera),
            rig.desk,
            lambda: 0,
            None,
            [],
            journal,
            rig.said.append,
            lambda: None,
            FullFrames(),
        )
