"""The program `serve` as its own process, so that it can be killed and started again."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

_ROLES = 3
_STOPS_WITHIN_S = 120
"""A machine that does other work may take long; one that is idle ends it within a second."""


class Served:
    """A table on a port that it keeps over restarts."""

    def __init__(self, folder: Path, settings: str = "") -> None:
        """Keep everything in *folder*; *settings* are more sections of its ``table.toml``."""
        self.journal = folder / "table.journal"
        self._config = folder / "table.toml"
        self._config.write_text(f'[journal]\nfolder = "{folder}"\n{settings}', "utf-8")
        self._port = 0
        self._process: subprocess.Popen[str] | None = None
        self.pins: dict[str, str] = {}
        """By role; told once, when the access file is made."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "referee.app", "serve"),
                *("--config", str(self._config)),
                *("--journal", str(self.journal)),
                *("--port", str(self._port)),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://[^:]+:(\d+)/", line):
                self._port = int(found.group(1))
            if found := re.search(r"PIN of the ([\w ]+), shown only now: (\d+)", line):
                self.pins[found.group(1)] = found.group(2)
            if len(self.pins) == _ROLES and line.startswith(("journal:", "PIN")):
                break
        self._wait_until_it_answers()

    def stop(self) -> None:
        """End it as a service manager does."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(_STOPS_WITHIN_S)
            self._process = None

    def kill(self) -> None:
        """Pull the plug."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(_STOPS_WITHIN_S)
        self._process = None

    def _wait_until_it_answers(self) -> None:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}/login", timeout=2)  # noqa: S310
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"nothing answers at {self.address}")
