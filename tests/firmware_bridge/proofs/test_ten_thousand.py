"""Ten thousand orders and ten thousand presses over a bad line, through real firmware."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge.messages import Pattern
from referee.ports import Key
from referee.rules.seats import Seat
from tests.firmware_bridge.rigs import KEYS, SEATS, Edge, Move
from tests.firmware_bridge.rigs.disturbed import Disturbance, DisturbedLine
from tests.firmware_bridge.rigs.real import MicropythonUnit, PanelRig, RealUnit, SimavrUnit

MESSAGES = int(os.environ.get("GUANDAN_MESSAGES", "10000"))
"""Of each kind: orders to the unit, presses to the host."""

UP_MS, DOWN_MS = 30, 150
"""A key is let go for 30 ms and held for 120, as a finger does."""
MOST_BEHIND = 12
"""Orders and presses on their way; the unit keeps 32, and this is no test of what it drops."""

pytestmark = [pytest.mark.firmware, pytest.mark.slow]


@pytest.mark.parametrize("make", [SimavrUnit, MicropythonUnit])
def test_nothing_is_lost_doubled_or_turned_around(
    make: Callable[[Path], RealUnit], tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """One byte in a hundred is lost and one damaged, each way, for the whole time."""
    how = Disturbance()
    rig = PanelRig(make(tmp_path), lambda line: DisturbedLine(line, how, seed=7))
    try:
        how.lost = how.damaged = 0.01
        begin = len(rig.edges)
        orders, presses = _drive(rig)
        how.lost = how.damaged = 0.0
        _await(rig, lambda: rig.panel._link.idle and len(rig.presses) >= len(presses))
        rig.wait(200)

        _compare(rig.edges[begin:], orders)
        assert [(press.seat, press.key) for press in rig.presses] == presses
        times = [press.at_ms for press in rig.presses]
        assert times == sorted(times)
        record_property("health", rig.panel.health)
        record_property("states", [state.reason for state in rig.states])
        print(f"{make.__name__}: {rig.panel.health}; {[s.reason for s in rig.states]}")  # noqa: T201
        assert [state.reason for state in rig.states] == ["answered"]
    finally:
        rig.close()


def _compare(edges: list[Edge], orders: list[tuple[Seat, int, int]]) -> None:
    carried_out = [(edge.seat, edge.output, edge.level) for edge in edges]
    for place, (seen, wanted) in enumerate(zip(carried_out, orders, strict=False)):
        if seen != wanted:
            around = slice(max(0, place - 3), place + 8)
            raise AssertionError(f"at {place}: saw {edges[around]}, wanted {orders[around]}")
    assert len(carried_out) == len(orders)


def _drive(rig: PanelRig) -> tuple[list[tuple[Seat, int, int]], list[tuple[Seat, Key]]]:
    """Each order turns one output of one lamp, so each makes exactly one edge."""
    chance = random.Random(8)  # noqa: S311
    lit = dict.fromkeys(SEATS, 0)
    orders: list[tuple[Seat, int, int]] = []
    presses: list[tuple[Seat, Key]] = []
    for n in range(MESSAGES):
        seat, output = chance.choice(SEATS), chance.randrange(3)
        lit[seat] ^= 1 << output
        orders.append((seat, output, lit[seat] >> output & 1))
        with rig.panel._lock:
            rig.panel._link.show(seat, Pattern(lit[seat]), rig.panel._now_ms())
            rig.panel._flush()
        # The keys take turns and wait for each other: a machine that is late must not make one
        # press of two, nor two presses of the same millisecond.
        place = n % 8
        key_seat, key = SEATS[place % 4], KEYS[place // 4]
        presses.append((key_seat, key))
        rig.move_keys(
            [Move(UP_MS, key_seat, key, down=True), Move(DOWN_MS, key_seat, key, down=False)]
        )
        _await(rig, lambda n=n: rig.unit.closed > n)  # type: ignore[misc]
        _await(
            rig,
            lambda: (
                len(presses) - len(rig.presses) < MOST_BEHIND
                and len(rig.panel._link._orders) < MOST_BEHIND
            ),
        )
    return orders, presses


def _await(rig: PanelRig, question: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not question():
        if time.monotonic() > end:
            told = f"{len(rig.presses)} presses told of {len(rig.moved) / 2} made"
            states = [state.reason for state in rig.states]
            raise AssertionError(f"the line does not recover: {told}, {states}, {rig.panel.health}")
        time.sleep(0.002)
