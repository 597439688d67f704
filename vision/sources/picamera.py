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
from dataclasses import dataclass
from importlib import import_module
from threading import Event, Lock
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
_FORMATS = ("RGB888", "BGR888", "YUV420", "NV12")


class Request(Protocol):
    """The part of `picamera2.CompletedRequest` that is used."""

    def make_array(self, name: str) -> npt.NDArray[np.uint8]:
        """A copy of a stream's picture."""

    def make_buffer(self, name: str) -> npt.NDArray[np.uint8]:
        """A copy of a stream's bytes."""

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


@dataclass(frozen=True, slots=True)
class _Stream:
    """One of a camera's streams as it was configured."""

    name: str
    format: str
    size_wh: tuple[int, int]
    stride: int
    """Bytes from row to row."""

    @classmethod
    def of(cls, name: str, configuration: Mapping[str, Any]) -> _Stream:
        """Raises `SourceUnusable` where there is no such stream, or in no known format."""
        got = configuration.get(name)
        if got is None or got["format"] not in _FORMATS:
            raise SourceUnusable(
                f"camera: gives stream {name} as {got}, want one of {', '.join(_FORMATS)}"
            )
        width, height = got["size"]
        return cls(name, got["format"], (int(width), int(height)), int(got.get("stride", width)))

    def picture(self, request: Request) -> Picture:
        """A copy of the picture; channels blue, green, red."""
        width, height = self.size_wh
        if self.format == "NV12":
            # picamera2 has no array for it; chroma follows luma, in rows of the same stride.
            rows = height * 3 // 2
            flat = request.make_buffer(self.name)[: rows * self.stride]
            whole = cv2.cvtColor(flat.reshape(rows, self.stride), cv2.COLOR_YUV2BGR_NV12)
        elif self.format == "YUV420":
            whole = cv2.cvtColor(request.make_array(self.name), cv2.COLOR_YUV2BGR_I420)
        elif self.format == "BGR888":
            # The name tells the order in a word; in memory it is the other way round.
            whole = cv2.cvtColor(request.make_array(self.name), cv2.COLOR_RGB2BGR)
        else:
            whole = request.make_array(self.name)
        # Rows of all planes are padded alike, so padding is cut at last.
        return np.asarray(whole[:height, :width], np.uint8)


class PiCamera:
    """Full frames of the sensor's size beside the small stream."""

    def __init__(self, camera: Camera, full_wh: tuple[int, int] = (4608, 2592)) -> None:
        """Configure and start *camera*.

        Raises:
            SourceUnusable: If it gives no small stream of `SMALL_WH`, or unknown formats.
        """
        self._camera = camera
        self._closed = Event()
        self._holding = Lock()
        self._held: Request | None = None
        """The request of the latest frame."""
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
        # libcamera may give other sizes and formats than it was asked for, without a word.
        got = camera.camera_configuration()
        self._main, self._small = _Stream.of("main", got), _Stream.of("lores", got)
        if self._small.size_wh != SMALL_WH:
            raise SourceUnusable(
                f"camera: gives the small stream as {got['lores']}, want {SMALL_WH}"
            )
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
        return self._main.size_wh

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
        try:
            while not self._closed.is_set():
                request = self._request()
                with self._holding:
                    # Kept until the next frame: what is wanted of this one is still there then.
                    self._let_go()
                    self._held = request
                    image, at_ms = self._small.picture(request), _at_ms(request)
                number += 1
                yield Frame(image, at_ms, number)
        finally:
            with self._holding:
                self._let_go()

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        if at_ms is not None:
            with self._holding:
                if self._held is not None and _at_ms(self._held) >= at_ms:
                    return self._cut_of(self._held, window)
        request = self._request()
        try:
            return self._cut_of(request, window)
        finally:
            request.release()

    def close(self) -> None:
        self._closed.set()
        with self._holding:
            self._let_go()
        self._camera.stop()
        self._camera.close()

    def _cut_of(self, request: Request, window: Window) -> Cut:
        # A copy of the window only: the full frame goes back to the camera at once.
        return Cut(part_of(self._main.picture(request), window), _at_ms(request), window)

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.release()
            self._held = None

    def _request(self) -> Request:
        try:
            return self._camera.capture_request()
        except RuntimeError as error:
            raise SourceStalled(f"Pi camera: {error}") from error


def _at_ms(request: Request) -> int:
    return int(request.get_metadata()["SensorTimestamp"]) // 1_000_000
