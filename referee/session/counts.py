"""How many cards each seat holds, as far as somebody may see it.

The device knows more than the table may: a display of all counts would give away what the rules
make a player say, or withhold (AMB-25).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from referee.rules.reports import report_duty
from referee.rules.seats import Seat
from referee.rules.switches.play import ReportMode
from referee.session.table import Table


class Viewer(Enum):
    """Who looks."""

    REFEREE = "referee"
    TABLE = "table"
    """The players, and everybody who could tell them."""


def shown_counts(
    table: Table, viewer: Viewer, *, asked: frozenset[Seat] = frozenset()
) -> Mapping[Seat, int]:
    """The counts that *viewer* may see; a seat that is left out stays hidden or is not known.

    To the table nothing above the threshold (`play.report_at`). At or below it: what has been
    reported, where a player tells by himself (staff-2011 七.1); what anybody may ask for at any
    time, where he must answer whenever asked (general-never-demote 九.3, huaian-detail 九); what
    was just *asked*, where he tells only then (union-2024 art. 8). Where it is said once and nobody
    may ask again (national-2017 art. 12) a display would be asking again, so nothing is shown.
    """
    deal = table.deal
    if deal is None:
        return {}
    known = {seat: left for seat, left in deal.cards_left.items() if seat not in table.uncounted}
    if viewer is Viewer.REFEREE:
        return known
    return {seat: left for seat, left in known.items() if _is_open(table, seat, left, asked)}


def _is_open(table: Table, seat: Seat, left: int, asked: frozenset[Seat]) -> bool:
    if table.round is None or not 0 < left <= table.ruleset.play.report_at:
        return False
    match table.ruleset.play.report_mode:
        case ReportMode.PROACTIVE_ONCE:
            return False
        case ReportMode.PROACTIVE:
            return seat in table.reported
        case ReportMode.PROACTIVE_AND_ON_REQUEST:
            return True
        case ReportMode.ON_REQUEST:
            return report_duty(left, table.ruleset, asked=seat in asked).must_answer
