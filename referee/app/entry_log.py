"""One line of the log for every row of the journal: what it was and what was found, without cards.

Written by whoever looks at the table's health, a moment later: a log that blocks must never hold up
the table. `journalctl -g finding=overtime` finds them.
"""

from __future__ import annotations

import logging

from referee.app.metrics_table import Entries
from referee.ports import Entry
from referee.session.events import SeatEvent
from referee.session.verdict import Finding

_LOG = logging.getLogger(__name__)


class EntryLog:
    """Tells every row once; for one thread."""

    def __init__(self, entries: Entries, known: int) -> None:
        """Begin after the *known* first rows, which an earlier start has told."""
        self._entries = entries
        self._rows = known

    def tell_new(self) -> None:
        for entry in self._entries.after(self._rows):
            self._rows += 1
            verdict = entry.verdict
            well = verdict is None or verdict.finding is Finding.OK
            _LOG.log(logging.INFO if well else logging.WARNING, "%s", line(entry))


def line(entry: Entry) -> str:
    """``row=12 at_ms=93000 event=CardsLaid seat=S finding=ok``."""
    event = entry.event
    parts = [f"row={entry.number}", f"at_ms={event.at_ms}", f"event={type(event).__name__}"]
    if isinstance(event, SeatEvent):
        parts.append(f"seat={event.seat.value}")
    if entry.verdict is not None:
        parts.append(f"finding={entry.verdict.finding.value}")
        if entry.verdict.article:
            parts.append(f"article={entry.verdict.article}")
        if entry.verdict.case is not None:
            parts.append(f"case={entry.verdict.case}")
    return " ".join(parts)
