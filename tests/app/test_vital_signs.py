"""The watchdog is fed only while every part is fresh."""

from __future__ import annotations

import pytest

from referee.app.vital_signs import VitalSigns


class Hands:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_silent_parts_are_named_with_their_age() -> None:
    """One part that hangs is enough, and it is the one that is named."""
    hands = Hands()
    signs = VitalSigns({"camera": 3.0, "journal": 10.0}, hands)
    hands.now += 4.0
    signs.heard_of("journal")

    assert signs.silent() == {"camera": 4.0}
    assert not signs.all_fresh
    signs.heard_of("camera")
    assert signs.all_fresh


def test_exactly_the_limit_is_fresh() -> None:
    """A part that speaks every three seconds may take three seconds."""
    hands = Hands()
    signs = VitalSigns({"camera": 3.0}, hands)
    hands.now += 3.0

    assert signs.all_fresh


def test_unknown_part_is_our_own_defect() -> None:
    """A misspelt name would never be missed."""
    with pytest.raises(AssertionError, match="camra"):
        VitalSigns({"camera": 3.0}, Hands()).heard_of("camra")
