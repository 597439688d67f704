"""Is the machine well: clock, heat, power supply, memory?

Everything is read from files below a root, so that a test can show what a Pi would show.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from referee.app.doctor_findings import Finding

HIGH_C = 70.0
CRITICAL_C = 80.0
"""Degrees Celsius. A Pi begins to slow down at 80 and does so hard at 85."""
LEAST_MEMORY_MB = 300
"""The networks and a full-resolution frame take about that."""

_THROTTLED_FILE = "sys/devices/platform/soc/soc:firmware/get_throttled"
_NOW, _BEFORE = 0xF, 0xF0000
"""Bits of ``get_throttled``: 0 voltage, 1 capped, 2 throttled, 3 soft limit; the same from 16 on
for what has happened since the start (raspberrypi.com, documentation of vcgencmd)."""
_TIME_ERROR = 5
"""adjtimex(2): the clock is not synchronised."""
_TIMEX_BYTES = 256
"""More than ``struct timex`` takes anywhere."""


def kernel_clock() -> int:
    """What adjtimex(2) says when nothing is to be changed; -1 where asking is forbidden."""
    return int(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES)))


def check_machine(
    root: Path = Path("/"), clock_state: Callable[[], int] = kernel_clock
) -> list[Finding]:
    return [_clock(root, clock_state), _temperature(root), _power(root), _memory(root)]


def _clock(root: Path, clock_state: Callable[[], int]) -> Finding:
    # systemd-timesyncd's mark; other time services are known to the kernel only.
    if (root / "run/systemd/timesync/synchronized").exists():
        return Finding("clock_good")
    state = clock_state()
    if state < 0:
        return Finding("clock_unknown")
    return Finding("clock_unset" if state == _TIME_ERROR else "clock_good")


def _temperature(root: Path) -> Finding:
    degrees = []
    for zone in root.glob("sys/class/thermal/thermal_zone*/temp"):
        try:
            degrees.append(int(zone.read_text("ascii")) / 1000)
        except (OSError, ValueError):
            continue  # a zone that is switched off
    if not degrees:
        return Finding("temperature_unknown")
    hottest = max(degrees)
    if hottest >= CRITICAL_C:
        outcome = "temperature_critical"
    elif hottest >= HIGH_C:
        outcome = "temperature_high"
    else:
        outcome = "temperature_good"
    return Finding(outcome, {"celsius": f"{hottest:.0f}"})


def _power(root: Path) -> Finding:
    bits = _throttled(root)
    if bits is None:
        return Finding("power_unknown")
    facts = {"bits": hex(bits)}
    if bits & _NOW:
        return Finding("power_now", facts)
    return Finding("power_before" if bits & _BEFORE else "power_good", facts)


def _throttled(root: Path) -> int | None:
    """The bits of the firmware; ``None`` on what is no Pi."""
    try:
        return int((root / _THROTTLED_FILE).read_text("ascii").strip(), 16)
    except (OSError, ValueError):
        pass
    asked = shutil.which("vcgencmd", path=str(root / "usr/bin"))
    if asked is None:
        return None
    try:
        answer = subprocess.run(  # noqa: S603 - a fixed program of the system, no input of others
            [asked, "get_throttled"], capture_output=True, timeout=5, check=True, text=True
        )
        return int(answer.stdout.strip().removeprefix("throttled="), 16)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def _memory(root: Path) -> Finding:
    try:
        lines = (root / "proc/meminfo").read_text("ascii").splitlines()
        kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return Finding("memory_unknown")
    free_mb = kilobytes * 1024 // 1_000_000
    facts = {"free": free_mb, "cores": os.cpu_count() or 1}
    return Finding("memory_low" if free_mb < LEAST_MEMORY_MB else "memory_good", facts)
