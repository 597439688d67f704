"""From the seat unit to the table: presses become events, losses are said to the operator."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.app.desk import Desk
from referee.ports import Key, KeyPress, PanelState
from referee.session.events import Event, Passed, RefereeCalled
from referee.texts import Language, say


def key_event(press: KeyPress, now_ms: int) -> Event:
    """The event of a press, at the time the key went down but never before the table's own.

    Args:
        press: In the same table time as *now_ms*.
        now_ms: Table time of the last event.
    """
    at_ms = max(press.at_ms, now_ms)
    match press.key:
        case Key.PASS:
            return Passed(at_ms, press.seat)
        case Key.CALL:
            return RefereeCalled(at_ms, press.seat)


class PanelLine:
    """What a panel is told to call, before there is a desk to hand things to."""

    def __init__(self, languages: Sequence[Language], tell: Callable[[str], object]) -> None:
        self._languages = languages
        self._tell = tell
        self._desk: Desk | None = None
        self._trial: Callable[[KeyPress], bool] | None = None
        self.connected: bool | None = None
        """``None`` before the unit was heard of."""

    def connect(self, desk: Desk) -> None:
        """Hand presses to *desk* from now on; a key pressed before means nothing yet."""
        self._desk = desk

    def divert(self, trial: Callable[[KeyPress], bool]) -> None:
        """Ask *trial* first about every press; the desk gets those it does not take."""
        self._trial = trial

    def press(self, press: KeyPress) -> None:
        """Take a press, in the panel's own thread."""
        desk, trial = self._desk, self._trial
        if trial is not None and trial(press):
            return
        if desk is not None:
            # The desk knows best what to do with a press that comes late.
            origin = {"how": "key", "key": press.key.value, "pressed_ms": press.at_ms}
            desk.press(key_event(press, 0), origin)

    def state(self, state: PanelState) -> None:
        """Say that the unit was lost or is back; the table goes on either way."""
        self.connected = state.connected
        for language in self._languages:
            self._tell(say(f"panel.{state.reason}", language))
