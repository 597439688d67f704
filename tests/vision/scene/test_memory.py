"""What a sighting says beyond what is known."""

from __future__ import annotations

import pytest

from referee.rules.cards import Card
from referee.rules.seats import Seat
from tests.vision.scene.test_scene import card_at, change_of
from vision.calibration.patch import Patch
from vision.calibration.zones import Zones
from vision.scene.memory import Memory
from vision.scene.sighting import Sighting


@pytest.mark.parametrize(("inside_mm", "new"), [(8.0, 0), (14.0, 1)])
def test_an_index_at_the_edge_of_a_patch_is_no_new_card(inside_mm: float, new: int) -> None:
    """Cut through by the edge, a nine is read as a jack; what has changed lies further in."""
    seen = card_at(Card.parse("DJ"), Seat.SOUTH, 0.0)
    x, y = seen.indices[0]
    # South looks at the patch from below, so its left edge is in the west.
    patch = Patch((x - inside_mm + 100.0, y), (200.0, 160.0), Seat.SOUTH)
    change = change_of([seen], Seat.SOUTH, 0)

    difference = Memory().differ(Sighting(0, patch, (seen,), ()), change, Zones(900.0))

    assert len(difference.new) == new
