"""A Raspberry Pi camera through picamera2: the small stream always, the full frame on demand.

What is known about picamera2 0.3.38 and not obvious from its calls:

* libcamera may adjust what was asked for, so sizes are read back after `configure`.
* ``RGB888`` is blue, green, red in memory, as OpenCV wants it.
* The small stream is YUV420 on a Pi 4; its rows may be padded.
* Every request must be released, or the camera runs out of buffers.
* A control that the camera does not have raises, so controls are filtered by what it advertises: a
  fixed-focus camera has no ``AfMode``.
* After a loose ribbon calls may block for ever; whoever takes the frames has to notice that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from threading import Event
from typing import Any, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.base import Picture
from vision.sources.base import (
    SMALL_WH,
    Cut,
    Frame,
    SourceMissing,
    SourceStalled,
    SourceUnusable,
    Window,
)
from vision.sources.video import part_of

FRAMES_A_SECOND = 12
_BUFFERS = 4
"""One is exposed, one read by each thread, one spare; a full frame takes 36 MB."""
_LOCKED = {
    "ExposureTime": "AeEnable",
    "AnalogueGain": "AeEnable",
    "ColourGains": "AwbEnable",
}
"""Measured values that are kept, and the automatic that would change them."""
_AF_MANUAL = 0


class Request(Protocol):
    """The part of `picamera2.CompletedRequest` that is used."""

    def make_array(self, name: str) -> npt.NDArray[np.uint8]:
        """A copy of a stream's picture."""

    def get_metadata(self) -> dict[str, Any]:
        """Among others ``SensorTimestamp``, nanoseconds."""

    def release(self) -> None:
        """Give the buffers back."""


class Camera(Protocol):
    """The part of `picamera2.Picamera2` that is used."""

    @property
    def camera_controls(self) -> Mapping[str, Any]:
        """What the camera advertises."""

    def create_video_configuration(self, **wanted: Any) -> dict[str, Any]: ...

    def configure(self, camera_config: dict[str, Any]) -> Any: ...

    def camera_configuration(self) -> dict[str, Any]: ...

    def start(self) -> Any: ...

    def set_controls(self, controls: dict[str, Any]) -> Any: ...

    def capture_request(self, *, flush: Any = None) -> Request: ...

    def stop(self) -> Any: ...

    def close(self) -> Any: ...


class PiCamera:
    """Full frames of the sensor's size beside the small stream."""

    def __init__(self, camera: Camera, full_wh: tuple[int, int] = (4608, 2592)) -> None:
        """Configure and start *camera*.

        Raises:
            SourceUnusable: If it gives no small stream of `SMALL_WH`.
        """
        self._camera = camera
        self._closed = Event()
        camera.configure(
            camera.create_video_configuration(
                main={"size": full_wh, "format": "RGB888"},
                lores={"size": SMALL_WH, "format": "YUV420"},
                buffer_count=_BUFFERS,
                controls={"FrameRate": FRAMES_A_SECOND},
                display=None,
                encode=None,
            )
        )
        got = camera.camera_configuration()
        lores = got.get("lores")
        if lores is None or tuple(lores["size"]) != SMALL_WH or lores["format"] != "YUV420":
            raise SourceUnusable(
                f"camera: gives the small stream as {lores}, want {SMALL_WH} YUV420"
            )
        width, height = got["main"]["size"]
        self._full_wh = (int(width), int(height))
        camera.start()

    @classmethod
    def open(cls, number: int = 0) -> PiCamera:
        """Open a camera of this Pi; raises `SourceMissing` where there is none."""
        try:
            # Only a Pi has it, from its own archive.
            picamera2 = import_module("picamera2")
        except ImportError as error:
            raise SourceMissing(
                "picamera2 is not installed; on Raspberry Pi OS: apt install python3-picamera2"
            ) from error
        try:
            return cls(picamera2.Picamera2(number))
        except (IndexError, RuntimeError) as error:
            raise SourceMissing(f"Pi camera {number}: {error}; check the ribbon") from error

    @property
    def full_wh(self) -> tuple[int, int]:
        return self._full_wh

    def lock(self) -> dict[str, Any]:
        """Keep exposure, white balance and focus as they are now; returns what was set.

        Once a table is calibrated, a lens that hunts or an exposure that swings would only make
        the same table look different.
        """
        request = self._camera.capture_request()
        try:
            measured = request.get_metadata()
        finally:
            request.release()
        wanted: dict[str, Any] = {}
        for value, automatic in _LOCKED.items():
            if value in measured:
                wanted[automatic] = False
                wanted[value] = measured[value]
        if "LensPosition" in measured:
            wanted |= {"AfMode": _AF_MANUAL, "LensPosition": measured["LensPosition"]}
        known = self._camera.camera_controls
        chosen = {name: value for name, value in wanted.items() if name in known}
        self._camera.set_controls(chosen)
        return chosen

    def frames(self) -> Iterator[Frame]:
        number = 0
        while not self._closed.is_set():
            request = self._request()
            try:
                padded = request.make_array("lores")
                at_ms = _at_ms(request)
            finally:
                request.release()
            number += 1
            yield Frame(_small(padded), at_ms, number)

    def cut(self, window: Window) -> Cut:
        request = self._request()
        try:
            # A copy of the window only: the full frame goes back to the camera at once.
            image = part_of(request.make_array("main"), window)
            return Cut(image, _at_ms(request), window)
        finally:
            request.release()

    def close(self) -> None:
        self._closed.set()
        self._camera.stop()
        self._camera.close()

    def _request(self) -> Request:
        try:
            return self._camera.capture_request()
        except RuntimeError as error:
            raise SourceStalled(f"Pi camera: {error}") from error


def _at_ms(request: Request) -> int:
    return int(request.get_metadata()["SensorTimestamp"]) // 1_000_000


def _small(padded: npt.NDArray[np.uint8]) -> Picture:
    """The small picture; rows of all three planes are padded alike, so padding is cut at last."""
    whole = cv2.cvtColor(padded, cv2.COLOR_YUV2BGR_I420)
    return np.asarray(whole[: SMALL_WH[1], : SMALL_WH[0]], np.uint8)
