"""Figures: what counts as right, wrong, unsure, missed and false."""

import pytest

from vision.training.faces import FACES
from vision.training.judging import Figures, Reading, Wanted, compare

ACE, KING = FACES.index("SA"), FACES.index("SK")


def reading(x: float, face: int | None = ACE, probability: float = 0.9) -> Reading:
    return Reading(x, 0.0, 0.0, 48.0, 0.8, face, probability)


def wanted(x: float, face: int = ACE, *, must_see: bool = True) -> Wanted:
    return Wanted(x, 0.0, face, 15.0, must_see)


@pytest.mark.parametrize(
    ("readings", "labels", "counts"),
    [
        ([reading(3)], [wanted(0)], {"right": 1, "exact": 1}),
        ([reading(3, KING)], [wanted(0)], {"wrong": 1}),
        ([reading(3, KING, 0.5)], [wanted(0)], {"unsure": 1}),
        ([reading(40)], [wanted(0)], {"missed": 1, "false": 1}),
        # An unsure reading of nothing is no claim.
        ([reading(40, ACE, 0.5)], [], {"exact": 1}),
        # Half hidden indices may be missed, but not misread.
        ([], [wanted(0, must_see=False)], {"exact": 1}),
        ([reading(0, KING)], [wanted(0, must_see=False)], {"wrong": 1}),
        # Two readings at one place: the nearer one counts, the other is false.
        ([reading(9, KING), reading(1)], [wanted(0)], {"right": 1, "false": 1}),
    ],
)
def test_readings_are_counted(
    readings: list[Reading], labels: list[Wanted], counts: dict[str, int]
) -> None:
    """Each label is matched with the nearest reading in its reach."""
    must = sum(label.must_see for label in labels)

    assert compare(readings, labels) == Figures(pictures=1, wanted=must, **counts)


def test_figures_add_up() -> None:
    """A set's figures are the sum over its pictures."""
    one = Figures(pictures=1, wanted=4, right=3, missed=1)

    assert one + one == Figures(pictures=2, wanted=8, right=6, missed=2)
