"""What everybody may see on the screen beside the table.

Never more than eyes at the table see: no suspicion, no question to the referee, and a number of
cards only where the ruleset lets every player ask for it.
"""

from __future__ import annotations

from typing import Any

from referee.rules.reports import report_duty
from referee.rules.seats import Seat
from referee.session.table import Table
from referee.web.views import table_parts
from referee.web.views.log import Log

Json = dict[str, Any]


def public_view(log: Log) -> Json:
    """The table as JSON, for players and spectators."""
    table = log.table
    view = table_parts.common(log)
    for seat in view["seats"]:
        seat["left"] = public_count(table, Seat(seat["seat"]))
    return view | {"ruling": any(not case.silent for case in table.open_cases)}


def public_count(table: Table, seat: Seat) -> int | None:
    """Cards left in a hand, where anybody may know; else ``None``.

    Only a number that was reported (报牌) and that may be asked for again is shown: showing it
    earlier would report in the player's stead, and where it is told once (national-2017 art. 12)
    remembering it is part of the game.
    """
    deal = table.deal
    if deal is None or seat in table.uncounted or seat not in table.reported:
        return None
    left = deal.cards_left[seat]
    may_ask = report_duty(left, table.ruleset, reported=True).may_ask
    return left if may_ask and 0 < left <= table.ruleset.play.report_at else None
