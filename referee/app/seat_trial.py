"""Trying the seat unit from the page, between two deals: lamps, buzzers, keys.

While a trial is on, keys mean nothing to the table. It ends when it is told to, when nobody has
asked for `LASTS_S`, and before the table itself shows anything; so a page that went away keeps
neither a key from a player nor a lamp from the table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from referee.app.panel_keys import PanelLine
from referee.ports import KeyPress, SeatPanel
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat
from referee.session.signals import lamp
from referee.session.table import Phase, Table
from referee.web.ports import NotNow

LASTS_S = 20.0
"""How long a trial goes on after the last question from the page, in seconds."""
IDLE = frozenset({Phase.WAITING, Phase.DRAWING, Phase.ENDED, Phase.ROUND_ENDED, Phase.SIGNED})
"""Phases in which no seat is timed or told anything by its lamp."""


class UnitTrial:
    """The `SeatTrial` of a served table; the table shows its own lamps through `panel`."""

    def __init__(
        self,
        panel: SeatPanel,
        line: PanelLine,
        table: Callable[[], Table],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.panel = _TablesPanel(panel, self.end)
        self._panel = panel
        self._line = line
        self._table = table
        self._now_s = now_s
        self._lock = threading.Lock()
        self._until_s: float | None = None
        self._pressed: list[KeyPress] = []
        line.divert(self._take)

    def show(self, seat: Seat, lamp: Lamp, buzz: Buzz) -> None:
        table = self._table()
        if table.phase not in IDLE:
            raise NotNow("trial_playing")
        with self._lock:
            begins = self._until_s is None
            if begins:
                self._pressed = []
            self._until_s = self._now_s() + LASTS_S
        self._panel.show(ShowSeat(seat, lamp, buzz), table.now_ms)
        if begins:
            threading.Thread(target=self._wait_for_end, name="trial", daemon=True).start()

    def pressed(self) -> Sequence[KeyPress]:
        with self._lock:
            if self._until_s is None:
                return ()
            self._until_s = self._now_s() + LASTS_S
            return tuple(self._pressed)

    def connected(self) -> bool | None:
        return self._line.connected

    def end(self) -> None:
        with self._lock:
            if self._until_s is None:
                return
            self._until_s = None
        table = self._table()
        for seat in Seat:
            self._panel.show(ShowSeat(seat, lamp(table, seat)), table.now_ms)

    def _take(self, press: KeyPress) -> bool:
        """Whether a press belongs to the trial; in the panel's own thread."""
        with self._lock:
            if self._until_s is None:
                return False
            self._pressed.append(press)
            return True

    def _wait_for_end(self) -> None:
        while (until_s := self._until_s) is not None:
            left_s = until_s - self._now_s()
            if left_s <= 0:
                self.end()
            else:
                time.sleep(min(left_s, 1.0))


class _TablesPanel:
    """The seat unit as the table drives it: a trial ends before the table shows anything."""

    def __init__(self, panel: SeatPanel, before: Callable[[], None]) -> None:
        self._panel = panel
        self._before = before

    def show(self, order: ShowSeat, at_ms: int) -> None:
        self._before()
        self._panel.show(order, at_ms)

    def close(self) -> None:
        self._before()
        self._panel.close()
