"""The threads around an eye: the latest frame, a frozen camera, a camera that fails."""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Event

import numpy as np
import pytest

from tests.vision.calibration.test_view import with_lens
from vision.calibration.zones import Zones
from vision.eye.eye import Eye
from vision.eye.live import LatestFrame, LiveWatch
from vision.read.reading import Reading
from vision.sources.base import SMALL_WH, Cut, Frame, SourceError, SourceStalled, Window


def frame(number: int) -> Frame:
    image = np.full((SMALL_WH[1], SMALL_WH[0], 3), 80, np.uint8)
    return Frame(image, number * 83, number)


class Camera:
    """Gives some frames, then fails or freezes."""

    full_wh = (4608, 2592)

    def __init__(self, frames: int, then: SourceError | None = None, *, freezes: bool = False):
        self._frames, self._then = frames, then
        self._freezes = freezes
        self.closed = Event()

    def frames(self) -> Iterator[Frame]:
        for number in range(1, self._frames + 1):
            yield frame(number)
            time.sleep(0.01)
        if self._freezes:
            self.closed.wait(30)
        if self._then is not None:
            raise self._then

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        del at_ms
        return Cut(np.zeros((window.height, window.width, 3), np.uint8), 0, window)

    def close(self) -> None:
        self.closed.set()


def watch(camera: Camera) -> LiveWatch:
    def read(*_: object) -> Reading:
        return Reading((), (), 2.5)

    return LiveWatch(camera, Eye(with_lens(0.0), Zones(900.0)), read, stale_after_s=0.4)


def test_only_the_latest_frame_waits() -> None:
    """Whoever is slow gets the newest frame, and how many were lost is known."""
    slot = LatestFrame()
    for number in (1, 2, 3):
        slot.put(frame(number))

    taken = slot.take(0.1)

    assert taken is not None
    assert (taken.number, slot.dropped) == (3, 2)


def test_a_source_that_ends_ends_the_watch() -> None:
    """A film is over when it is over, and the source is closed."""
    camera = Camera(frames=5)

    seen = [each.number for each, _ in watch(camera).looks()]

    assert seen[-1] == 5
    assert camera.closed.is_set()


def test_a_frozen_camera_is_noticed() -> None:
    """No new frame for too long is a stall, whatever the camera is doing meanwhile."""
    camera = Camera(frames=3, freezes=True)

    with pytest.raises(SourceStalled, match=r"no new frame for 0\.4 s"):
        list(watch(camera).looks())
    assert camera.closed.wait(2)


def test_a_camera_that_fails_says_why() -> None:
    """What the source raises reaches whoever takes the looks."""
    with pytest.raises(SourceError, match="the ribbon is loose"):
        list(watch(Camera(frames=2, then=SourceError("the ribbon is loose"))).looks())
