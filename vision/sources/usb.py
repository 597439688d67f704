"""A USB camera through OpenCV."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Event, Lock
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.base import Picture
from vision.sources.base import Cut, Frame, SourceMissing, SourceStalled, SourceUnusable, Window
from vision.sources.video import part_of, small_of

MOST_FAILURES = 10
"""Reads in a row that give nothing before the camera counts as gone."""


class Device(Protocol):
    """The part of `cv2.VideoCapture` that is used."""

    def read(self) -> tuple[bool, npt.NDArray[np.uint8] | None]:
        """Wait for the next frame."""

    def release(self) -> None:
        """Let go of the device."""


class UsbCamera:
    """Every frame is a full frame; the small stream is made from it."""

    def __init__(
        self, device: Device, now_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000
    ) -> None:
        """Take the first frame; raises `SourceUnusable` when none comes."""
        self._device = device
        self._now_ms = now_ms
        self._lock = Lock()
        self._closed = Event()
        self._latest = self._next("gives no picture")
        self._full_wh = (self._latest[0].shape[1], self._latest[0].shape[0])

    @classmethod
    def open(cls, number: int, full_wh: tuple[int, int] | None = None) -> UsbCamera:
        """Open ``/dev/videoN``, asking for *full_wh*; the camera may give another size."""
        device = cv2.VideoCapture(number)
        if not device.isOpened():
            raise SourceMissing(
                f"camera {number}: not found; check the cable and that the user is in group video"
            )
        if full_wh is not None:
            # Uncompressed, the cable carries large frames a few times a second only.
            device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            device.set(cv2.CAP_PROP_FRAME_WIDTH, full_wh[0])
            device.set(cv2.CAP_PROP_FRAME_HEIGHT, full_wh[1])
        # An older frame than the newest one is of no use.
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        return cls(device)  # type: ignore[arg-type]  # cv2 declares arrays of any element

    @property
    def full_wh(self) -> tuple[int, int]:
        return self._full_wh

    def frames(self) -> Iterator[Frame]:
        number = 0
        while not self._closed.is_set():
            try:
                full, at_ms = self._next("has stopped")
            except SourceUnusable as error:
                if self._closed.is_set():
                    return
                raise SourceStalled(str(error)) from None
            with self._lock:
                self._latest = (full, at_ms)
            number += 1
            yield Frame(small_of(full), at_ms, number)

    def cut(self, window: Window, at_ms: int | None = None) -> Cut:
        del at_ms  # only the latest frame is kept
        with self._lock:
            full, taken_ms = self._latest
        return Cut(part_of(full, window), taken_ms, window)

    def close(self) -> None:
        self._closed.set()
        self._device.release()

    def _next(self, complaint: str) -> tuple[Picture, int]:
        for _ in range(MOST_FAILURES):
            there, image = self._device.read()
            if there and image is not None:
                return np.asarray(image, np.uint8), self._now_ms()
        raise SourceUnusable(f"USB camera {complaint}: {MOST_FAILURES} reads gave nothing")
