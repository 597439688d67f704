"""Patches and examples of the classifier's training."""

import numpy as np
import pytest

from tests.vision.training.test_scenes import canvas
from vision.training.bank import (
    NO_INDEX,
    Patch,
    covered,
    example_of,
    is_coloured,
    patches_of_photograph,
    patches_of_scene,
)
from vision.training.decks import Deck
from vision.training.faces import FACES, JOKER_RANK, RED_JOKER
from vision.training.scenes import IndexLabel, PlacedCard


def scene_of(deck: Deck, *cards: PlacedCard) -> tuple[np.ndarray, tuple[IndexLabel, ...]]:
    table = canvas()
    for card in cards:
        table.lay(deck, card)
    return table.picture, table.labels()


def test_an_index_becomes_an_example_of_its_face(deck: Deck) -> None:
    """Rank and suit of a label come through to the example."""
    picture, labels = scene_of(deck, PlacedCard(FACES.index("D4"), (0, 0), 0.4))
    patches = [p for p in patches_of_scene(chance(), picture, labels) if p.rank != NO_INDEX]

    examples = [example_of(np.random.default_rng(seed), patches[0]) for seed in range(40)]
    read = {(example.rank, example.suit) for example in examples}
    assert read == {(3, 1), (NO_INDEX, NO_INDEX)}
    assert sum(example.rank == NO_INDEX for example in examples) < 12


def test_a_mostly_hidden_index_is_taught_as_none(deck: Deck) -> None:
    """The reader must doubt an index of which it sees less than half."""
    picture, labels = scene_of(
        deck,
        PlacedCard(FACES.index("SA"), (0, 0), 0),
        PlacedCard(FACES.index("H7"), (5, 0), 0),
    )
    hidden = [label for label in labels if 0.2 < label.visible < 0.5]
    patches = patches_of_scene(chance(), picture, hidden)

    assert hidden
    assert {patch.rank for patch in patches} == {NO_INDEX}


@pytest.mark.parametrize("share", [0.1, 0.5, 0.8])
def test_a_card_laid_over_a_crop_hides_that_share_of_its_index(share: float) -> None:
    """Of the index in the middle; what lies beside it may be hidden more or less."""
    crop = np.full((64, 32, 3), 20, np.uint8)
    above = np.full((96, 96, 3), 250, np.uint8)

    for seed in range(12):
        shown = covered(np.random.default_rng(seed), crop, above, (12.0, 40.0), share)
        index = shown[12:52, 10:22, 0]
        assert abs((index > 200).mean() - share) < 0.05


def test_an_index_that_is_covered_is_taught_as_none_and_one_that_is_touched_as_itself(
    deck: Deck,
) -> None:
    """Without a card above the same patch is never covered."""
    picture, labels = scene_of(deck, PlacedCard(FACES.index("D4"), (0, 0), 0.4))
    patch = patches_of_scene(chance(), picture, labels)[0]

    with_one, without = (
        [example_of(np.random.default_rng(seed), patch, above).rank for seed in range(400)]
        for above in (patch, None)
    )
    assert set(with_one) == set(without) == {3, NO_INDEX}
    assert (
        0.04 < np.mean(np.equal(with_one, NO_INDEX)) - np.mean(np.equal(without, NO_INDEX)) < 0.14
    )


def test_a_red_joker_seen_in_grey_says_so(deck: Deck) -> None:
    """Without colour the two jokers are one, and the example knows it."""
    picture, labels = scene_of(deck, PlacedCard(RED_JOKER, (0, 0), 0))
    grey = np.repeat(picture.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)

    for shown, coloured in ((picture, True), (grey, False)):
        assert is_coloured(shown) is coloured
        patches = patches_of_scene(chance(), shown, labels)
        jokers = [patch for patch in patches if patch.rank == JOKER_RANK]
        assert {patch.coloured for patch in jokers} == {coloured}


def test_a_crop_turned_grey_hides_its_colour() -> None:
    """A crop that lost its colour on the way no longer counts as seen in colour."""
    pixels = np.full((96, 96, 3), (250, 250, 250), np.uint8)
    patch = Patch(pixels, 0.0, JOKER_RANK, 5, coloured=True)

    assert example_of(chance(), patch).colour_seen is False


def test_a_photograph_is_cut_at_several_scales(deck: Deck) -> None:
    """The reader's choice of scale may miss, so each index is shown at three sizes."""
    picture, labels = scene_of(deck, PlacedCard(FACES.index("CK"), (0, 0), 0))
    patches = patches_of_photograph(chance(), picture, labels)

    assert sum(patch.rank != NO_INDEX for patch in patches) == 3 * len(labels)


def chance() -> np.random.Generator:
    return np.random.default_rng(11)
