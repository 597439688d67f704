"""What is noticed in the small stream, and what is not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from referee.rules.cards import parse_cards
from referee.rules.level import Level
from referee.rules.seats import Seat
from vision.rendered.table.script import Act, Blackout, Deed, Light, Script, SeatLamp
from vision.rendered.table.source import FULL_WH, RenderedTable
from vision.sources.base import SMALL_WH
from vision.watch.glance import Glance
from vision.watch.watcher import Watcher

PLAY = Script(
    Level.parse("2"),
    Seat.NORTH,
    (Act(Seat.NORTH, Deed.LAYS, 0, parse_cards("S3 H3 D3")),),
    seed=2,
)


def glances(script: Script, until_ms: int) -> list[Glance]:
    table = RenderedTable(script)
    watcher = Watcher(table.view, table.zones)
    seen = []
    for frame in table.frames():
        seen.append(watcher.look(frame))
        if frame.at_ms >= until_ms:
            break
    return seen


def test_a_play_is_a_change_before_its_player() -> None:
    """The arm is seen over its edge first, then what it left, and that it touched it."""
    table = RenderedTable(PLAY)
    truth = table.truth[0]
    seen = glances(PLAY, truth.gone_ms + 600)
    arms = [glance for glance in seen if glance.arms]
    last = seen[-1]

    assert {seat for glance in arms for arm in glance.arms for seat in arm.seats} == {Seat.NORTH}
    assert [change.sector for change in last.changes] == [Seat.NORTH]
    change = last.changes[0]
    assert change.touched[Seat.NORTH] > 0.5
    assert change.brightened
    assert not change.covered
    assert truth.rest_ms <= change.still_since_ms <= truth.gone_ms + 100
    assert change.area_mm2 > 60 * 88  # three cards, fanned


def test_what_is_absorbed_is_no_change_any_more() -> None:
    """After a play is understood the table is calm, until something else happens."""
    table = RenderedTable(PLAY)
    watcher = Watcher(table.view, table.zones)
    calm = []
    for frame in table.frames():
        glance = watcher.look(frame)
        for change in glance.changes:
            if frame.at_ms - change.still_since_ms > 300:
                watcher.absorb(change)
        calm.append(glance.is_calm)

    assert not all(calm)
    assert all(calm[-12:])


def test_light_is_no_change() -> None:
    """A lamp that is switched off and on, and the camera that makes up for it, move nothing."""
    script = replace(PLAY, acts=(), mishaps=(Light(1000, 0.55), Light(3000, 1.0)))

    seen = glances(script, 5000)

    assert all(not glance.changes and not glance.arms for glance in seen)


def test_black_frames_say_nothing() -> None:
    """Ten seconds without light: nothing is claimed, and the table is calm when it comes back."""
    script = replace(PLAY, acts=(), mishaps=(Blackout(500, 2500),))

    seen = glances(script, 4000)

    assert [glance.dark for glance in seen if 600 < glance.at_ms < 2400] == [True] * 21
    assert all(glance.is_calm for glance in seen if glance.at_ms > 2600)


def test_a_resting_hand_is_an_arm_that_does_not_move() -> None:
    """A hand left on the table is known to be a hand for as long as it lies there."""
    script = replace(PLAY, acts=(Act(Seat.SOUTH, Deed.RESTS_HAND, 0, for_ms=2500),))

    seen = [glance for glance in glances(script, 3800) if 2800 < glance.at_ms < 3700]

    assert all([arm.seats for arm in glance.arms] == [(Seat.SOUTH,)] for glance in seen)
    assert not any(arm.moves for glance in seen[3:] for arm in glance.arms)
    assert not any(glance.changes for glance in seen)


def test_a_heap_whose_tip_reaches_the_edge_is_no_arm() -> None:
    """An arm that rests would be seen beyond the edge, or be as broad there as an arm is."""
    script = replace(PLAY, acts=())
    table = RenderedTable(script, still_ms=4_000)
    watcher = Watcher(table.view, table.zones)
    edge = -table.zones.table_mm / 2
    tip = edge + 3
    outline = [(140, tip), (160, tip), (205, edge + 50), (150, edge + 95), (95, edge + 50)]
    seen = []
    for frame in table.frames():
        image = frame.image.copy()
        if frame.number > 12:
            places = table.view.px_of(np.array(outline, np.float64)) * SMALL_WH[0] / FULL_WH[0]
            cv2.fillPoly(image, [np.rint(places).astype(np.int32)], (235, 235, 235))
        seen.append(watcher.look(replace(frame, image=image)))

    settled = seen[20:]
    assert len(settled) > 12
    assert not any(glance.arms for glance in settled)
    assert all([change.sector for change in glance.changes] == [Seat.SOUTH] for glance in settled)


def test_what_stays_over_the_edge_becomes_part_of_the_table() -> None:
    """A bag put on the table's edge is an arm for a while, and nobody's afterwards."""
    script = replace(PLAY, acts=(Act(Seat.SOUTH, Deed.RESTS_HAND, 0, for_ms=18_000),))

    seen = glances(script, 18_500)

    assert all(glance.is_calm for glance in seen[-6:])
    assert any(glance.arms for glance in seen[60:150])


@pytest.mark.parametrize("gain", [0.6, 1.7])
def test_a_lamp_over_one_seat_is_no_arm(gain: float) -> None:
    """Light that reaches over the table's edge, and a shadow there, are taken over at once."""
    script = replace(PLAY, acts=(), mishaps=(SeatLamp(1000, Seat.NORTH, gain),))

    seen = [glance for glance in glances(script, 2500) if glance.at_ms > 1500]

    assert all(glance.is_calm for glance in seen)


@pytest.mark.parametrize("seed", [2, 3, 4, 5])
def test_cards_and_sleeves_are_no_light(seed: int) -> None:
    """Whatever the colours of cloth and sleeve, a play is a change and its arm an arm."""
    script = replace(PLAY, seed=seed)
    truth = RenderedTable(script).truth[0]

    seen = glances(script, truth.gone_ms + 400)

    assert [change.sector for change in seen[-1].changes] == [Seat.NORTH]
    assert any(glance.arms for glance in seen)
