"""The one task that owns a live table: cameras, keys and pages hand it events, it handles them.

Whoever has something to say calls the desk from any thread; `Desk.serve` puts what it hears in
order (`referee.app.ordering`), which becomes the order of the journal. Deadlines are handled
between, each at its own moment, and never before it is known what happened until then.
"""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from referee.app.acting import Seen, act_on, meant
from referee.app.ordering import Horizon, Ordering, Waiting
from referee.app.runtime import Runtime
from referee.ports import Entry
from referee.session.events import Event, TimePassed
from referee.session.step import next_deadline_ms

OFFICIAL_WAITS_MS = 1_000
"""How long an order of an official may wait for what the eye has not understood yet."""
PATIENCE_MS = 6_000
"""How far the eye may lie behind unless told otherwise: two readings of a slow machine."""


Answer = TypeVar("Answer")


class Ignored(Exception):
    """What the eye found means nothing at the table as it stands."""


@dataclass(frozen=True, slots=True)
class _Request:
    """Somebody's event, made when its turn comes."""

    make: Callable[[int], Event]
    origin: Mapping[str, Any]
    answer: Future[Entry]


@dataclass(frozen=True, slots=True)
class _Press:
    event: Event
    origin: Mapping[str, Any]
    answer: Future[Entry]


@dataclass(frozen=True, slots=True)
class SeenAct:
    """An act that the eye found, in table time."""

    event: Seen
    only_offered: bool = False
    origin: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class _Sight:
    act: SeenAct
    answer: Future[Entry]


@dataclass(frozen=True, slots=True)
class _Question(Generic[Answer]):
    look: Callable[[], Answer]
    answer: Future[Answer]

    def answer_it(self) -> None:
        if self.answer.set_running_or_notify_cancel():
            try:
                self.answer.set_result(self.look())
            except Exception as error:  # noqa: BLE001 - whoever asked is told, the table goes on
                self.answer.set_exception(error)


_What = _Request | _Press | _Sight


@dataclass(frozen=True, slots=True)
class _Known:
    """The eye says up to when it knows all; ``None``: nobody watches."""

    until_ms: int | None


