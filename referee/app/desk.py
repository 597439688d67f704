"""The one task that owns a live table: cameras, keys and pages hand it events, it handles them.

Whoever has something to say calls `Desk.submit` from any thread; `Desk.serve` takes the events one
by one, in the order of the queue, which becomes the order of the journal. Deadlines are handled
between them, each at its own moment.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from referee.app.runtime import Runtime
from referee.ports import Entry
from referee.session.events import Event, TimePassed
from referee.session.step import next_deadline_ms


@dataclass(frozen=True, slots=True)
class _Request:
    make: Callable[[int], Event]
    origin: Mapping[str, Any]
    answer: Future[Entry]


class Desk:
    """Serves one table until it is stopped."""

    def __init__(self, runtime: Runtime, now_ms: Callable[[], int]) -> None:
        """Take a runtime that nobody else touches from now on.

        Args:
            runtime: The table.
            now_ms: Table time, as `referee.app.clock.TableClock.now_ms` tells it.
        """
        self.runtime = runtime
        self._now_ms = now_ms
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()

    def submit(
        self, make: Callable[[int], Event], origin: Mapping[str, Any] | None = None
    ) -> Future[Entry]:
        """Hand in an event, from any thread.

        Args:
            make: Makes the event, given the table time at which it is taken from the queue. An
                adapter that knows better when it happened uses its own time.
            origin: What is known about where it came from.

        Returns:
            The entry, once it was written down and carried out, or the error of the record.
        """
        answer: Future[Entry] = Future()
        self._requests.put(_Request(make, origin or {}, answer))
        return answer

    def stop(self) -> None:
        """End `serve` after everything that was handed in before; from any thread."""
        self._requests.put(None)

    def serve(self) -> None:
        """Handle events and deadlines until `stop`. Runs in the thread that made the runtime."""
        while True:
            try:
                request = self._requests.get(timeout=self._patience_s())
            except queue.Empty:
                self._catch_up(self._now_ms())
                continue
            if request is None:
                return
            now_ms = self._now_ms()
            self._catch_up(now_ms)
            if not request.answer.set_running_or_notify_cancel():
                continue
            try:
                request.answer.set_result(self.runtime.handle(request.make(now_ms), request.origin))
            except Exception as error:  # noqa: BLE001 - whoever asked is told, the table goes on
                request.answer.set_exception(error)

    def _patience_s(self) -> float | None:
        """How long nothing is due, in seconds; ``None`` for ever."""
        due = next_deadline_ms(self.runtime.table)
        return None if due is None else max(0, due - self._now_ms()) / 1000

    def _catch_up(self, now_ms: int) -> None:
        """Handle every deadline up to *now_ms*, each at its own moment."""
        while (due := next_deadline_ms(self.runtime.table)) is not None and due <= now_ms:
            self.runtime.handle(TimePassed(due), {})
