"""From the eye to the desk: acts are handed over once their pictures are safe.

Writing a picture may take as long as a slow card takes for a sync, so it happens in a thread of its
own; what the eye knows waits in line behind the acts, and the clocks with it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from queue import SimpleQueue

from referee.app.act_pictures import Kept
from referee.app.desk import Desk, SeenAct
from referee.ports import Entry, EvidenceStore


@dataclass(frozen=True, slots=True)
class ActWithPictures:
    """An act in table time, and what shows it."""

    seen: SeenAct
    kept: Kept


_Taken = tuple[Sequence[ActWithPictures], int | None]


class HandingOver:
    """Hands acts to the desk, in order, once their pictures are safe."""

    def __init__(self, desk: Desk, pictures: EvidenceStore | None) -> None:
        self._desk = desk
        self._pictures = pictures
        self._waiting: SimpleQueue[tuple[Sequence[ActWithPictures], int | None] | None] = (
            SimpleQueue()
        )
        self._lock = threading.Lock()
        self._open = 0

    @property
    def all_judged(self) -> bool:
        """Whether the desk has taken every act that was handed over."""
        with self._lock:
            return self._open == 0

    def take(self, acts: Sequence[ActWithPictures], known_until_ms: int | None) -> None:
        """Take acts, and up to when everything is known; from the watching thread."""
        with self._lock:
            self._open += len(acts)
        self._waiting.put((acts, known_until_ms))

    def blind(self) -> None:
        """Nobody watches: the table goes on by its own clock."""
        self._waiting.put(((), None))

    def stop(self) -> None:
        """End `hand_over_until_stopped` after everything that was taken before."""
        self._waiting.put(None)

    def hand_over_until_stopped(self) -> None:
        """Keep pictures and hand over acts, in a thread of its own."""
        while self._hand_over(self._waiting.get()):
            pass

    def hand_over_waiting(self) -> None:
        """Keep and hand over what was taken so far, in the caller's thread."""
        while not self._waiting.empty():
            self._hand_over(self._waiting.get())

    def _hand_over(self, taken: _Taken | None) -> bool:
        if taken is None:
            return False
        acts, known_until_ms = taken
        seen = [replace(act.seen, origin=self._origin(act)) for act in acts]
        for answer in self._desk.saw(seen, known_until_ms):
            answer.add_done_callback(self._judged)
        return True

    def _origin(self, act: ActWithPictures) -> Mapping[str, object]:
        origin = act.seen.origin or {}
        if self._pictures is None:
            return origin
        kept = act.kept.stored(self._pictures)
        return {**origin, "evidence": kept} if kept else origin

    def _judged(self, answer: Future[Entry]) -> None:
        del answer
        with self._lock:
            self._open -= 1
