"""Lamps, buzzers and keys straight on the Pi's header, by gpiozero.

WIRING.md, "Bare header", has the drivers that stand between a pin and a lamp.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping

from gpiozero import DigitalInputDevice, DigitalOutputDevice
from gpiozero.pins import Factory

from firmware_bridge.keys import Keyboard
from firmware_bridge.messages import DARK, Pattern
from firmware_bridge.monotonic import monotonic_ms
from firmware_bridge.panels.gpio_guard import Guard
from firmware_bridge.panels.gpio_pins import SeatPins, outputs
from firmware_bridge.patterns import pattern
from firmware_bridge.waveform import OFF, Levels, levels
from referee.ports import Key, KeyPress, PanelState
from referee.rules.seats import Seat
from referee.session.effects import ShowSeat

_log = logging.getLogger(__name__)

SCAN_S = 0.002
"""How often keys are read and patterns go on; a press needs 5 ms to count."""


class GpioPanel:
    """One thread scans keys and turns patterns into levels."""

    def __init__(
        self,
        pins: Mapping[Seat, SeatPins],
        on_press: Callable[[KeyPress], None],
        on_state: Callable[[PanelState], None],
        now_ms: Callable[[], int] = monotonic_ms,
        factory: Factory | None = None,
    ) -> None:
        """Take hold of the *pins*; `start` begins to scan them.

        Args:
            pins: GPIO numbers of all four seats.
            on_press: Told every press, in order.
            on_state: Told once, at the start: wires do not tell when they are cut.
            now_ms: Monotonic milliseconds.
            factory: How gpiozero reaches the pins; `None` for what it finds by itself.
        """
        self._pins = pins
        self._guard: Guard | None = None
        self._on_press = on_press
        self._now_ms = now_ms
        self._devices = {
            seat: [DigitalOutputDevice(pin, pin_factory=factory) for pin in outputs(pins[seat])]
            for seat in Seat
        }
        # gpiozero's own bounce_time stays off: the mock pins ignore it, so it could not be tested.
        self._keys = {
            (seat, key): DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
            for seat in Seat
            for key, pin in ((Key.PASS, pins[seat].pass_key), (Key.CALL, pins[seat].call_key))
        }
        self._keyboard = Keyboard(self._down())
        self._patterns: dict[Seat, tuple[Pattern, int]] = dict.fromkeys(Seat, (DARK, 0))
        self._shown: dict[Seat, Levels] = dict.fromkeys(Seat, OFF)
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gpio-panel", daemon=True)
        on_state(PanelState(connected=True, at_ms=now_ms(), reason="answered"))

    def start(self) -> None:
        """Scan until `close`, in a thread; a second process silences the pins of a killed one."""
        self._guard = Guard(pin for seat in Seat for pin in outputs(self._pins[seat]))
        self._thread.start()

    def scan(self) -> None:
        """Look at every key and bring every output up to date, once."""
        now_ms = self._now_ms()
        for press in self._keyboard.look(self._down(), now_ms):
            try:
                self._on_press(press)
            except Exception:  # noqa: BLE001 - logged with its traceback
                # A listener that fails is a defect elsewhere; lamps and other keys must live on.
                _log.exception("panel listener failed: event=%s", press)
        with self._lock:
            for seat in Seat:
                self._bring_up_to_date(seat, now_ms)

    def show(self, order: ShowSeat, at_ms: int) -> None:
        del at_ms  # A pattern begins now.
        with self._lock:
            now_ms = self._now_ms()
            self._patterns[order.seat] = (pattern(order), now_ms)
            self._bring_up_to_date(order.seat, now_ms)

    def close(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        for devices in self._devices.values():
            for device in devices:
                device.off()
                device.close()
        for contact in self._keys.values():
            contact.close()
        if self._guard is not None:
            self._guard.dismiss()

    def _run(self) -> None:
        while not self._stopping.wait(SCAN_S):
            self.scan()

    def _down(self) -> dict[tuple[Seat, Key], bool]:
        return {place: bool(device.value) for place, device in self._keys.items()}

    def _bring_up_to_date(self, seat: Seat, now_ms: int) -> None:
        showing, since_ms = self._patterns[seat]
        wanted = levels(showing, now_ms - since_ms)
        if wanted == self._shown[seat]:
            return
        self._shown[seat] = wanted
        *lamp, buzzer = self._devices[seat]
        for bit, device in enumerate(lamp):
            device.value = wanted.colour >> bit & 1
        buzzer.value = int(wanted.buzzing)
