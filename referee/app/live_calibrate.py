"""`guandan-referee calibrate`: find the table on one full frame and write down how it is seen."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from referee.app.errors import InputRefused

if TYPE_CHECKING:
    # A help text needs no OpenCV.
    from vision.calibration.markers import MarkerLayout
    from vision.calibration.view import TableView


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("picture", type=Path, nargs="?", help="a full frame of the empty table")
    parser.add_argument("--out", type=Path, default=Path("calibration.toml"), metavar="FILE.toml")
    parser.add_argument("--table-mm", type=float, default=900.0, metavar="MM", help="side")
    parser.add_argument(
        "--corners",
        nargs=4,
        type=_corner,
        metavar="X,Y",
        help="the table's corners NW NE SE SW in the picture; without them the markers are used",
    )
    parser.add_argument("--marker-mm", type=float, default=40.0, metavar="MM")
    parser.add_argument(
        "--inset-mm", type=float, default=40.0, metavar="MM", help="edge to marker's middle"
    )
    parser.add_argument(
        "--display-mm", type=float, metavar="MM", help="side of the marked display area, if any"
    )
    parser.add_argument(
        "--markers", type=Path, metavar="FILE.pdf", help="write the markers to print, and stop"
    )


def run(arguments: argparse.Namespace) -> int:
    """Calibrate, or write the marker sheet; raises `InputRefused`."""
    from vision.calibration.calibration_file import write_calibration
    from vision.calibration.marker_sheet import marker_sheet
    from vision.calibration.markers import MarkerLayout
    from vision.calibration.view import CalibrationError
    from vision.calibration.zones import DisplayArea, Zones

    layout = MarkerLayout(arguments.table_mm, arguments.marker_mm, arguments.inset_mm)
    if arguments.markers is not None:
        try:
            arguments.markers.write_bytes(marker_sheet(layout))
        except (ValueError, OSError) as error:
            raise InputRefused(f"{arguments.markers}: {error}") from error
        return 0
    if arguments.picture is None:
        raise InputRefused("want a PICTURE of the table, or --markers FILE.pdf")
    try:
        view = _view(arguments, layout)
    except CalibrationError as error:
        raise InputRefused(f"{arguments.picture}: {error}") from error
    display = None if arguments.display_mm is None else DisplayArea(arguments.display_mm)
    try:
        write_calibration(arguments.out, view, Zones(arguments.table_mm, display))
    except OSError as error:
        raise InputRefused(f"{arguments.out}: {error.strerror}") from error
    print(  # noqa: T201  what the command is asked for
        f"{arguments.out}: {view.px_per_mm:.2f} px/mm, lens {view.lens:+.3f}, "
        f"residual {view.residual_mm:.2f} mm"
    )
    return 0


def _view(arguments: argparse.Namespace, layout: MarkerLayout) -> TableView:
    import numpy as np

    from vision.calibration.markers import view_from_markers
    from vision.calibration.view import view_from_corners
    from vision.sources.stills import PictureError, load_still

    try:
        picture = load_still(arguments.picture)
    except PictureError as error:
        raise InputRefused(str(error)) from error
    if arguments.corners is None:
        return view_from_markers(picture, layout)
    size = (picture.shape[1], picture.shape[0])
    return view_from_corners(np.array(arguments.corners), size, arguments.table_mm)


def _corner(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"found {text!r}, wanted X,Y in pixels") from None
    return x, y
