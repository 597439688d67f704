from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.vision.read.hand_made import TOP_LEFT, TWO, Point, card
from vision.read.cards import card_of_group
from vision.read.order import as_laid
from vision.read.reading import CardSeen


def seen(face: str, middle_mm: Point, turn_deg: float, shows: Sequence[str]) -> CardSeen:
    result = card_of_group(card(face, middle_mm, turn_deg, shows))
    assert isinstance(result, CardSeen)
    return result


def order(cards: Sequence[CardSeen]) -> list[str]:
    return [str(one.card) for one in as_laid(cards)]


@pytest.mark.parametrize("turn_deg", [0, 90, 180, 270])
def test_fan_is_read_from_its_players_left(turn_deg: float) -> None:
    """South, east, north or west: the covered cards tell where their player sits."""
    step = {0: (16, 0), 90: (0, 16), 180: (-16, 0), 270: (0, -16)}[int(turn_deg)]
    places = [(i * step[0], i * step[1]) for i in range(4)]
    fan = [
        seen(face, place, turn_deg, (TOP_LEFT,))
        for face, place in zip(("H3", "S4", "D5", "C6"), places, strict=True)
    ]
    fan.append(seen("S7", (4 * step[0], 4 * step[1]), turn_deg, TWO))

    assert order([fan[3], fan[0], fan[4], fan[2], fan[1]]) == ["H3", "S4", "D5", "C6", "S7"]


def test_row_of_whole_cards_is_read_as_the_picture_hangs() -> None:
    """Whole cards look alike from both ends, so the player is taken to sit below the picture."""
    row = [seen(face, (i * 66, 3 * i), 0, TWO) for i, face in enumerate(("HK", "HA", "H2"))]

    assert order(row[::-1]) == ["HK", "HA", "H2"]


def test_column_is_read_from_the_far_end() -> None:
    """Cards laid one below the other: the first lies furthest from the player."""
    column = [
        seen(face, (2 * i, i * 25), 0, (TOP_LEFT,)) for i, face in enumerate(("H9", "S9", "D9"))
    ]

    assert order([column[2], column[0], column[1]]) == ["H9", "S9", "D9"]


def test_nothing_and_one_card_are_in_order() -> None:
    """The trivial plays."""
    one = seen("H9", (0, 0), 0, TWO)

    assert as_laid([]) == ()
    assert as_laid([one]) == (one,)
