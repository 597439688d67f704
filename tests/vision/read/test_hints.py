from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors.base import Picture, Proposals
from vision.read.search import look

HEIGHT, WIDTH = 40, 16


class PassingFinder:
    """Passes over each upright mark, which leaves a trace, and sees it once it is turned."""

    def __init__(self, trace: float = 0.015, turned: float = 0.8, step_px: int = 32) -> None:
        self.looked_at: list[tuple[int, ...]] = []
        self._trace, self._turned = trace, turned
        self._step_px = step_px

    @property
    def tile_px(self) -> int:
        return 640

    @property
    def step_px(self) -> int:
        return self._step_px

    def find(self, tile_rgb: Picture, least_score: float) -> Proposals:
        self.looked_at.append(tile_rgb.shape[:2])
        count, _, stats, _ = cv2.connectedComponentsWithStats(
            (tile_rgb[:, :, 0] > 150).astype(np.uint8)
        )
        rows = []
        for x, y, w, h, _ in stats[1:count]:
            upper = tile_rgb[y : y + h // 2, x : x + w].mean()
            is_upright = upper > tile_rgb[y + h // 2 : y + h, x : x + w].mean()
            score = self._trace if is_upright else self._turned
            top, bottom = (y, y + h - 1) if is_upright else (y + h - 1, y)
            middle = x + (w - 1) / 2
            if score >= least_score:
                rows.append((score, middle, y + (h - 1) / 2, w, h, middle, top, middle, bottom))
        table = np.array(rows, np.float32).reshape(-1, 9)
        return Proposals(table[:, 0], table[:, 1:5], table[:, 5:7], table[:, 7:9])


def marked(size_wh: tuple[int, int], places: list[tuple[int, int]]) -> Picture:
    """Marks at the places of their upper left corners, each lighter in its upper half."""
    picture = np.full((size_wh[1], size_wh[0], 3), 90, np.uint8)
    for x, y in places:
        picture[y : y + HEIGHT // 2, x : x + WIDTH] = 250
        picture[y + HEIGHT // 2 : y + HEIGHT, x : x + WIDTH] = 200
    return picture


@pytest.mark.parametrize("px_per_mm", [2.5, 5.0, 1.25])
@pytest.mark.parametrize("step_px", [32, 640])
def test_what_left_a_trace_is_seen_turned(px_per_mm: float, step_px: int) -> None:
    """Wherever it lies, also beside the picture's edge, and more of them than one tile holds."""
    places = [(4, 6), (600, 8), (8, 590), (612, 588)]
    places += [(60 + 90 * column, 100 + 90 * row) for column in range(5) for row in range(4)]
    picture = marked((632, 632), places)
    factor = px_per_mm / 2.5
    given = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)

    spots = look(np.asarray(given, np.uint8), PassingFinder(step_px=step_px), px_per_mm)

    middles = {(x + (WIDTH - 1) / 2, y + (HEIGHT - 1) / 2) for x, y in places}
    assert len(spots) == len(middles)
    for x, y in middles:
        (spot,) = (
            spot
            for spot in spots
            if abs((spot.x + 0.5) / factor - 0.5 - x) < 2
            and abs((spot.y + 0.5) / factor - 0.5 - y) < 2
        )
        assert abs(spot.angle_deg) < 1
        assert spot.length == pytest.approx((HEIGHT - 1) * factor, rel=0.1)
        assert spot.score == pytest.approx(0.8)


@pytest.mark.parametrize(
    "finder",
    [PassingFinder(trace=0.005), PassingFinder(turned=0.4), PassingFinder(trace=0.9)],
    ids=["no trace", "hardly seen turned either", "seen at once"],
)
def test_the_second_look_adds_nothing_else(finder: PassingFinder) -> None:
    spots = look(marked((300, 300), [(100, 120)]), finder, 2.5)

    assert [spot.score for spot in spots] == ([pytest.approx(0.9)] if spots else [])


def test_without_a_trace_nothing_is_looked_at_again() -> None:
    finder = PassingFinder(trace=0.9)

    look(marked((300, 300), [(100, 120)]), finder, 2.5)

    assert len(finder.looked_at) == 1


def test_few_traces_cost_little() -> None:
    """One place is a tenth of a tile."""
    finder = PassingFinder()

    look(marked((600, 600), [(300, 300)]), finder, 2.5)

    assert finder.looked_at[1] == (192, 192)
