from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.rules.cards import Card
from tests.vision.read.hand_made import BOTTOM_RIGHT, TOP_LEFT, TWO, Point, card, flat
from vision.read.cards import card_of_group
from vision.read.order import as_laid
from vision.read.reading import CardSeen, IndexSeen


def seen(face: str, middle_mm: Point, turn_deg: float, shows: Sequence[str]) -> CardSeen:
    result = card_of_group(card(face, middle_mm, turn_deg, shows))
    assert isinstance(result, CardSeen)
    return result


def order(cards: Sequence[CardSeen]) -> list[str]:
    return [str(one.card) for one in as_laid(cards, 2.5)]


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


def word(middle_mm: Point, turn_deg: float) -> CardSeen:
    """A black joker by a word of 36 mm, read along *turn_deg*, with its middle there."""
    x, y = flat()(middle_mm)
    return CardSeen(Card.parse("SB"), 0.95, (IndexSeen(x, y, turn_deg, 0.95, length=90.0),))


@pytest.mark.parametrize("joker_at", range(4))
@pytest.mark.parametrize("across", [False, True], ids=["word down the edge", "word across"])
def test_a_jokers_long_word_does_not_move_it_along_the_row(joker_at: int, *, across: bool) -> None:
    """Its word's length and way are its own; where its card lies follows in millimetres."""
    row: list[CardSeen] = []
    for place, face in enumerate(("H9", "S9", "D9", "C9")):
        x = 16.0 * place
        if place != joker_at:
            row.append(seen(face, (x, 0), 0, (TOP_LEFT,)))
        elif across:
            # It begins at the upper left corner, to which its reading points.
            row.append(word((x - 10, -37), -90))
        else:
            row.append(word((x - 23.5, -27), 0))

    ordered = order([row[2], row[0], row[3], row[1]])
    assert ordered.index("SB") == joker_at


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

    assert as_laid([], None) == ()
    assert as_laid([one], 2.5) == (one,)


@pytest.mark.parametrize("joker", [False, True])
def test_an_older_cards_other_end_has_no_say(*, joker: bool) -> None:
    """It looks out below two cards that tell where their player sits, or of which a joker does."""
    left = word((-35, 0), -50) if joker else seen("S9", (0, 0), -50, (TOP_LEFT,))
    right = seen("H9", (14, -2), -50, TWO)
    older = seen("S2", (20, 20), 0, (BOTTOM_RIGHT,))

    ordered = order([right, older, left])

    assert ordered.index(str(left.card)) < ordered.index("H9")


def test_what_lies_the_other_way_round_alone_is_its_players() -> None:
    """Of a picture that hangs upside down."""
    left, right = (seen(face, (x, 0), 180, (TOP_LEFT,)) for face, x in (("S9", 16), ("H9", 0)))

    assert order([right, left]) == ["S9", "H9"]
