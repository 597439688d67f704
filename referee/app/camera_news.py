"""How the camera of a table is, for whoever asks; told by the thread that watches."""

from __future__ import annotations

import statistics
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from referee.app.act_pictures import as_jpeg
from referee.rules.seats import Seat
from referee.web.ports import CameraState, CameraTrouble
from vision.calibration.view import TableView
from vision.calibration.zones import AWAY, EDGE_MM, Zones
from vision.detectors.base import Picture
from vision.sources.base import SMALL_WH, Frame

_GREEN, _YELLOW = (90, 200, 90), (60, 200, 230)
"""Of the table's edge and the zones, channels blue, green, red."""
_STEPS = 24
"""Straight pieces a side is drawn in: the lens bends it."""


class CameraNews:
    """A `referee.web.ports.CameraView`."""

    def __init__(
        self,
        source: str,
        calibration: str,
        now_ms: Callable[[], int],
        is_late: Callable[[], bool],
        changed: Callable[[], object],
    ) -> None:
        """Begin with a camera that has shown nothing yet.

        Args:
            source: As the settings name it.
            calibration: File, or empty.
            now_ms: Table time.
            is_late: Whether the table goes on without the camera because that lags behind.
            changed: Called when a trouble comes or goes; in the watching thread.
        """
        self._lock = threading.Lock()
        self._now_ms = now_ms
        self._is_late = is_late
        self._changed = changed
        self._state = CameraState(source, CameraTrouble.STARTING, calibration=calibration)
        self._view: tuple[TableView, Zones] | None = None
        self._frame: Frame | None = None
        self._seen_ms: int | None = None
        self._known_ms: int | None = None
        self._reading_ms: deque[int] = deque(maxlen=50)
        self._said_late = False

    def state(self) -> CameraState:
        now_ms = self._now_ms()
        with self._lock:
            state, seen_ms, known_ms = self._state, self._seen_ms, self._known_ms
            readings = list(self._reading_ms)
        late = state.trouble is None and self._is_late()
        return replace(
            state,
            trouble=CameraTrouble.LATE if late else state.trouble,
            seen_ms_ago=None if seen_ms is None else max(0, now_ms - seen_ms),
            behind_ms=0 if known_ms is None else max(0, now_ms - known_ms),
            reading_ms=round(statistics.median(readings)) if readings else None,
        )

    def picture(self) -> bytes | None:
        with self._lock:
            frame, view = self._frame, self._view
        if frame is None or view is None:
            return None
        return as_jpeg(with_zones(frame.image, *view))

    def opened(self, view: TableView, zones: Zones) -> None:
        """The camera is open and calibrated."""
        with self._lock:
            self._view = (view, zones)
            self._state = replace(
                self._state, residual_mm=view.residual_mm, px_per_mm=round(view.px_per_mm, 2)
            )

    def saw(self, frame: Frame, now_ms: int, *, looks_for_acts: bool) -> None:
        """A frame was looked at."""
        with self._lock:
            self._frame, self._seen_ms = frame, now_ms
            frames = self._state.frames + 1
            self._state = replace(self._state, frames=frames, looks_for_acts=looks_for_acts)

    def knows(self, known_until_ms: int | None) -> None:
        """Up to when everything was found."""
        with self._lock:
            self._known_ms = known_until_ms
        late = self._is_late()
        if late is not self._said_late:
            self._said_late = late
            self._changed()

    def read(self, took_ms: int) -> None:
        """A reading of cards took so long; from the reading thread."""
        with self._lock:
            self._reading_ms.append(took_ms)

    def is_well(self) -> bool:
        """Pictures come that show the table; whether that is news."""
        return self._is_now(None, "")

    def is_in_trouble(self, trouble: CameraTrouble, detail: str = "") -> bool:
        """Nothing can be said of the table; whether that is news."""
        return self._is_now(trouble, detail)

    def is_opened_again(self) -> None:
        with self._lock:
            self._state = replace(self._state, restarts=self._state.restarts + 1)

    def moved(self, moved_mm: float | None) -> bool:
        """By how much it hangs elsewhere than when it was opened; whether that is news."""
        with self._lock:
            news = moved_mm is not None and self._state.moved_mm is None
            rounded = None if moved_mm is None else round(moved_mm, 1)
            self._state = replace(self._state, moved_mm=rounded)
        if news:
            self._changed()
        return news

    def _is_now(self, trouble: CameraTrouble | None, detail: str) -> bool:
        with self._lock:
            news = (self._state.trouble, self._state.detail) != (trouble, detail)
            self._state = replace(self._state, trouble=trouble, detail=detail)
        if news:
            self._changed()
        return news


def with_zones(small_bgr: Picture, view: TableView, zones: Zones) -> Picture:
    """A small picture with the table's edge and its zones painted on it.

    Args:
        small_bgr: Shape ``(432, 768, 3)``, channels blue, green, red.
        view: How the camera sees the table.
        zones: Its parts.

    Returns:
        A picture of the same shape.
    """
    painted = small_bgr.copy()
    half = view.table_mm / 2
    _square(painted, view, half, _GREEN)
    _square(painted, view, half - EDGE_MM, _YELLOW)
    if zones.display is not None:
        _square(painted, view, zones.display.side_mm / 2, _YELLOW)
        _square(painted, view, zones.display.side_mm / 2 - zones.display.strip_mm, _YELLOW)
    for across in (1.0, -1.0):
        _line(painted, view, (-half, -across * half), (half, across * half), _YELLOW)
    for seat in Seat:
        away_x, away_y = AWAY[seat]
        (spot,) = _pixels(view, [(-away_x * (half - 40), -away_y * (half - 40))])
        cv2.putText(painted, seat.value, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.7, _GREEN, 2)
    return painted


def _square(
    painted: Picture, view: TableView, half_mm: float, colour: tuple[int, int, int]
) -> None:
    corners = [(-half_mm, half_mm), (half_mm, half_mm), (half_mm, -half_mm), (-half_mm, -half_mm)]
    for begin, end in zip(corners, corners[1:] + corners[:1], strict=True):
        _line(painted, view, begin, end, colour)


def _line(
    painted: Picture,
    view: TableView,
    begin_mm: tuple[float, float],
    end_mm: tuple[float, float],
    colour: tuple[int, int, int],
) -> None:
    places = np.linspace(begin_mm, end_mm, _STEPS)
    pixels = np.array(_pixels(view, places.tolist()), np.int32)
    cv2.polylines(painted, [pixels], isClosed=False, color=colour, lineType=cv2.LINE_AA)


def _pixels(view: TableView, places_mm: list[tuple[float, float]]) -> list[tuple[int, int]]:
    scale = SMALL_WH[0] / view.full_wh[0]
    found = view.px_of(np.array(places_mm, np.float64)) * scale
    return [(round(x), round(y)) for x, y in found.tolist()]
