"""What is looked at while a table is served, each part by one probe; see `referee.app.health`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from referee.app.doctor_findings import Finding
from referee.app.doctor_machine import CRITICAL_C, HIGH_C, LEAST_MEMORY_MB
from referee.app.doctor_storage import FULL_MB
from referee.app.health import Part, Probe
from referee.app.machine_readings import (
    available_memory,
    clock_offset_s,
    disk,
    hottest_celsius,
    memory_pressure,
    open_handles,
    resident_memory,
)
from referee.web.ports import CameraView

NEARLY_FULL = 0.95
"""Share of a disk; from here on it is said while there is still time."""
JUMP_S = 2.0
"""A time service moves a clock in steps below this without anybody noticing."""
JUMP_SHOWN_S = 600.0
"""How long a jump stays on the page: long enough to be seen between two deals."""
OLDEST_PICTURE_S = 10.0
"""A camera gives several a second."""
HIGH_PRESSURE = 20.0
"""Percent of ten seconds in which work waited for memory."""


class Waiting(Protocol):
    """A record, as far as it tells whether its disk takes rows."""

    @property
    def waiting(self) -> int: ...


class Connection(Protocol):
    """A line to the seat unit."""

    @property
    def connected(self) -> bool | None:
        """``None`` before anything was heard."""


def storage_probe(folder: Path) -> Probe:
    """The disk of the journals."""

    def look() -> Part:
        found = disk(folder)
        if found is None:
            return Part("disk")
        free_mb = found.free // 1_000_000
        percent = round(found.used_share * 100)
        facts = {"free_mb": free_mb, "used_percent": percent, "writable": found.writable}
        if not found.writable:
            outcome = "disk_read_only"
        elif free_mb < FULL_MB:
            outcome = "disk_full"
        elif found.used_share >= NEARLY_FULL:
            outcome = "disk_nearly_full"
        else:
            return Part("disk", facts=facts)
        return Part("disk", (Finding(outcome, {"free": free_mb, "percent": percent}),), facts)

    return look


def record_probe(record: Waiting, rows: Callable[[], int]) -> Probe:
    """Whether rows reach the journal."""

    def look() -> Part:
        waiting = record.waiting
        found = (Finding("rows_waiting", {"rows": waiting}),) if waiting else ()
        return Part("journal", found, {"rows": rows(), "waiting": waiting})

    return look


def unit_probe(driver: str, line: Connection) -> Probe:
    """The seat unit, where one is expected."""

    def look() -> Part:
        facts = {"driver": driver, "connected": line.connected}
        lost = driver != "simulated" and not line.connected
        return Part("unit", (Finding("unit_lost", {"driver": driver}),) if lost else (), facts)

    return look


def silence_probe(
    name: str, longest_s: float, silent_s: Callable[[], Mapping[str, float]]
) -> Probe:
    """A part that gives signs of life: desk, page, camera."""

    def look() -> Part:
        silent = silent_s()[name]
        found: tuple[Finding, ...] = ()
        if silent > longest_s:
            found = (Finding(f"{name}_silent", {"seconds": round(silent)}),)
        return Part(name, found, {"silent_s": round(silent, 1)})

    return look


def camera_probe(camera: CameraView) -> Probe:
    """The camera, as it tells of itself, and whether it still does."""

    def look() -> Part:
        state = camera.state()
        age_s = None if state.seen_ms_ago is None else state.seen_ms_ago / 1000
        found: list[Finding] = []
        if state.trouble is not None:
            behind_s = round(state.behind_ms / 1000)
            found.append(Finding(f"camera_{state.trouble.value}", {"seconds": behind_s}))
        elif age_s is not None and age_s > OLDEST_PICTURE_S:
            found.append(Finding("camera_silent", {"seconds": round(age_s)}))
        if state.moved_mm is not None:
            found.append(Finding("camera_moved", {"millimetres": round(state.moved_mm)}))
        facts = {
            "frame_age_s": None if age_s is None else round(age_s, 1),
            "behind_s": round(state.behind_ms / 1000, 1),
            "frames": state.frames,
            "restarts": state.restarts,
            "reading_ms": state.reading_ms,
            "residual_mm": round(state.residual_mm, 2),
            "moved_mm": state.moved_mm,
        }
        return Part("camera", tuple(found), facts)

    return look


def temperature_probe(root: Path = Path("/")) -> Probe:
    def look() -> Part:
        celsius = hottest_celsius(root)
        if celsius is None:
            return Part("temperature")
        facts = {"celsius": round(celsius)}
        if celsius >= CRITICAL_C:
            return Part("temperature", (Finding("temperature_critical", facts),), facts)
        if celsius >= HIGH_C:
            return Part("temperature", (Finding("temperature_high", facts),), facts)
        return Part("temperature", facts=facts)

    return look


def memory_probe(root: Path = Path("/")) -> Probe:
    """The machine's memory, and whether this process has to wait for it."""

    def look() -> Part:
        available, pressure = available_memory(root), memory_pressure(root)
        own, handles = resident_memory(root), open_handles(root)
        facts = {
            "available_mb": None if available is None else available // 1_000_000,
            "pressure_percent": pressure,
            "resident_mb": None if own is None else own // 1_000_000,
            "handles": handles,
        }
        found: tuple[Finding, ...] = ()
        if available is not None and available // 1_000_000 < LEAST_MEMORY_MB:
            found = (Finding("memory_low", {"free": facts["available_mb"], "cores": "–"}),)
        elif pressure is not None and pressure >= HIGH_PRESSURE:
            found = (Finding("memory_pressed", {"percent": round(pressure)}),)
        return Part("memory", found, facts)

    return look


def clock_probe(
    offset_s: Callable[[], float] = clock_offset_s, now_s: Callable[[], float] = time.monotonic
) -> Probe:
    """Whether the wall clock was set; the table's own time does not go by it."""
    known, jumped_s, at_s = offset_s(), 0.0, float("-inf")

    def look() -> Part:
        nonlocal known, jumped_s, at_s
        offset = offset_s()
        moved, known = offset - known, offset
        if abs(moved) >= JUMP_S:
            jumped_s, at_s = moved, now_s()
        shown = now_s() - at_s < JUMP_SHOWN_S
        facts: Mapping[str, object] = {"jumped_s": round(jumped_s, 1)}
        return Part(
            "clock",
            (Finding("clock_jumped", {"seconds": f"{jumped_s:+.0f}"}),) if shown else (),
            facts,
        )

    return look
