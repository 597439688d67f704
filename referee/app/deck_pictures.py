"""The pictures of a deck that is being shown: files of a folder, or whatever comes to rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.app.errors import InputRefused
from referee.app.live_sources import open_pictures, recorded_calibration
from referee.rules.seats import Seat
from vision.calibration.calibration_file import read_calibration
from vision.calibration.patch import PX_PER_MM, Patch
from vision.calibration.view import CalibrationError, TableView
from vision.detectors.base import Picture
from vision.enrolment.stillness import Stillness
from vision.sources.base import Source, SourceError, Window
from vision.sources.folder import pictures_in
from vision.sources.stills import PictureError, load_still


@dataclass(frozen=True, slots=True, eq=False)
class ShownPicture:
    name: str
    """The file, or the moment."""
    image: Picture
    """Channels blue, green, red."""
    px_per_mm: float | None
    """Where the camera is calibrated."""


def shown_pictures(source: str, calibration: Path | None) -> Iterator[ShownPicture]:
    """Open a source and give its pictures, one by one.

    Args:
        source: As ``--source`` of `run`: ``stills:FOLDER``, ``video:FILE``, ``camera``, ``pi``.
        calibration: How the camera sees the table; without it scales are found, which is slow.

    Raises:
        InputRefused: If there is no such source, or it fails, or a file of it is no picture.
    """
    kind, _, rest = source.partition(":")
    try:
        if kind == "stills" and rest and calibration is None:
            for file in pictures_in(Path(rest)):
                yield ShownPicture(file.name, load_still(file), None)
            return
        opened = open_pictures(source)
        if calibration is None and kind == "video" and recorded_calibration(Path(rest)).is_file():
            calibration = recorded_calibration(Path(rest))
        view = None if calibration is None else read_calibration(calibration)[0]
        if view is not None and view.full_wh != opened.full_wh:
            raise InputRefused(
                f"{calibration}: made for frames of {view.full_wh[0]} x {view.full_wh[1]} pixels, "
                f"{source} gives {opened.full_wh[0]} x {opened.full_wh[1]}; calibrate again"
            )
        yield from _at_rest(opened, view)
    except (SourceError, CalibrationError, PictureError) as refused:
        raise InputRefused(str(refused)) from refused


def _at_rest(source: Source, view: TableView | None) -> Iterator[ShownPicture]:
    """The full frame, or with a *view* the table, whenever something new lies still."""
    width, height = source.full_wh
    stillness = Stillness()
    try:
        for frame in source.frames():
            if not stillness.is_new(frame):
                continue
            name = f"{frame.at_ms / 1000:.1f} s"
            if view is None:
                yield ShownPicture(name, source.cut(Window(0, 0, width, height)).image, None)
                continue
            table = Patch((0.0, 0.0), (view.table_mm, view.table_mm), Seat.SOUTH)
            window = table.window(view)
            if window is None:
                raise AssertionError("a calibrated table lies off its own frame")
            cut = source.cut(window)
            yield ShownPicture(name, table.rectified(cut.image, window, view), PX_PER_MM)
    finally:
        source.close()
