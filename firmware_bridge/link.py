"""The host's end of the conversation with a unit: bytes and time in, bytes and events out.

No port, no clock, no thread. Whoever owns the port calls `opened`, `receive`, `tick` and `closed`
with the time in milliseconds, sends what `bytes_to_send` hands out, and calls `tick` at least
every few milliseconds. PROTOCOL.md, "Sessions", "Orders" and "Presses", is the contract.

An acknowledgement of presses is handed out by the `tick` after the `receive` that told of them,
so that an owner who passes the events on in between acknowledges only what has arrived.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from enum import Enum, auto

from firmware_bridge import protocol as p
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.messages import DARK, Beat, Identity, Pattern, UnitPress
from firmware_bridge.unit_clock import UnitClock
from referee.ports import KeyPress
from referee.rules.seats import Seat

MOST_WAITING = 64
"""Orders that may wait for their turn; more than any table gives within a second."""


class Loss(Enum):
    """Why a unit is given up."""

    UNPLUGGED = "unplugged"
    SILENT = "silent"
    RESTARTED = "restarted"
    """It was reset, or had given us up; it is asked again at once."""


@dataclass(frozen=True, slots=True)
class Linked:
    """The unit answered and shows the current lamps."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class Lost:
    """The unit that was linked is no longer; no order reaches it."""

    loss: Loss


@dataclass(frozen=True, slots=True)
class Incompatible:
    """Something answered that speaks no version of ours; told once for each opening."""

    identity: Identity


@dataclass(frozen=True, slots=True)
class OrderRefused:
    """The unit could not carry out an order; two programs disagree about the protocol."""

    number: int
    reason: int


LinkEvent = Linked | Lost | Incompatible | OrderRefused | KeyPress


class _State(Enum):
    CLOSED = auto()
    ASKING = auto()
    LINKED = auto()


@dataclass(frozen=True, slots=True)
class _Order:
    number: int
    kind: int
    payload: bytes


