"""An appeal as it is entered: against a ruling that stands in the record, or against a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.session.events import AppealMade, PenaltyGiven, RoundStarted, RowRef, Ruled
from referee.web.orders.bodies import Appeal
from referee.web.orders.corrections import ImpossibleOrder

if TYPE_CHECKING:
    from referee.web.orders.table import Given


def made(body: Appeal, given: Given) -> AppealMade:
    """The appeal names the round that its ruling was given in; without one, the last round."""
    counted = given.history.counted
    begun = [one.ref for one in counted if isinstance(one.event, RoundStarted)]
    if body.row is None:
        if not begun:
            raise ImpossibleOrder("no round was played")
        return AppealMade(given.at_ms, body.side, len(begun))
    ref, rounds = RowRef(body.row), 0
    for one in counted:
        rounds += isinstance(one.event, RoundStarted)
        if one.ref == ref and rounds and isinstance(one.event, Ruled | PenaltyGiven):
            return AppealMade(given.at_ms, body.side, rounds, ref)
    raise ImpossibleOrder(f"row {body.row} is no ruling of a round")
