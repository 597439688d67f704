"""Signs of life for the service manager, over a real socket."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.app.notify import Notifier


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[socket.socket, str]]:
    """A listening manager, and what it puts into NOTIFY_SOCKET."""
    name = str(tmp_path / "notify")
    address = name if request.param == "path" else "\0" + name
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address)
        listening.settimeout(5)
        yield listening, name if request.param == "path" else "@" + name


def test_messages_arrive_with_chinese_status(manager: tuple[socket.socket, str]) -> None:
    """Ready and status come in one message, in UTF-8, on one line each."""
    listening, name = manager
    notifier = Notifier({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000000"})
    notifier.ready("打8，轮到南\n第3副")
    notifier.alive()
    notifier.stopping()
    received = [listening.recv(4096).decode("utf-8") for _ in range(3)]
    notifier.close()

    assert received == ["READY=1\nSTATUS=打8，轮到南 第3副", "WATCHDOG=1", "STOPPING=1"]
    assert notifier.watchdog_s == 2.0


def test_without_a_manager_nothing_is_sent() -> None:
    """A table started by hand has nobody to notify."""
    notifier = Notifier({})
    notifier.ready("ready")
    notifier.close()

    assert notifier.watchdog_s is None


def test_manager_that_is_gone_does_not_stop_the_table(tmp_path: Path) -> None:
    """The socket's other end may vanish."""
    notifier = Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "x"})
    notifier.alive()
    notifier.close()

    assert notifier.watchdog_s is None
