"""Report discs, by what the small stream shows of them."""

from __future__ import annotations

import numpy as np
import pytest

from referee.rules.seats import PerSeat, Seat
from vision.calibration.zones import Zones
from vision.scene.disc import reported_by
from vision.watch.glance import Change

CELL = 4.7
ZONES = Zones(900.0)


def thing(x: float, y: float, across: float, along: float, *, round_: bool, by: Seat) -> Change:
    line = np.arange(-450.0, 450.0, CELL)
    grid = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    off = np.abs(grid - (x, y))
    if round_:
        inside = np.hypot(*off.T) <= across / 2
    else:
        inside = (off[:, 0] <= across / 2) & (off[:, 1] <= along / 2)
    places = grid[inside]
    touched = PerSeat.all(0.0).put(by, 0.9)
    return Change(
        by, places, len(places) * CELL**2, 0, covered=False, touched=touched, brightened=True
    )


@pytest.mark.parametrize(
    ("seat", "x", "y"),
    [
        (Seat.SOUTH, 245.0, -150.0),
        (Seat.NORTH, -245.0, 150.0),
        (Seat.EAST, 150.0, 245.0),
        (Seat.WEST, -150.0, -245.0),
    ],
)
def test_a_disc_to_the_right_of_the_strip_reports(seat: Seat, x: float, y: float) -> None:
    """60 mm across, brought by the arm of the seat whose right it lies at."""
    assert reported_by(thing(x, y, 60, 60, round_=True, by=seat), ZONES) is seat


@pytest.mark.parametrize(
    ("across", "along", "round_"),
    [(76, 76, True), (60, 88, False), (40, 40, True), (30, 90, False)],
    ids=["mug", "card", "coin", "pen case"],
)
def test_other_things_report_nothing(across: float, along: float, round_: bool) -> None:
    """What is larger, smaller or longer than a disc is none."""
    change = thing(245, -150, across, along, round_=round_, by=Seat.SOUTH)

    assert reported_by(change, ZONES) is None


def test_a_disc_elsewhere_reports_nothing() -> None:
    """On the left, or moved there by another arm, it tells nothing for sure."""
    assert reported_by(thing(-245, -150, 60, 60, round_=True, by=Seat.SOUTH), ZONES) is None
    assert reported_by(thing(245, -150, 60, 60, round_=True, by=Seat.NORTH), ZONES) is None
