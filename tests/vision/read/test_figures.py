"""A court's figure is no joker."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.read.hand_made import TOP_LEFT, card
from vision.read.figures import without_figures
from vision.read.indices import Index

SCALE = 2.5


def left(on: str, seen: list[Index], steadiness: float) -> bool:
    """Whether what is seen stays, with a clear card beneath it."""
    beneath = card(on, (0, 0))
    groups = [(0, 1), tuple(range(2, 2 + len(seen)))]
    return groups[1] in without_figures(groups, [*beneath, *seen], {groups[1]: steadiness}, SCALE)


def at(x: float, y: float, face: str, presence: float) -> Index:
    """An index with its middle so many millimetres from that of the card beneath."""
    (index,) = card(face, (x + 23.5, y + 31.5), shows=(TOP_LEFT,))
    return replace(index, presence=presence)


@pytest.mark.parametrize(
    ("face", "presence", "steadiness", "stays"),
    [
        ("SB", 0.4, 0.6, False),
        ("SB", 0.6, 0.3, False),
        ("SB", 0.6, 0.6, True),
        ("SB", 0.4, 0.9, True),
        ("D9", 0.4, 0.4, False),
        ("D9", 0.4, 0.6, True),
        ("D9", 0.6, 0.3, True),
    ],
)
def test_what_hardly_shows_or_reads_on_a_court(
    face: str, presence: float, steadiness: float, *, stays: bool
) -> None:
    """A joker is laid on a court, too: one that shows or reads steadily is there."""
    assert left("HQ", [at(0, -15, face, presence)], steadiness) is stays


def test_two_mirrored_crowns_are_no_joker() -> None:
    """Both lie on the queen."""
    crowns = [at(-8, -20, "SB", 0.4), at(8, 20, "SB", 0.2)]

    assert not left("SQ", crowns, 0.3)


@pytest.mark.parametrize(("on", "x"), [("H9", 0.0), ("HQ", 26.0), ("HQ", 60.0)])
def test_only_a_court_has_a_figure_and_within_its_edge(on: str, x: float) -> None:
    """Elsewhere it may be what another card leaves of a joker's word, and is asked for."""
    assert left(on, [at(x, 0, "SB", 0.4)], 0.3)
