"""What a served table counts and how long it takes: acts, verdicts, deadlines, rows."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from referee.app.metrics import Family, Histogram, Sample, by_label, counter, gauge
from referee.ports import Entry, Record
from referee.session.effects import Buzz, ShowSeat
from referee.session.events import Event, SeatEvent, TimePassed
from referee.session.step import Step
from referee.session.verdict import Finding

_APPEND_BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_LATE_BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0)


class MeasuredRecord:
    """A `Record` around another one that measures rows and deadlines."""

    def __init__(self, record: Record, now_ms: Callable[[], int]) -> None:
        """Measure *record*; *now_ms* is table time."""
        self._record = record
        self._now_ms = now_ms
        self._append = Histogram(
            "guandan_journal_append_seconds",
            "Time to write and sync one row of the journal.",
            _APPEND_BOUNDS_S,
        )
        self._late = Histogram(
            "guandan_deadline_lateness_seconds",
            "From the moment a seat's time was over to the order for its signal.",
            _LATE_BOUNDS_S,
        )

    @property
    def waiting(self) -> int:
        return self._record.waiting

    def append(self, event: Event, step: Step, origin: Mapping[str, Any], wall_clock: str) -> Entry:
        begun = time.perf_counter()
        entry = self._record.append(event, step, origin, wall_clock)
        self._append.saw(time.perf_counter() - begun)
        if isinstance(event, TimePassed):
            self._late.saw(max(0, self._now_ms() - event.at_ms) / 1000)
        return entry

    def catch_up(self) -> None:
        self._record.catch_up()

    def families(self) -> Iterator[Family]:
        yield self._append.family()
        yield self._late.family()
        yield gauge(
            "guandan_journal_waiting_rows", "Rows that the disk has refused so far.", self.waiting
        )


class Entries(Protocol):
    """The rows of a table as its page gets them."""

    def after(self, row: int) -> Sequence[Entry]: ...


class TableCounts:
    """What the rows of a table add up to; every row is looked at once."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries
        self._rows = 0
        self._acts: Counter[str] = Counter()
        self._findings: Counter[str] = Counter({finding.value: 0 for finding in Finding})
        self._buzzes: Counter[str] = Counter(
            {buzz.value: 0 for buzz in Buzz if buzz is not Buzz.SILENT}
        )

    def families(self) -> Iterator[Family]:
        """The counts as of now; to be asked by one thread only."""
        for entry in self._entries.after(self._rows):
            self._count(entry)
        yield counter("guandan_journal_rows_total", "Rows of the journal.", self._rows)
        acts = "Acts of seats: laid, passed, taken back, called."
        yield by_label("guandan_acts_total", "counter", acts, "event", self._acts)
        verdicts = "Verdicts by what was found."
        yield by_label("guandan_verdicts_total", "counter", verdicts, "finding", self._findings)
        buzzes = "Sounds at the seats."
        yield by_label("guandan_buzzes_total", "counter", buzzes, "buzz", self._buzzes)

    def _count(self, entry: Entry) -> None:
        self._rows += 1
        if isinstance(entry.event, SeatEvent):
            self._acts[type(entry.event).__name__] += 1
        if entry.verdict is not None:
            self._findings[entry.verdict.finding.value] += 1
        for effect in entry.effects:
            if isinstance(effect, ShowSeat) and effect.buzz is not Buzz.SILENT:
                self._buzzes[effect.buzz.value] += 1


def build_info(version: str) -> Family:
    """The version, as Prometheus users look for it: a label of a number that is always 1."""
    meaning = "Version of the program."
    return Family("guandan_build_info", "gauge", meaning, (Sample(1, {"version": version}),))
