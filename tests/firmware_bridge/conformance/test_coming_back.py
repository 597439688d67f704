"""Units that go away and come back, for every panel with a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.errors import PanelMissing, TransportLost
from firmware_bridge.patterns import LAMPS
from firmware_bridge.transports import Transport
from referee.ports import Key
from referee.rules.seats import Seat
from referee.session.effects import Buzz, Lamp, ShowSeat
from tests.firmware_bridge.rigs import BUZZER, Move, Rig, colour, sounds
from tests.firmware_bridge.rigs.real import MicropythonUnit, PanelRig, RealUnit, SimavrUnit
from tests.firmware_bridge.rigs.virtual import CoreRig


class Cable:
    """A cable between the panel and the port that can be pulled."""

    def __init__(self) -> None:
        self.pulled = False

    def through(self, line: Transport) -> Transport:
        if self.pulled:
            line.close()
            raise PanelMissing("cable", "pulled")
        return _Cabled(line, self)


class _Cabled:
    def __init__(self, line: Transport, cable: Cable) -> None:
        self._line, self._cable = line, cable

    def read(self) -> bytes:
        self._check()
        return self._line.read()

    def write(self, data: bytes) -> None:
        self._check()
        self._line.write(data)

    def close(self) -> None:
        self._line.close()

    def _check(self) -> None:
        if self._cable.pulled:
            raise TransportLost("cable", "pulled")


class Comings:
    """A rig whose unit can be reset, unplugged and plugged in."""

    def __init__(self, name: str, folder: Path) -> None:
        self._cable = Cable()
        self._unit: RealUnit | None = None
        self.rig: Rig
        if name == "core":
            self._core = CoreRig()
            self._core.wait(20)
            self.rig = self._core
            return
        self._unit = SimavrUnit(folder) if name == "avr" else MicropythonUnit(folder)
        self.rig = PanelRig(self._unit, self._cable.through)

    def reset(self) -> None:
        if self._unit is None:
            self._core.unit.reset()
        else:
            self._unit.reset()

    def unplug(self) -> None:
        match self._unit:
            case None:
                self._core.unplug()
            case SimavrUnit():
                # The pseudo-terminal itself goes away, as a USB port does.
                self._unit.unplug()
            case _:
                self._cable.pulled = True

    def replug(self) -> None:
        match self._unit:
            case None:
                self._core.replug()
            case SimavrUnit():
                self._unit.plug()
            case _:
                self._cable.pulled = False

    def reasons(self) -> list[str]:
        return [state.reason for state in self.rig.states]

    def await_reasons(self, count: int, within_ms: int = 4000) -> None:
        for _ in range(within_ms // 10):
            if len(self.rig.states) >= count:
                return
            self.rig.wait(10)
        raise AssertionError(f"only {self.reasons()}")


@pytest.fixture(
    params=[
        "core",
        pytest.param("avr", marks=pytest.mark.firmware),
        pytest.param("micropython", marks=pytest.mark.firmware),
    ]
)
def comings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Comings]:
    made = Comings(request.param, tmp_path)
    yield made
    made.rig.close()


def test_reset_in_mid_pattern_restores_the_lamps_without_sound(comings: Comings) -> None:
    """The table is told, and every lamp is as it was ordered last; the rest of the buzz is not."""
    rig = comings.rig
    rig.panel.show(ShowSeat(Seat.NORTH, Lamp.TURN), 0)
    rig.panel.show(ShowSeat(Seat.WEST, Lamp.TURN, Buzz.OVERTIME), 0)
    rig.wait(100)
    assert sounds(rig, Seat.WEST)
    comings.reset()
    comings.await_reasons(3)
    begin = len(rig.edges)
    rig.wait(200)

    assert comings.reasons()[:3] == ["answered", "restarted", "answered"]
    assert [colour(rig, seat) for seat in (Seat.NORTH, Seat.WEST)] == [LAMPS[Lamp.TURN].colour] * 2
    assert [edge for edge in rig.edges[begin:] if edge.output == BUZZER and edge.level] == []


def test_pulled_cable_is_told_and_everything_comes_back(comings: Comings) -> None:
    """Lamps ordered and keys pressed while the cable was out are not lost."""
    rig = comings.rig
    rig.panel.show(ShowSeat(Seat.EAST, Lamp.FAULT, Buzz.OVERTIME), 0)
    rig.wait(100)
    comings.unplug()
    comings.await_reasons(2)
    rig.panel.show(ShowSeat(Seat.EAST, Lamp.OFF), 0)
    rig.panel.show(ShowSeat(Seat.SOUTH, Lamp.TURN, Buzz.FAULT), 0)
    rig.move_keys(
        [Move(10, Seat.WEST, Key.PASS, down=True), Move(60, Seat.WEST, Key.PASS, down=False)]
    )
    rig.wait(2300)
    # The unit has noticed on its own that nobody is there.
    assert not any(sounds(rig, seat) for seat in Seat)
    assert rig.presses == []
    comings.replug()
    comings.await_reasons(3)
    rig.wait(200)

    assert comings.reasons() == ["answered", "unplugged", "answered"]
    assert [colour(rig, seat) for seat in (Seat.EAST, Seat.SOUTH)] == [0, LAMPS[Lamp.TURN].colour]
    assert [(press.seat, press.key) for press in rig.presses] == [(Seat.WEST, Key.PASS)]
    pressed_before_ms = rig.states[2].at_ms - rig.presses[0].at_ms
    assert pressed_before_ms > 2000
    begin = len(rig.edges)
    rig.wait(300)
    assert [edge for edge in rig.edges[begin:] if edge.output == BUZZER] == []


def test_presses_are_not_doubled_by_a_replug(comings: Comings) -> None:
    """The unit kept its memory, so a press that was told stays told."""
    rig = comings.rig
    for _ in range(2):
        rig.move_keys(
            [Move(1, Seat.NORTH, Key.CALL, down=True), Move(40, Seat.NORTH, Key.CALL, down=False)]
        )
        rig.wait(120)
        before = len(rig.states)
        comings.unplug()
        comings.await_reasons(before + 1)
        comings.replug()
        comings.await_reasons(before + 2)
    rig.wait(200)

    assert len(rig.presses) == 2
