"""Appeals (申诉): how long they are open, those that were made, and what became of them."""

from __future__ import annotations

from typing import Any

from referee.rules.switches.officials import OfficialRules
from referee.session.round_state import Appeal
from referee.session.table import Phase, Table
from referee.web.views.lines import appeal_about
from referee.web.views.words import Both, both

Json = dict[str, Any]

_MINUTE_MS = 60_000


def window(table: Table) -> Json | None:
    """How long, and to whom, an appeal against the round that ended last is open.

    ``None`` before a round has ended, and when the time is over and the next round is played.
    """
    if not table.ended:
        return None
    ended = table.ended[-1]
    officials = ended.ruleset.officials
    left_ms = max(0, ended.at_ms + officials.appeal_minutes * _MINUTE_MS - table.now_ms)
    if not left_ms and table.phase not in (Phase.ROUND_ENDED, Phase.SIGNED):
        return None
    return {"ends_in_ms": left_ms, "says": how(officials)}


def how(officials: OfficialRules) -> Both:
    """To whom, how and until when a ruling can be fought."""
    return both(
        "page.appeal_written" if officials.appeal_written else "page.appeal",
        minutes=officials.appeal_minutes,
        to=both(f"page.by_{officials.appeal_to.value}"),
    )


def appeals_json(table: Table) -> list[Json]:
    """Every appeal at this table, those that nobody has heard first."""
    waiting = sorted(table.appeals, key=lambda appeal: appeal.outcome is not None)
    return [appeal_json(appeal, table) for appeal in waiting]


def appeal_json(appeal: Appeal, table: Table) -> Json:
    """One appeal."""
    over = appeal.round <= len(table.ended)
    ruleset = table.ended[appeal.round - 1].ruleset if over else table.ruleset
    to = both(f"page.by_{ruleset.officials.appeal_to.value}")
    outcome = "open" if appeal.outcome is None else appeal.outcome.value
    return {
        "number": appeal.number,
        "row": None if appeal.ruling is None else appeal.ruling.row,
        "says": both(
            "page.appeal_number",
            round=appeal.round,
            number=appeal.number,
            side=both(f"page.side_{appeal.side.value}"),
            about=appeal_about(appeal.ruling),
        ),
        "in_time": appeal.in_time,
        "time": both("page.appeal_in_time" if appeal.in_time else "page.appeal_late", to=to),
        "heard_by": both("page.appeal_heard_by", to=to),
        "outcome": outcome,
        "outcome_word": both(f"page.appeal_{outcome}"),
        "by": None if appeal.by is None else both(f"page.by_{appeal.by.value}"),
    }
