"""A group of the kernel with a limit of memory, of either generation."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

_V1 = Path("/sys/fs/cgroup/memory")
_V2 = Path("/sys/fs/cgroup")
_SPARE = 8_000_000
"""Bytes above what is used that a squeezed group may have."""


class MemoryGroup:
    """Made at once and removed by `remove`; `there` is false where the kernel lends none."""

    def __init__(self, name: str) -> None:
        base = _V1 if (_V1 / "memory.limit_in_bytes").exists() else _V2
        self._folder = base / name
        self._limit = "memory.limit_in_bytes" if base == _V1 else "memory.high"
        self._usage = "memory.usage_in_bytes" if base == _V1 else "memory.current"
        self._none = "-1" if base == _V1 else "max"
        try:
            self._folder.mkdir(exist_ok=True)
            self.there = (self._folder / self._limit).exists()
        except OSError:
            self.there = False

    def join(self) -> None:
        """Put the calling process into it; for use between fork and exec."""
        if self.there:
            with contextlib.suppress(OSError):
                (self._folder / "cgroup.procs").write_text(str(os.getpid()), "ascii")

    def squeeze(self) -> None:
        used = int((self._folder / self._usage).read_text("ascii"))
        # The kernel frees what it can, file pages first, and refuses when that is not enough.
        for spare in (0, _SPARE, 4 * _SPARE):
            try:
                limit = int(used * 0.9) + spare
                (self._folder / self._limit).write_text(str(limit), "ascii")
            except OSError:
                continue
            return

    def release(self) -> None:
        (self._folder / self._limit).write_text(self._none, "ascii")

    def remove(self) -> None:
        with contextlib.suppress(OSError):
            self._folder.rmdir()
