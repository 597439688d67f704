"""Rigs whose time is a number: the simulated panel, gpiozero on mock pins, the Pico's program."""

from __future__ import annotations

import importlib
import random
import sys
from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

import firmware_bridge
from firmware_bridge.link import Link, Linked, LinkEvent, Lost
from firmware_bridge.panels.gpio_pins import outputs, read_pins
from firmware_bridge.panels.simulated import SimulatedPanel
from firmware_bridge.patterns import pattern
from firmware_bridge.protocol import BOARD_MODEL, CAUSE_PIN, CAUSE_POWER
from firmware_bridge.waveform import Levels
from referee.ports import Key, KeyPress, PanelState, SeatPanel
from referee.rules.seats import Seat
from referee.session.effects import ShowSeat
from tests.firmware_bridge.rigs import KEYS, SEATS, Edge, Move

HEADER = Path(firmware_bridge.__file__).parents[1] / "config" / "hardware" / "header.toml"
_PICO = Path(firmware_bridge.__file__).parent / "firmware" / "micropython"


class VirtualRig:
    """Lets a millisecond pass at a time and notes what changed in it."""

    panel: SeatPanel
    # What happens between two steps is noted by the later one.
    precision_ms = 1.0
    clock_precision_ms = 5.0

    def __init__(self) -> None:
        self.now_ms = 0
        self.presses: list[KeyPress] = []
        self.states: list[PanelState] = []
        self.edges: list[Edge] = []
        self.moved: list[float] = []
        self._planned: list[tuple[int, Move]] = []
        self._levels = 0

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            self.now_ms += 1
            due = [move for at_ms, move in self._planned if at_ms <= self.now_ms]
            self._planned = [plan for plan in self._planned if plan[0] > self.now_ms]
            for move in due:
                self.moved.append(self.now_ms)
                self.move(move.seat, move.key, down=move.down)
            self.step()
            self.note()

    def note(self) -> None:
        """Compare the outputs with what they were."""
        now = self.levels()
        self.edges += changes(self._levels, now, self.now_ms)
        self._levels = now

    def move_keys(self, moves: list[Move]) -> None:
        self._planned += [(self.now_ms + move.after_ms, move) for move in moves]

    def close_panel(self) -> None:
        self.panel.close()
        self.note()

    def close(self) -> None:
        pass

    @abstractmethod
    def step(self) -> None:
        """Let the unit live through the millisecond that has begun."""

    @abstractmethod
    def move(self, seat: Seat, key: Key, *, down: bool) -> None: ...

    @abstractmethod
    def levels(self) -> int:
        """All outputs as bits: 4 * seat + output."""


class SimulatedRig(VirtualRig):
    panel: SimulatedPanel

    def __init__(self) -> None:
        super().__init__()
        panel = SimulatedPanel(on_press=self.presses.append)
        self.panel = _AtNow(panel, self)  # type: ignore[assignment]
        self._simulated = panel

    def step(self) -> None:
        self._simulated.scan(self.now_ms)

    def move(self, seat: Seat, key: Key, *, down: bool) -> None:
        self._simulated.move_key(seat, key, down=down)

    def levels(self) -> int:
        return _bits(lambda seat: self._simulated.levels(seat, self.now_ms))


class _AtNow:
    """Gives every order the rig's time, as a table in real time would."""

    def __init__(self, panel: SimulatedPanel, rig: VirtualRig) -> None:
        self._panel = panel
        self._rig = rig

    def show(self, order: ShowSeat, at_ms: int) -> None:
        del at_ms
        self._panel.show(order, self._rig.now_ms)

    def close(self) -> None:
        self._panel.close()


class GpioRig(VirtualRig):
    def __init__(self) -> None:
        super().__init__()
        from gpiozero.pins.mock import MockFactory

        from firmware_bridge.panels.gpio import GpioPanel

        self._pins = read_pins(HEADER)
        self._factory = MockFactory()
        for pins in self._pins.values():
            for pin in (pins.pass_key, pins.call_key):
                self._factory.pin(pin).pull = "up"
        self._gpio = GpioPanel(
            self._pins,
            self.presses.append,
            self.states.append,
            now_ms=lambda: self.now_ms,
            factory=self._factory,
        )
        self.panel = self._gpio

    def step(self) -> None:
        self._gpio.scan()

    def move(self, seat: Seat, key: Key, *, down: bool) -> None:
        pins = self._pins[seat]
        pin = self._factory.pin(pins.pass_key if key is Key.PASS else pins.call_key)
        pin.drive_low() if down else pin.drive_high()

    def levels(self) -> int:
        bits = 0
        for place, seat in enumerate(SEATS):
            for output, pin in enumerate(outputs(self._pins[seat])):
                bits |= int(self._factory.pin(pin).state) << 4 * place + output
        return bits


