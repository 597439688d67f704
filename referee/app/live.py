"""Refereeing a table that is watched: acts and key presses in the order they happened.

For sources with a time of their own, a script or a recording, where table time is theirs. The
order is that of `referee.app.ordering`; a table in real time has it from `referee.app.desk`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from referee.app.acting import FoundAct, Seen, act_on, meant
from referee.app.ordering import Ordering, Waiting
from referee.app.runtime import Runtime
from referee.rules.seats import Seat
from referee.session.events import HandsDrawn, Passed, RefereeCalled, Reported, SeatEvent
from referee.session.table import Table


class TrickListener(Protocol):
    """Who wants to know when a trick is over."""

    def trick_ended(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _Act:
    event: Seen | RefereeCalled | HandsDrawn
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
        self._waiting = Ordering[_Act]()
        self._acts = 0
        self.ignored = 0
        """Hands that came and went while it was not that seat's turn to follow a play, and cards
        that were on the table already."""

    def press(self, at_ms: int, seat: Seat) -> None:
        """The PASS key of a seat."""
        self._press(Passed(at_ms, seat))

    def call(self, at_ms: int, seat: Seat) -> None:
        """The CALL key of a seat."""
        self._press(RefereeCalled(at_ms, seat))

    def drawn(self, event: HandsDrawn) -> None:
        """An official says that all cards are drawn."""
        act = _Act(event, only_offered=False, origin={"how": "script"})
        self._waiting.add(Waiting(event.at_ms, act))

    def report(
        self, reported: Iterable[Reported], evidence: Mapping[str, str] | None = None
    ) -> None:
        """Report discs that were put down, and the names of the pictures that show them by kind."""
        for event in reported:
            origin = {"how": "seen", **({"evidence": evidence} if evidence else {})}
            act = _Act(event, only_offered=False, origin=origin)
            self._waiting.add(Waiting(event.at_ms, act, found=True))

    def take(self, found: Iterable[FoundAct]) -> None:
        """What the eye has found."""
        for each in found:
            act = _Act(each.event, each.only_offered, each.origin)
            self._waiting.add(Waiting(each.event.at_ms, act, found=True))

    def advance(self, known_until_ms: int) -> None:
        """Judge all that happened up to a moment until which everything is known.

        Acts that were found are judged even if they are younger: the eye gives them in order.
        """
        for waiting in self._waiting.take(known_until_ms, known_until_ms):
            self._judge(waiting)
        self._runtime.wait_until(known_until_ms)

    def _press(self, event: Passed | RefereeCalled) -> None:
        act = _Act(event, only_offered=False, origin={"how": "key"})
        self._waiting.add(Waiting(event.at_ms, act))

    def _judge(self, waiting: Waiting[_Act]) -> None:
        before, act = self._runtime.table, waiting.what
        event: Seen | None
        match act.event:
            case RefereeCalled() | Reported() | HandsDrawn():
                self._runtime.wait_until(waiting.at_ms)
                self._runtime.handle(act.event, act.origin)
                return
            case Passed() if act.origin.get("how") == "key":
                event = act.event
            case found:
                event = meant(before, found, only_offered=act.only_offered)
        if event is None:
            self.ignored += 1
            return
        self._runtime.wait_until(waiting.at_ms)
        if not isinstance(event, SeatEvent):
            self._runtime.handle(event, act.origin)
            return
        self._acts += 1
        origin = {"seen": [], "doubts": [], "labelled": [], "expected": None, **act.origin}
        act_on(self._runtime, event, {**origin, "act": self._acts})
        after = self._runtime.table
        # Where a play implies that others passed, the cards just laid are those of the new trick.
        if _trick(after) != _trick(before) and after.deal is not None and after.deal.top is None:
            self._eye.trick_ended()


def _trick(table: Table) -> int | None:
    return None if table.deal is None else table.deal.trick
