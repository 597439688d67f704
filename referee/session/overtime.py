"""Time that runs out: stages signalled exactly once, cases for those that cost something."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.clocks import Step
from referee.session.cases import Case, CaseState, Proposal
from referee.session.clock import TurnClock
from referee.session.effects import Buzz
from referee.session.events import TimeForgiven
from referee.session.outcome import Outcome, with_case
from referee.session.signals import STAGE_BUZZES
from referee.session.table import Table
from referee.session.verdict import Finding, Verdict


def time_passed(table: Table) -> Outcome:
    """Signal every stage of the running clock that is due by now; of several the last is heard."""
    buzzes: dict[Seat, Buzz] = {}
    while (
        table.clock is not None
        and (due := table.clock.deadline_ms) is not None
        and due <= table.now_ms
    ):
        clock = table.clock.signalled()
        table = replace(table, clock=clock)
        for seat in table.to_act:
            if clock.stage is not None:
                buzzes[seat] = STAGE_BUZZES[clock.stage.step]
            table = _slow_case(table, seat, clock)
    return Outcome(table, buzzes=buzzes)


def forgiven(table: Table, event: TimeForgiven) -> Table:
    """Time that was nobody's is taken off the running clock, and what it led to is undone.

    An open case about a stage that has not come goes back to the stage before, or is dismissed.
    """
    if table.clock is None or event.lost_ms <= 0:
        return table
    before = table.clock
    clock = before.forgiven(event.lost_ms, max(table.now_ms, event.at_ms))
    table = replace(table, clock=clock)
    if clock.reached == before.reached:
        return table
    for seat in table.to_act:
        case = _case_of_turn(table, seat, clock)
        if case is None:
            continue
        if clock.stage is None or clock.stage.step is Step.SIGNAL:
            table = _with(table, case, replace(case, state=CaseState.DISMISSED))
        else:
            table = _slow_case(table, seat, clock)
    return table


def timed(table: Table, verdict: Verdict, clock: TurnClock | None) -> Verdict:
    """The verdict of an act that is in order: in time, or late by how much."""
    if clock is None or not clock.is_over(table.now_ms):
        return verdict
    used_s, limit_s = clock.used_ms(table.now_ms) / 1000, clock.limit_ms / 1000
    return replace(
        verdict,
        finding=Finding.OVERTIME,
        article=table.clocks.article,
        because=f"{verdict.seat.value} took {used_s:.1f} s of {limit_s:.1f} s",
    )


def _slow_case(table: Table, seat: Seat, clock: TurnClock) -> Table:
    """Put a stage that is more than a sign before the referee, instead of another one."""
    if clock.stage is None or clock.stage.step is Step.SIGNAL:
        return table
    seconds = clock.limit_ms // 1000 + clock.stage.over_seconds
    because = f"{seat.value} took more than {seconds} s"
    proposal = Proposal.of_stage(clock.stage.step, table.clocks.article)
    case = _case_of_turn(table, seat, clock)
    if case is None:
        return with_case(table, seat, Fault.OVERTIME, because, proposal, silent=False)
    proposal = proposal.for_officials(table.ruleset)
    return _with(table, case, replace(case, proposal=proposal, because=because))


def _case_of_turn(table: Table, seat: Seat, clock: TurnClock) -> Case | None:
    """The open case about the time that *seat* takes for this turn."""
    return next(
        (
            case
            for case in table.cases
            if case.fault is Fault.OVERTIME
            and case.seat is seat
            and case.at_ms >= clock.started_ms
            and case.state is CaseState.OPEN
        ),
        None,
    )


def _with(table: Table, case: Case, instead: Case) -> Table:
    return replace(table, cases=tuple(instead if c is case else c for c in table.cases))
