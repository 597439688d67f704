"""Hands that come and go beside hands that rest."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.rules.seats import Seat
from vision.scene.visits import Visit, Visits
from vision.watch.glance import Arm, Glance

FRAME_MS = 83
HAND_MM2 = 12_000.0


def seen(*spans: tuple[int, Sequence[tuple[float, bool]]]) -> list[Visit]:
    """The visits of South in spans of so many frames, each with the arms that are there."""
    visits, ended, number = Visits(), list[Visit](), 0
    for frames, arms in spans:
        for _ in range(frames):
            number += 1
            shown = tuple(Arm((Seat.SOUTH,), area, moves) for area, moves in arms)
            ended += visits.see(Glance(number * FRAME_MS, dark=False, arms=shown))
    return ended


COMES = (4, [(HAND_MM2, True)])
RESTS = (60, [(HAND_MM2, False)])
GONE = (6, [])


def test_a_hand_that_comes_and_goes_may_be_a_knock() -> None:
    (visit,) = seen(COMES, COMES, GONE)

    assert visit.may_be_knock
    assert (visit.came_ms, visit.left_ms) == (FRAME_MS, 8 * FRAME_MS)


@pytest.mark.parametrize(
    "both",
    [[(HAND_MM2, False), (HAND_MM2, True)], [(2 * HAND_MM2, True)]],
    ids=["apart", "touching"],
)
def test_the_other_hand_beside_a_resting_one_may_knock(both: list[tuple[float, bool]]) -> None:
    """The one goes on resting, and its own leaving later is no knock."""
    knock, leaving = seen(COMES, RESTS, (8, both), RESTS, GONE)

    assert knock.may_be_knock
    assert knock.came_ms == 65 * FRAME_MS
    assert knock.left_ms == 72 * FRAME_MS
    assert not leaving.may_be_knock


def test_a_knock_may_follow_at_once_upon_a_rest() -> None:
    """The resting hand is drawn back and comes down again."""
    (visit,) = seen(COMES, RESTS, (3, [(4_000.0, True)]), (8, [(1.8 * HAND_MM2, True)]), GONE)

    assert visit.may_be_knock


@pytest.mark.parametrize(
    "moved",
    [
        [(10, [(HAND_MM2 + 3_000, True)])],
        [(3, [(8_000.0, True)]), (3, [(4_000.0, True)])],
        [(50, [(2 * HAND_MM2, True)])],
    ],
    ids=["stirs", "is drawn back", "works for long"],
)
def test_a_resting_hand_that_moves_does_not_knock(
    moved: list[tuple[int, list[tuple[float, bool]]]],
) -> None:
    """Whoever thinks with a hand on the table has not passed."""
    assert not [visit for visit in seen(COMES, RESTS, *moved, GONE) if visit.may_be_knock]
