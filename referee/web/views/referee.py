"""What the referee sees: everything the device knows, open questions first."""

from __future__ import annotations

from typing import Any

from referee.rules.penalties import Tally
from referee.rules.seats import Seat, Side
from referee.session.table import Table
from referee.web.views import appeals, cases, table_parts
from referee.web.views.expected import expected_orders
from referee.web.views.log import Log
from referee.web.views.pictures import Shown

Json = dict[str, Any]


def referee_view(log: Log, pictures: Shown) -> Json:
    """The table as JSON.

    Args:
        log: The table with what happened at it.
        pictures: The pictures that rows rest on.
    """
    table = log.table
    view = table_parts.common(log)
    for seat in view["seats"]:
        seat.update(_counts(table, Seat(seat["seat"])))
    return view | {
        "questions": cases.questions(log),
        "cases": cases.open_cases(log, pictures),
        "duty": cases.duty(table),
        "appeal": appeals.window(table),
        "appeals": appeals.appeals_json(table),
        "claim_window": cases.claim_window(table),
        "expects": expected_orders(table),
        "paused_ms": _paused_ms(table),
        "ladder": cases.ladder(table),
        "faults": cases.notable_faults(),
        "tallies": _tallies(table),
        "signed": [] if table.round is None else [side.value for side in table.round.signed],
        "watched_only": table.round is None and table.deal is not None,
    }


def _paused_ms(table: Table) -> int | None:
    """How long a break has lasted; ``None`` where there is none, or where no round is played."""
    since = None if table.round is None else table.round.paused_since_ms
    return None if since is None else table.now_ms - since


def _counts(table: Table, seat: Seat) -> Json:
    deal = table.deal
    return {
        "left": None if deal is None else deal.cards_left[seat],
        "uncounted": seat in table.uncounted,
        "report_due": seat in table.reports_due,
    }


def _tallies(table: Table) -> dict[str, Json]:
    if table.round is None:
        return {}
    return {side.value: _tally(table.round.book[side]) for side in Side}


def _tally(tally: Tally) -> Json:
    return {
        "warning": tally.warnings,
        "violation": tally.violations,
        "foul": tally.fouls,
    }