class Link:
    """One unit, over as many openings of its port as it takes."""

    def __init__(self, session: int) -> None:
        """Begin with a *session* from 1 to 65535, drawn by lot so that no former host had it."""
        self._state = _State.CLOSED
        self._session = session
        self._established = p.NO_SESSION
        self._decoder = Decoder()
        self._clock = UnitClock()
        self._out = bytearray()
        self._shown = dict.fromkeys(Seat, DARK)
        self._orders: deque[_Order] = deque()
        self._in_flight = 0
        self._orders_sent_ms = 0
        self._next_number = 0
        self._next_press = 0
        self._last_press_ms = 0
        self._press_ack_due = False
        self._said_incompatible = False
        self._leaving = False
        self._heard_ms = 0
        self._asked_ms = 0
        self._token = 0
        self._asked: dict[int, int] = {}
        self.beat: Beat | None = None
        """The unit's latest sign of life."""

    @property
    def linked(self) -> bool:
        return self._state is _State.LINKED

    @property
    def idle(self) -> bool:
        """Whether every order was acknowledged, or there is nobody to acknowledge them."""
        return not self.linked or not self._orders

    @property
    def round_trip_ms(self) -> int:
        return self._clock.round_trip_ms

    @property
    def damaged(self) -> int:
        """Frames that reached us damaged."""
        return self._decoder.damaged

    def bytes_to_send(self) -> bytes:
        """What the port has to send now; handed out once."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def opened(self, now_ms: int) -> None:
        """The port is open: ask who is there. A BOOT may have been missed, so it is no hint."""
        self._decoder = Decoder()
        self._said_incompatible = False
        # Whatever a former user left unfinished on the line ends here.
        self._out += b"\0"
        self._ask_who_is_there(now_ms)

    def closed(self) -> list[LinkEvent]:
        """The port is gone."""
        events = self._lose(Loss.UNPLUGGED)
        self._state = _State.CLOSED
        self._out.clear()
        return events

    def show(self, seat: Seat, pattern: Pattern, now_ms: int) -> None:
        """Order a whole pattern; remembered without its sound for a unit that is away."""
        self._shown[seat] = replace(pattern, beats=0)
        if self.linked:
            self._order(p.SHOW, pattern.encode(seat), now_ms)

    def say_bye(self, now_ms: int) -> None:
        """Part in peace, after all orders given before; from then on nobody is asked anything."""
        if self.linked:
            self._order(p.BYE, b"", now_ms)
        self._leaving = True

    def receive(self, chunk: bytes, now_ms: int) -> list[LinkEvent]:
        """Take bytes of the port, in pieces of any size."""
        events: list[LinkEvent] = []
        for frame in self._decoder.feed(chunk):
            events += self._handle(frame, now_ms)
        return events

    def tick(self, now_ms: int) -> list[LinkEvent]:
        """Let time pass: repeat, acknowledge, ask, give up."""
        if self._state is _State.ASKING and now_ms - self._asked_ms >= p.HELLO_MS:
            self._ask_who_is_there(now_ms)
        if not self.linked:
            return []
        if now_ms - self._heard_ms >= p.UNIT_SILENT_MS:
            events = self._lose(Loss.SILENT)
            self._ask_who_is_there(now_ms)
            return events
        if self._press_ack_due:
            self._press_ack_due = False
            self._send(p.ACK_KEYS, self._next_press)
        if now_ms - self._asked_ms >= p.ASK_BEAT_MS and not self._leaving:
            self._ask(p.ASK_BEAT, b"", now_ms)
        if self._in_flight and now_ms - self._orders_sent_ms >= p.RESEND_MS:
            self._in_flight = 0
        self._send_orders(now_ms)
        return []

    def _handle(self, frame: Frame, now_ms: int) -> list[LinkEvent]:
        if frame.kind == p.HERE and frame.session == self._session:
            return self._be_answered(frame, now_ms)
        if not self.linked:
            return []
        if frame.kind in {p.BOOT, p.BEAT} and frame.session != self._session:
            events = self._lose(Loss.RESTARTED)
            self._ask_who_is_there(now_ms)
            return events
        if frame.session != self._session:
            return []
        self._heard_ms = now_ms
        match frame.kind:
            case p.BEAT:
                self._take_beat(frame, now_ms)
            case p.ACK_ORDERS:
                self._take_ack(frame.number, now_ms)
            case p.KEY:
                return self._take_press(frame, now_ms)
            case p.REFUSED if len(frame.payload) == p.PAYLOAD_BYTES[p.REFUSED]:
                return [OrderRefused(frame.number, frame.payload[0])]
            case _:
                # A newer unit may say more than we understand.
                pass
        return []

    def _be_answered(self, frame: Frame, now_ms: int) -> list[LinkEvent]:
        identity = Identity.parse(frame.payload)
        if identity is None or self._state is not _State.ASKING:
            return []
        if not p.LOWEST_VERSION <= identity.version <= p.HIGHEST_VERSION:
            if self._said_incompatible:
                return []
            self._said_incompatible = True
            return [Incompatible(identity)]
        if identity.next_order != 0:
            # A former host had drawn the same session; the unit would take us for that one.
            self._next_session()
            self._ask_who_is_there(now_ms)
            return []
        if identity.session_before != self._established or self._established == p.NO_SESSION:
            self._next_press = identity.next_press
        self._state = _State.LINKED
        self._established = self._session
        self._heard_ms = now_ms
        self._clock.forget()
        self._clock.sample(self._asked.pop(frame.number, now_ms), now_ms, identity.unit_ms)
        for seat, pattern in self._shown.items():
            self._order(p.SHOW, pattern.encode(seat), now_ms)
        return [Linked(identity)]

    def _take_beat(self, frame: Frame, now_ms: int) -> None:
        beat = Beat.parse(frame.payload)
        asked_ms = self._asked.pop(frame.number, None)
        if beat is None or asked_ms is None:
            return
        self.beat = beat
        self._clock.sample(asked_ms, now_ms, beat.unit_ms)

    def _take_ack(self, number: int, now_ms: int) -> None:
        taken = (number - self._orders[0].number) & 0xFF if self._orders else 0
        if 0 < taken <= self._in_flight:
            for _ in range(taken):
                self._orders.popleft()
            self._in_flight -= taken
            self._orders_sent_ms = now_ms
            self._send_orders(now_ms)

    def _take_press(self, frame: Frame, now_ms: int) -> list[LinkEvent]:
        press = UnitPress.parse(frame.payload)
        self._press_ack_due = True
        if press is None or frame.number != self._next_press:
            # Known already, or one before it is still missing: the acknowledgement says which.
            return []
        self._next_press = (self._next_press + 1) & 0xFF
        # What the clocks say is corrected all the time; presses must not change places for that.
        at_ms = max(self._last_press_ms, min(now_ms, self._clock.host_ms(press.unit_ms)))
        self._last_press_ms = at_ms
        return [KeyPress(press.seat, press.key, at_ms)]

    def _order(self, kind: int, payload: bytes, now_ms: int) -> None:
        if len(self._orders) >= MOST_WAITING:
            # Nobody orders that fast by hand. What was not yet sent is overtaken by what comes.
            self._drop_unsent()
        self._orders.append(_Order(self._next_number, kind, payload))
        self._next_number = (self._next_number + 1) & 0xFF
        self._send_orders(now_ms)

    def _drop_unsent(self) -> None:
        kept = [self._orders[place] for place in range(p.ORDERS_IN_FLIGHT)]
        self._orders = deque(kept)
        self._next_number = (kept[-1].number + 1) & 0xFF
        for seat, pattern in self._shown.items():
            self._orders.append(_Order(self._next_number, p.SHOW, pattern.encode(seat)))
            self._next_number = (self._next_number + 1) & 0xFF

    def _send_orders(self, now_ms: int) -> None:
        while self._in_flight < min(len(self._orders), p.ORDERS_IN_FLIGHT):
            if self._in_flight == 0:
                self._orders_sent_ms = now_ms
            order = self._orders[self._in_flight]
            self._send(order.kind, order.number, order.payload)
            self._in_flight += 1

    def _lose(self, loss: Loss) -> list[LinkEvent]:
        if not self.linked:
            return []
        self._state = _State.ASKING
        self._orders.clear()
        self._in_flight = 0
        self._next_number = 0
        self._press_ack_due = False
        self.beat = None
        self._next_session()
        return [Lost(loss)]

    def _next_session(self) -> None:
        self._session = self._session % 0xFFFF + 1

    def _ask_who_is_there(self, now_ms: int) -> None:
        if self._leaving:
            return
        self._state = _State.ASKING
        self._ask(p.HELLO, bytes([p.LOWEST_VERSION, p.HIGHEST_VERSION]), now_ms)

    def _ask(self, kind: int, payload: bytes, now_ms: int) -> None:
        # Tokens come round after 25 seconds; what was not answered by then never will be.
        self._token = (self._token + 1) & 0xFF
        self._asked[self._token] = now_ms
        self._asked_ms = now_ms
        self._send(kind, self._token, payload)

    def _send(self, kind: int, number: int, payload: bytes = b"") -> None:
        self._out += Frame(kind, self._session, number, payload).encode()
