"""Our adapter on the real picamera2 and the real libcamera.

Run by `tests.picamera.test_picamera` inside the root folder, where a virtual camera shows a
rendered table.
"""

from __future__ import annotations

import math
import sys
import time
import types
from collections.abc import Iterator
from threading import Timer
from typing import Any

import numpy as np
import pytest

from tests.vision.calibration.test_view import with_lens
from vision.calibration.zones import Zones
from vision.detectors.base import Picture
from vision.eye.eye import Eye
from vision.eye.live import LiveWatch
from vision.read.reading import Reading
from vision.sources.base import SMALL_WH, SourceStalled, Window
from vision.sources.picamera import PiCamera

FULL_WH = (1536, 864)
_AT_ONCE, _PATIENCE = 3, 60
"""Small frames between two cuts, an odd number as two pictures take turns; and most of them."""
_ALIKE = 6.0
"""Mean difference of one picture on both streams, in grey levels; the other picture has 26."""


class _Words(type):
    """Any attribute is its own name."""

    def __getattr__(cls, name: str) -> str:
        return name


def _without_screen() -> None:
    """kms++ draws previews on a screen and is in no Debian; nothing of it is used."""
    kms = types.ModuleType("pykms")
    kms.PixelFormat = _Words("PixelFormat", (), {})  # type: ignore[attr-defined]
    kms.Card = object  # type: ignore[attr-defined]
    sys.modules.setdefault("pykms", kms)
    sys.modules.setdefault("kms", kms)


_without_screen()
picamera2 = pytest.importorskip("picamera2")
allocators = pytest.importorskip("picamera2.allocators")


class VirtualPicamera2(picamera2.Picamera2):  # type: ignore[misc]
    """The real class, told what a camera without a sensor cannot say of itself."""

    def __init__(self) -> None:
        super().__init__(0)
        # The usual allocator crashes libcamera's virtual pipeline on pictures of two planes.
        self.allocator = allocators.LibcameraAllocator(self.camera)

    def _get_raw_modes(self) -> list[dict[str, Any]]:
        return [{"format": "NV12", "size": FULL_WH}]


@pytest.fixture
def camera() -> Iterator[VirtualPicamera2]:
    opened = VirtualPicamera2()
    yield opened
    opened.close()


@pytest.fixture
def source(camera: VirtualPicamera2) -> Iterator[PiCamera]:
    adapter = PiCamera(camera, FULL_WH)
    yield adapter
    adapter.close()


def test_the_virtual_camera_is_there() -> None:
    """What the rest stands on."""
    (only,) = picamera2.Picamera2.global_camera_info()

    assert only["Model"] == "Virtual table"


def test_small_frames_and_full_cuts(source: PiCamera) -> None:
    """Both streams at the sizes asked for, in the formats the camera chose, with its own time."""
    frames = source.frames()
    seen = [next(frames) for _ in range(5)]
    whole = source.cut(Window(0, 0, *FULL_WH))

    assert source.full_wh == FULL_WH
    assert all(frame.image.shape == (SMALL_WH[1], SMALL_WH[0], 3) for frame in seen)
    assert [frame.number for frame in seen] == [1, 2, 3, 4, 5]
    moments = [frame.at_ms for frame in seen]
    assert moments == sorted(moments)
    assert abs(moments[-1] - time.monotonic() * 1000) < 60_000
    assert whole.image.shape == (FULL_WH[1], FULL_WH[0], 3)
    assert whole.at_ms >= moments[-1]


def test_both_streams_show_the_table(source: PiCamera) -> None:
    """Not grey, not upside down, not with colours exchanged: the small one is the full one."""
    # Two pictures take turns. A machine that is busy may give one of them on one stream every time,
    # so that frames are gathered until both have been seen there.
    frames = source.frames()
    smalls: list[Picture] = []
    off = math.inf
    while len(smalls) < _PATIENCE and off >= _ALIKE:
        smalls += [next(frames).image for _ in range(_AT_ONCE)]
        full = source.cut(Window(0, 0, *FULL_WH)).image[::2, ::2].astype(int)
        off = min(float(np.abs(full - small).mean()) for small in smalls)

    assert smalls[0].std() > 8
    assert off < _ALIKE


def test_a_cut_is_its_part_of_the_frame(source: PiCamera) -> None:
    """At any place, odd ones too."""
    cut = source.cut(Window(701, 333, 121, 77))

    assert cut.image.shape == (77, 121, 3)
    assert cut.image.flags["C_CONTIGUOUS"]


def test_only_advertised_controls_are_locked(camera: VirtualPicamera2, source: PiCamera) -> None:
    """This camera has no lens and no exposure; asking for them would raise."""
    assert "AfMode" not in camera.camera_controls
    with pytest.raises(RuntimeError, match="AfMode"):
        camera.set_controls({"AfMode": 0})

    assert source.lock() == {}
    assert next(source.frames()).number == 1


def test_many_cuts_hold_no_buffer(source: PiCamera) -> None:
    """Each request goes back: the camera has four."""
    frames = source.frames()
    for _ in range(30):
        next(frames)
        source.cut(Window(0, 0, 64, 64))


def test_it_can_be_opened_again() -> None:
    """Closed and opened again in one process, it goes on."""
    for _ in range(2):
        adapter = PiCamera(VirtualPicamera2(), FULL_WH)
        assert next(adapter.frames()).number == 1
        adapter.close()


def test_a_frozen_camera_is_noticed(camera: VirtualPicamera2) -> None:
    """A camera that gives no more frames is a stall within the time allowed, and lets go.

    The last test: a thread stays behind in picamera2 for ever, and a camera opened after it in the
    same process sometimes gives no frame. That is why the supervisor starts the process anew.
    """
    watch = LiveWatch(
        PiCamera(camera, FULL_WH),
        Eye(with_lens(0.0), Zones(900.0)),
        lambda *_: Reading((), (), 2.5),
        stale_after_s=1.0,
    )
    freezing = Timer(0.5, camera.stop)
    freezing.start()
    began = time.monotonic()

    with pytest.raises(SourceStalled):
        for _ in watch.looks():
            pass
    assert time.monotonic() - began < 12
