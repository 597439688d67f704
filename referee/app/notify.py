"""Telling systemd how the service is: ready, what it does, that it is alive, that it stops.

The protocol is datagrams of ``KEY=value`` lines to the socket that systemd names in the
environment (sd_notify(3)). Written here because the small libraries for it encode Latin-1 and lose
a Chinese status together with everything else in the message.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping


def is_managed(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether somebody starts this process again when it ends with a failure."""
    return bool(environment.get("NOTIFY_SOCKET"))


class Notifier:
    """Speaks to the service manager; silent where there is none."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # A leading @ stands for the abstract namespace, which begins with a null byte.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._socket: socket.socket | None = None
        if address:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        usec = environment.get("WATCHDOG_USEC", "")
        self.watchdog_s: float | None = int(usec) / 1e6 if usec.isdecimal() else None
        """How long the manager waits for a sign of life, in seconds; ``None``: for ever."""

    def ready(self, status: str) -> None:
        """The service can do its work."""
        self._send(f"READY=1\nSTATUS={_one_line(status)}")

    def status(self, status: str) -> None:
        """What ``systemctl status`` shows."""
        self._send(f"STATUS={_one_line(status)}")

    def alive(self) -> None:
        """A sign of life for the watchdog."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The service ends by itself."""
        self._send("STOPPING=1")

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def _send(self, message: str) -> None:
        if self._socket is None:
            return
        try:
            self._socket.sendto(message.encode("utf-8"), self._address)
        except OSError:
            # A manager that does not listen must not stop the table; its watchdog will tell.
            return


def _one_line(text: str) -> str:
    """A line break would begin another key."""
    return " ".join(text.split())
