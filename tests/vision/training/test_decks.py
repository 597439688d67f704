"""Drawn decks: the same from the same seed, with indices where they say."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.training.conftest import PLAIN
from vision.training.decks import Deck, PrintedIndex, draw_deck, draw_lettering, draw_style
from vision.training.faces import BLACK_JOKER, FACES, RED_JOKER


def box_of(deck: Deck, face: int, index: PrintedIndex) -> np.ndarray:
    """The pixels of a printed index."""
    x, y = index.centre_xy
    w, h = index.size_wh
    return np.asarray(
        deck.faces[face][round(y - h / 2) : round(y + h / 2), round(x - w / 2) : round(x + w / 2)]
    )


def test_a_seed_decides_the_whole_deck() -> None:
    """Training data can be drawn again, pixel by pixel."""
    first, again, other = draw_deck(7, []), draw_deck(7, []), draw_deck(8, [])

    assert all(np.array_equal(a, b) for a, b in zip(first.faces, again.faces, strict=True))
    assert first.indices == again.indices
    assert not all(
        a.shape == b.shape and np.array_equal(a, b)
        for a, b in zip(first.faces, other.faces, strict=True)
    )


class Wordless:
    """A family without letters."""

    def pick(self, chance: np.random.Generator) -> Callable[[str], None]:
        del chance
        return lambda _: None


def test_fonts_that_cannot_write_a_deck_are_refused() -> None:
    """They are not tried for ever."""
    with pytest.raises(ValueError, match="no font of 1 families"):
        draw_lettering(np.random.default_rng(1), [Wordless()], draw_style(np.random.default_rng(7)))


@pytest.mark.parametrize("seed", range(12))
def test_every_index_holds_ink_and_a_rim_of_paper(seed: int) -> None:
    """Whatever the printer decides, a label encloses its index and little else."""
    drawn = draw_deck(seed, [])

    for face in range(54):
        for index in drawn.indices[face]:
            box = box_of(drawn, face, index).astype(int)
            paper = np.median(drawn.faces[face][2:8, 2:8].reshape(-1, 3), axis=0)
            ink = np.abs(box - paper).max(axis=2) > 60
            assert 0.08 < ink.mean() < 0.8, FACES[face]


def test_the_lower_index_is_the_upper_one_on_its_head(deck: Deck) -> None:
    """A card reads the same from both ends."""
    for face in range(54):
        upper, lower = deck.indices[face]
        turned = box_of(deck, face, lower)[::-1, ::-1].astype(int)

        assert (upper.quarter_turns, lower.quarter_turns) == (0, 2)
        # The two cuts may round to neighbouring pixels.
        assert np.abs(box_of(deck, face, upper).astype(int).mean() - turned.mean()) < 4


def test_jokers_printed_alike_differ_in_colour_only(deck: Deck) -> None:
    """Only red ink tells the red joker when both carry the same word and picture."""
    index = deck.indices[BLACK_JOKER][0]
    black = box_of(deck, BLACK_JOKER, index).astype(int)
    red = box_of(deck, RED_JOKER, index).astype(int)

    assert deck.indices[BLACK_JOKER] == deck.indices[RED_JOKER]
    assert ((black[..., 0] < 130) != (red[..., 1] < 130)).mean() < 0.02
    assert (red[..., 0] - red[..., 1]).max() > 100
    assert (black[..., 0] - black[..., 1]).max() < 30


def test_four_index_decks_have_two_upright_and_two_turned() -> None:
    """Each of the four corners is labelled, the lower ones on their heads."""
    drawn = draw_deck(5, [], style=replace(PLAIN, four_indices=True))

    assert sorted(index.quarter_turns for index in drawn.indices[0]) == [0, 0, 2, 2]


def test_an_incomplete_deck_is_refused(deck: Deck) -> None:
    """A deck without all faces would teach wrong numbers."""
    with pytest.raises(ValueError, match="want 54 faces and 54 lists of indices, got 53 and 54"):
        Deck("short", deck.faces[:-1], deck.indices, deck.size_mm)
