"""What a pattern shows at a moment: for panels whose outputs this program drives itself."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_bridge.messages import Pattern
from firmware_bridge.protocol import DARK


@dataclass(frozen=True, slots=True)
class Levels:
    """The outputs of one seat."""

    colour: int
    """Sum of the colour bits of the protocol."""
    buzzing: bool


OFF = Levels(DARK, buzzing=False)


def levels(pattern: Pattern, since_ms: int) -> Levels:
    """The outputs *since_ms* milliseconds after the pattern began, from 0."""
    lamp_ms = since_ms % (pattern.on_ms + pattern.off_ms)
    lit = pattern.off_ms == 0 or lamp_ms < pattern.on_ms
    buzzing = False
    if pattern.beats:
        beat, beat_ms = divmod(since_ms, pattern.beat_on_ms + pattern.beat_off_ms)
        buzzing = beat < pattern.beats and beat_ms < pattern.beat_on_ms
    return Levels(pattern.colour if lit else DARK, buzzing)
