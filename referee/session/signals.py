"""What the lamps say: a function of the table, so that a restarted device shows the same."""

from __future__ import annotations

from collections.abc import Mapping

from referee.rules.seats import Seat
from referee.rules.switches.clocks import Step
from referee.session.effects import Buzz, Lamp, ShowSeat
from referee.session.table import Table

STAGE_LAMPS: dict[Step, Lamp] = {
    Step.SIGNAL: Lamp.OVERTIME,
    Step.WARNING: Lamp.OVERTIME,
    Step.VIOLATION: Lamp.FAULT,
    Step.FOUL: Lamp.FAULT,
}
"""What a seat sees when its clock has reached a stage."""

STAGE_BUZZES: dict[Step, Buzz] = {
    Step.SIGNAL: Buzz.OVERTIME,
    Step.WARNING: Buzz.OVERTIME,
    Step.VIOLATION: Buzz.FAULT,
    Step.FOUL: Buzz.FAULT,
}
"""What it hears at that moment, once."""


def lamp(table: Table, seat: Seat) -> Lamp:
    """The lamp of one seat."""
    if table.refused_of(seat):
        return Lamp.FAULT
    if seat not in table.to_act:
        return Lamp.OFF
    stage = table.clock.stage if table.clock is not None else None
    return Lamp.TURN if stage is None else STAGE_LAMPS[stage.step]


def changes(before: Table, after: Table, buzzes: Mapping[Seat, Buzz]) -> tuple[ShowSeat, ...]:
    """Orders for the seats whose lamp differs or whose buzzer sounds, in the order of play."""
    orders = []
    for seat in Seat:
        now, buzz = lamp(after, seat), buzzes.get(seat, Buzz.SILENT)
        if now is not lamp(before, seat) or buzz is not Buzz.SILENT:
            orders.append(ShowSeat(seat, now, buzz))
    return tuple(orders)


def all_lamps(table: Table) -> tuple[ShowSeat, ...]:
    """One silent order a seat, for a panel that has just been connected."""
    return tuple(ShowSeat(seat, lamp(table, seat)) for seat in Seat)
