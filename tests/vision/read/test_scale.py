from __future__ import annotations

import pytest

from tests.vision.read.hand_made import TWO, Point, card, flat
from vision.read.cards import card_of_group
from vision.read.reading import CardSeen
from vision.read.scale import judged_px_per_mm


def seen(shows: tuple[str, ...], scale: float, middle_mm: Point = (0, 0)) -> CardSeen:
    result = card_of_group(card("H7", middle_mm, 20, shows, flat(scale)))
    assert isinstance(result, CardSeen)
    return result


def test_whole_card_gives_the_scale() -> None:
    """The step between a card's indices is about the same on all cards."""
    assert judged_px_per_mm([seen(TWO, 4.0)]) == pytest.approx(4.0, rel=0.03)


def test_lone_index_gives_it_roughly() -> None:
    """Without a whole card the index's own height must do."""
    assert judged_px_per_mm([seen(("tl",), 4.0)]) == pytest.approx(4.0, rel=0.1)


def test_no_card_no_scale() -> None:
    """Nothing read, nothing known."""
    assert judged_px_per_mm([]) is None
