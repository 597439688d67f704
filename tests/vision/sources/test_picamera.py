"""The Pi camera's adapter, against a double whose calls are those of the real class."""

from __future__ import annotations

import inspect
import sys
import types
from importlib.util import find_spec
from unittest.mock import MagicMock

import numpy as np
import pytest

from tests.vision.sources.test_video import picture
from vision.sources.base import SMALL_WH, SourceMissing, SourceStalled, SourceUnusable, Window
from vision.sources.fake_picamera2 import FakePicamera2, FakeRequest
from vision.sources.picamera import PiCamera

FULL_WH = (1536, 864)


@pytest.mark.parametrize("lores", ["YUV420", "NV12"])
@pytest.mark.parametrize("stride", [768, 832])
def test_small_frames_and_full_cuts(stride: int, lores: str) -> None:
    """Both streams show the same, whatever padding the rows have, and every buffer goes back."""
    full = np.full((FULL_WH[1], FULL_WH[0], 3), (40, 90, 160), np.uint8)
    camera = FakePicamera2(full, stride=stride)
    camera.lores_format = lores
    source = PiCamera(camera)
    frames = source.frames()

    first, second = next(frames), next(frames)
    cut = source.cut(Window(700, 400, 64, 48))

    assert source.full_wh == FULL_WH
    assert first.image.shape == (SMALL_WH[1], SMALL_WH[0], 3)
    assert np.abs(first.image.astype(int) - (40, 90, 160)).max() <= 3
    assert (second.number, second.at_ms - first.at_ms) == (2, 83)
    assert np.array_equal(cut.image, full[400:448, 700:764])
    assert camera.held == 1
    source.close()
    assert camera.held == 0


def test_a_cut_is_of_the_frame_that_asked_for_it() -> None:
    """No further picture is waited for, as long as the camera has shown no newer one."""
    camera = FakePicamera2(picture(1, FULL_WH))
    source = PiCamera(camera)
    frames = source.frames()
    first = next(frames)

    assert source.cut(Window(0, 0, 64, 48), first.at_ms).at_ms == first.at_ms
    second = next(frames)
    assert source.cut(Window(0, 0, 64, 48), first.at_ms).at_ms == second.at_ms
    assert source.cut(Window(0, 0, 64, 48), second.at_ms + 1).at_ms > second.at_ms


def test_only_advertised_controls_are_locked() -> None:
    """A fixed-focus camera has no lens to lock, and asking for one would raise."""
    camera = FakePicamera2(picture(1, FULL_WH))
    camera.measured["LensPosition"] = 1.2
    source = PiCamera(camera)

    assert source.lock() == {"AeEnable": False, "ExposureTime": 9000, "AnalogueGain": 2.0}
    camera.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 32.0, 1.0)}
    source.lock()
    assert (camera.set["AfMode"], camera.set["LensPosition"]) == (0, 1.2)


def test_a_loose_ribbon_is_a_stall() -> None:
    """Frames end with a reason that the supervisor can act on; nothing stays held."""
    camera = FakePicamera2(picture(1, FULL_WH), lasts=2)
    frames = PiCamera(camera).frames()
    next(frames)
    next(frames)

    with pytest.raises(SourceStalled, match="timed out"):
        next(frames)
    assert camera.held == 0


def test_an_adjusted_small_stream_is_refused() -> None:
    """Libcamera may silently give another size than was asked for."""
    camera = FakePicamera2(picture(1, FULL_WH))
    camera.lores_wh = (640, 480)

    with pytest.raises(SourceUnusable, match="640, 480"):
        PiCamera(camera)


def test_an_unknown_format_is_refused() -> None:
    """Better no picture than a wrong one; the message says what came and what would do."""
    camera = FakePicamera2(picture(1, FULL_WH))
    camera.lores_format = "MJPEG"

    with pytest.raises(SourceUnusable, match=r"MJPEG.*want one of RGB888"):
        PiCamera(camera)


def test_without_picamera2_the_cure_is_named() -> None:
    """On a laptop the message says what is missing."""
    if find_spec("picamera2") is not None:
        pytest.skip("picamera2 is installed here")

    with pytest.raises(SourceMissing, match="python3-picamera2"):
        PiCamera.open()


class Stub(types.ModuleType):
    """Stands for libcamera where only signatures matter."""

    def __getattr__(self, name: str) -> MagicMock:
        if name.startswith("__"):
            raise AttributeError(name)
        value = MagicMock(name=name)
        setattr(self, name, value)
        return value


def test_the_double_has_the_real_signatures(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the adapter calls on the double it can call on the real class."""
    if find_spec("libcamera") is None:
        for name in ("libcamera", "libcamera.controls"):
            monkeypatch.setitem(sys.modules, name, Stub(name))
        for name in ("Transform", "ColorSpace"):
            kind = type(name, (), {})
            monkeypatch.setattr(sys.modules["libcamera"], name, kind, raising=False)
    if find_spec("pykms") is None:
        # For previews on a screen only.
        for name in ("pykms", "kms"):
            monkeypatch.setitem(sys.modules, name, Stub(name))
    picamera2 = pytest.importorskip("picamera2", reason="picamera2 is not installed")
    used = ("create_video_configuration", "configure", "start", "set_controls", "capture_request")

    for name in (*used, "camera_configuration", "stop", "close"):
        real = inspect.signature(getattr(picamera2.Picamera2, name))
        ours = inspect.signature(getattr(FakePicamera2, name))
        assert list(ours.parameters) == list(real.parameters), name
    for name in ("make_array", "make_buffer", "get_metadata", "release"):
        real = inspect.signature(getattr(picamera2.CompletedRequest, name))
        ours = inspect.signature(getattr(FakeRequest, name))
        assert list(ours.parameters) == list(real.parameters), name
