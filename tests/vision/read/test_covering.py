"""Cards are not transparent."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.vision.read.hand_made import BOTTOM_RIGHT, TOP_LEFT, card
from vision.read.covering import without_impossible
from vision.read.indices import Index

SCALE = 2.5


def kept(*groups: list[Index]) -> list[int]:
    """Which of the cards are left, by their number."""
    indices: list[Index] = []
    places = []
    for group in groups:
        places.append(tuple(range(len(indices), len(indices) + len(group))))
        indices += group
    left = without_impossible(places, indices, SCALE)
    return [number for number, place in enumerate(places) if place in left]


def weak(index: Index) -> Index:
    """The same place, hardly looking like an index."""
    return replace(index, presence=0.5)


@pytest.mark.parametrize("turn_deg", [0, 70, 200])
def test_print_in_the_middle_of_a_card_is_no_index(turn_deg: float) -> None:
    """A court's figure reads like a king; if it were one, it would cover its own card's index."""
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    aside = (20 * cos - 34 * sin, 20 * sin + 34 * cos)
    whole = card("HQ", (0, 0), turn_deg)
    figure = card("HK", aside, turn_deg, shows=(TOP_LEFT,))[0]

    assert kept(whole, [weak(figure)]) == [0]


def test_a_clear_index_stays_wherever_it_is() -> None:
    """Two clear readings that exclude each other are for people to settle."""
    whole = card("HQ", (0, 0))
    other = card("HK", (20, 34), shows=(TOP_LEFT,))

    assert kept(whole, other) == [0, 1]


def test_neighbours_of_a_fan_stay() -> None:
    """Each card covers the next one's place, but none its own neighbour's index."""
    fan = [card("C5", (16.0 * n, 0), 2.0 * n, shows=(TOP_LEFT,)) for n in range(4)]
    fan[1] = [weak(fan[1][0])]

    assert kept(*fan) == [0, 1, 2, 3]


def test_a_card_slid_over_another_stays() -> None:
    """The upper card covers the middle of the lower one and none of its indices."""
    lower = card("D8", (0, 0), shows=(TOP_LEFT,))
    upper = [weak(index) for index in card("S3", (25, 30), shows=(BOTTOM_RIGHT,))]

    assert kept(lower, upper) == [0, 1]


def test_one_joker_word_tells_nothing_of_its_card() -> None:
    """A word may run down the edge or across, so nothing is excluded by it."""
    joker = [weak(card("SB", (20, 34), shows=(TOP_LEFT,))[0])]

    assert kept(card("HQ", (0, 0)), joker) == [0, 1]


def test_a_joker_with_both_words_excludes_like_any_card() -> None:
    """Down the edge its words lie as every card's indices."""
    figure = weak(card("HK", (20, 34), shows=(TOP_LEFT,))[0])

    assert kept(card("HR", (0, 0)), [figure]) == [0]


def test_a_courts_two_crowns_are_no_joker() -> None:
    """Mirrored like the words across a joker, hardly like words, on a card that shows plainly."""
    upper, lower = (weak(index) for index in card("SB", (0, 0), 270))
    crowns = [
        replace(
            index, spot=replace(index.spot, x=300 + sign * 2 * SCALE, y=300 + sign * 36 * SCALE)
        )
        for index, sign in ((upper, -1), (lower, 1))
    ]

    assert kept(card("SQ", (0, 0)), crowns) == [0]


def test_words_across_a_joker_tell_how_it_lies() -> None:
    """They point to the left and lie almost above each other."""
    upper, lower = card("HR", (0, 0), 270)
    across = [
        replace(
            index, spot=replace(index.spot, x=300 + sign * 7 * SCALE, y=300 + sign * 36 * SCALE)
        )
        for index, sign in ((upper, -1), (lower, 1))
    ]
    inside, beside = (weak(card("HK", (x, 50), shows=(TOP_LEFT,))[0]) for x in (20.0, 52.0))

    assert kept(across, [inside]) == [0]
    assert kept(across, [beside]) == [0, 1]
