"""What is there to be seen of a watched table at one moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.app.script_faults import Comparison
from referee.ports import Entry
from referee.rules.seats import Seat
from referee.session.effects import Buzz, ShowSeat
from referee.session.table import Table
from referee.web.views.log import Log

SOUND_SHOWN_MS = 1_800
"""How long a sound stays on the screen; it is over sooner than anybody could read it."""


@dataclass(frozen=True, slots=True)
class Moment:
    at_ms: int
    """Table time of the last frame; a little ahead of what has been judged."""
    log: Log
    sounds: tuple[tuple[Seat, Buzz], ...] = ()
    """Buzzers that were heard just now."""
    faults: Comparison | None = None
    """Where it is known what really happens."""

    @property
    def table(self) -> Table:
        return self.log.table


def sounds_at(entries: Iterable[Entry], at_ms: int) -> tuple[tuple[Seat, Buzz], ...]:
    """The buzzers of *entries* that are still to be shown at a moment, the latest of each seat."""
    heard: dict[Seat, Buzz] = {}
    for entry in entries:
        if at_ms - entry.event.at_ms > SOUND_SHOWN_MS:
            continue
        for effect in entry.effects:
            if isinstance(effect, ShowSeat) and effect.buzz is not Buzz.SILENT:
                heard[effect.seat] = effect.buzz
    return tuple(heard.items())
