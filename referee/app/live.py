"""Refereeing a table that is watched: acts and key presses in the order they happened.

The eye finds an act some tenths of a second after it happened, a key is known at once, and a
deadline is known beforehand. So everything waits until the eye says up to when it knows all; an
act that was in time is then never called late, and a pass never overtakes the play before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from referee.app.runtime import Runtime
from referee.rules.seats import Seat
from referee.session.events import Passed, SeatEvent
from referee.session.table import Phase, Table
from referee.session.table_settings import Passing


class FoundAct(Protocol):
    """What an eye found; see `vision.scene.found.Found`."""

    @property
    def event(self) -> SeatEvent: ...

    @property
    def only_offered(self) -> bool: ...

    @property
    def origin(self) -> Mapping[str, Any]: ...


class TrickListener(Protocol):
    """Who wants to know when a trick is over."""

    def trick_ended(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Waiting:
    at_ms: int
    event: SeatEvent
    only_offered: bool
    origin: Mapping[str, Any]


class CameraClock:
    """Table time that comes with the frames; nothing is waited for."""

    def wait_until(self, at_ms: int) -> None:
        """Return at once: whoever asks has seen that moment already."""


class LiveTable:
    """Puts acts, keys and deadlines in order and hands them to the runtime."""

    def __init__(self, runtime: Runtime, eye: TrickListener) -> None:
        self._runtime = runtime
        self._eye = eye
        self._waiting: list[_Waiting] = []
        self._acts = 0
        self.ignored = 0
        """Hands that came and went while it was not that seat's turn to follow a play."""

    def press(self, at_ms: int, seat: Seat) -> None:
        """The PASS key of a seat."""
        self._waiting.append(
            _Waiting(at_ms, Passed(at_ms, seat), only_offered=False, origin={"how": "key"})
        )

    def take(self, found: Iterable[FoundAct], evidence: Sequence[str] = ()) -> None:
        """What the eye has found, and the names of the pictures that show it."""
        self._waiting += [
            _Waiting(
                each.event.at_ms,
                each.event,
                each.only_offered,
                {**each.origin, "evidence": list(evidence)},
            )
            for each in found
        ]

    def advance(self, known_until_ms: int) -> None:
        """Judge all that happened up to a moment until which everything is known.

        Acts that were found are judged even if they are younger: the eye gives them in order.
        """
        self._waiting.sort(key=lambda each: each.at_ms)
        seen = [each.at_ms for each in self._waiting if each.origin.get("how") != "key"]
        until = max([known_until_ms, *seen])
        while self._waiting and self._waiting[0].at_ms <= until:
            self._judge(self._waiting.pop(0))
        self._runtime.wait_until(known_until_ms)

    def _judge(self, act: _Waiting) -> None:
        before = self._runtime.table
        event = act.event
        if act.only_offered:
            if not _may_pass(before, event.seat):
                self.ignored += 1
                return
            event = Passed(event.at_ms, event.seat, Passing.KNOCK)
        self._runtime.wait_until(act.at_ms)
        self._acts += 1
        origin = {"seen": [], "doubts": [], "labelled": [], "expected": None, **act.origin}
        self._runtime.handle(event, {**origin, "act": self._acts})
        after = self._runtime.table
        # Where a play implies that others passed, the cards just laid are those of the new trick.
        if _trick(after) != _trick(before) and after.deal is not None and after.deal.top is None:
            self._eye.trick_ended()


def _may_pass(table: Table, seat: Seat) -> bool:
    """Whether a knock of *seat* can be meant as a pass."""
    deal = table.deal
    return (
        table.phase is Phase.PLAYING
        and deal is not None
        and deal.to_act is seat
        and deal.top is not None
    )


def _trick(table: Table) -> int | None:
    return None if table.deal is None else table.deal.trick
