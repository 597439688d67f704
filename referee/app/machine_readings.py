"""Numbers of the machine and of this process, read from files below a root.

Each is ``None`` where this machine does not tell it; nothing is ever raised, since a table must not
stop over a number.
"""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path

_PRESSURE = re.compile(r"^some avg10=([0-9.]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Disk:
    """The file system of a folder, in bytes."""

    free: int
    """What this user may still write."""
    size: int
    writable: bool
    """Whether it is mounted for writing."""

    @property
    def used_share(self) -> float:
        """0 to 1."""
        return 1 - self.free / self.size if self.size else 1.0


def disk(folder: Path) -> Disk | None:
    for place in (folder, *folder.absolute().parents):
        try:
            about = os.statvfs(place)
        except OSError:
            continue
        block = about.f_frsize
        read_only = bool(about.f_flag & os.ST_RDONLY)
        return Disk(about.f_bavail * block, about.f_blocks * block, not read_only)
    return None


def hottest_celsius(root: Path = Path("/")) -> float | None:
    """Of all sensors of the kernel."""
    degrees = []
    for zone in root.glob("sys/class/thermal/thermal_zone*/temp"):
        try:
            degrees.append(int(zone.read_text("ascii")) / 1000)
        except (OSError, ValueError):
            continue  # a zone that is switched off
    return max(degrees, default=None)


def available_memory(root: Path = Path("/")) -> int | None:
    """Bytes that can be had without swapping."""
    kilobytes = _named_number(root / "proc/meminfo", "MemAvailable:")
    return None if kilobytes is None else kilobytes * 1024


def memory_pressure(root: Path = Path("/")) -> float | None:
    """Percent of the last ten seconds in which somebody waited for memory.

    Of this process's own group where the system keeps account of it: the unit has a limit of its
    own. Otherwise of the whole machine.
    """
    for file in (_own_group(root) / "memory.pressure", root / "proc/pressure/memory"):
        try:
            found = _PRESSURE.search(file.read_text("ascii"))
        except OSError:
            continue
        if found:
            return float(found[1])
    return None


def resident_memory(root: Path = Path("/")) -> int | None:
    """Bytes of this process that lie in memory."""
    kilobytes = _named_number(root / "proc/self/status", "VmRSS:")
    return None if kilobytes is None else kilobytes * 1024


def open_handles(root: Path = Path("/")) -> int | None:
    """Files, sockets and pipes that this process has open."""
    try:
        return len(os.listdir(root / "proc/self/fd"))  # noqa: PTH208 - only their number is wanted
    except OSError:
        return None


def clock_offset_s() -> float:
    """Seconds from the monotonic to the wall clock; changes only when the wall clock is set.

    A machine that sleeps is not counted as a jump: this clock counts sleep, too.
    """
    return time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)


def _own_group(root: Path) -> Path:
    try:
        lines = (root / "proc/self/cgroup").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    # The unified hierarchy has number 0; older ones know no pressure.
    own = next((line[3:] for line in lines if line.startswith("0::")), "/")
    return root / "sys/fs/cgroup" / own.lstrip("/")


def _named_number(file: Path, name: str) -> int | None:
    try:
        lines = file.read_text("utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith(name))
    except (OSError, StopIteration, ValueError, IndexError):
        return None
