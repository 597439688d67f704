"""Every lamp and every buzz, edge by edge, on every panel."""

from __future__ import annotations

import pytest

from firmware_bridge.patterns import LAMPS, pattern
from firmware_bridge.waveform import Levels, levels
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat
from tests.firmware_bridge.rigs import BLUE, BUZZER, GREEN, RED, Edge, Rig, colour, sounds

WATCHED_MS = 1700


def expected(order: ShowSeat, for_ms: int) -> list[tuple[int, int, int]]:
    """Output, level and time of each edge that an order makes on a dark, silent seat."""
    edges = []
    before = Levels(0, buzzing=False)
    for at_ms in range(for_ms):
        now = levels(pattern(order), at_ms)
        changed = now.colour ^ before.colour
        edges += [
            (output, now.colour >> output & 1, at_ms)
            for output in (RED, GREEN, BLUE)
            if changed >> output & 1
        ]
        if now.buzzing != before.buzzing:
            edges.append((BUZZER, int(now.buzzing), at_ms))
        before = now
    return edges


def of_seat(rig: Rig, seat: Seat, begin: int) -> list[Edge]:
    return [edge for edge in rig.edges[begin:] if edge.seat is seat]


@pytest.mark.parametrize("buzz", Buzz)
@pytest.mark.parametrize("lamp", [lamp for lamp in Lamp if lamp is not Lamp.OFF])
def test_pattern_is_shown_edge_by_edge(rig: Rig, lamp: Lamp, buzz: Buzz) -> None:
    """Colour, blinking and beats are those of the pattern table, each at its time."""
    order = ShowSeat(Seat.NORTH, lamp, buzz)
    begin = len(rig.edges)
    rig.panel.show(order, 0)
    rig.wait(WATCHED_MS)

    seen = of_seat(rig, Seat.NORTH, begin)
    wanted = expected(order, WATCHED_MS - 100)
    assert len(seen) >= len(wanted)
    start = seen[0].at_ms
    got = sorted((edge.output, edge.at_ms - start, edge.level) for edge in seen[: len(wanted)])
    for (output, at_ms, level), want in zip(
        got, sorted((output, at_ms, level) for output, level, at_ms in wanted), strict=True
    ):
        assert (output, level) == (want[0], want[2])
        assert at_ms == pytest.approx(want[1], abs=rig.precision_ms)


def test_other_seats_stay_as_they_are(rig: Rig) -> None:
    """An order is for one seat only."""
    rig.panel.show(ShowSeat(Seat.WEST, Lamp.TURN), 0)
    rig.wait(100)
    begin = len(rig.edges)
    rig.panel.show(ShowSeat(Seat.SOUTH, Lamp.FAULT, Buzz.FAULT), 0)
    rig.wait(300)

    assert {edge.seat for edge in rig.edges[begin:]} == {Seat.SOUTH}
    assert colour(rig, Seat.WEST) == LAMPS[Lamp.TURN].colour


def test_new_order_replaces_lamp_and_sound(rig: Rig) -> None:
    """An order is a whole pattern: what the former one had left to sound is not heard."""
    rig.panel.show(ShowSeat(Seat.EAST, Lamp.OVERTIME, Buzz.OVERTIME), 0)
    rig.wait(200)
    assert sounds(rig, Seat.EAST)
    rig.panel.show(ShowSeat(Seat.EAST, Lamp.TURN), 0)
    rig.wait(100)

    assert not sounds(rig, Seat.EAST)
    assert colour(rig, Seat.EAST) == LAMPS[Lamp.TURN].colour
    begin = len(rig.edges)
    rig.wait(700)
    assert of_seat(rig, Seat.EAST, begin) == []


def test_same_order_again_sounds_again(rig: Rig) -> None:
    """Two faults in a row are two sounds."""
    order = ShowSeat(Seat.SOUTH, Lamp.FAULT, Buzz.FAULT)
    begin = len(rig.edges)
    for _ in range(2):
        rig.panel.show(order, 0)
        rig.wait(450)

    beats = [edge for edge in of_seat(rig, Seat.SOUTH, begin) if edge.output == BUZZER]
    assert [edge.level for edge in beats] == [1, 0] * 4


def test_four_seats_at_once(rig: Rig) -> None:
    """A burst of orders for all seats is carried out whole."""
    for seat in Seat:
        rig.panel.show(ShowSeat(seat, Lamp.TURN), 0)
    rig.wait(150)

    assert {colour(rig, seat) for seat in Seat} == {LAMPS[Lamp.TURN].colour}


def test_closed_panel_is_dark_and_silent(rig: Rig) -> None:
    """Nothing goes on blinking or buzzing after the program has left."""
    for seat in Seat:
        rig.panel.show(ShowSeat(seat, Lamp.FAULT, Buzz.OVERTIME), 0)
    rig.wait(50)
    rig.close_panel()

    assert {colour(rig, seat) for seat in Seat} == {0}
    assert not any(sounds(rig, seat) for seat in Seat)
