from __future__ import annotations

import numpy as np
import pytest

from tests.vision.read.fakes import MarkFinder, marked
from vision.detectors.base import Picture
from vision.read.busy import Box, busy_boxes
from vision.read.search import look


def cloth(height: int, width: int, level: int = 70) -> Picture:
    chance = np.random.default_rng(4)
    return np.clip(chance.normal(level, 4, (height, width, 3)), 0, 255).astype(np.uint8)


def test_bare_cloth_has_nothing_on_it() -> None:
    """Threads and the sensor's noise are no print."""
    assert busy_boxes(cloth(500, 700)) == []


def test_shaded_cloth_has_nothing_on_it() -> None:
    """A lamp's fall-off changes over decimetres, not within millimetres."""
    shade = np.linspace(0.5, 1.4, 700)[None, :, None]
    assert busy_boxes((cloth(500, 700) * shade).astype(np.uint8)) == []


@pytest.mark.parametrize(("ground", "ink"), [(200, 40), (90, 45), (110, 160)])
def test_print_is_kept_whole(ground: int, ink: int) -> None:
    """Pale print on paper in the dark half of a table, too, with its surroundings."""
    picture = cloth(600, 900, ground)
    picture[300:342, 500:518] = ink

    (box,) = busy_boxes(picture)

    assert box.x <= 500 - 32
    assert box.y <= 300 - 32
    assert box.x + box.width >= 518 + 32
    assert box.y + box.height >= 342 + 32
    assert box.width * box.height < 0.1 * 600 * 900


def test_boxes_never_overlap() -> None:
    """Each index is looked at once, and boxes end with the picture."""
    picture = cloth(610, 905)
    for x, y in ((10, 10), (60, 90), (200, 40), (880, 590), (500, 300), (560, 420)):
        picture[y : y + 20, x : x + 20] = 240
    taken = np.zeros((610, 905), np.uint8)

    for box in busy_boxes(picture):
        assert box == Box(*(max(0, side) for side in box))
        part = taken[box.y : box.y + box.height, box.x : box.x + box.width]
        assert part.shape == (box.height, box.width)
        part += 1

    assert taken.max() == 1


def test_cleared_table_costs_nothing() -> None:
    """Where a table was swept, the network is not asked."""
    finder = MarkFinder()

    assert look(cloth(1200, 1500), finder, px_per_mm=2.5) == []
    assert finder.looked_at == 0


def test_lone_index_of_a_large_patch_is_found_in_its_place() -> None:
    """At another scale than the finder's, too."""
    picture = marked((1200, 900), [(1000, 700, 16, 36)])
    finder = MarkFinder()

    (found,) = [spot for spot in look(picture, finder, px_per_mm=2.0) if spot.score > 0.8]

    assert (found.x, found.y) == pytest.approx((1007.5, 717.5), abs=1.5)
    assert finder.looked_at == 1
