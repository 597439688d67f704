"""What happens to tables: each fault begins, lasts, and is over."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import threading
import time
from abc import abstractmethod
from dataclasses import dataclass
from pathlib import Path

from tests.soak import disk
from tests.soak.clock import OwnClock
from tests.soak.group import MemoryGroup
from tests.soak.manager import Manager
from tests.soak.room import WEDGE
from tests.soak.unit import PluggedUnit


@dataclass
class Rig:
    """What faults are done to."""

    manager: Manager
    unit: PluggedUnit
    disk: Path
    """Mount point of the journals' own file system."""
    port: int
    clock: OwnClock
    camera: Path
    """While this file is there, the camera gives no picture."""
    group: MemoryGroup


class Fault:
    """One kind; `begin` and `end` are called once each."""

    name = ""
    lasts_s = 0.0
    restarts = False
    """Whether the process is meant to be started again."""

    @abstractmethod
    def begin(self, rig: Rig) -> None: ...

    def end(self, rig: Rig) -> None:
        """Nothing to undo."""


class Killed(Fault):
    name, restarts = "killed (SIGKILL)", True

    def begin(self, rig: Rig) -> None:
        rig.manager.kill()


class Hung(Fault):
    """Every thread stands still; only the watchdog notices."""

    name, restarts = "hung (SIGSTOP)", True

    def begin(self, rig: Rig) -> None:
        rig.manager.kill(signal.SIGSTOP)


class CableOut(Fault):
    name, lasts_s = "seat unit's cable out", 15.0

    def begin(self, rig: Rig) -> None:
        rig.unit.unplug()

    def end(self, rig: Rig) -> None:
        rig.unit.plug()


class DiskFull(Fault):
    name, lasts_s = "disk full", 20.0

    def begin(self, rig: Rig) -> None:
        ballast = rig.disk / "ballast"
        with ballast.open("wb") as file, contextlib.suppress(OSError):
            while True:
                file.write(b"\0" * 65536)
                file.flush()

    def end(self, rig: Rig) -> None:
        (rig.disk / "ballast").unlink()


class DiskHangs(Fault):
    """A card that does its housekeeping: every write waits."""

    name, lasts_s = "disk hangs", 4.0

    def begin(self, rig: Rig) -> None:
        subprocess.run(["fsfreeze", "--freeze", str(rig.disk)], check=True)

    def end(self, rig: Rig) -> None:
        subprocess.run(["fsfreeze", "--unfreeze", str(rig.disk)], check=True)


class DiskReadOnly(Fault):
    """The card comes up read-only after a crash, as worn cards do."""

    name, lasts_s, restarts = "disk read-only at a start", 15.0, True

    def begin(self, rig: Rig) -> None:
        rig.manager.kill()
        until = time.monotonic() + 20
        while _remount(rig.disk, "ro"):
            if time.monotonic() > until:
                raise AssertionError("the disk cannot be made read-only")
            rig.manager.kill()
            time.sleep(0.02)

    def end(self, rig: Rig) -> None:
        if _remount(rig.disk, "rw"):
            raise AssertionError("the disk cannot be made writable")


class DiskFails(Fault):
    """The card comes upon an error in mid-play and is read-only at once, until it is repaired.

    The rows go to the spare folder meanwhile. A person stops the table in an orderly way, puts a
    good card in and starts it again.
    """

    name, lasts_s, restarts = "disk read-only in mid-play", 25.0, True

    def begin(self, rig: Rig) -> None:
        disk.fail(rig.disk)

    def end(self, rig: Rig) -> None:
        rig.manager.kill(signal.SIGTERM)
        until = time.monotonic() + 30
        while not disk.repaired(rig.disk):
            if time.monotonic() > until:
                raise AssertionError("the disk is not let go of")
            time.sleep(0.02)


class ClockJumps(Fault):
    name, lasts_s = "clock jumps", 12.0

    def begin(self, rig: Rig) -> None:
        rig.clock.set(-3600)

    def end(self, rig: Rig) -> None:
        rig.clock.set(0)


class CameraStalls(Fault):
    name, lasts_s = "camera frozen", 20.0

    def begin(self, rig: Rig) -> None:
        rig.camera.touch()

    def end(self, rig: Rig) -> None:
        rig.camera.unlink()


class CameraWedged(Fault):
    """The process gets no more pictures however often it opens the camera; another one does."""

    name, restarts = "camera wedged for the process", True

    def begin(self, rig: Rig) -> None:
        rig.camera.with_name(WEDGE).touch()


class MemoryShort(Fault):
    """Its group may have little more than it has."""

    name, lasts_s = "memory short", 20.0

    def begin(self, rig: Rig) -> None:
        rig.group.squeeze()

    def end(self, rig: Rig) -> None:
        rig.group.release()


class PageFlooded(Fault):
    """Two hundred lines that say nothing, and requests as fast as they are answered."""

    name, lasts_s = "page flooded", 20.0

    def begin(self, rig: Rig) -> None:
        self._lines = []
        self._over = threading.Event()
        for _ in range(200):
            with contextlib.suppress(OSError):
                line = socket.create_connection(("127.0.0.1", rig.port), 2)
                line.sendall(b"GET /live/pub")
                self._lines.append(line)
        threading.Thread(target=self._ask, args=(rig.port,), daemon=True).start()

    def end(self, rig: Rig) -> None:
        del rig
        self._over.set()
        for line in self._lines:
            line.close()

    def _ask(self, port: int) -> None:
        asked = b"GET /watch HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
        while not self._over.is_set():
            with (
                contextlib.suppress(OSError),
                socket.create_connection(("127.0.0.1", port), 2) as line,
            ):
                line.sendall(asked)
                while line.recv(65536):
                    pass
            self._over.wait(0.02)  # fifty a second at most


def _remount(mounted: Path, how: str) -> int:
    return subprocess.run(
        ["mount", "-o", f"remount,{how}", str(mounted)], capture_output=True, check=False
    ).returncode


def known_faults(*, clock: bool, room: bool, memory: bool, disk_error: bool) -> list[type[Fault]]:
    """Those that this machine can do to a table."""
    kinds: list[type[Fault]] = [Killed, CableOut, DiskFull, Hung, DiskHangs]
    kinds += [PageFlooded, DiskReadOnly, CameraStalls]
    kinds += [DiskFails] if disk_error else []
    kinds += [ClockJumps] if clock else []
    kinds += [CameraWedged] if room else []
    kinds += [MemoryShort] if memory else []
    return kinds
