"""The time of day of one program, set as a person or a time server would set it."""

from __future__ import annotations

import shutil
import struct
import subprocess
from collections.abc import Mapping
from pathlib import Path

_SOURCE = Path(__file__).with_name("clock.c")


class OwnClock:
    """Needs a C compiler; `there` is false without one."""

    def __init__(self, folder: Path) -> None:
        self._file, self._library = folder / "clock", folder / "clock.so"
        self.set(0)
        compiler = shutil.which("cc") or shutil.which("gcc")
        self.there = compiler is not None
        if compiler is not None:
            words = [compiler, "-O2", "-shared", "-fPIC", "-o", str(self._library), str(_SOURCE)]
            subprocess.run(words, check=True)

    def set(self, seconds: float) -> None:
        """Move the time of day by so much against the machine's."""
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("=q", int(seconds * 1e9)))

    @property
    def environment(self) -> Mapping[str, str]:
        if not self.there:
            return {}
        return {"LD_PRELOAD": str(self._library), "SOAK_CLOCK": str(self._file)}
