"""What the lamps say: a function of the table, so that a restarted device shows the same."""

from __future__ import annotations

from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat
from referee.session.table import Phase, Table


def lamp(table: Table, seat: Seat) -> Lamp:
    """The lamp of one seat."""
    if table.phase is not Phase.PLAYING or table.deal is None or table.clock is None:
        return Lamp.OFF
    if table.refused_of(seat):
        return Lamp.FAULT
    if table.deal.to_act is not seat:
        return Lamp.OFF
    return Lamp.OVERTIME if table.clock.signalled else Lamp.TURN


def changes(before: Table, after: Table, buzzes: dict[Seat, Buzz]) -> tuple[ShowSeat, ...]:
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
