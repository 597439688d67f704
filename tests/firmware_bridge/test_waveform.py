"""Patterns over time, for outputs that this program drives itself."""

from __future__ import annotations

import pytest

from firmware_bridge.messages import Pattern
from firmware_bridge.protocol import BLUE, RED
from firmware_bridge.waveform import levels


@pytest.mark.parametrize(
    ("since_ms", "colour"), [(0, RED), (99, RED), (100, 0), (299, 0), (300, RED), (3_000_050, RED)]
)
def test_lamp_blinks_for_ever(since_ms: int, colour: int) -> None:
    """On first, then off, and so on."""
    assert levels(Pattern(RED, on_ms=100, off_ms=200), since_ms).colour == colour


def test_lamp_without_pause_is_steady() -> None:
    """Off 0 means that it never goes out."""
    assert {levels(Pattern(BLUE, on_ms=10), since_ms).colour for since_ms in range(50)} == {BLUE}


@pytest.mark.parametrize(
    ("since_ms", "buzzing"),
    [(0, True), (49, True), (50, False), (79, False), (80, True), (129, True), (130, False)],
)
def test_beats_end(since_ms: int, buzzing: bool) -> None:
    """Two beats of 50 ms with 30 ms between them, then silence."""
    two = Pattern(RED, beats=2, beat_on_ms=50, beat_off_ms=30)

    assert levels(two, since_ms).buzzing is buzzing
    assert not levels(two, since_ms + 160).buzzing
