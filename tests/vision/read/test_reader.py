from __future__ import annotations

import numpy as np
import pytest

from referee.rules.cards import Card
from tests.vision.read.fakes import MarkFinder, OneFaceClassifier, marked
from vision.read.reader import CardReader


def test_two_corners_of_a_card_are_read_as_one() -> None:
    """From picture to card: find, read, join, order, scale."""
    # At 2.5 px/mm the marks stand where a card's indices do, but both upright.
    picture = marked((640, 640), [(100, 100, 16, 42), (300, 100, 16, 42)])

    reading = CardReader(MarkFinder(), OneFaceClassifier()).read_picture(picture)

    assert [seen.card for seen in reading.cards] == [Card.parse("H7")] * 2
    assert reading.unsure == ()
    first = reading.cards[0].indices[0]
    assert (first.x, first.y) == pytest.approx((107.5, 120.5), abs=1)
    assert first.angle_deg == pytest.approx(0, abs=1)


def test_bare_table_reads_as_nothing() -> None:
    """No index, no card, no doubt, no scale."""
    reading = CardReader(MarkFinder(), OneFaceClassifier()).read_picture(marked((640, 480), []))

    assert (reading.cards, reading.unsure, reading.px_per_mm) == ((), (), None)


def test_given_scale_is_kept() -> None:
    """A calibrated picture reports the scale it was given and is searched only there."""
    finder = MarkFinder()
    picture = marked((400, 400), [(100, 100, 16, 42)])

    reading = CardReader(finder, OneFaceClassifier()).read_picture(picture, px_per_mm=2.5)

    assert reading.px_per_mm == 2.5
    assert finder.looked_at == 1


def test_wrong_array_is_refused() -> None:
    """A grey array is the caller's mistake, said with its shape."""
    with pytest.raises(ValueError, match=r"got \(40, 40\)"):
        CardReader(MarkFinder(), OneFaceClassifier()).read_picture(np.zeros((40, 40), np.uint8))
