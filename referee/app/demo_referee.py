"""The referee of a rendered deal: enters what the device asks for, as a person would."""

from __future__ import annotations

from collections.abc import Sequence

from referee.app.runtime import Runtime
from referee.app.script_faults import SAME_MS
from referee.ports import Entry
from referee.session.events import CardsLaid, CardsUnread, Corrected, RowRef
from vision.rendered.table.script import Deed
from vision.rendered.table.timeline import Truth

_TAKES_MS = 3_000
"""From the question to the last tap."""


class DemoReferee:
    """Looks at the cards that could not be read, and enters them."""

    def __init__(self, truth: Sequence[Truth]) -> None:
        self._laid = [true for true in truth if true.act.deed is Deed.LAYS]
        self._answered: set[int] = set()

    def attend(self, runtime: Runtime, entries: Sequence[Entry], at_ms: int) -> None:
        """Answer every question that has waited long enough; cards nobody laid are taken out."""
        for entry in list(entries):
            event = entry.event
            if not isinstance(event, CardsUnread) or entry.number in self._answered:
                continue
            if at_ms - event.at_ms < _TAKES_MS:
                continue
            self._answered.add(entry.number)
            row = RowRef(entry.number)
            entered = Corrected(runtime.table.now_ms, row, row, self._really(event))
            runtime.handle(entered, {"how": "demo_referee"})

    def _really(self, unread: CardsUnread) -> tuple[CardsLaid, ...]:
        near = [
            true
            for true in self._laid
            if true.act.seat is unread.seat and abs(true.rest_ms - unread.at_ms) < SAME_MS
        ]
        if not near:
            return ()
        true = min(near, key=lambda each: abs(each.rest_ms - unread.at_ms))
        return (CardsLaid(unread.at_ms, unread.seat, true.act.cards),)
