"""What is whole reads the same from a little aside."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.rules.cards import FACES
from tests.vision.read.hand_made import TOP_LEFT, card, faces
from tests.vision.read.painted import ByBrightness
from vision.read.indices import Index
from vision.read.spots import Spot
from vision.read.steady import (
    STEADY,
    SecondLook,
    clarified,
    steadiness_of_faint,
    steadiness_of_weak,
    without_half_covered,
    without_idle_doubts,
)

WHOLE_PX, HALF_PX = 24, 6
"""Width of a print around the middle of its spot, in pixels."""


def seen(face: str, x: float, presence: float) -> Index:
    return Index(Spot(x, 100.0, 0.0, -42.0, 0.9), faces(face), presence)


def looking_at(widths: dict[int, int], level: int = 30) -> SecondLook:
    """At dark prints of so many pixels across at such places, on grey."""
    picture = np.full((200, 400, 3), 120, np.uint8)
    for x, width in widths.items():
        picture[60:140, x - width // 2 : x + width // 2] = level
    return SecondLook(picture, ByBrightness())


def test_a_whole_print_is_steady_and_half_of_one_is_not() -> None:
    """Looked at a tenth of its height to the side, the half shows something else."""
    look = looking_at({100: WHOLE_PX, 200: HALF_PX})

    assert look.is_steady(seen("S9", 100, 0.6)) == look.is_steady(seen("S4", 100, 0.6))
    assert look.steadiness(seen("S9", 100, 0.6)) > 2 * look.steadiness(seen("S9", 200, 0.6))


def test_which_joker_a_word_says_is_another_question() -> None:
    """A word of either colour is a steady word."""
    look = looking_at({100: WHOLE_PX}, level=255)

    assert look.is_steady(seen("SB", 100, 0.6))
    assert look.is_steady(seen("HR", 100, 0.6))


@pytest.mark.parametrize(
    ("members", "asked"),
    [
        ([seen("S9", 100, 0.7)], True),
        ([seen("S9", 100, 0.85)], False),
        ([seen("S9", 100, 0.7), seen("S9", 200, 0.7)], False),
        ([seen("SB", 100, 0.7)], True),
        ([seen("SB", 100, 0.5), seen("SB", 200, 0.3)], True),
        ([seen("SB", 100, 0.5), seen("SB", 200, 0.8)], False),
    ],
    ids=["weak", "plain", "two ends", "word", "two weak words", "a plain word"],
)
def test_only_what_hardly_shows_is_looked_at_again(members: list[Index], *, asked: bool) -> None:
    """Two weak words are no witnesses for each other: a court's two crowns are mirrored, too."""
    group = tuple(range(len(members)))

    found = steadiness_of_weak([group], members, looking_at({100: WHOLE_PX, 200: HALF_PX}, 255))

    assert list(found) == ([group] if asked else [])


def test_what_a_deck_knows_well_needs_no_other_look() -> None:
    """Unusual letters are not steady, however plain; a print known in part is still looked at."""
    weak, look = [seen("S9", 100, 0.7)], looking_at({100: HALF_PX})

    assert steadiness_of_weak([(0,)], weak, look, [seen("S9", 100, 0.95)]) == {}
    assert steadiness_of_weak([(0,)], weak, look, weak)[0,] < STEADY
    assert steadiness_of_weak([(0,)], weak, look, [seen("S9", 100, 0.8)])[0,] < STEADY


def test_a_card_is_read_by_the_end_that_is_whole() -> None:
    """Half an eight under another card reads as a three."""
    look = looking_at({100: WHOLE_PX, 200: HALF_PX}, level=120)
    ends = [seen("H7", 100, 0.85), seen("H4", 200, 0.75)]

    assert without_half_covered([(0, 1)], ends, look) == [(0,)]


def test_ends_that_agree_stay_together() -> None:
    """And of two that differ none is preferred where neither is steady."""
    look = looking_at({100: HALF_PX, 200: HALF_PX})
    alike = [*card("S9", (0, 0), shows=(TOP_LEFT,)), *card("S9", (47, 63), shows=(TOP_LEFT,))]
    unlike = [seen("S9", 100, 0.8), seen("S4", 200, 0.8)]

    assert without_half_covered([(0, 1)], alike, look) == [(0, 1)]
    assert without_half_covered([(0, 1)], unlike, look) == [(0, 1)]


def test_an_unclear_index_is_read_by_many_looks() -> None:
    """What is there and clear, or hardly there, keeps the reading it has."""
    look = looking_at({100: WHOLE_PX, 200: WHOLE_PX, 300: WHOLE_PX}, level=120)
    unclear = Index(seen("H7", 100, 0.8).spot, faces({"S9": 0.5, "H7": 0.4}), 0.8)
    clear, faint = seen("S9", 200, 0.8), replace(unclear, presence=0.3)

    again, *others = clarified([unclear, clear, faint], look)

    assert str(FACES[int(again.faces.argmax())]) == "H7"
    assert float(again.faces.max()) > 0.9
    assert again.faces.sum() == pytest.approx(1, abs=1e-3)
    assert others == [clear, faint]


@pytest.mark.parametrize(
    ("index", "asked"),
    [
        (seen("H7", 100, 0.3), True),
        (seen("H7", 100, 0.15), False),
        (seen("H7", 100, 0.5), False),
        (seen("SB", 100, 0.3), False),
        (Index(seen("H7", 100, 0.3).spot, faces("H7", 0.8), 0.3), False),
    ],
    ids=["faint", "not there", "there", "word", "unclear"],
)
def test_in_a_photograph_only_what_is_clear_and_faint_is_looked_at_again(
    index: Index, *, asked: bool
) -> None:
    """Newspapers and boxes have words that read steadily, too."""
    look = looking_at({100: WHOLE_PX}, level=120)

    found = steadiness_of_faint([(0,)], [index], look)

    assert list(found) == ([(0,)] if asked else [])
    assert not asked or look.is_steady(index)


@pytest.mark.parametrize(
    ("doubted", "left"),
    [("H7", "read"), ("S4", "doubted")],
    ids=["the same face", "another face"],
)
def test_a_deck_does_not_doubt_what_reads_steadily(doubted: str, left: str) -> None:
    """Half of a print it may doubt, and where it names another face, it stands."""
    look = looking_at({100: WHOLE_PX, 200: HALF_PX}, level=120)
    read, half = seen("H7", 100, 0.7), seen("S9", 200, 0.7)
    weighed = Index(read.spot, faces(doubted, 0.6), 0.7)
    of_half = Index(half.spot, faces("S9", 0.55), 0.7)

    found = without_idle_doubts([weighed, of_half], [read, half], look)

    assert found == (read if left == "read" else weighed, of_half)
