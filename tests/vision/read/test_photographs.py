"""The shipped networks on real photographs, where the reference material is at hand."""

from __future__ import annotations

import functools

import pytest

from tests.shared import reference
from vision.read.evaluate import evaluate
from vision.read.reader import CardReader
from vision.sources.stills import load_still

pytestmark = pytest.mark.shared


@functools.cache
def reader() -> CardReader:
    return CardReader.from_weights()


@pytest.mark.parametrize(
    ("picture", "cards"),
    [
        (
            "phone-closeups/images/IMG_20220921_194442_jpg.rf.0a39873ae4a073f82a16c5baa4a4ba85.jpg",
            "S9",
        ),
        (
            "phone-closeups/images/IMG_20220921_193915_jpg.rf.10adff74ee70be9c7dd54b7c8f388473.jpg",
            "C5",
        ),
        (
            "desk-webcam/images/WIN_20240627_17_19_21_Pro_jpg.rf.683a93523b707939c30e77217265ed0c.jpg",
            "C8 D8 H8 S8",
        ),
        (
            "phone-closeups/images/IMG_20220921_193957_jpg.rf.d34ff1fe9f873235518d7fc3e9576570.jpg",
            "D6 S4",
        ),
    ],
    ids=["close-up", "squashed", "desk", "slanted"],
)
def test_photographs_are_read_exactly(picture: str, cards: str) -> None:
    """A close-up, one squashed until its index is wider than high, a desk, two seen at an angle."""
    reading = reader().read_picture(load_still(reference("photos") / picture))

    assert sorted(str(seen.card) for seen in reading.cards) == cards.split()
    assert reading.unsure == ()


def test_overhead_cards_are_read_without_a_mistake() -> None:
    """Separate cards seen from above by a phone: the device's own view."""
    folder = reference("photos/overhead-singles")
    some = sorted((folder / "images").iterdir())[:3]

    result = evaluate(folder, reader().read_picture, wanted=lambda file: file in some)

    assert (result.wrong, result.false, result.exact) == (0, 0, 3)


def test_fans_are_read_without_a_mistake() -> None:
    """Thirteen cards a fan, some pushed so close that a card shows half of its index."""
    result = evaluate(reference("photos/overhead-fans"), reader().read_picture)

    assert result.labelled == 157
    assert result.right >= 0.99 * result.labelled
    assert (result.wrong, result.false) == (0, 0)
