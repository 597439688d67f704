"""What each lamp and each buzz of the session looks and sounds like.

Rhythm tells the lamps apart as well as colour does: one man in twelve confuses red and green.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware_bridge.messages import DARK, Pattern
from firmware_bridge.protocol import BLUE, GREEN, RED
from referee.session.effects import Buzz, Lamp, ShowSeat

AMBER = RED | GREEN


@dataclass(frozen=True, slots=True)
class Beats:
    """The sound of a buzz."""

    count: int = 0
    on_ms: int = 0
    off_ms: int = 0


LAMPS = {
    Lamp.OFF: DARK,
    Lamp.TURN: Pattern(GREEN),
    Lamp.OVERTIME: Pattern(AMBER, on_ms=250, off_ms=250),
    Lamp.FAULT: Pattern(RED, on_ms=100, off_ms=100),
    Lamp.TROUBLE: Pattern(BLUE, on_ms=500, off_ms=1500),
}

BUZZES = {
    Buzz.SILENT: Beats(),
    Buzz.FAULT: Beats(2, on_ms=100, off_ms=100),
    Buzz.OVERTIME: Beats(1, on_ms=600, off_ms=100),
}


def pattern(order: ShowSeat) -> Pattern:
    """The whole pattern of an order."""
    beats = BUZZES[order.buzz]
    return replace(
        LAMPS[order.lamp],
        beats=beats.count,
        beat_on_ms=beats.on_ms,
        beat_off_ms=beats.off_ms,
    )
