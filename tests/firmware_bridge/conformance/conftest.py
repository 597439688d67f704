"""The units that every conformance test runs against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware_bridge.rigs import Rig
from tests.firmware_bridge.rigs.real import MicropythonUnit, PanelRig, SimavrUnit
from tests.firmware_bridge.rigs.virtual import CoreRig, GpioRig, SimulatedRig
from tests.firmware_bridge.rigs.wire import RealWire, VirtualWire, Wire

_IN_REAL_TIME = [
    pytest.param("avr", marks=pytest.mark.firmware),
    pytest.param("micropython", marks=pytest.mark.firmware),
]


@pytest.fixture(params=["simulated", "gpio", "core", *_IN_REAL_TIME])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    """A panel with a unit behind it, connected."""
    made = _rig(request.param, tmp_path)
    yield made
    made.close()


def _rig(name: str, folder: Path) -> Rig:
    match name:
        case "simulated":
            return SimulatedRig()
        case "gpio":
            return GpioRig()
        case "core":
            core = CoreRig()
            core.wait(20)
            return core
        case "avr":
            return PanelRig(SimavrUnit(folder))
        case "micropython":
            return PanelRig(MicropythonUnit(folder))
    raise AssertionError(name)


@pytest.fixture(params=["core", *_IN_REAL_TIME])
def wire(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Wire]:
    """The line of a unit that has just started."""
    made: Wire
    match request.param:
        case "core":
            made = VirtualWire()
        case "avr":
            made = RealWire(SimavrUnit(tmp_path))
        case "micropython":
            made = RealWire(MicropythonUnit(tmp_path))
        case other:
            raise AssertionError(other)
    yield made
    made.close()
