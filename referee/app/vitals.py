"""How a served table is, as its page answers it: for programs that watch it and for people."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from referee.app.doctor_findings import Finding, State
from referee.app.health import Health
from referee.app.machine_readings import (
    available_memory,
    disk,
    hottest_celsius,
    memory_pressure,
    open_handles,
    resident_memory,
)
from referee.app.metrics import Family, by_label, counter, exposition, gauge
from referee.app.metrics_table import TableCounts, build_info
from referee.app.settings import MetricsSettings
from referee.texts import Language, say

Families = Callable[[], Iterator[Family]]


class TableVitals:
    """The `Vitals` of one table."""

    def __init__(
        self,
        settings: MetricsSettings,
        health: Health,
        counts: TableCounts,
        folder: Path,
        more: Sequence[Families] = (),
    ) -> None:
        """Put together what is told.

        Args:
            settings: Who may read the metrics.
            health: Looked at by somebody else.
            counts: Of the rows.
            folder: Of the journals; its disk and its pictures are told of.
            more: What other parts measure.
        """
        self._settings = settings
        self._health = health
        self._counts = counts
        self._folder = folder
        self._more = tuple(more)
        self._begun_s = time.time()
        self._lock = threading.Lock()

    def healthz(self) -> tuple[bool, Mapping[str, Any]]:
        """Whether the table can do its work, and every part of it."""
        health = self._health
        state = health.state
        parts = {part.name: {"state": part.state.value, **part.facts} for part in health.parts}
        return state is not State.FAULT, {
            "state": state.value,
            "version": _version(),
            "looked_s_ago": round(health.age_s, 1),
            "parts": parts,
            "troubles": list(self.troubles()),
        }

    def troubles(self) -> Sequence[Mapping[str, Any]]:
        """What wants a person, gravest first, in both languages."""
        return [finding_json(finding) for finding in self._health.troubles]

    def may_read_metrics(self, address: str) -> bool:
        if not self._settings.enabled:
            return False
        try:
            asking = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        mapped = getattr(asking, "ipv4_mapped", None)
        networks = map(ipaddress.ip_network, self._settings.answer_to)
        return any((mapped or asking) in network for network in networks)

    def metrics(self) -> str:
        with self._lock:
            return exposition(self._families())

    def _families(self) -> Iterator[Family]:
        yield build_info(_version())
        yield from self._counts.families()
        for families in self._more:
            yield from families()
        yield from self._of_health()
        yield from _of_machine(self._folder)
        yield from _of_process(self._begun_s)

    def _of_health(self) -> Iterator[Family]:
        gravity = {state.value: place for place, state in enumerate(State)}
        states = {part.name: gravity[part.state.value] for part in self._health.parts}
        meaning = "How a part is: 0 good, 1 note, 2 warning, 3 fault."
        yield by_label("guandan_part_state", "gauge", meaning, "part", states)
        silent = {
            part.name: float(str(part.facts["silent_s"]))
            for part in self._health.parts
            if "silent_s" in part.facts
        }
        meaning = "Since a part gave its last sign of life; of the camera: age of its last frame."
        yield by_label("guandan_part_silent_seconds", "gauge", meaning, "part", silent)
        there = {finding.outcome: 1.0 for finding in self._health.troubles}
        meaning = "1 for each trouble that is there now."
        yield by_label("guandan_trouble", "gauge", meaning, "trouble", there)
        age = "Since the parts were looked at."
        yield gauge("guandan_health_age_seconds", age, self._health.age_s)
        for part in self._health.parts:
            if part.name == "unit":
                meaning = "1 while the seat unit answers."
                yield gauge(
                    "guandan_unit_connected", meaning, float(part.facts["connected"] is True)
                )


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding for people and programs."""

    def both(name: str) -> dict[str, str]:
        return {
            language.value: say(f"doctor.{name}", language, **finding.facts)
            for language in Language
        }

    wants = finding.state.wants_action
    return {
        "outcome": finding.outcome,
        "state": finding.state.value,
        "facts": {name: str(fact) for name, fact in finding.facts.items()},
        "says": both(finding.outcome),
        "do": both(f"{finding.outcome}_do") if wants else {},
    }


def _of_machine(folder: Path) -> Iterator[Family]:
    found = disk(folder)
    if found is not None:
        yield gauge("guandan_disk_free_bytes", "Free on the journals' disk.", found.free)
        yield gauge("guandan_disk_size_bytes", "Size of the journals' disk.", found.size)
    yield gauge("guandan_evidence_bytes", "Size of the pictures kept.", _evidence_bytes(folder))
    yield gauge("guandan_temperature_celsius", "Of the hottest sensor.", hottest_celsius())
    yield gauge("guandan_memory_available_bytes", "Free memory.", available_memory())
    meaning = "Part of the last ten seconds in which work waited for memory, percent."
    yield gauge("guandan_memory_pressure_percent", meaning, memory_pressure())


def _of_process(begun_s: float) -> Iterator[Family]:
    """Under the names that Prometheus' own libraries use."""
    yield gauge("process_resident_memory_bytes", "Of this process.", resident_memory())
    yield gauge("process_open_fds", "Open files, sockets and pipes.", open_handles())
    yield counter("process_cpu_seconds_total", "User and system time.", time.process_time())
    yield gauge("process_start_time_seconds", "Wall clock at the start.", begun_s)
    yield gauge("process_threads", "Threads.", threading.active_count())


def _evidence_bytes(folder: Path) -> float | None:
    try:
        return sum(file.stat().st_size for file in (folder / "evidence").glob("*.jpg"))
    except OSError:
        return None


def _version() -> str:
    return metadata.version("guandan-referee")