class Line:
    """One direction of a wire: bytes that arrive a millisecond later, or do not."""

    def __init__(self, chance: random.Random | None = None, *, lost: float = 0.0) -> None:
        self._chance = chance
        self._lost = lost
        self._bytes = bytearray()

    def send(self, data: bytes) -> None:
        for byte in data:
            draw = self._chance.random() if self._chance else 1.0
            if self._chance is None or draw >= 2 * self._lost:
                self._bytes.append(byte)
            elif draw >= self._lost:
                self._bytes.append(byte ^ 1 << self._chance.randrange(8))

    def arrive(self) -> bytes:
        data = bytes(self._bytes)
        self._bytes.clear()
        return data


class CoreUnit:
    """The Pico's program on CPython, with time as a number."""

    def __init__(self, to_host: Line, to_unit: Line) -> None:
        self.to_host, self.to_unit = to_host, to_unit
        self.keys_down = 0
        self.carried_out: list[bytes] = []
        """The payload of every order that the unit took, once each time it did."""
        self.reset(CAUSE_POWER)

    def reset(self, cause: int = CAUSE_PIN) -> None:
        self._since_ms: int | None = None
        self._cause = cause
        self._unit: Any = None

    def step(self, now_ms: int) -> None:
        if self._unit is None or self._since_ms is None:
            self._since_ms = now_ms
            make = _pico_module("unit").Unit
            self._unit = make(self.to_host.send, BOARD_MODEL, self._cause, self.keys_down)
            self._watch_orders()
        own_ms = now_ms - self._since_ms
        self._unit.receive(self.to_unit.arrive(), own_ms)
        self._unit.tick(self.keys_down, own_ms)

    def _watch_orders(self) -> None:
        carry_out = self._unit._carry_out

        def watched(kind: int, payload: bytes, now_ms: int) -> int:
            self.carried_out.append(payload)
            reason: int = carry_out(kind, payload, now_ms)
            return reason

        self._unit._carry_out = watched

    def levels(self, now_ms: int) -> int:
        if self._unit is None or self._since_ms is None:
            return 0
        bits: int = self._unit.levels(now_ms - self._since_ms)
        return bits

    def move(self, seat: Seat, key: Key, *, down: bool) -> None:
        bit = 1 << SEATS.index(seat) + 4 * KEYS.index(key)
        self.keys_down = self.keys_down | bit if down else self.keys_down & ~bit


class CoreRig(VirtualRig):
    """Link and unit on a wire in memory, without thread or port."""

    def __init__(self, lost: float = 0.0, seed: int = 0) -> None:
        super().__init__()
        chance = random.Random(seed)  # noqa: S311
        self.unit = CoreUnit(Line(chance, lost=lost), Line(chance, lost=lost))
        self.link = Link(session=4711)
        self.events: list[LinkEvent] = []
        self.plugged = True
        self.panel = self  # type: ignore[assignment]
        self.link.opened(0)

    def step(self) -> None:
        self.unit.to_unit.send(self.link.bytes_to_send())
        self.unit.step(self.now_ms)
        arrived = self.unit.to_host.arrive()
        if self.plugged:
            self._take(self.link.receive(arrived, self.now_ms))
        self._take(self.link.tick(self.now_ms))

    def show(self, order: ShowSeat, at_ms: int) -> None:
        del at_ms
        self.link.show(order.seat, pattern(order), self.now_ms)

    def close_panel(self) -> None:
        self.link.say_bye(self.now_ms)
        self.wait(100)

    def unplug(self) -> None:
        self.plugged = False
        self._take(self.link.closed())

    def replug(self) -> None:
        self.plugged = True
        self.link.opened(self.now_ms)

    def move(self, seat: Seat, key: Key, *, down: bool) -> None:
        self.unit.move(seat, key, down=down)

    def levels(self) -> int:
        return self.unit.levels(self.now_ms)

    def _take(self, events: list[LinkEvent]) -> None:
        for event in events:
            self.events.append(event)
            match event:
                case KeyPress():
                    self.presses.append(event)
                case Linked():
                    self.states.append(PanelState(True, self.now_ms, "answered"))  # noqa: FBT003
                case Lost(loss):
                    self.states.append(PanelState(False, self.now_ms, loss.value))  # noqa: FBT003
                case _:
                    pass


def changes(before: int, after: int, at_ms: float) -> list[Edge]:
    """The edges between two states of all outputs."""
    if before == after:
        return []
    return [
        Edge(at_ms, SEATS[bit // 4], bit % 4, after >> bit & 1)
        for bit in range(16)
        if (before ^ after) >> bit & 1
    ]


def _bits(levels: Callable[[Seat], Levels]) -> int:
    bits = 0
    for place, seat in enumerate(SEATS):
        level = levels(seat)
        bits |= (level.colour | level.buzzing << 3) << 4 * place
    return bits


def _pico_module(name: str) -> Any:
    """A module of the Pico's program; its folder is on the path of nobody else."""
    sys.path.insert(0, str(_PICO))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(_PICO))
