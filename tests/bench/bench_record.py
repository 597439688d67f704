"""How fast and how punctual a table keeps its record: absolute figures of this machine and disk.

Run with ``python -m tests.bench.bench_record``; prints one JSON object. Some forty seconds, most of
it waiting for deadlines while every core is kept busy.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, perf_counter, process_time
from typing import Any

from firmware_bridge.panels.simulated import SimulatedPanel
from referee.app.clock import ScaledClock
from referee.app.runtime import Runtime
from referee.ports import Entry
from referee.record.fallback import FallbackRecord
from referee.record.journal import Journal
from referee.record.rows import Row
from referee.session.clock import Clocks
from referee.session.events import CardsLaid, DealStarted, Event, Passed, TimePassed
from referee.session.history import History, add, replay
from referee.session.step import Step
from tests.bench.bench_rules import recorded_deal
from tests.record.deals import ABOUT, WALL_CLOCK, deal_events

APPENDS = 500
LONG_RECORD = 5_000
"""Rows of a long evening: some fifty deals."""
DEADLINES = 40
LIMIT_MS = 500
REACTION_MS = 50
"""After the signal the seat acts, and the next deadline begins to run."""
BIN_MS = 5
"""Width of a bar of the histogram."""


def figures(folder: Path | None = None) -> dict[str, object]:
    """Measure everything in *folder*, or in a temporary one."""
    with tempfile.TemporaryDirectory(dir=folder) as made:
        place = Path(made)
        return {
            "append": append_latency(place),
            "resume": resume_time(place),
            "deadlines": {
                "idle": lateness(place / "idle.journal"),
                "loaded": loaded_lateness(place / "loaded.journal"),
            },
        }


def append_latency(folder: Path) -> dict[str, float]:
    """From a judged event to its synced row (WAL, FULL), in milliseconds."""
    times = []
    with Journal.create(folder / "append.journal", ABOUT) as journal:
        for event, taken in _judged(APPENDS):
            begun = perf_counter()
            journal.append(event, taken, {}, WALL_CLOCK)
            times.append(1000 * (perf_counter() - begun))
    return _spread(times)


def resume_time(folder: Path) -> dict[str, float]:
    """Opening a long record, checking its chain, and having its table again, in seconds.

    The processor's own time tells what a machine with nothing else to do needs.
    """
    path = folder / "long.journal"
    with Journal.create(path, ABOUT) as journal:
        rows: list[Row] = []
        head = journal.head
        for event, taken in _judged(LONG_RECORD):
            row = Row.after(head, event, taken, {}, WALL_CLOCK)
            rows.append(row)
            head = row.head
        journal.write(rows)
    begun, worked = perf_counter(), process_time()
    with Journal.resume(path) as journal:
        checked = perf_counter()
        history = replay(entry.event for entry in journal.entries())
    done = perf_counter()
    if history.rows != LONG_RECORD:
        raise AssertionError(f"{history.rows} rows came back")
    return {
        "rows": LONG_RECORD,
        "checked_s": round(checked - begun, 3),
        "table_s": round(done - begun, 3),
        "processor_s": round(process_time() - worked, 3),
    }


def loaded_lateness(path: Path) -> dict[str, Any]:
    with _busy_cores():
        return lateness(path)


def lateness(path: Path) -> dict[str, Any]:
    """How late a passed deadline is on disk and shown, in milliseconds.

    The real runtime with a real clock, journal and panel: a seat lets its time run out, the signal
    is due one millisecond after the limit, then the seat passes and the next one does the same.
    """
    late: list[float] = []

    def listen(entry: Entry) -> None:
        if isinstance(entry.event, TimePassed):
            late.append(1000 * (monotonic() - begun) - entry.event.at_ms)

    record = FallbackRecord(Journal.create(path, ABOUT), None, _fail)
    begun, clock = monotonic(), ScaledClock(0, 1.0)
    runtime = Runtime(History(), record, SimulatedPanel(), clock, listen)
    recorded = recorded_deal(Random(5))  # noqa: S311  a deal, not a secret
    leader, clocks = recorded.acts[0][0], Clocks(lead_ms=LIMIT_MS, follow_ms=LIMIT_MS)
    runtime.handle(DealStarted(0, recorded.start.level, leader, clocks), {})
    for number, (seat, cards) in enumerate(recorded.acts[:DEADLINES], start=1):
        at_ms = number * (LIMIT_MS + REACTION_MS)
        runtime.wait_until(at_ms)
        runtime.handle(CardsLaid(at_ms, seat, cards) if cards else Passed(at_ms, seat), {})
    if record.close():
        raise AssertionError("the disk failed under the benchmark")
    return {"deadlines": len(late), **_spread(late), "histogram_ms": _histogram(late)}


def _judged(rows: int) -> Iterator[tuple[Event, Step]]:
    """Deal after deal, each event with what it did."""
    history = History()
    deals = (deal_events(seed) for seed in count())
    for event in islice((event for deal in deals for event in deal), rows):
        history, taken = add(history, event)
        yield event, taken


@contextmanager
def _busy_cores() -> Iterator[None]:
    """A process that never rests for every core."""
    spin = [sys.executable, "-c", "while True: pass"]
    burners = [subprocess.Popen(spin) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()


def _spread(milliseconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(milliseconds)
    return {
        "median_ms": round(median(ordered), 2),
        "p99_ms": round(ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], 2),
        "worst_ms": round(ordered[-1], 2),
    }


def _histogram(milliseconds: Sequence[float]) -> dict[str, int]:
    """How many were late by how much, from 0 on in bars of `BIN_MS`."""
    bars: dict[int, int] = {}
    for late_ms in sorted(milliseconds):
        start = int(late_ms // BIN_MS) * BIN_MS
        bars[start] = bars.get(start, 0) + 1
    return {f"{start}-{start + BIN_MS}": amount for start, amount in bars.items()}


def _fail(news: object) -> None:
    raise AssertionError(f"the disk failed under the benchmark: {news}")


if __name__ == "__main__":
    sys.stdout.write(json.dumps(figures(), indent=2) + "\n")
