"""Stands for systemd where none runs: starts, listens for signs of life, kills, starts again.

The same limits as in ``systemd/guandan-referee.service``; the unit itself is tried with the real
systemd by ``make test-appliance``.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

WATCHDOG_S = 10.0
ABORT_S = 3.0
RESTART_S = 1.0
START_S = 90.0


class Manager:
    """Keeps one process going; all of it in a thread of its own."""

    def __init__(
        self,
        words: Sequence[str],
        folder: Path,
        tell: Callable[[str], object],
        joins: Callable[[], object] = lambda: None,
    ) -> None:
        """Make ready, without starting.

        Args:
            words: What to start.
            folder: For the socket and the log.
            tell: Given a line when something happens.
            joins: Called in the new process before it becomes the program.
        """
        self._words = list(words)
        self._tell = tell
        self._joins = joins
        self.log = folder / "serve.log"
        self._socket_path = folder / "notify"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self._socket_path))
        self._socket.settimeout(0.2)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="manager", daemon=True)
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0
        self.ready_at: float | None = None
        """Monotonic; ``None`` while nothing is ready."""
        self.killed_by_watchdog = 0
        self.status = ""
        self.environment: Mapping[str, str] = {}

    def start(self) -> None:
        self._thread.start()

    def wait_ready(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self.ready_at is None:
            if time.monotonic() > until:
                raise AssertionError(f"not ready within {seconds} s; see {self.log}")
            time.sleep(0.05)

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        process = self.process
        if process is not None:
            process.send_signal(number)

    def stop(self) -> int | None:
        """Stop for good; returns the exit status."""
        self._ended.set()
        process = self.process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)
        self._thread.join(30)
        self._socket.close()
        return None if process is None else process.returncode

    def pins(self) -> dict[str, str]:
        """By role, from the log of the first start."""
        told = self.log.read_text("utf-8", errors="replace")
        return dict(re.findall(r"PIN of the ([\w ]+), shown only now: (\d+)", told))

    def _keep(self) -> None:
        while not self._ended.is_set():
            self._run_once()
            self.ready_at = None
            if self._ended.wait(RESTART_S):
                return

    def _run_once(self) -> None:
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": str(self._socket_path),
            "WATCHDOG_USEC": str(int(WATCHDOG_S * 1e6)),
            "PYTHONFAULTHANDLER": "1",
            **self.environment,
        }
        with self.log.open("ab") as log:
            self.process = process = subprocess.Popen(
                self._words,
                stdout=log,
                stderr=log,
                env=environment,
                preexec_fn=self._joins,  # noqa: PLW1509 - joins a group before anything runs
                cwd=Path(__file__).parents[2],
            )
        self.starts += 1
        begun = heard = time.monotonic()
        while process.poll() is None:
            message = self._heard()
            now = time.monotonic()
            if "READY=1" in message:
                self.ready_at = now
            if "WATCHDOG=1" in message or "READY=1" in message:
                heard = now
            for line in message.splitlines():
                if line.startswith("STATUS="):
                    self.status = line.removeprefix("STATUS=")
            limit = START_S if self.ready_at is None else WATCHDOG_S
            if now - heard > limit or (self.ready_at is None and now - begun > START_S):
                self._tell(f"watchdog: no sign of life for {limit:.0f} s")
                self.killed_by_watchdog += 1
                self._abort(process)
        if not self._ended.is_set():
            self._tell(f"process ended with status {process.returncode}")

    def _heard(self) -> str:
        try:
            return self._socket.recv(4096).decode("utf-8")
        except TimeoutError:
            return ""
        except OSError:
            self._ended.wait(0.2)
            return ""

    def _abort(self, process: subprocess.Popen[bytes]) -> None:
        process.send_signal(signal.SIGABRT)
        try:
            process.wait(ABORT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)


def serve_words(config: Path, camera: Sequence[str | Path]) -> list[str]:
    """The program of this checkout with a rendered table for a camera; see `tests.soak.program`."""
    program = [sys.executable, "-m", "tests.soak.program", *map(str, camera)]
    return [*program, "serve", "--config", str(config)]
