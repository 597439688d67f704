"""Scenes: labels lie where the index is printed, point the right way and know what is seen."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.training.conftest import PLAIN
from vision.training.crops import upright_crop
from vision.training.decks import Deck, draw_deck
from vision.training.faces import BLACK_JOKER, FACES, RED_JOKER
from vision.training.scenes import PX_PER_MM, Canvas, IndexLabel, PlacedCard, draw_scene

ACE = FACES.index("SA")
SEVEN = FACES.index("H7")
STRAY_PX = 4.0
"""Corners of a card stray by a pixel each, so places are known this well."""


def canvas(seed: int = 1) -> Canvas:
    """A plain grey table 240 mm square, seen from straight above, its middle at (300, 300)."""
    table = np.full((600, 600, 3), 90, np.uint8)
    view = np.array([[PX_PER_MM, 0, 300], [0, PX_PER_MM, 300], [0, 0, 1.0]])
    return Canvas(np.random.default_rng(seed), table, view)


def angle_between(label: IndexLabel, angle: float) -> float:
    """Degrees between a label's direction and *angle*."""
    wanted = np.array([math.cos(angle), math.sin(angle)])
    return math.degrees(math.acos(float(np.clip(label.up @ wanted, -1, 1))))


def test_a_seed_and_a_number_decide_a_scene(deck: Deck) -> None:
    """A scene can be drawn again without drawing those before it."""
    first, again, next_one = (draw_scene(3, number, [deck]) for number in (4, 4, 5))

    assert np.array_equal(first.picture, again.picture)
    assert len(first.labels) == len(again.labels)
    assert not np.array_equal(first.picture, next_one.picture)


def test_a_scene_at_a_table_is_true_to_scale(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the table is calibrated, an index is as many pixels high as its print is in mm."""
    monkeypatch.setattr("vision.training.scenes._AT_A_TABLE", 1.0)
    suited = [
        label
        for number in range(12)
        for label in draw_scene(5, number, [deck]).labels
        if label.face < BLACK_JOKER
    ]

    heights = [float(np.linalg.norm(label.quad[0] - label.quad[3])) for label in suited]
    assert len(heights) > 20
    assert np.median(heights) == pytest.approx(deck.index_height_mm() * PX_PER_MM, rel=0.04)
    assert np.std(heights) < 0.08 * np.median(heights)


@pytest.mark.parametrize("turn", [0.0, 0.7, math.pi / 2, 2.5, -1.2])
def test_a_label_turns_with_its_card(deck: Deck, turn: float) -> None:
    """The upper index points where the card's top is, the lower one the other way."""
    table = canvas()
    table.lay(deck, PlacedCard(ACE, (0, 0), turn))

    upper, lower = table.labels()
    assert angle_between(upper, turn - math.pi / 2) < 5
    assert angle_between(lower, turn + math.pi / 2) < 5
    assert upper.card == lower.card


def test_a_label_lies_on_its_corner(deck: Deck) -> None:
    """An unturned card's first index is at its upper left, where the deck prints it."""
    table = canvas()
    table.lay(deck, PlacedCard(ACE, (10, -20), 0))

    upper, _ = table.labels()
    printed = deck.indices[ACE][0]
    x = 300 + PX_PER_MM * (10 - 30 + printed.centre_xy[0] / 5)
    y = 300 + PX_PER_MM * (-20 - 44 + printed.centre_xy[1] / 5)
    assert np.hypot(*(upper.centre - [x, y])) < STRAY_PX


@pytest.mark.parametrize("turn", [0.0, 1.0, 3.0])
def test_the_index_is_seen_through_its_label(deck: Deck, turn: float) -> None:
    """Cut out upright by its label, an index looks as on the card, wherever the card lies."""
    table = canvas()
    table.lay(deck, PlacedCard(SEVEN, (5, 5), turn))
    printed = deck.indices[SEVEN][0]
    wanted = upright_crop(deck.faces[SEVEN], printed.centre_xy, -math.pi / 2, 0.5).astype(float)

    for label in table.labels():
        up = math.atan2(label.up[1], label.up[0])
        seen = upright_crop(table.picture, label.centre.tolist(), up).astype(float)
        likeness = np.corrcoef(seen[12:52, 8:24].ravel(), wanted[12:52, 8:24].ravel())[0, 1]
        assert likeness > 0.8


def test_a_word_across_a_joker_points_to_its_beginning() -> None:
    """Read from left to right at the upper edge, its direction is to the left."""
    across = draw_deck(5, [], style=replace(PLAIN, joker_manner="across"))
    table = canvas()
    table.lay(across, PlacedCard(RED_JOKER, (0, 0), 0))

    upper, lower = table.labels()
    assert angle_between(upper, math.pi) < 5
    assert angle_between(lower, 0.0) < 5
    assert upper.centre[1] < 300 < lower.centre[1]
    tall = np.linalg.norm(upper.quad[0] - upper.quad[3])
    assert tall > 2 * np.linalg.norm(upper.quad[0] - upper.quad[1])


def test_a_card_on_top_hides_what_lies_under_it(deck: Deck) -> None:
    """A covered index has no label, a half covered one says so, a free one is whole."""
    table = canvas()
    table.lay(deck, PlacedCard(ACE, (0, 0), 0))
    table.lay(deck, PlacedCard(SEVEN, (6, 0), 0))

    under = [label for label in table.labels() if label.face == ACE]
    over = [label for label in table.labels() if label.face == SEVEN]
    assert [round(label.visible, 1) for label in over] == [1.0, 1.0]
    assert len(under) == 1
    assert 0.3 < under[0].visible < 0.75


def test_a_hand_hides_cards(deck: Deck) -> None:
    """What covers the table is no card and takes the labels under it away."""
    table = canvas()
    table.lay(deck, PlacedCard(ACE, (0, 0), 0))
    everything = np.ones((600, 600), np.bool_)
    table.cover(everything)

    assert table.labels() == ()


def test_an_index_outside_the_picture_has_no_label(deck: Deck) -> None:
    """A card half out of the picture keeps only the index that is in it."""
    table = canvas()
    table.lay(deck, PlacedCard(ACE, (-115, 0), 0))

    (label,) = table.labels()
    assert angle_between(label, math.pi / 2) < 5


def test_a_back_shows_no_index(deck: Deck) -> None:
    """A card face down is seen and not labelled."""
    table = canvas()
    table.lay(deck, PlacedCard(ACE, (0, 0), 0, back=True))

    assert table.labels() == ()
    assert table.picture[300, 300].tolist() != [90, 90, 90]
