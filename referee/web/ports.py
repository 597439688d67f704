"""What the page needs of the program behind it; the composition root gives it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol

from referee.ports import Entry
from referee.rules.ruleset_provenance import LoadedRuleset
from referee.session.events import Event
from referee.session.history import History


class TableDesk(Protocol):
    """Whoever owns the table. Both can be asked from any thread."""

    @property
    def history(self) -> History:
        """Everything that counts, as after the last entry."""

    def submit(
        self, make: Callable[[int], Event], origin: Mapping[str, Any] | None = None
    ) -> Future[Entry]:
        """Hand in an event.

        Args:
            make: Makes the event, given the table time. It is called by the owner of the table,
                with nothing in between it and the handling; what it raises is the answer.
            origin: What is known about where it came from.

        Returns:
            The entry, once it is safe.
        """


class RulesetShelf(Protocol):
    """The rulesets an event can be played by."""

    def ids(self) -> tuple[str, ...]:
        """Every ruleset, sorted."""

    def loaded(self, ruleset_id: str) -> LoadedRuleset:
        """One of them with the source of each value; raises `KeyError` for one there is not."""

    def meaning(self, key: str) -> str:
        """What a switch decides."""

    def value_meaning(self, value: object) -> str:
        """What a value stands for; empty where its name says it all."""


class Pictures(Protocol):
    """Pictures that verdicts rest on; the part of an evidence store that the page needs."""

    def find(self, name: str) -> bytes | None:
        """The JPEG of that name; ``None`` when it is gone or damaged."""
