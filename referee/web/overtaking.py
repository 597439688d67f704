"""Two referees at one table: an order that rests on what is no longer so is refused and told why.

Each order names the last row its page had seen. Whoever owns the table checks, with nothing in
between, what has happened since; so nothing is ever overwritten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.ports import Entry
from referee.session.events import (
    CallAnswered,
    CardTaken,
    Corrected,
    RefereeCalled,
    Reported,
    TimeForgiven,
    TimePassed,
)
from referee.web.orders.table import Basis

HARMLESS = (TimePassed, TimeForgiven, RefereeCalled, CallAnswered, CardTaken, Reported)
"""Events that no order was ever based on the absence of."""


class Overtaken(Exception):
    """Something came first; the order was not carried out."""

    def __init__(self, since: Sequence[Entry]) -> None:
        super().__init__(f"{len(since)} rows came first")
        self.since = tuple(since)


def check(basis: Basis, since: Sequence[Entry]) -> None:
    """Raise `Overtaken` if one of the entries *since* the order's row takes its ground away."""
    taken: Callable[[Entry], bool] = _anything if basis is Basis.TABLE else _by_an_official
    found = [entry for entry in since if taken(entry)]
    if found:
        raise Overtaken(found)


def _anything(entry: Entry) -> bool:
    return not isinstance(entry.event, HARMLESS)


def _by_an_official(entry: Entry) -> bool:
    ordered = entry.origin.get("how") == "page"
    return _anything(entry) and (ordered or isinstance(entry.event, Corrected))
