"""Whose part of the table a place is, and how a part is cut out for its player."""

from __future__ import annotations

import numpy as np
import pytest

from referee.rules.seats import Seat
from tests.vision.calibration.test_view import with_lens
from vision.calibration.patch import Patch, patch_around
from vision.calibration.zones import DisplayArea, Zones
from vision.sources.base import Window


@pytest.mark.parametrize(
    ("place", "seat"),
    [
        ((200.0, 30.0), Seat.EAST),
        ((-30.0, 100.0), Seat.NORTH),
        ((-400.0, 399.0), Seat.WEST),
        ((10.0, -11.0), Seat.SOUTH),
    ],
)
def test_sectors(place: tuple[float, float], seat: Seat) -> None:
    """Without marks a place belongs to the nearest edge."""
    assert Zones(900.0).sector(*place) is seat


@pytest.mark.parametrize(
    ("place", "inside"),
    [
        ((0.0, -150.0), True),
        ((0.0, -90.0), False),  # the middle of the square is nobody's
        ((0.0, -230.0), False),  # before the square
        ((190.0, -150.0), False),  # nearer to east
    ],
)
def test_strips(place: tuple[float, float], inside: bool) -> None:
    """With a display area a seat's strip lies along its side of the square."""
    zones = Zones(900.0, DisplayArea(400.0, 100.0))

    assert zones.in_strip(Seat.SOUTH, *place) is inside


def test_clearness_falls_to_the_border() -> None:
    """Straight before a seat is clear, the diagonal is nobody's."""
    zones = Zones(900.0)

    assert zones.how_clearly(Seat.EAST, 200, 0) == 1
    assert zones.how_clearly(Seat.EAST, 200, 200) == 0
    assert zones.how_clearly(Seat.WEST, 200, 0) == 0


@pytest.mark.parametrize("seat", Seat)
def test_a_patch_is_seen_from_its_player(seat: Seat) -> None:
    """The lower edge of a patch is the one nearest to the player, whoever that is."""
    patch = Patch((0.0, 0.0), (100.0, 80.0), seat)
    width, height = patch.size_px

    low = patch.mm_of(np.array([[width / 2 - 0.5, height - 0.5]]))[0]

    assert Zones(900.0).towards(seat, *low) == pytest.approx(40.0)


def test_rectifying_undoes_the_camera() -> None:
    """A dot painted at a place of the table appears at that place of the patch."""
    view = with_lens(-0.03)
    patch = Patch((120.0, -80.0), (100.0, 100.0), Seat.WEST)
    window = patch.window(view)
    assert window is not None
    picture = np.zeros((window.height, window.width, 3), np.uint8)
    x, y = np.round(view.px_of(np.array([[140.0, -60.0]]))[0]).astype(int)
    picture[y - window.y - 3 : y - window.y + 4, x - window.x - 3 : x - window.x + 4] = 255

    flat = patch.rectified(picture, window, view)

    rows, columns = np.nonzero(flat[..., 0] > 128)
    seen = patch.mm_of(np.array([[columns.mean(), rows.mean()]]))[0]
    assert seen == pytest.approx([140.0, -60.0], abs=0.5)


def test_a_window_stays_in_the_frame() -> None:
    """A patch that sticks out of the frame is cut at its edge; one outside has no window."""
    view = with_lens(0.0)

    sticking = Patch((0.0, 500.0), (100.0, 200.0), Seat.SOUTH).window(view)

    assert sticking is not None
    assert sticking.y == 0
    assert Patch((5000.0, 0.0), (100.0, 100.0), Seat.SOUTH).window(view) is None


def test_patch_around_holds_the_points() -> None:
    """All points lie inside with the margin, whoever looks."""
    points = np.array([[100.0, 50.0], [180.0, -20.0]])
    patch = patch_around(points, Seat.EAST, 20.0)

    assert patch.size_mm == (110.0, 120.0)
    assert patch.centre_mm == (140.0, 15.0)


def test_windows_are_checked() -> None:
    """A window outside the frame is our own mistake and is named."""
    with pytest.raises(ValueError, match="window"):
        Window(-1, 0, 10, 10)
