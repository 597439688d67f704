"""What a served table measures of its camera."""

from __future__ import annotations

from collections.abc import Iterator

from referee.app.metrics import Family, by_label, counter, gauge
from referee.web.ports import CameraTrouble, CameraView


def camera_families(camera: CameraView) -> Iterator[Family]:
    """As of now; from any thread."""
    state = camera.state()
    age_s = None if state.seen_ms_ago is None else state.seen_ms_ago / 1000
    yield gauge("guandan_frame_age_seconds", "Age of the newest picture.", age_s)
    yield counter("guandan_frames_total", "Small pictures looked at.", state.frames)
    yield counter("guandan_camera_restarts_total", "Opened again.", state.restarts)
    reading_s = None if state.reading_ms is None else state.reading_ms / 1000
    yield gauge("guandan_reading_seconds", "A reading of cards lately, median.", reading_s)
    behind = "How far what is known of the table lies behind."
    yield gauge("guandan_camera_behind_seconds", behind, state.behind_ms / 1000)
    meaning = "How well the calibration fits, root mean square."
    yield gauge("guandan_calibration_residual_millimetres", meaning, state.residual_mm)
    moved = "By how much the camera was moved; nothing while it hangs still."
    yield gauge("guandan_camera_moved_millimetres", moved, state.moved_mm)
    troubles = {each.value: float(each is state.trouble) for each in CameraTrouble}
    meaning = "1 for what is wrong with the camera."
    yield by_label("guandan_camera_trouble", "gauge", meaning, "trouble", troubles)
