"""The seat unit on a serial line: one thread reads, the link decides, the port is reopened."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from firmware_bridge.errors import PanelMissing, TransportLost
from firmware_bridge.link import Incompatible, Link, Linked, LinkEvent, Lost, OrderRefused
from firmware_bridge.messages import Identity
from firmware_bridge.monotonic import monotonic_ms
from firmware_bridge.patterns import pattern
from firmware_bridge.transports import Transport
from referee.ports import KeyPress, PanelState
from referee.session.effects import ShowSeat

_log = logging.getLogger(__name__)

REOPEN_S = 0.25
"""How often a missing port is tried again."""
PARTING_S = 1.0
"""How long `close` waits for the unit to acknowledge what is still under way."""


class SerialPanel:
    """Lamps, buzzers and keys of a seat unit; comes back by itself when the unit does."""

    def __init__(
        self,
        connect: Callable[[], Transport],
        on_press: Callable[[KeyPress], None],
        on_state: Callable[[PanelState], None],
        now_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        """Start to look for the unit.

        Args:
            connect: Opens the port or raises `PanelMissing`; called again after every loss.
            on_press: Told every press, in order; the unit forgets a press when this returns.
            on_state: Told when the unit is there and when it is gone.
            now_ms: Monotonic milliseconds; the clock of all times that are told.
        """
        self.identity: Identity | None = None
        """What the unit last said of itself."""
        self._connect = connect
        self._on_press = on_press
        self._on_state = on_state
        self._now_ms = now_ms
        self._link = Link(session=1 + secrets.randbelow(0xFFFF))
        self._transport: Transport | None = None
        # Guards the link and the order of writes; never held while a listener runs.
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._linked = threading.Event()
        self._thread = threading.Thread(target=self._run, name="seat-panel", daemon=True)
        self._thread.start()

    def wait_connected(self, timeout_s: float) -> bool:
        """Wait for the unit's answer; whether it came."""
        return self._linked.wait(timeout_s)

    def show(self, order: ShowSeat, at_ms: int) -> None:
        del at_ms  # The unit begins a pattern when it hears of it.
        with self._lock:
            self._link.show(order.seat, pattern(order), self._now_ms())
            self._flush()

    def close(self) -> None:
        with self._lock:
            self._link.say_bye(self._now_ms())
            self._flush()
        give_up = time.monotonic() + PARTING_S
        while not self._link.idle and time.monotonic() < give_up:
            time.sleep(0.005)
        self._stopping.set()
        self._thread.join()

    @property
    def health(self) -> str:
        """Figures for a person: the quickest exchange, damaged frames either way, lost presses."""
        beat = self._link.beat
        theirs = f"{beat.damaged} there, {beat.dropped} presses dropped" if beat else "? there"
        return (
            f"round trip {self._link.round_trip_ms} ms, "
            f"damaged frames {self._link.damaged} here, {theirs}"
        )

    def _run(self) -> None:
        missing = False
        while not self._stopping.is_set():
            try:
                transport = self._connect()
            except PanelMissing as reason:
                if not missing:
                    _log.warning("panel missing: %s", reason)
                missing = True
                self._stopping.wait(REOPEN_S)
                continue
            missing = False
            self._serve(transport)

    def _serve(self, transport: Transport) -> None:
        with self._lock:
            self._transport = transport
            self._link.opened(self._now_ms())
        try:
            while not self._stopping.is_set():
                with self._lock:
                    self._flush()
                chunk = transport.read()
                with self._lock:
                    events = self._link.receive(chunk, self._now_ms())
                self._tell(events)
                with self._lock:
                    events = self._link.tick(self._now_ms())
                self._tell(events)
        except TransportLost as reason:
            _log.warning("panel line lost: %s", reason)
        finally:
            with self._lock:
                self._transport = None
                events = self._link.closed()
            transport.close()
        if not self._stopping.is_set():
            self._tell(events)

    def _flush(self) -> None:
        data = self._link.bytes_to_send()
        if data and self._transport is not None:
            # The reading thread meets the same loss and deals with it.
            with suppress(TransportLost):
                self._transport.write(data)

    def _tell(self, events: list[LinkEvent]) -> None:
        for event in events:
            try:
                self._tell_one(event)
            except Exception:  # noqa: BLE001 - logged with its traceback
                # A listener that fails is a defect elsewhere; lamps and other keys must live on.
                _log.exception("panel listener failed: event=%s", event)

    def _tell_one(self, event: LinkEvent) -> None:
        match event:
            case KeyPress():
                self._on_press(event)
            case Linked(identity):
                self.identity = identity
                _log.info("panel linked: %s", identity)
                self._tell_state("answered", connected=True, detail=str(identity))
                self._linked.set()
            case Lost(loss):
                self._linked.clear()
                _log.warning("panel lost: reason=%s", loss.value)
                self._tell_state(loss.value, connected=False)
            case Incompatible(identity):
                self.identity = identity
                _log.error("panel incompatible: %s; flash firmware_bridge/firmware", identity)
                self._tell_state("incompatible", connected=False, detail=str(identity))
            case OrderRefused(number, reason):
                _log.error("panel refused order %d: reason=%d", number, reason)

    def _tell_state(self, reason: str, *, connected: bool, detail: str = "") -> None:
        self._on_state(PanelState(connected, self._now_ms(), reason, detail))
