"""Two tables, one with real firmware, one with the simulated panel: the same record and lamps."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge.panels.simulated import SimulatedPanel
from firmware_bridge.patterns import BUZZES, LAMPS
from referee.app.clock import ScaledClock
from referee.app.runtime import Runtime
from referee.ports import SeatPanel
from referee.record.fallback import FallbackRecord
from referee.record.journal import Journal
from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from referee.session.clock import Clocks
from referee.session.effects import Buzz, Lamp
from referee.session.events import CardsLaid, DealStarted, Event, Passed, TakenBack
from referee.session.history import History
from tests.firmware_bridge.rigs import BUZZER, Edge
from tests.firmware_bridge.rigs.real import MicropythonUnit, PanelRig, RealUnit, SimavrUnit

E, N, W, S = Seat.EAST, Seat.NORTH, Seat.WEST, Seat.SOUTH

START = DealStarted(0, Level.parse("2"), E, Clocks(2000, 2000))
ACTS: tuple[Event, ...] = (
    CardsLaid(800, E, parse_cards("D7")),
    CardsLaid(1600, N, parse_cards("C5")),  # does not beat
    TakenBack(2400, N),
    Passed(3200, N),
    Passed(4000, S),  # out of turn
    CardsLaid(4800, W, parse_cards("HK")),
    CardsLaid(8000, S, parse_cards("SA")),  # after 3.2 s: overtime on the way
    CardsLaid(8800, E, parse_cards("H9 D4")),  # no combination
    TakenBack(9600, E),
    Passed(10400, E),
)
END_MS = 11_400

pytestmark = pytest.mark.firmware


def referee(panel: SeatPanel, journal: Path, look: Callable[[], None]) -> list[tuple[str, ...]]:
    """Run the acts; the rows of the journal without its clock."""
    with Journal.create(journal, {}) as file:
        record = FallbackRecord(file, None, lambda _: None)
        runtime = Runtime(History(), record, panel, ScaledClock(0, 1), lambda _: None)
        runtime.light_up()
        runtime.handle(START, {})
        for act in ACTS:
            runtime.wait_until(act.at_ms - 100)
            look()
            runtime.wait_until(act.at_ms)
            runtime.handle(act, {})
        runtime.wait_until(END_MS)
        look()
        return [(row.event, row.verdict, row.effects) for row in file.rows()]


@pytest.mark.parametrize("make", [SimavrUnit, MicropythonUnit])
def test_real_unit_does_what_the_simulated_one_does(
    make: Callable[[Path], RealUnit], tmp_path: Path
) -> None:
    """Row for row the same journal; lamps by lamp the same colours, and as many beats."""
    simulated = SimulatedPanel()
    lamps: list[tuple[Lamp, ...]] = []
    wanted = referee(
        simulated, tmp_path / "a.journal", lambda: lamps.append(tuple(simulated.lamps.values()))
    )
    (tmp_path / "unit").mkdir()
    rig = PanelRig(make(tmp_path / "unit"))
    looks: list[tuple[float, int]] = []
    try:
        begin = len(rig.edges)
        got = referee(
            rig.panel,
            tmp_path / "b.journal",
            lambda: looks.append((time.monotonic() * 1000, len(rig.edges))),
        )
        edges, lit_ms = rig.edges[begin:], rig.unit.lit_ms[begin:]
    finally:
        rig.close()

    assert got == wanted
    # Trouble is shown by the service, not by the table.
    assert {lamp for shown in lamps for lamp in shown} == set(Lamp) - {Lamp.TROUBLE}
    for (at_ms, _), shown in zip(looks, lamps, strict=True):
        # Blinking lamps are dark for 250 ms: what counts is what shone a little longer than that.
        # The act before was 700 ms ago, and a busy disk may have held it up for some of them.
        seen = tuple(_shone(edges, lit_ms, seat, at_ms - 350, at_ms) for seat in simulated.lamps)
        assert seen == tuple(LAMPS[lamp].colour for lamp in shown)
    beats = Counter(edge.seat for edge in edges if edge.output == BUZZER and edge.level)
    wanted_beats: Counter[Seat] = Counter()
    for shown in simulated.buzzes:
        wanted_beats[shown.order.seat] += BUZZES[shown.order.buzz].count
    assert beats == wanted_beats
    assert {shown.order.buzz for shown in simulated.buzzes} == {Buzz.FAULT, Buzz.OVERTIME}


def _shone(edges: list[Edge], lit_ms: list[float], seat: Seat, from_ms: float, to_ms: float) -> int:
    """Every colour that a lamp showed within a time, added up."""
    now = shone = 0
    for edge, at_ms in zip(edges, lit_ms, strict=False):
        if at_ms > to_ms:
            break
        if edge.seat is not seat or edge.output == BUZZER:
            continue
        if at_ms > from_ms:
            shone |= now
        now = now & ~(1 << edge.output) | edge.level << edge.output
    return shone | now
