"""A unit seen from its line: what a host may send, sound or not, and what comes back."""

from __future__ import annotations

from abc import abstractmethod

from firmware_bridge import protocol as p
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.messages import Identity
from firmware_bridge.protocol import CAUSE_PIN, CAUSE_WATCHDOG
from firmware_bridge.transports.serial_port import SerialPort
from tests.firmware_bridge.rigs import SEATS, Edge, Move
from tests.firmware_bridge.rigs.real import RealUnit
from tests.firmware_bridge.rigs.virtual import CoreUnit, Line, changes

SESSION = 0x1234


class Wire:
    """The host's end of a unit's line."""

    precision_ms: float
    """How late an answer may come for reasons of the rig."""
    edges: list[Edge]

    def __init__(self) -> None:
        self.got: list[Frame] = []
        """Everything that arrived whole."""
        self.damaged = 0
        self._decoder = Decoder()

    def greet(self, session: int = SESSION, lowest: int = 1, highest: int = 1) -> Identity:
        """Begin a session; what the unit says of itself."""
        self.send(Frame(p.HELLO, session, 7, bytes([lowest, highest])).encode())
        here = self.await_kind(p.HERE)
        assert (here.session, here.number) == (session, 7)
        identity = Identity.parse(here.payload)
        assert identity is not None
        return identity

    def order(
        self, kind: int, number: int, payload: bytes = b"", session: int = SESSION
    ) -> list[Frame]:
        """Give an order; everything up to the acknowledgement."""
        begin = len(self.got)
        self.send(Frame(kind, session, number, payload).encode())
        self.await_kind(p.ACK_ORDERS, begin)
        return self.got[begin:]

    def beat(self, session: int = SESSION, number: int = 9) -> Frame:
        """Ask for a sign of life."""
        begin = len(self.got)
        self.send(Frame(p.ASK_BEAT, session, number).encode())
        return self.await_kind(p.BEAT, begin)

    def await_kind(self, kind: int, begin: int | None = None, within_ms: int = 500) -> Frame:
        """The next frame of a kind, counted from *begin* or now."""
        start = len(self.got) if begin is None else begin
        for _ in range(within_ms // 5):
            for frame in self.got[start:]:
                if frame.kind == kind:
                    return frame
            self.wait(5)
        raise AssertionError(f"no 0x{kind:02X} within {within_ms} ms, only {self.got[start:]}")

    def of_kind(self, kind: int, begin: int = 0) -> list[Frame]:
        return [frame for frame in self.got[begin:] if frame.kind == kind]

    def colours(self) -> list[int]:
        """What the four lamps show now."""
        lit = {(edge.seat, edge.output): edge.level for edge in self.edges}
        return [sum(lit.get((seat, bit), 0) << bit for bit in range(3)) for seat in SEATS]

    def sounding(self) -> list[bool]:
        """Whether the four buzzers sound now."""
        lit = {(edge.seat, edge.output): edge.level for edge in self.edges}
        return [bool(lit.get((seat, 3))) for seat in SEATS]

    def live(self, ms: int) -> None:
        """Let time pass and stay a host that is heard."""
        for begin in range(0, ms, 500):
            self.wait(min(ms - begin, 500))
            self.send(Frame(p.ASK_BEAT, SESSION, 0).encode())

    def _take(self, data: bytes) -> None:
        self.got += self._decoder.feed(data)
        self.damaged = self._decoder.damaged

    @abstractmethod
    def send(self, data: bytes) -> None: ...

    @abstractmethod
    def wait(self, ms: int) -> None: ...

    @abstractmethod
    def move_keys(self, moves: list[Move]) -> None: ...

    @abstractmethod
    def reset(self) -> None: ...

    @abstractmethod
    def hang(self) -> None:
        """Stop the program where it is, for its watchdog to find."""

    @abstractmethod
    def close(self) -> None: ...


class VirtualWire(Wire):
    """To the Pico's program on CPython."""

    precision_ms = 2.0

    def __init__(self) -> None:
        super().__init__()
        self.edges = []
        self._now_ms = 0
        self._levels = 0
        self._unit = CoreUnit(Line(), Line())
        self._planned: list[tuple[int, Move]] = []
        self.wait(5)

    def send(self, data: bytes) -> None:
        self._unit.to_unit.send(data)

    def wait(self, ms: int) -> None:
        for _ in range(ms):
            self._now_ms += 1
            for at_ms, move in self._planned:
                if at_ms == self._now_ms:
                    self._unit.move(move.seat, move.key, down=move.down)
            self._unit.step(self._now_ms)
            levels = self._unit.levels(self._now_ms)
            self.edges += changes(self._levels, levels, self._now_ms)
            self._levels = levels
            self._take(self._unit.to_host.arrive())

    def move_keys(self, moves: list[Move]) -> None:
        self._planned += [(self._now_ms + move.after_ms, move) for move in moves]

    def reset(self) -> None:
        self._unit.reset(CAUSE_PIN)

    def hang(self) -> None:
        # There is no watchdog without hardware: what it would do is done here.
        self._unit.reset(CAUSE_WATCHDOG)

    def close(self) -> None:
        pass


class RealWire(Wire):
    """To a unit that runs in real time."""

    precision_ms = 30.0

    def __init__(self, unit: RealUnit) -> None:
        super().__init__()
        self.unit = unit
        self.edges = unit.edges
        self._port = SerialPort(unit.port)
        self.wait(300)
        # Opening the port may have cut the BOOT.
        self._decoder.damaged = 0

    def send(self, data: bytes) -> None:
        self._port.write(data)

    def wait(self, ms: int) -> None:
        self.unit.wait(ms, lambda: self._take(self._port.read()))
        self._take(self._port.read())

    def move_keys(self, moves: list[Move]) -> None:
        self.unit.move_keys(moves)

    def reset(self) -> None:
        self.unit.reset()

    def hang(self) -> None:
        self.unit.hang()

    def close(self) -> None:
        self._port.close()
        self.unit.close()
