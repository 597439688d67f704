"""The shipped demo as a device that sees everything would judge it, moment by moment."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from referee.app.live_sources import DealWords, Watched, open_source
from referee.app.script_faults import (
    compare,
    found_faults,
    scripted_events,
)
from referee.app.terminal.moment import Moment, sounds_at
from referee.app.watched_table import deal_started
from referee.ports import Entry
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.history import History, add
from referee.web.views.log import Log, follow
from vision.rendered.table.source import RenderedTable

Deal = tuple[Watched, RenderedTable]


def shipped_deal() -> Deal:
    """The script that `guandan-referee demo` plays."""
    script = Path(str(resources.files("vision.rendered.table"))) / "scripts" / "demo-deal.toml"
    nothing_said = DealWords(Level.parse("2"), Seat.EAST, (0, 0))
    watched = open_source(f"rendered:{script}", None, nothing_said)
    assert isinstance(watched.source, RenderedTable)
    return watched, watched.source


def judged_entries(deal: Deal) -> list[Entry]:
    """Every row of its journal, if nothing is overlooked."""
    watched, table = deal
    history, rows = History(), list[Entry]()
    for event in scripted_events([deal_started(watched)], table.truth):
        history, step = add(history, event)
        rows.append(Entry(len(rows) + 1, "", event, step.verdict, step.effects, {}))
    return rows


def moments(entries: list[Entry]) -> Iterator[tuple[Moment, Entry]]:
    """What there is to be seen half a second after each row, with that row."""
    history, log, faults = History(), Log(), found_faults(entries)
    for number, entry in enumerate(entries, start=1):
        history, _ = add(history, entry.event)
        log = follow(log, history)
        at_ms, past = entry.event.at_ms + 500, entries[:number]
        found = compare(faults, found_faults(past))
        yield Moment(at_ms, log, sounds_at(past, at_ms), found), entry
