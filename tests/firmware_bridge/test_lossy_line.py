"""Link and unit on a line that loses and damages bytes, with time as a number."""

from __future__ import annotations

import random

import pytest

from firmware_bridge import protocol as p
from firmware_bridge.messages import Pattern
from referee.ports import Key
from referee.rules.seats import Seat
from tests.firmware_bridge.rigs import KEYS, SEATS, Move
from tests.firmware_bridge.rigs.virtual import CoreRig

MESSAGES = 400


@pytest.mark.parametrize("seed", range(3))
def test_orders_and_presses_survive_one_percent_loss_each_way(seed: int) -> None:
    """Every 50th byte is lost or damaged; nothing is lost, doubled or turned around."""
    rig = CoreRig(lost=0.01, seed=seed)
    rig.wait(500)
    assert rig.link.linked
    begin = len(rig.unit.carried_out)
    chance = random.Random(seed)  # noqa: S311
    wanted_orders: list[bytes] = []
    wanted_presses: list[tuple[Seat, Key]] = []
    for _ in range(MESSAGES):
        seat, key = chance.choice(SEATS), chance.choice(KEYS)
        pattern = Pattern(chance.randrange(8), on_ms=10 * chance.randrange(1, 256))
        wanted_orders.append(pattern.encode(seat))
        rig.link.show(seat, pattern, rig.now_ms)
        wanted_presses.append((seat, key))
        rig.move_keys([Move(1, seat, key, down=True), Move(15, seat, key, down=False)])
        rig.wait(60)
    rig.wait(1000)

    assert rig.unit.carried_out[begin:] == wanted_orders
    assert [(press.seat, press.key) for press in rig.presses] == wanted_presses
    assert [state.connected for state in rig.states] == [True]
    assert rig.link.damaged > 0
    assert rig.link.beat is not None
    assert rig.link.beat.damaged > 0


def test_line_that_loses_most_is_given_up_and_taken_up_again() -> None:
    """When nothing comes through any more the table is told, and again when it does."""
    rig = CoreRig()
    rig.wait(50)
    rig.link.show(Seat.WEST, Pattern(p.GREEN), rig.now_ms)
    rig.wait(20)
    rig.unit.to_host._lost = 0.4
    rig.unit.to_host._chance = random.Random(1)  # noqa: S311
    rig.wait(4000)
    rig.unit.to_host._lost = 0.0
    rig.wait(1500)

    connected = [state.connected for state in rig.states]
    assert connected[0] is connected[-1] is True
    assert False in connected
    assert rig.levels() >> 8 & 7 == p.GREEN
