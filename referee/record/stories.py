"""A record told deal by deal, as it counts after all corrections."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.ports import Entry
from referee.session.events import CorrectableEvent, DealStarted, RoundStarted, RowRef
from referee.session.history import replay
from referee.session.round_state import DealRecord
from referee.session.step import EXPECTED, step
from referee.session.table import Phase, Table
from referee.session.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Moment:
    """One event that counts, and the table on both sides of it."""

    ref: RowRef
    event: CorrectableEvent
    verdict: Verdict | None
    before: Table
    after: Table


@dataclass(frozen=True, slots=True)
class DealStory:
    """What happened in one deal."""

    round: int
    """From 1; 0 at a table that is only watched."""
    deal: int
    """From 1 in its round, or in the record of a table that is only watched."""
    moments: tuple[Moment, ...]

    @property
    def end(self) -> Table:
        """The table after the last moment."""
        return self.moments[-1].after

    @property
    def sheet_line(self) -> DealRecord | None:
        """The deal on the score sheet; ``None`` until its result stands, or outside a round."""
        state = self.end.round
        lines = () if state is None else state.sheet
        return next((line for line in lines if line.number == self.deal), None)


def deal_stories(entries: Iterable[Entry]) -> tuple[DealStory, ...]:
    """All deals of a record in order; what comes between two belongs to the second."""
    told: dict[tuple[int, int], list[Moment]] = {}
    table, place = Table(), (0, 0)
    for counted in replay(entry.event for entry in entries).counted:
        taken = step(table, counted.event)
        place = _place(place, table, taken.table, counted.event)
        moment = Moment(counted.ref, counted.event, taken.verdict, table, taken.table)
        told.setdefault(place, []).append(moment)
        table = taken.table
    return tuple(DealStory(*place, tuple(moments)) for place, moments in told.items())


def _place(
    place: tuple[int, int], before: Table, after: Table, event: CorrectableEvent
) -> tuple[int, int]:
    """Round and deal that an event belongs to, after those of the event before it."""
    number, deal = place
    begins = type(event) in EXPECTED[before.phase]
    if begins and isinstance(event, RoundStarted):
        return number + 1, 1
    if begins and isinstance(event, DealStarted):
        return 0, deal + 1 if number == 0 else 1
    if before.round is None or before.phase in (Phase.ROUND_ENDED, Phase.SIGNED):
        return place
    return number, len(before.round.sheet) + 1
