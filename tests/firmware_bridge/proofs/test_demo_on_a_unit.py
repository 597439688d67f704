"""The session that ships, refereed once with the simulated panel and once through real firmware."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

import vision
from firmware_bridge.patterns import BUZZES, LAMPS
from referee.app.main import main
from referee.record.comparison import first_difference
from referee.record.journal import Journal
from referee.rules.seats import Seat
from referee.session.effects import Buzz, ShowSeat
from tests.firmware_bridge.rigs import BUZZER, SEATS, Edge
from tests.firmware_bridge.rigs.real import SimavrUnit, stand_back

SESSION = Path(vision.__file__).parent / "rendered" / "demo" / "session.toml"

pytestmark = pytest.mark.firmware


def run(panel: str, journal: Path, speed: int) -> int:
    words = ["run", "--session", str(SESSION), "--panel", panel, "--journal", str(journal)]
    return main([*words, "--speed", str(speed), "--json"])


def test_demo_on_a_unit_is_the_demo_on_the_simulated_panel(tmp_path: Path) -> None:
    """Row for row the same journal, and the unit shows and sounds what the journal ordered."""
    simulated, served = tmp_path / "simulated.journal", tmp_path / "served.journal"
    assert run("simulated", simulated, 1000) == 0
    unit = SimavrUnit(tmp_path)
    # What referees shares the machine with everybody.
    stand_back()
    try:
        unit.wait(100)
        begin = len(unit.edges)
        assert run(f"serial:{unit.port}", served, 10) == 0
        unit.wait(100)
    finally:
        unit.close()
    edges = unit.edges[begin:]

    with Journal.read(simulated) as one, Journal.read(served) as other:
        ordered = list(other.entries())
        assert first_difference(one.entries(), ordered) is None
    orders = [effect for row in ordered for effect in row.effects if isinstance(effect, ShowSeat)]
    for seat in SEATS:
        of_seat = [order for order in orders if order.seat is seat]
        wanted = [LAMPS[order.lamp].colour for order in of_seat]
        assert _shining(_colours(edges, seat)) == _shining(wanted)
        beats = sum((edge.seat, edge.output, edge.level) == (seat, BUZZER, 1) for edge in edges)
        sounded = [BUZZES[order.buzz].count for order in of_seat if order.buzz is not Buzz.SILENT]
        # At ten times the speed an order may cut off the second beat of the one before.
        assert len(sounded) <= beats <= sum(sounded)
    assert any(order.buzz is not Buzz.SILENT for order in orders)


def _colours(edges: list[Edge], seat: Seat) -> list[int]:
    """What a lamp showed, one colour after the other; its three outputs change at once."""
    of_lamp = [edge for edge in edges if edge.seat is seat and edge.output != BUZZER]
    colour, shown = 0, []
    for _, together in groupby(of_lamp, key=lambda edge: edge.at_ms):
        for edge in together:
            colour = colour & ~(1 << edge.output) | edge.level << edge.output
        shown.append(colour)
    return shown


def _shining(colours: list[int]) -> list[int]:
    """The colours in turn, without the dark between them: a blinking lamp is dark half the time."""
    return [colour for colour, _ in groupby(colour for colour in colours if colour)]
