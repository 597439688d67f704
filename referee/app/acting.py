"""What an eye has found, taken as an act of a seat at the table as it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Protocol

from referee.app.runtime import Runtime
from referee.ports import Entry
from referee.session.events import (
    CardsLaid,
    CardsUnread,
    CardTaken,
    Event,
    Passed,
    Reported,
    SeatEvent,
    TakenBack,
    TimeForgiven,
)
from referee.session.passing import knock_counts, turn_of
from referee.session.step import step
from referee.session.table import Phase, Table
from referee.session.table_settings import Passing
from referee.session.verdict import Finding

WATCHED = frozenset({Phase.TRIBUTE, Phase.RETURN, Phase.PLAYING})
"""Phases in which cards that are laid mean something."""


IN_DOUBT = "fault_in_doubt"
"""Why cards are asked for that were read, if hardly: as read they would be a fault."""
_BY_CARDS = frozenset(
    {
        Finding.DOES_NOT_BEAT,
        Finding.NOT_A_COMBINATION,
        Finding.NOT_IN_HAND,
        Finding.FOREIGN_CARD,
        Finding.WRONG_TRIBUTE,
        Finding.WRONG_RETURN,
    }
)
"""Faults that another face might undo."""


class FoundAct(Protocol):
    """What an eye found; see `vision.scene.found.Found`."""

    @property
    def event(self) -> SeatEvent | CardTaken: ...

    @property
    def only_offered(self) -> bool: ...

    @property
    def origin(self) -> Mapping[str, Any]: ...


Seen = SeatEvent | CardTaken | Reported
"""What an eye may tell of a table."""


def meant(table: Table, event: Seen, *, only_offered: bool) -> Seen | None:
    """What *event*, seen by the eye, means at *table*.

    Returns:
        ``None`` for a hand that cannot be meant as a pass, for cards that are on the table already
        because somebody entered them, for a tribute that its receiver picks up, and for whatever
        happens while nobody plays.
    """
    if table.phase not in WATCHED:
        return None
    if isinstance(event, Reported):
        return event if table.phase is Phase.PLAYING else None
    if isinstance(event, CardTaken):
        return event if table.tributes is not None else None
    if only_offered:
        return Passed(event.at_ms, event.seat, Passing.KNOCK) if _may_pass(table, event) else None
    if isinstance(event, CardsLaid) and _lies_there(table, event):
        return None
    if isinstance(event, TakenBack) and _is_picked_up(table, event):
        return None
    return event


def act_on(runtime: Runtime, event: Event, origin: Mapping[str, Any]) -> Entry:
    """Handle something that may have come to notice late.

    The time between was the device's and nobody's thinking time: it is taken off the clock of the
    seat that has acted meanwhile, so that an act in time is never called late. A fault that would
    rest on a card which hardly shows becomes a question.
    """
    table = runtime.table
    late_ms = table.now_ms - event.at_ms
    if late_ms > 0 and isinstance(event, SeatEvent) and event.seat in table.to_act:
        runtime.handle(TimeForgiven(table.now_ms, late_ms), {"how": "found_late"})
    return runtime.handle(_asked_for(runtime.table, event, origin), origin)


def _asked_for(table: Table, event: Event, origin: Mapping[str, Any]) -> Event:
    """Nobody is accused by a card that hardly shows: the referee is asked what it is."""
    if not isinstance(event, CardsLaid) or not origin.get("weak"):
        return event
    verdict = step(table, event).verdict
    if verdict is None or verdict.finding not in _BY_CARDS:
        return event
    return CardsUnread(event.at_ms, event.seat, IN_DOUBT)


def _may_pass(table: Table, event: SeatEvent) -> bool:
    """Whether a knock of that seat can be meant as a pass.

    Unread cards of the seat before it are a play by then, or the whole trick would go unheard.
    """
    return (
        table.phase is Phase.PLAYING
        and knock_counts(table, Passed(event.at_ms, event.seat, Passing.KNOCK))
        and not turn_of(table, event.seat).skipped
    )


def _is_picked_up(table: Table, event: TakenBack) -> bool:
    """Whether a card that vanishes is a tribute or returned card that stands: it has a receiver."""
    return table.phase is not Phase.PLAYING and not table.refused_of(event.seat)


def _lies_there(table: Table, event: CardsLaid) -> bool:
    """Whether exactly these cards of that seat are the last that anybody laid.

    Or its tribute or returned card, which is pushed over to its receiver.
    """
    deal, tributes = table.deal, table.tributes
    laid = [table.refused_of(event.seat)]
    if deal is None and tributes is not None:
        owed = (tributes.paid_by(event.seat), tributes.returned_by(event.seat))
        laid += [(card,) for card in owed if card is not None]
    if deal is not None and deal.top is not None and deal.top.seat is event.seat:
        laid.append(deal.top.cards)
    return any(Counter(cards) == Counter(event.cards) for cards in laid)
