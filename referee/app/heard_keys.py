"""Keys that are pressed while a session is played: heard in between, in the order of the table."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

from referee.app.clock import ScaledClock
from referee.app.panel_keys import key_event
from referee.app.runtime import Runtime
from referee.ports import KeyPress
from referee.session.events import SeatEvent

_HEARD_EVERY_MS = 50
"""In the world's time; a lamp that answers a key so soon seems to answer at once."""


class HeardKeys:
    """Takes presses in the panel's thread and hands them on in the caller's."""

    def __init__(self) -> None:
        self._presses: SimpleQueue[KeyPress] = SimpleQueue()
        self._waiting: list[KeyPress] = []

    def press(self, press: KeyPress) -> None:
        """Take a press."""
        self._presses.put(press)

    def wait_until(
        self, at_ms: int, runtime: Runtime, clock: ScaledClock, acted: Callable[[], object]
    ) -> None:
        """Let table time pass up to *at_ms*, with every key and every deadline on the way.

        *acted* is called after each key that is an act of a seat.
        """
        step_ms = max(1, round(_HEARD_EVERY_MS * clock.speed))
        while True:
            self._handle(at_ms, runtime, acted)
            now_ms = clock.now_ms()
            if now_ms >= at_ms:
                break
            runtime.wait_until(min(at_ms, now_ms + step_ms))
        runtime.wait_until(at_ms)

    def _handle(self, until_ms: int, runtime: Runtime, acted: Callable[[], object]) -> None:
        """Judge what was pressed by then; a later key must not overtake the act of that moment."""
        while not self._presses.empty():
            self._waiting.append(self._presses.get())
        while self._waiting and self._waiting[0].at_ms <= until_ms:
            press = self._waiting.pop(0)
            event = key_event(press, runtime.table.now_ms)
            runtime.wait_until(event.at_ms)
            runtime.handle(event, {"how": "key", "key": press.key.value})
            if isinstance(event, SeatEvent):
                acted()
