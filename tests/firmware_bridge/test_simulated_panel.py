"""The seat unit without hardware."""

from __future__ import annotations

from firmware_bridge.panels.simulated import REMEMBERED, SimulatedPanel
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat


def test_panel_that_lives_long_remembers_the_latest_orders_only() -> None:
    """A table may run for weeks without a seat unit."""
    panel = SimulatedPanel()
    panel.show(ShowSeat(Seat.WEST, Lamp.FAULT, Buzz.FAULT), 0)
    for at_ms in range(1, REMEMBERED + 1):
        panel.show(ShowSeat(Seat.EAST, Lamp.TURN), at_ms)

    assert len(panel.shown) == REMEMBERED
    assert (panel.shown[0].at_ms, panel.shown[-1].at_ms) == (1, REMEMBERED)
    assert panel.buzzes == []
    assert panel.lamps[Seat.WEST] is Lamp.FAULT