class Desk:
    """Serves one table until it is stopped."""

    def __init__(
        self, runtime: Runtime, now_ms: Callable[[], int], patience_ms: int = PATIENCE_MS
    ) -> None:
        """Take a runtime that nobody else touches from now on.

        Args:
            runtime: The table.
            now_ms: Table time, as `referee.app.clock.TableClock.now_ms` tells it.
            patience_ms: How far the eye may lie behind before deadlines come by the clock alone.
        """
        self.runtime = runtime
        self._now_ms = now_ms
        self._heard: queue.SimpleQueue[Waiting[_What] | _Known | _Question[Any] | None] = (
            queue.SimpleQueue()
        )
        self._waiting = Ordering[_What]()
        self._horizon = Horizon(patience_ms)

    def submit(
        self, make: Callable[[int], Event], origin: Mapping[str, Any] | None = None
    ) -> Future[Entry]:
        """Hand in an event that happens now, from any thread.

        It waits for what the eye may still find to have happened before, but not for long.

        Args:
            make: Makes the event, given the table time it counts at.
            origin: What is known about where it came from.

        Returns:
            The entry, once it was written down and carried out, or the error of the record.
        """
        now_ms = self._now_ms()
        answer: Future[Entry] = Future()
        request = _Request(make, origin or {}, answer)
        self._heard.put(Waiting(now_ms, request, until_ms=now_ms + OFFICIAL_WAITS_MS))
        return answer

    def ask(self, look: Callable[[], Answer]) -> Future[Answer]:
        """Have something looked at between two events, from any thread; it waits for nothing."""
        asked = _Question(look, Future())
        self._heard.put(asked)
        return asked.answer

    def press(self, event: Event, origin: Mapping[str, Any]) -> Future[Entry]:
        """Hand in what a key means, at the time it went down, from any thread."""
        answer: Future[Entry] = Future()
        self._heard.put(Waiting(event.at_ms, _Press(event, origin, answer)))
        return answer

    def saw(self, acts: Iterable[SeenAct], known_until_ms: int | None) -> list[Future[Entry]]:
        """Hand in what the eye has found, and up to when it now knows all, from any thread.

        Args:
            acts: In the order in which they happened; each a reading of what the table shows.
            known_until_ms: Table time; ``None`` when the eye sees nothing and the table has to go
                on by its own clock.

        Returns:
            For each act its entry, or `Ignored` where it means nothing.
        """
        answers = []
        for act in acts:
            answer: Future[Entry] = Future()
            self._heard.put(Waiting(act.event.at_ms, _Sight(act, answer), found=True))
            answers.append(answer)
        self._heard.put(_Known(known_until_ms))
        return answers

    def stop(self) -> None:
        """End `serve` after everything that was handed in before; from any thread."""
        self._heard.put(None)

    @property
    def is_late(self) -> bool:
        """Whether the eye is so far behind that deadlines come by the clock alone."""
        return self._horizon.is_late(self._now_ms())

    def serve(self) -> None:
        """Handle events and deadlines until `stop`. Runs in the thread that made the runtime."""
        goes_on = True
        while goes_on:
            with contextlib.suppress(queue.Empty):
                goes_on = self._hear(self._heard.get(timeout=self._patience_s()))
            goes_on = goes_on and self.handle_due()

    def handle_due(self) -> bool:
        """Handle what was handed in and is due by now, without waiting; False when stopped."""
        while not self._heard.empty():
            if not self._hear(self._heard.get()):
                return False
        self._go_on()
        return True

    def _hear(self, heard: Waiting[_What] | _Known | _Question[Any] | None) -> bool:
        match heard:
            case None:
                for waiting in self._waiting.take_all():
                    self._handle(waiting, waiting.at_ms)
                return False
            case _Known():
                self._horizon = replace(self._horizon, known_until_ms=heard.until_ms)
            case _Question():
                heard.answer_it()
            case _:
                self._waiting.add(heard)
        return True

    def _go_on(self) -> None:
        """Handle what need not wait any longer, and the deadlines that are surely due."""
        now_ms = self._now_ms()
        known_ms = self._horizon.until_ms(now_ms)
        for waiting in self._waiting.take(self._horizon.settled_ms(now_ms), now_ms):
            self._handle(waiting, known_ms)
        self._catch_up(known_ms)

    def _handle(self, waiting: Waiting[_What], known_ms: int) -> None:
        what = waiting.what
        if not what.answer.set_running_or_notify_cancel():
            return
        try:
            match what:
                case _Request():
                    at_ms = self._moment(waiting.at_ms, known_ms)
                    self._catch_up(at_ms)
                    entry = self.runtime.handle(what.make(at_ms), what.origin)
                case _Press():
                    self._catch_up(waiting.at_ms)
                    entry = act_on(self.runtime, what.event, what.origin)
                case _Sight():
                    entry = self._seen(what.act)
            what.answer.set_result(entry)
        except Exception as error:  # noqa: BLE001 - whoever asked is told, the table goes on
            what.answer.set_exception(error)

    def _seen(self, act: SeenAct) -> Entry:
        event = meant(self.runtime.table, act.event, only_offered=act.only_offered)
        if event is None:
            raise Ignored
        self._catch_up(event.at_ms)
        return act_on(self.runtime, event, act.origin or {})

    def _moment(self, at_ms: int, known_ms: int) -> int:
        """When an order counts that could not wait for the eye: before any deadline still open.

        What signalled it might be refuted by what the eye finds next.
        """
        due = next_deadline_ms(self.runtime.table)
        if due is not None and known_ms < due <= at_ms:
            at_ms = due - 1
        return max(at_ms, self.runtime.table.now_ms)

    def _patience_s(self) -> float | None:
        """How long nothing is due, in seconds; ``None`` for ever."""
        due = next_deadline_ms(self.runtime.table)
        first_ms = self._waiting.first_ms
        moments = [
            self._waiting.patient_until_ms,
            None if due is None else self._horizon.reaches_ms(due),
            None if first_ms is None else self._horizon.settles_ms(first_ms),
        ]
        first = min((moment for moment in moments if moment is not None), default=None)
        return None if first is None else max(0, first - self._now_ms()) / 1000

    def _catch_up(self, until_ms: int) -> None:
        """Handle every deadline up to *until_ms*, each at its own moment."""
        while (due := next_deadline_ms(self.runtime.table)) is not None and due <= until_ms:
            self.runtime.handle(TimePassed(due), {})
