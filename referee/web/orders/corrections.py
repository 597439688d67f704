"""Corrections of the record, as people think of them: other cards, one more pass, back to there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.session.events import (
    CardsLaid,
    CorrectableEvent,
    Corrected,
    Passed,
    RowRef,
    SeatEvent,
)
from referee.session.history import Counted, History
from referee.web.orders.bodies import AtRow, Insert, Replace

if TYPE_CHECKING:
    from referee.web.orders.table import Given


class ImpossibleOrder(Exception):
    """An order that names nothing there is."""


def replace(body: Replace, given: Given) -> Corrected:
    """The act in that row was another one; it keeps its moment."""
    counted = _at(body, given.history)
    if not isinstance(counted.event, SeatEvent):
        raise ImpossibleOrder(f"row {body.row} is no act of a seat")
    instead = _act(body, counted.event.at_ms)
    return Corrected(given.at_ms, counted.ref, counted.ref, (instead,), given.by)


def insert(body: Insert, given: Given) -> Corrected:
    """An act before that row was not recorded; it gets that row's moment."""
    counted = _at(body, given.history)
    instead = _act(body, counted.event.at_ms)
    return Corrected(given.at_ms, counted.ref, None, (instead,), given.by)


def remove(body: AtRow, given: Given) -> Corrected:
    """What that row says did not happen."""
    counted = _at(body, given.history)
    return Corrected(given.at_ms, counted.ref, counted.ref, (), given.by)


def undo(body: AtRow, given: Given) -> Corrected:
    """Nothing from that row on counts."""
    counted = _at(body, given.history)
    return Corrected(given.at_ms, counted.ref, given.history.counted[-1].ref, (), given.by)


def _at(body: AtRow, history: History) -> Counted:
    wanted = RowRef(body.row, body.part)
    for counted in reversed(history.counted):
        if counted.ref == wanted:
            return counted
    raise ImpossibleOrder(f"row {body.row}.{body.part} does not count")


def _act(body: Replace, at_ms: int) -> CorrectableEvent:
    if body.cards is None:
        return Passed(at_ms, body.seat)
    return CardsLaid(at_ms, body.seat, body.cards)
