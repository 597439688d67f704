"""Which pictures may not be deleted yet: those of rounds that can still be ruled on or appealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.ports import Entry
from referee.session.events import DealStarted, RoundStarted
from referee.session.history import replay
from referee.session.step import EXPECTED, step
from referee.session.table import Phase, Table


def pictures_of(entry: Entry) -> tuple[str, ...]:
    """The pictures a row names, by their hashes."""
    named = entry.origin.get("evidence", ())
    return tuple(named.values() if isinstance(named, Mapping) else named)


def needed_pictures(entries: Sequence[Entry], now_ms: int, *, live: bool = True) -> frozenset[str]:
    """The pictures of one journal that have to stay.

    A round keeps all its pictures while it is played, while one of its cases or of the appeals
    against it is open, and as long as an appeal is accepted afterwards
    (`officials.appeal_minutes`). At a table that is only watched, a deal counts as a round.

    Args:
        entries: The whole journal.
        now_ms: Table time; it stands still while the device is off, which only keeps more.
        live: Whether somebody plays on. A journal that nobody writes any more ended with its last
            row, and what was left open there is open no more.
    """
    stretches = _stretches(entries)
    kept: set[str] = set()
    for stretch in stretches:
        ended_ms = stretch.ended_ms
        waits = (stretch.cases_open or stretch.appealed) and live
        if ended_ms is None and not live:
            ended_ms = entries[-1].event.at_ms
        if waits or ended_ms is None or now_ms - ended_ms <= stretch.appeal_ms:
            kept.update(
                name
                for entry in entries[stretch.first_row - 1 : stretch.last_row]
                for name in pictures_of(entry)
            )
    return frozenset(kept)


@dataclass(slots=True)
class _Stretch:
    """One round, or one deal that is only watched."""

    first_row: int
    last_row: int
    ended_ms: int | None = None
    cases_open: bool = False
    appealed: bool = False
    """Whether an appeal against it was not heard yet."""
    appeal_ms: int = 0


def _stretches(entries: Sequence[Entry]) -> list[_Stretch]:
    """The stretches of a record, as it counts with its corrections; together they have all rows."""
    table, stretches = Table(), [_Stretch(1, len(entries))]
    of_rounds: list[_Stretch] = []
    counting = replay(entry.event for entry in entries).counted
    for place, counted in enumerate(counting):
        begins = isinstance(counted.event, RoundStarted | DealStarted)
        if place and begins and type(counted.event) in EXPECTED[table.phase]:
            # A start that was corrected stands in a later row; the rows before it tell the place.
            before = (done.ref.row for done in counting[:place] if done.ref.part == 0)
            first_row = max(before, default=0) + 1
            stretches[-1].last_row = first_row - 1
            stretches.append(_Stretch(first_row, len(entries)))
        is_round = isinstance(counted.event, RoundStarted)
        is_round = is_round and RoundStarted in EXPECTED[table.phase]
        table = step(table, counted.event).table
        now = stretches[-1]
        if is_round:
            of_rounds.append(now)
        if not _is_over(table):
            now.ended_ms = None
        elif now.ended_ms is None:
            now.ended_ms = table.now_ms
        now.cases_open = bool(table.open_cases)
        now.appeal_ms = table.ruleset.officials.appeal_minutes * 60_000
    for appeal in table.appeals:
        if appeal.outcome is None:
            of_rounds[appeal.round - 1].appealed = True
    return stretches


def _is_over(table: Table) -> bool:
    if table.round is None:
        return table.phase is Phase.ENDED
    return table.phase in (Phase.ROUND_ENDED, Phase.SIGNED)
