from __future__ import annotations

import math

import pytest

from referee.rules.cards import Card
from vision.read.outline import outline_of
from vision.read.reading import CardSeen, IndexSeen


def seen(
    face: str = "H7",
    turn_deg: float = 0.0,
    scale: float = 2.5,
    ends: int = 2,
    squash: float = 1.0,
    noise_deg: float = 0.0,
) -> CardSeen:
    """A card in the middle of nowhere; its indices stand 47 by 63 mm apart."""
    turn = math.radians(turn_deg)
    indices = []
    for sign in (-1, 1)[:ends]:
        x, y = sign * 23.5 * scale, sign * 31.5 * scale
        across = (x * math.cos(turn) - y * math.sin(turn)) * squash
        down = x * math.sin(turn) + y * math.cos(turn)
        angle = math.remainder(turn_deg + (180 if sign > 0 else 0) + noise_deg * sign, 360)
        indices.append(IndexSeen(300 + across, 200 + down, angle, 0.9, 42.0))
    return CardSeen(Card.parse(face), 0.9, tuple(indices))


@pytest.mark.parametrize("turn_deg", [0, 30, -75, 90, 135, 180])
@pytest.mark.parametrize("scale", [None, 2.5])
def test_two_ends_fix_the_outline(turn_deg: float, scale: float | None) -> None:
    """Corners lie where a card of 60 by 88 mm has them, whichever way it is turned."""
    corners = outline_of(seen(turn_deg=turn_deg), scale)

    assert corners is not None
    turn = math.radians(turn_deg)
    for corner, (x, y) in zip(corners, ((-30, -44), (30, -44), (30, 44), (-30, 44)), strict=True):
        wanted = (
            300 + 2.5 * (x * math.cos(turn) - y * math.sin(turn)),
            200 + 2.5 * (x * math.sin(turn) + y * math.cos(turn)),
        )
        # 78.6 mm is taken for 78 where the scale is not known.
        assert math.dist(corner, wanted) < 2.5


def test_directions_that_are_a_little_off_average_out() -> None:
    """Both indices read 4 degrees to the same side of the truth: the outline is 1 degree off."""
    right, left = outline_of(seen(noise_deg=4), 2.5), outline_of(seen(noise_deg=-4), 2.5)

    assert right is not None
    assert left is not None
    assert math.dist(right[0], left[0]) < 2.5


@pytest.mark.parametrize(
    "card",
    [seen(ends=1), seen(squash=0.6), seen(squash=1.7), seen(scale=4.0)],
    ids=["one end", "squeezed", "widened", "not of this scale"],
)
def test_what_fixes_no_rectangle_has_none(card: CardSeen) -> None:
    """One end, a squashed picture, or a step that is no card's at this scale."""
    assert outline_of(card, 2.5) is None


def test_a_joker_needs_a_known_scale() -> None:
    """Its word may stand anywhere along the edge, so its ends tell the middle, not the size."""
    assert outline_of(seen("SB"), None) is None
    assert outline_of(seen("SB"), 2.5) is not None


def test_of_four_indices_the_far_one_counts() -> None:
    """The one straight below points the other way, too, but is nearer."""
    two = seen()
    below = IndexSeen(two.indices[0].x, two.indices[1].y, 180.0, 0.9, 42.0)
    four = CardSeen(two.card, 0.9, (two.indices[0], below, two.indices[1]))

    assert outline_of(four, 2.5) == outline_of(two, 2.5)
