"""A picamera2 without a camera, for tests of the adapter.

The calls have the signatures of picamera2 0.3.38; a test compares them where that is installed.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.base import Picture


class FakeRequest:
    """One picture in all its streams; must be released."""

    def __init__(self, camera: FakePicamera2, number: int) -> None:
        self._camera = camera
        self._number = number

    def make_array(self, name: str) -> npt.NDArray[np.uint8]:
        picture = self._camera.picture
        if name == "main":
            return picture
        width, height = self._camera.lores_wh
        stride = self._camera.stride
        small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        padded = np.zeros((height, stride, 3), np.uint8)
        padded[:, :width] = small
        return np.asarray(cv2.cvtColor(padded, cv2.COLOR_BGR2YUV_I420), np.uint8)

    def make_buffer(self, name: str) -> npt.NDArray[np.uint8]:
        """The bytes of `make_array`, or, where the small stream is NV12, of that."""
        array = self.make_array(name)
        if name != "lores" or self._camera.lores_format != "NV12":
            return array.reshape(-1)
        rows, stride = array.shape
        luma = rows * 2 // 3
        quarter = luma // 2 * stride // 2
        flat = array.reshape(-1)
        first, second = flat[luma * stride :][:quarter], flat[luma * stride + quarter :]
        chroma = np.stack([first, second], axis=1).reshape(-1)
        return np.concatenate([flat[: luma * stride], chroma])

    def get_metadata(self) -> dict[str, Any]:
        return {"SensorTimestamp": self._number * 83_000_000, **self._camera.measured}

    def release(self) -> None:
        self._camera.held -= 1


class FakePicamera2:
    """Shows one picture; loses its cable after some requests."""

    def __init__(self, picture: Picture, *, lasts: int = 1000, stride: int = 768) -> None:
        self.picture = picture
        self.stride = stride
        self.lores_wh = (768, 432)
        self.lores_format = "YUV420"
        self.measured: dict[str, Any] = {"ExposureTime": 9000, "AnalogueGain": 2.0}
        self.camera_controls: dict[str, Any] = {
            "AeEnable": (False, True, True),
            "ExposureTime": (1, 66666, 20000),
            "AnalogueGain": (1.0, 16.0, 1.0),
        }
        self.held = 0
        """Requests that were not released."""
        self.set: dict[str, Any] = {}
        """Controls as they were set."""
        self.running = False
        self._left = lasts
        self._requests = 0
        self._configuration: dict[str, Any] = {}

    def create_video_configuration(
        self,
        main: dict[str, Any] | None = None,
        lores: dict[str, Any] | None = None,
        raw: dict[str, Any] | None = None,
        transform: Any = None,
        colour_space: Any = None,
        buffer_count: int = 6,
        controls: dict[str, Any] | None = None,
        display: str | None = "main",
        encode: str | None = "main",
        queue: bool = True,
        sensor: dict[str, Any] | None = None,
        use_case: str = "video",
    ) -> dict[str, Any]:
        del raw, transform, colour_space, queue, sensor, use_case
        return {
            "main": main,
            "lores": lores,
            "buffer_count": buffer_count,
            "controls": controls,
            "display": display,
            "encode": encode,
        }

    def configure(self, camera_config: Any = "preview") -> None:
        """Take a configuration; the sensor's size is what the picture has."""
        height, width = self.picture.shape[:2]
        self._configuration = {**camera_config}
        self._configuration["main"] = {**camera_config["main"], "size": (width, height)}
        self._configuration["lores"] = {
            **camera_config["lores"],
            "size": self.lores_wh,
            "format": self.lores_format,
            "stride": self.stride,
        }

    def camera_configuration(self) -> dict[str, Any]:
        return self._configuration

    def start(self, config: Any = None, show_preview: bool = False) -> None:
        """Start; *config* and *show_preview* are there because picamera2 has them."""
        del config, show_preview
        self.running = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Set controls; refuses one that is not advertised, as libcamera does."""
        for name, value in controls.items():
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            self.set[name] = value

    def capture_request(
        self, wait: Any = None, signal_function: Any = None, flush: Any = None
    ) -> FakeRequest:
        """The next picture."""
        del wait, signal_function, flush
        if not self.running or self._left == 0:
            raise RuntimeError("Camera frontend has timed out")
        self._left -= 1
        self.held += 1
        self._requests += 1
        return FakeRequest(self, self._requests)

    def stop(self) -> None:
        self.running = False

    def close(self) -> None:
        self.running = False
