"""The record as it counts: corrections are carried out here, and shown before they are accepted.

Rows are only ever added. A `Corrected` row takes events out of the count or puts others in; every
event from there on is then judged anew, so a correction and a table that never needed one cannot
differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from referee.session.events import (
    CorrectableEvent,
    Corrected,
    Event,
    RowRef,
    Signed,
    TimeForgiven,
    TimePassed,
)
from referee.session.sheet import Sheet, sheet_of
from referee.session.signals import changes
from referee.session.step import Step, step
from referee.session.table import Table
from referee.session.verdict import Verdict
from referee.session.waiting import waiting_for


@dataclass(frozen=True, slots=True)
class Counted:
    """One event that counts, and where it stands in the record."""

    ref: RowRef
    event: CorrectableEvent
    verdict: Verdict | None = None
    """As judged in this history."""
    signed: Sheet | None = None
    """The score sheet a signature was put under, without signatures."""
    after: Table = field(default_factory=Table, compare=False, repr=False)
    """The table it led to: a correction is judged from there on, not from the first event."""


@dataclass(frozen=True, slots=True)
class History:
    """Everything that counts, in the order of the table, and the table it leads to."""

    counted: tuple[Counted, ...] = ()
    rows: int = 0
    """Rows of the record so far, corrections included."""
    table: Table = field(default_factory=Table)


@dataclass(frozen=True, slots=True)
class Difference:
    """A verdict that a correction changes; ``None`` on the side where the act does not count."""

    ref: RowRef
    event: CorrectableEvent
    before: Verdict | None
    after: Verdict | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a correction would do, to be shown before it is accepted."""

    history: History
    """As it would be; its table holds the score sheet and the result that would follow."""
    differences: tuple[Difference, ...]
    """Every act whose verdict would be another one, or none, in the order of the record."""


def add(history: History, event: Event) -> tuple[History, Step]:
    """The history with one more row, and the step it makes.

    A correction that names no place in the record changes nothing but the count of rows.
    """
    row = history.rows + 1
    if isinstance(event, Corrected):
        corrected = _corrected(history, event, row)
        if corrected is None:
            return replace(history, rows=row), Step(history.table)
        lamps = changes(history.table, corrected.table, {})
        was = waiting_for(history.table)
        news = [order for order in waiting_for(corrected.table) if order not in was]
        return corrected, Step(corrected.table, None, (*lamps, *news))
    taken, counted = _judge(history.table, Counted(RowRef(row), event))
    return History((*history.counted, counted), row, taken.table), taken


def preview(history: History, correction: Corrected) -> Preview | None:
    """What *correction* would change, verdict by verdict; ``None`` if it names no such place."""
    corrected = _corrected(history, correction, history.rows + 1)
    if corrected is None:
        return None
    before = {counted.ref: counted.verdict for counted in history.counted}
    after = {counted.ref: counted.verdict for counted in corrected.counted}
    events = {c.ref: c.event for c in (*history.counted, *corrected.counted)}
    differences = [
        Difference(ref, events[ref], before.get(ref), after.get(ref))
        for ref in sorted(events, key=_order)
        if before.get(ref) != after.get(ref)
    ]
    return Preview(corrected, tuple(differences))


def replay(events: Iterable[Event]) -> History:
    """The history that *events*, one a row, lead to."""
    history = History()
    for event in events:
        history, _ = add(history, event)
    return history


def _corrected(history: History, correction: Corrected, row: int) -> History | None:
    refs = [counted.ref for counted in history.counted]
    last = correction.last
    if correction.first not in refs or (last is not None and last not in refs):
        return None
    begin = refs.index(correction.first)
    end = begin if last is None else refs.index(last) + 1
    if last is not None and end <= begin:
        return None
    instead = [
        Counted(RowRef(row, part), event) for part, event in enumerate(correction.instead, start=1)
    ]
    untouched = history.counted[:begin]
    table, judged = _judged_after(untouched, (*instead, *history.counted[end:]))
    now_ms = max(table.now_ms, history.table.now_ms, correction.at_ms)
    if now_ms > table.now_ms:
        # What was undone took time that is nobody's thinking time now.
        forgiven = TimeForgiven(now_ms, now_ms - table.now_ms)
        part = len(instead) + 1
        table, judged = _judged_after(judged, (Counted(RowRef(row, part), forgiven),))
    return History(judged, row, table)


def _judged_after(
    judged: tuple[Counted, ...], kept: Iterable[Counted]
) -> tuple[Table, tuple[Counted, ...]]:
    """Judge *kept* events after those that are *judged* already."""
    table, anew = judged[-1].after if judged else Table(), list[Counted]()
    for counted in kept:
        taken, again = _judge(table, counted)
        anew.append(again)
        table = taken.table
    return table, (*judged, *anew)


def _judge(table: Table, counted: Counted) -> tuple[Step, Counted]:
    """Judge one event; a signature under another sheet than the one there now signs nothing."""
    event, signed = counted.event, counted.signed
    if isinstance(event, Signed):
        sheet = sheet_of(table)
        stands = sheet and replace(sheet, signed=())
        if signed is not None and signed != stands:
            taken = step(table, TimePassed(event.at_ms))
            return taken, replace(counted, after=taken.table)
        signed = signed or stands
    taken = step(table, event)
    return taken, replace(counted, verdict=taken.verdict, signed=signed, after=taken.table)


def _order(ref: RowRef) -> tuple[int, int]:
    return ref.row, ref.part
