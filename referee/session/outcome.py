"""What one event did, before the lamps are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.session.cases import Case, Proposal
from referee.session.effects import Buzz, Effect
from referee.session.table import Table
from referee.session.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Outcome:
    table: Table
    verdict: Verdict | None = None
    buzzes: Mapping[Seat, Buzz] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    """Everything but lamps and buzzers."""


def resume_clock(table: Table) -> Table:
    """Let the clock run, or stand while something on the table is in its way."""
    if table.clock is None:
        return table
    waits = table.paused or table.unread is not None or bool(table.refused)
    now_ms = table.now_ms
    return replace(
        table, clock=table.clock.paused(now_ms) if waits else table.clock.running(now_ms)
    )


def without_pile(table: Table, seat: Seat) -> Table:
    """The table when the refused cards of *seat* are gone."""
    return replace(table, refused=tuple(pile for pile in table.refused if pile[0] is not seat))


def with_case(
    table: Table,
    seat: Seat,
    fault: Fault,
    because: str,
    proposal: Proposal,
    *,
    silent: bool,
) -> Table:
    """The table with one more case, about the cards that *seat* has lying there, if any."""
    case = Case(
        len(table.cases) + 1,
        table.now_ms,
        seat,
        fault,
        because,
        proposal,
        cards=table.refused_of(seat),
        silent=silent,
    )
    return replace(table, cases=(*table.cases, case))
