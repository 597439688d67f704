"""Ten minutes of bytes that nobody sent on purpose, both ways at once."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware_bridge import protocol as p
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.link import Link, Linked
from firmware_bridge.messages import Beat, Board, Cause, Identity
from firmware_bridge.patterns import LAMPS
from referee.rules.seats import Seat
from referee.session.effects import Lamp, ShowSeat
from tests.firmware_bridge.rigs import colour
from tests.firmware_bridge.rigs.disturbed import Disturbance, DisturbedLine
from tests.firmware_bridge.rigs.real import MicropythonUnit, PanelRig, RealUnit, SimavrUnit
from tests.firmware_bridge.rigs.wire import RealWire

SECONDS = float(os.environ.get("GUANDAN_FUZZ_SECONDS", "600"))

pytestmark = [pytest.mark.firmware, pytest.mark.slow]


HERE = Identity(1, 1, 1, Board.AVR, (1, 0), Cause.POWER, 0, 0, 0, 5000).encode()


def junk(chance: random.Random) -> bytes:
    """Noise, nearly sound frames, and sound frames that make no sense."""
    match chance.randrange(4):
        case 0:
            return bytes(chance.choices(range(256), k=chance.randrange(1, 60)))
        case 1:
            # Zeros end frames, so this makes many short ones.
            return bytes(chance.choices((0, 0, 0, 1, 2, 3, 5, 255), k=chance.randrange(1, 40)))
        case 2:
            frame = bytearray(_frame(chance))
            frame[chance.randrange(len(frame))] = chance.randrange(256)
            return bytes(frame)
        case _:
            return _frame(chance)


def _frame(chance: random.Random) -> bytes:
    kind = chance.choice((*range(8), *range(0x80, 0x89), 0xFF))
    payload = bytes(chance.choices(range(256), k=chance.randrange(27)))
    session = chance.choice((0, 1, 0x1234, 0xFFFF))
    return Frame(kind, session, chance.randrange(256), payload).encode()


@pytest.mark.parametrize("make", [SimavrUnit, MicropythonUnit])
def test_unit_survives_any_bytes(make: Callable[[Path], RealUnit], tmp_path: Path) -> None:
    """It never starts anew, so it never crashed and its watchdog never bit; and then it works."""
    chance = random.Random(9)  # noqa: S311
    wire = RealWire(make(tmp_path))
    try:
        wire.got.clear()
        begun, sent, lived_ms = time.monotonic(), 0, 0
        while time.monotonic() - begun < SECONDS:
            data = b"".join(junk(chance) for _ in range(8))
            sent += len(data)
            wire.send(data)
            # As fast as the line can carry it.
            wire.wait(len(data) * 10_000 // p.BAUD + 1)
            if chance.random() < 0.02:
                lived_ms = _longer_alive(wire, lived_ms)
        _longer_alive(wire, lived_ms)
        wire.wait(300)
        wire.send(b"\0")
        wire.greet(session=4242)
        begin = len(wire.got)
        wire.send(Frame(p.SHOW, 4242, 0, LAMPS[Lamp.TURN].encode(Seat.EAST)).encode())
        wire.await_kind(p.ACK_ORDERS, begin)
        wire.wait(60)
        assert wire.colours() == [p.GREEN, 0, 0, 0]
        print(f"{make.__name__}: {sent} bytes in {SECONDS:g} s, never started anew")  # noqa: T201
    finally:
        wire.close()


def _longer_alive(wire: RealWire, lived_ms: int) -> int:
    """Whether the unit has not started anew since *lived_ms*; how long it has lived now."""
    assert wire.of_kind(p.BOOT) == []
    wire.got.clear()
    # Beats are not promised, and a loaded machine runs the emulator late: ask until one comes.
    for _ in range(50):
        wire.send(b"\0" + Frame(p.ASK_BEAT, 1, 78).encode())
        wire.wait(200)
        if wire.of_kind(p.BEAT):
            break
    frame = wire.await_kind(p.BEAT, 0)
    beat = Beat.parse(frame.payload)
    assert beat is not None
    assert beat.unit_ms >= lived_ms
    return beat.unit_ms


@pytest.mark.parametrize("make", [SimavrUnit, MicropythonUnit])
def test_panel_survives_any_line(make: Callable[[Path], RealUnit], tmp_path: Path) -> None:
    """However bad the line gets, the panel's thread lives and is back when the line is."""
    chance = random.Random(10)  # noqa: S311
    how = Disturbance()
    rig = PanelRig(make(tmp_path), lambda line: DisturbedLine(line, how, seed=11))
    try:
        begun = time.monotonic()
        while time.monotonic() - begun < SECONDS / 10:
            how.lost, how.damaged = chance.random() / 5, chance.random() / 5
            how.made_up = chance.random()
            rig.panel.show(ShowSeat(chance.choice(tuple(Seat)), chance.choice(tuple(Lamp))), 0)
            rig.wait(50)
        how.lost = how.damaged = how.made_up = 0.0
        assert rig.panel._thread.is_alive()
        assert rig.panel.wait_connected(3)
        for seat in Seat:
            rig.panel.show(ShowSeat(seat, Lamp.TURN), 0)
        rig.wait(1500)
        assert {colour(rig, seat) for seat in Seat} == {LAMPS[Lamp.TURN].colour}
        assert rig.states[-1].connected
    finally:
        rig.close()


def test_link_survives_any_bytes() -> None:
    """The host's end, without a line: a million bytes at any moment of a conversation."""
    chance = random.Random(12)  # noqa: S311
    link, sent = Link(session=0x1234), Decoder()
    now_ms, fed, damaged, linked = 0, 0, 0, 0
    link.opened(now_ms)
    while fed < 1_000_000:
        data = junk(chance)
        for frame in sent.feed(link.bytes_to_send()):
            if frame.kind == p.HELLO and chance.random() < 0.5:
                data += b"\0" + Frame(p.HERE, frame.session, frame.number, HERE).encode()
        fed += len(data)
        linked += sum(isinstance(event, Linked) for event in link.receive(data, now_ms))
        if chance.random() < 0.3:
            link.show(chance.choice(tuple(Seat)), LAMPS[Lamp.FAULT], now_ms)
        now_ms += chance.randrange(300)
        link.tick(now_ms)
        if chance.random() < 0.01:
            damaged += link.damaged
            link.closed()
            link.opened(now_ms)
    assert linked > 1000
    assert damaged > 1000
