from __future__ import annotations

import numpy as np
import pytest

from vision.detectors.base import Proposals
from vision.read.spots import (
    Spot,
    is_cut,
    is_same_place,
    overlaps,
    spots_of,
    suppress,
    usual_length,
)


def spot(x: float, y: float, up: tuple[float, float] = (0, -40), score: float = 0.8) -> Spot:
    return Spot(x, y, up[0], up[1], score)


@pytest.mark.parametrize(
    ("up", "angle_deg"),
    [((0, -40), 0), ((40, 0), 90), ((-40, 0), -90), ((0, 40), 180), ((30, -30), 45)],
)
def test_angle_turns_clockwise_from_up(up: tuple[float, float], angle_deg: float) -> None:
    """Up is 0, right is 90: as a person sees the picture."""
    assert spot(0, 0, up).angle_deg == pytest.approx(angle_deg)


def proposals(*rows: tuple[float, ...]) -> Proposals:
    """Rows of score, box x y w h, top x y, bottom x y."""
    table = np.array(rows, np.float32).reshape(-1, 9)
    return Proposals(table[:, 0], table[:, 1:5], table[:, 5:7], table[:, 7:9])


def test_proposals_come_back_to_the_picture() -> None:
    """A tile at (100, 50) of a picture reduced to half: places double, after moving."""
    found = proposals((0.9, 19.5, 9.5, 10, 20, 20, 0, 20, 20))

    (seen,) = spots_of(found, (100, 50), 0.5, (1000, 1000))

    # Pixel middles: 119.5 + 0.5 pixels from the edge at half scale are 240, the middle of 239.5.
    assert (seen.x, seen.y) == pytest.approx((239.5, 119.5))
    assert (seen.up_x, seen.up_y) == pytest.approx((0, -40))


def test_places_outside_the_picture_are_left_out() -> None:
    """What the finder sees in the grey beside a small picture is nothing."""
    found = proposals((0.9, 50, 30, 10, 20, 50, 20, 50, 40), (0.9, 50, 70, 10, 20, 50, 60, 50, 80))

    assert [s.y for s in spots_of(found, (0, 0), 1.0, (100, 60))] == pytest.approx([30])


def test_best_of_a_place_is_kept() -> None:
    """Neighbouring anchors see one index; the surest of them stands for it."""
    kept = suppress([spot(0, 0, score=0.6), spot(3, 2, score=0.9), spot(60, 0, score=0.5)])

    assert [(s.x, s.score) for s in kept] == [(3, 0.9), (60, 0.5)]


def test_next_card_of_a_fan_is_another_place() -> None:
    """Indices 21 pixels apart at 40 pixels height (9 mm at 17 mm) are two."""
    assert len(suppress([spot(0, 0), spot(21, 0)])) == 2


def test_next_card_of_a_column_is_another_place() -> None:
    """Indices one above the other, a height and a bit apart, are two."""
    assert len(suppress([spot(0, 0), spot(0, 45)])) == 2


def test_end_of_a_word_is_the_same_place() -> None:
    """A joker's word is also found by its last letters alone."""
    word = spot(0, 0, (0, -100), 0.9)

    assert suppress([word, spot(0, -40, (0, -30), 0.5)]) == [word]


@pytest.mark.parametrize(
    ("other", "places"),
    [
        (spot(4, 22, (38, 12), 0.6), 2),
        (spot(4, 22, (-38, 12), 0.6), 2),
        (spot(4, 22, (12, 38), 0.6), 1),
        (spot(4, 22, (38, 12), 0.4), 1),
        (spot(4, 22, (19, 6), 0.6), 1),
        (spot(4, 8, (38, 12), 0.6), 1),
    ],
    ids=["across", "across, the other way", "along", "faint", "short", "in its middle"],
)
def test_an_index_across_another_one_is_another_place(other: Spot, places: int) -> None:
    """In a heap one index lies at the end of another, which runs past it."""
    assert len(suppress([spot(0, 0), other])) == places


def test_how_near_is_one_place_depends_on_what_is_known() -> None:
    """Side by side at 12 of 40 pixels: one index for who saw one face, two for who saw two."""
    one, beside = spot(0, 0), spot(12, 0)

    assert is_same_place(beside, one, across=0.4)
    assert not is_same_place(beside, one, across=0.28)


def test_overlap_needs_a_middle_inside() -> None:
    """A fan's neighbour does not overlap; a pip below the index does."""
    assert not overlaps(spot(0, 0), spot(18, 0))
    assert overlaps(spot(0, 0), spot(6, 20))


@pytest.mark.parametrize(
    ("x", "y", "cut"),
    [(50, 50, False), (50, 17, False), (50, 10, True), (92, 50, False), (97, 50, True)],
)
def test_edge_cuts_an_index(x: float, y: float, cut: bool) -> None:
    """An index 40 high and 20 wide must lie almost wholly inside a picture of 100 by 100."""
    assert is_cut(spot(x, y), (100, 100)) is cut


def test_usual_length_is_the_weighted_middle() -> None:
    """Two clear indices outweigh three doubtful ones of another size."""
    spots = [spot(0, 0, (0, -40), 0.9), spot(50, 0, (0, -42), 0.9)]
    spots += [spot(i, 90, (0, -15), 0.2) for i in range(3)]

    assert usual_length(spots) == pytest.approx(40)
    assert usual_length([]) is None


def test_narrowed_undoes_the_widening() -> None:
    """A spot found on a picture widened twice lies at half the x, as wide as half."""
    seen = Spot(99.5, 10, 20, -30, 0.5).narrowed(2.0)

    assert seen == Spot(49.5, 10, 10, -30, 0.5)
