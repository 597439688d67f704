"""The threads around an eye: the latest frame, a frozen camera, a camera that fails."""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Event
from typing import cast

import numpy as np
import pytest

from referee.rules.seats import Seat
from tests.vision.calibration.test_view import with_lens
from vision.calibration.patch import Patch
from vision.calibration.zones import Zones
from vision.eye.eye import Eye, Look, Read, Request
from vision.eye.live import MOST_UNREAD, LatestFrame, LiveWatch
from vision.read.reading import Reading
from vision.scene.scene import Ask
from vision.sources.base import SMALL_WH, Cut, Frame, SourceError, SourceStalled, Window
from vision.watch.glance import Glance

PATCH = Patch((0.0, 0.0), (100.0, 100.0), Seat.EAST)


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


def watch(camera: Camera, stale_after_s: float = 30.0) -> LiveWatch:
    def read(*_: object) -> Reading:
        return Reading((), (), 2.5)

    return LiveWatch(camera, Eye(with_lens(0.0), Zones(900.0)), read, stale_after_s=stale_after_s)


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
        list(watch(camera, stale_after_s=0.4).looks())
    assert camera.closed.wait(30)


def test_a_camera_that_fails_says_why() -> None:
    """What the source raises reaches whoever takes the looks."""
    with pytest.raises(SourceError, match="the ribbon is loose"):
        list(watch(Camera(frames=2, then=SourceError("the ribbon is loose"))).looks())


class Curious:
    """Wants a picture of every frame, and keeps what it is told."""

    def __init__(self) -> None:
        self.answered: list[bool] = []

    def see(self, seen: Frame) -> Look:
        ask = Ask(seen.number, PATCH, Seat.EAST)
        request = Request(ask, Window(0, 0, 8, 8), seen.at_ms)
        return Look(Glance(seen.at_ms, dark=False), (request,), ())

    def wants(self, request: Request) -> bool:
        return True

    def read(self, request: Request, cut: Cut, read: Read) -> Reading:
        return read(cut.image, request.ask.patch, cut.at_ms)

    def answer(self, request: Request, cut: Cut | None, reading: Reading | None) -> None:
        self.answered.append(reading is not None)


def test_a_reader_that_never_catches_up_fills_no_memory() -> None:
    """Beyond what may wait no more pictures are taken, and the eye is told so."""
    go_on = Event()
    frames = 2 * MOST_UNREAD

    def read(*_: object) -> Reading:
        go_on.wait(30)
        return Reading((), (), 2.5)

    eye = Curious()
    slow = LiveWatch(Camera(frames), cast("Eye", eye), read, stale_after_s=30.0)
    for looked, _ in slow.looks():
        if False in eye.answered or looked.number == frames:
            go_on.set()

    assert eye.answered
    assert not all(eye.answered)
