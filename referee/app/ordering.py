"""The order in which a table takes what comes to notice at different speeds.

The eye finds an act some tenths of a second after it happened, a key is known at once, an official
acts at a page now, and a deadline is known beforehand. So everything waits until it is known what
happened before it: an act that was in time is then never called late, a pass never overtakes the
play before it. Values only: the moment is an argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

What = TypeVar("What")

_KEYS_WAIT = 3
"""How many times as patient a key is as a clock."""


@dataclass(frozen=True, slots=True, eq=False)
class Waiting(Generic[What]):
    """Something that happened and is not judged yet."""

    at_ms: int
    """When it happened, table time."""
    what: What
    found: bool = False
    """Whether the eye found it: that gives acts in their order, so it waits for nothing."""
    until_ms: int | None = None
    """When it waits no longer, table time; ``None``: as long as it takes."""


class Ordering(Generic[What]):
    """Keeps what waits and gives it away in the order in which it happened."""

    def __init__(self) -> None:
        self._waiting: list[Waiting[What]] = []

    def add(self, waiting: Waiting[What]) -> None:
        """Take in something; of two that happened at one moment the first taken comes first."""
        self._waiting.append(waiting)
        self._waiting.sort(key=lambda each: each.at_ms)

    def take(self, known_until_ms: int, now_ms: int) -> list[Waiting[What]]:
        """Give away, earliest first, all that need not or cannot wait any longer.

        That is what happened up to *known_until_ms* or before something that the eye has found,
        and by itself what has run out of patience by *now_ms*: a key pressed before it waits on,
        or the pass would overtake a play that the eye is about to find.
        """
        until = max([known_until_ms, *(each.at_ms for each in self._waiting if each.found)])
        taken = [each for each in self._waiting if each.at_ms <= until or _is_over(each, now_ms)]
        self._waiting = [each for each in self._waiting if each not in taken]
        return taken

    def take_all(self) -> list[Waiting[What]]:
        """Give away everything, earliest first: nothing else will come."""
        taken, self._waiting = self._waiting, []
        return taken

    @property
    def first_ms(self) -> int | None:
        """When the first of those happened that wait; ``None`` when nothing waits."""
        return self._waiting[0].at_ms if self._waiting else None

    @property
    def patient_until_ms(self) -> int | None:
        """When the first runs out of patience, table time; ``None`` when nothing ever does."""
        ends = [each.until_ms for each in self._waiting if each.until_ms is not None]
        return min(ends, default=None)


@dataclass(frozen=True, slots=True)
class Horizon:
    """Up to when everything that happened at a table is known."""

    patience_ms: int = 0
    """How far it may lie behind before the table goes on by its own clock."""
    known_until_ms: int | None = None
    """As the eye says, table time; ``None`` while nobody watches, and then now is known."""

    def until_ms(self, now_ms: int) -> int:
        """The moment up to which deadlines may be signalled at *now_ms*."""
        if self.known_until_ms is None:
            return now_ms
        return min(now_ms, max(self.known_until_ms, now_ms - self.patience_ms))

    def settled_ms(self, now_ms: int) -> int:
        """The moment up to which keys may be judged at *now_ms*.

        A pass that overtakes the play before it looks like a fault, so a key waits for an eye that
        lies behind longer than a clock does.
        """
        if self.known_until_ms is None:
            return now_ms
        return min(now_ms, max(self.known_until_ms, now_ms - _KEYS_WAIT * self.patience_ms))

    def is_late(self, now_ms: int) -> bool:
        """Whether the table goes on by its own clock because the eye is too far behind."""
        known = self.known_until_ms
        return known is not None and known < now_ms - self.patience_ms

    def reaches_ms(self, at_ms: int) -> int:
        """When, at the latest, deadlines of a moment are signalled."""
        return at_ms if self.known_until_ms is None else at_ms + self.patience_ms

    def settles_ms(self, at_ms: int) -> int:
        """When, at the latest, a key of a moment is judged."""
        wait_ms = 0 if self.known_until_ms is None else _KEYS_WAIT * self.patience_ms
        return at_ms + wait_ms


def _is_over(each: Waiting[What], now_ms: int) -> bool:
    return each.until_ms is not None and each.until_ms <= now_ms
