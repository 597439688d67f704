"""A calibrated table as a TOML file that a person can read and check."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from vision.calibration.view import CalibrationError, TableView
from vision.calibration.zones import DisplayArea, Zones

_HEADING = """\
# How the camera sees the table; written by `guandan-referee calibrate`.
# Millimetres from the table's middle, x to the east, y to the north.
"""
_KEYS = {"full_wh", "table_mm", "to_table", "lens", "residual_mm"}


def write_calibration(file: Path, view: TableView, zones: Zones) -> None:
    """Write *file* as a whole; an older one stays until the new one is complete."""
    rows = ",\n".join(f"    [{', '.join(map(repr, row))}]" for row in view.to_table.tolist())
    text = (
        f"{_HEADING}\n[view]\n"
        f"full_wh = [{view.full_wh[0]}, {view.full_wh[1]}]\n"
        f"table_mm = {float(view.table_mm)!r}\n"
        f"lens = {float(view.lens)!r}\n"
        f"residual_mm = {float(view.residual_mm)!r}\n"
        f"to_table = [\n{rows},\n]\n"
    )
    if zones.display is not None:
        text += (
            f"\n[display_area]\nside_mm = {float(zones.display.side_mm)!r}\n"
            f"strip_mm = {float(zones.display.strip_mm)!r}\n"
        )
    part = file.with_name(file.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def read_calibration(file: Path) -> tuple[TableView, Zones]:
    """Read what `write_calibration` wrote.

    Raises:
        CalibrationError: If the file is missing, no such file, or lacks something.
    """
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise CalibrationError(
            f"{file}: {error.strerror}; run `guandan-referee calibrate` first"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CalibrationError(f"{file}: {error}") from error
    view = _view(file, data.get("view"))
    area = data.get("display_area")
    try:
        return view, Zones(view.table_mm, None if area is None else DisplayArea(**area))
    except TypeError:
        raise CalibrationError(
            f"{file}: display_area: found {area!r}, want side_mm and strip_mm"
        ) from None


def _view(file: Path, found: Any) -> TableView:
    if not isinstance(found, dict) or set(found) != _KEYS:
        raise CalibrationError(f"{file}: view: found {found!r}, want {', '.join(sorted(_KEYS))}")
    matrix = np.array(found["to_table"], np.float64)
    width, height = (int(length) for length in found["full_wh"])
    invertible = matrix.shape == (3, 3) and abs(np.linalg.det(matrix)) > 0
    if not invertible or min(width, height, found["table_mm"]) <= 0:
        raise CalibrationError(
            f"{file}: view: want a 3 x 3 matrix that has an inverse, and sizes above zero"
        )
    return TableView(
        (width, height),
        float(found["table_mm"]),
        matrix,
        float(found["lens"]),
        float(found["residual_mm"]),
    )
