"""From key to journal and from order to lamp: how long it takes, through real firmware.

Run as ``python -m tests.bench.bench_panel``; it needs the tools of `make test-firmware`. The
latencies are wall-clock, from the moment the contact closes and from the call of `show`.
"""

from __future__ import annotations

import os
import queue
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from referee.app.clock import ScaledClock
from referee.app.runtime import Runtime
from referee.ports import Key, KeyPress
from referee.record.fallback import FallbackRecord
from referee.record.journal import Journal
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.effects import Lamp, ShowSeat
from referee.session.events import DealStarted, Passed
from referee.session.history import History
from tests.firmware_bridge.rigs import Move
from tests.firmware_bridge.rigs.real import (
    MicropythonUnit,
    PanelRig,
    RealUnit,
    SimavrUnit,
    stand_back,
    stand_first,
)

COUNT = 300
UNITS: dict[str, Callable[[Path], RealUnit]] = {
    "ATmega in simavr": SimavrUnit,
    "Pico's program on a pty": MicropythonUnit,
}
PLACES = {"beside other work": stand_back, "before other work": stand_first}


@dataclass(frozen=True, slots=True)
class Figures:
    """Milliseconds."""

    median: float
    ninety_nine: float
    worst: float

    @classmethod
    def of(cls, latencies_ms: Iterable[float]) -> Figures:
        ordered = sorted(latencies_ms)
        cut = statistics.quantiles(ordered, n=100, method="inclusive")
        return cls(statistics.median(ordered), cut[98], ordered[-1])

    def __str__(self) -> str:
        return f"{self.median:.1f} | {self.ninety_nine:.1f} | {self.worst:.1f}"


def order_to_edge(rig: PanelRig, count: int) -> tuple[list[float], list[float]]:
    """From the call of `show` to the lamp.

    Returns:
        Milliseconds by the wall clock, and the same less what the emulator lagged behind its own
        best at that moment.
    """
    wall, own = [], []
    for n in range(count):
        begin = len(rig.edges)
        begun_ms = time.monotonic() * 1000
        rig.panel.show(ShowSeat(Seat.NORTH, (Lamp.TURN, Lamp.OFF)[n % 2]), 0)
        _await(lambda begin=begin: len(rig.edges) > begin)  # type: ignore[misc]
        wall.append(rig.unit.lit_ms[begin] - begun_ms)
        behind = [lit - edge.at_ms for lit, edge in zip(rig.unit.lit_ms, rig.edges, strict=False)]
        own.append(wall[-1] - (behind[begin] - min(behind)))
        time.sleep(0.02)
    return wall, own


def press_to_journal(rig: PanelRig, journal: Path, count: int) -> list[float]:
    """From the closing contact to the synced row, 5 ms of debouncing included."""
    synced_ms: list[float] = []
    # As at a table: the panel's thread hands on, one thread owns the table.
    told: queue.SimpleQueue[KeyPress] = queue.SimpleQueue()
    rig.panel._on_press = told.put
    with Journal.create(journal, {}) as file:
        record = FallbackRecord(file, None, lambda _: None)
        runtime = Runtime(History(), record, rig.panel, ScaledClock(0, 1), lambda _: None)
        runtime.handle(DealStarted(0, Level.parse("2"), Seat.EAST), {})
        begun_ms = rig.panel._now_ms()
        for n in range(count):
            seat = tuple(Seat)[n % 4]
            rig.move_keys(
                [Move(1, seat, Key.PASS, down=True), Move(40, seat, Key.PASS, down=False)]
            )
            press = told.get(timeout=10)
            runtime.handle(Passed(press.at_ms - begun_ms, press.seat), {})
            synced_ms.append(time.monotonic() * 1000)
            time.sleep(0.08)
    closed_ms = rig.moved[::2]
    return [end - begin for begin, end in zip(closed_ms, synced_ms, strict=False)]


def report(count: int = COUNT) -> str:
    """A table in Markdown; the table's program once beside all other work, once before it."""
    lines = [
        f"{count} of each; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.",
        "",
        "| what | unit | program | median ms | 99 % ms | worst ms |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, make in UNITS.items():
        for stands, take_place in PLACES.items():
            with tempfile.TemporaryDirectory() as folder:
                unit = make(Path(folder))
                # The unit has a processor of its own; the table shares this one with everybody.
                take_place()
                rig = PanelRig(unit)
                try:
                    lines += _rows(rig, Path(folder), f"{name} | {stands}", count)
                finally:
                    rig.close()
    return "\n".join(lines) + "\n"


def _rows(rig: PanelRig, folder: Path, where: str, count: int) -> Iterable[str]:
    wall, own = order_to_edge(rig, count)
    yield f"| order to lamp edge | {where} | {Figures.of(wall)} |"
    if isinstance(rig.unit, SimavrUnit):
        yield f"| the same beyond the emulator's lag | {where} | {Figures.of(own)} |"
    presses = press_to_journal(rig, folder / "a.journal", count)
    yield f"| key to synced journal row | {where} | {Figures.of(presses)} |"


def _await(question: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not question():
        if time.monotonic() > end:
            raise AssertionError("nothing came within ten seconds")
        time.sleep(0.0005)


if __name__ == "__main__":
    sys.stdout.write(report(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT))
