from __future__ import annotations

import pytest

from tests.vision.read.fakes import MarkFinder, marked
from vision.read.search import look
from vision.read.spots import Spot


def best(spots: list[Spot], least: float = 0.8) -> list[tuple[float, float, float]]:
    return sorted((s.x, s.y, s.length) for s in spots if s.score >= least)


@pytest.mark.parametrize("height", [24, 40, 90, 150])
def test_indices_of_any_size_are_found(height: int) -> None:
    """From a card that fills the picture to one far away: some scale shows its index well."""
    width = max(6, height // 3)
    picture = marked((640, 640), [(100, 200, width, height), (500, 420, width, height)])

    found = best(look(picture, MarkFinder()))

    for x, y in ((100, 200), (500, 420)):
        centre = (x + (width - 1) / 2, y + (height - 1) / 2)
        assert any(
            abs(fx - centre[0]) < 3 and abs(fy - centre[1]) < 3 and abs(length - height) < 6
            for fx, fy, length in found
        )


def test_large_picture_is_cut_into_tiles() -> None:
    """A frame of twelve megapixels is searched until its small indices are seen."""
    picture = marked((2600, 1900), [(2500, 1800, 18, 50), (40, 30, 18, 50), (1300, 900, 18, 50)])

    found = best(look(picture, MarkFinder()))

    assert {(round(x / 100), round(y / 100)) for x, y, _ in found} == {(25, 18), (0, 1), (13, 9)}


def test_known_scale_is_looked_at_once() -> None:
    """A calibrated crop of one tile costs one call of the network."""
    finder = MarkFinder()
    picture = marked((512, 512), [(100, 100, 16, 40)])

    found = look(picture, finder, px_per_mm=2.0)

    assert finder.looked_at == 1
    assert best(found)[0][2] == pytest.approx(40, abs=3)


def test_found_indices_stop_the_search() -> None:
    """Clear indices of a good size are not looked for at finer scales."""
    finder = MarkFinder()
    look(marked((640, 640), [(100, 100, 18, 45), (300, 300, 18, 45)]), finder)

    assert finder.looked_at == 3


def test_empty_picture_has_an_end() -> None:
    """Where nothing is found the finest scale ends the search."""
    finder = MarkFinder()

    assert look(marked((640, 480), []), finder) == []
    assert finder.looked_at < 20


def test_widened_look_gives_places_of_the_picture_given() -> None:
    """Looking at a widened picture changes no coordinate."""
    picture = marked((300, 600), [(100, 300, 10, 44), (200, 100, 10, 44)])

    found = best(look(picture, MarkFinder(), stretch=1.78, finest=1.0))

    for x, y in ((104.5, 321.5), (204.5, 121.5)):
        assert any(abs(fx - x) < 2 and abs(fy - y) < 2 for fx, fy, _ in found)
