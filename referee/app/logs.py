"""The log of a served table: for the journal of the system, or for a person at a terminal.

Each line of the program's own is an event with ``name=value`` pairs. Where systemd reads it, the
line begins with its priority in the form of sd-daemon(3), so ``journalctl -p warning`` shows what
wants a person and ``journalctl -g finding=overtime`` what was found.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping
from typing import TextIO

_PRIORITIES = {
    logging.DEBUG: 7,
    logging.INFO: 6,
    logging.WARNING: 4,
    logging.ERROR: 3,
    logging.CRITICAL: 2,
}


def is_read_by_journald(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether *stream* is the one that systemd connected to its journal (systemd.exec(5))."""
    named = environment.get("JOURNAL_STREAM", "")
    if not named:
        return False
    try:
        about = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return named == f"{about.st_dev}:{about.st_ino}"


def priority(level: int, stream: TextIO, environment: Mapping[str, str] = os.environ) -> str:
    """What a line of *level* has to begin with on *stream*; empty for a terminal."""
    if not is_read_by_journald(stream, environment):
        return ""
    return f"<{_PRIORITIES[min(_PRIORITIES, key=lambda known: abs(known - level))]}>"


class _Formatter(logging.Formatter):
    def __init__(self, stream: TextIO, environment: Mapping[str, str]) -> None:
        super().__init__("%(name)s: %(message)s")
        self._stream = stream
        self._environment = environment

    def format(self, record: logging.LogRecord) -> str:
        # Every line of a stack needs the priority: systemd takes lines one by one.
        mark = priority(record.levelno, self._stream, self._environment)
        return "\n".join(mark + line for line in super().format(record).splitlines())


def set_up_logs(
    stream: TextIO | None = None, environment: Mapping[str, str] = os.environ
) -> logging.Handler:
    """Send the program's log to *stream* (stderr), from `INFO` on; returns the handler."""
    chosen = sys.stderr if stream is None else stream
    handler = logging.StreamHandler(chosen)
    handler.setFormatter(_Formatter(chosen, environment))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    # Libraries speak from warnings on; we speak of every act.
    for ours in ("referee", "vision", "firmware_bridge"):
        logging.getLogger(ours).setLevel(logging.INFO)
    return handler
