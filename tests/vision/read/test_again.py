"""A second look at cards that have been read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from vision.calibration.patch import PX_PER_MM, patch_around
from vision.detectors.base import Picture
from vision.detectors.loading import load_networks
from vision.read.again import is_unchanged, reduced, shows_again
from vision.read.reader import CardReader
from vision.read.reading import Doubt, Reading, Unsure
from vision.rendered.table.script import Act, Deed, Script
from vision.rendered.table.source import RenderedTable

CLASSIFIER = load_networks(None, 1).classifier


def pictures(first: str, second: str) -> tuple[Picture, Picture]:
    """Two pictures of one place: the same movements with other cards."""
    shown = []
    for text in (first, second):
        act = Act(Seat.WEST, Deed.LAYS, 300, parse_cards(text))
        table = RenderedTable(Script(Level.parse("2"), Seat.WEST, (act,), seed=9))
        at_ms = table.truth[0].gone_ms
        lying = [[pose.x, pose.y] for _, pose in table.lying(at_ms)]
        patch = patch_around(np.array(lying), Seat.WEST, 60.0)
        window = patch.window(table.view)
        assert window is not None
        later = at_ms + 83 * (len(shown) + 1)
        shown.append(patch.rectified(table.picture(window, later), window, table.view))
    return shown[0], shown[1]


@pytest.fixture(scope="module")
def read() -> Reading:
    first, _ = pictures("S9 HT DJ SB", "S9 HT DJ SB")
    return CardReader.from_weights(threads=1).read_picture(first, px_per_mm=PX_PER_MM)


def test_the_same_cards_are_seen_again(read: Reading) -> None:
    """Another exposure with other noise shows the same faces at the same places."""
    _, second = pictures("S9 HT DJ SB", "S9 HT DJ SB")

    assert [str(seen.card) for seen in read.cards] == ["S9", "HT", "DJ", "SB"]
    assert shows_again(second, read, CLASSIFIER)


def test_another_card_is_no_confirmation(read: Reading) -> None:
    """One face that differs is enough, however alike the two are."""
    _, second = pictures("S9 HT DJ SB", "S9 HT HJ SB")

    assert not shows_again(second, read, CLASSIFIER)


def test_an_empty_cloth_confirms_nothing(read: Reading) -> None:
    """Cards that have gone are not there."""
    first, _ = pictures("S9 HT DJ SB", "S9")

    assert not shows_again(np.full_like(first, 60), read, CLASSIFIER)


def test_doubts_are_read_anew(read: Reading) -> None:
    """What could not be read is not settled by seeing the rest again; nor is nothing."""
    first, _ = pictures("S9 HT DJ SB", "S9")
    doubtful = replace(read, unsure=(Unsure(Doubt.FACE_UNCLEAR, 5.0, 5.0),))

    assert not shows_again(first, doubtful, CLASSIFIER)
    assert not shows_again(first, Reading((), (), PX_PER_MM), CLASSIFIER)


def test_noise_is_no_change_and_an_index_is_one() -> None:
    """A place without cards is looked at again by comparing pictures."""
    chance = np.random.default_rng(8)
    cloth, later = (
        np.clip(chance.normal(80, 4, (600, 800, 3)), 0, 255).astype(np.uint8) for _ in range(2)
    )
    printed = later.copy()
    printed[300:330, 401:413] = 190

    assert is_unchanged(reduced(cloth), reduced(later))
    assert not is_unchanged(reduced(cloth), reduced(printed))
    assert not is_unchanged(reduced(cloth), reduced(later[:, :600]))
