"""What one event did, before the lamps are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.rules.cards import Card
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.session.cases import Case, Proposal, cleared
from referee.session.effects import Announce, Buzz, Effect, Notice
from referee.session.table import Table
from referee.session.unread import may_be_out, may_be_over
from referee.session.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Outcome:
    table: Table
    verdict: Verdict | None = None
    buzzes: Mapping[Seat, Buzz] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    """Everything but lamps and buzzers."""


def resume_clock(table: Table) -> Table:
    """Let the clock run, or stand while something on the table is in its way.

    In its way are a break, a call nobody has dealt with, cards that do not stand or could not be
    read, a seat that may have no cards any more, and a wild card of which somebody has to say what
    it stands for (AMB-24).
    """
    if table.clock is None:
        return table
    unsaid = table.deal is not None and table.deal.top is not None and bool(table.deal.top.may_be)
    nobody = any(may_be_out(table, seat) for seat in table.to_act) or may_be_over(table)
    unsure = table.unread is not None or bool(table.refused) or unsaid or nobody
    waits = table.paused or bool(table.calls) or unsure
    now_ms = table.now_ms
    return replace(
        table, clock=table.clock.paused(now_ms) if waits else table.clock.running(now_ms)
    )


def without_pile(table: Table, seat: Seat) -> Table:
    """The table when the refused cards of *seat* are gone; the case about them is cleared."""
    cards = table.refused_of(seat)
    if not cards:
        return table
    return replace(
        table,
        refused=tuple(pile for pile in table.refused if pile[0] is not seat),
        cases=cleared(table.cases, seat, cards),
    )


def with_pile(table: Table, seat: Seat, cards: tuple[Card, ...]) -> Table:
    """The table when *cards* of *seat* lie there and do not stand, instead of earlier ones."""
    table = without_pile(table, seat)
    return replace(table, refused=(*table.refused, (seat, cards)))


def with_case(
    table: Table,
    seat: Seat,
    fault: Fault,
    because: str,
    proposal: Proposal,
    *,
    cards: Sequence[Card] = (),
    silent: bool,
) -> Table:
    """The table with one more case, about *cards* of *seat*, if any."""
    case = Case(
        len(table.cases) + 1,
        table.now_ms,
        seat,
        fault,
        because,
        proposal.for_officials(table.ruleset),
        cards=tuple(cards),
        silent=silent,
        deal=table.deal_number,
        trick=0 if table.deal is None else table.deal.trick,
        acts=table.acts,
    )
    return replace(table, cases=(*table.cases, case))


def choice_of(proposal: Proposal) -> tuple[Effect, ...]:
    """The order that asks the one seat that may choose what follows, if there is one."""
    if proposal.chooser is None:
        return ()
    return (Announce(Notice.MAY_CHOOSE, proposal.chooser),)
