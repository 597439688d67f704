"""One drawn deck for all tests of the folder; drawing it needs no fonts."""

import pytest

from vision.training.decks import Deck, Style, draw_deck

PLAIN = Style(
    size_mm=(60.0, 88.0),
    paper=(255, 255, 255),
    red_ink=(200, 20, 30),
    black_ink=(10, 10, 10),
    rank_wh=(6.0, 9.0),
    suit_height=6.0,
    gap=1.0,
    left=6.0,
    top=4.0,
    four_indices=False,
    frame=False,
    pip_height=11.0,
    joker_manner="stacked",
    joker_letter_wh=(4.0, 5.0),
    joker_gap=0.8,
    picture_jokers_alike=True,
    weight_px=0,
    slant=0.0,
)


@pytest.fixture(scope="session")
def deck() -> Deck:
    return draw_deck(5, [], style=PLAIN)
