"""Finding the unit among serial ports."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import firmware_bridge
from firmware_bridge import discovery
from firmware_bridge.discovery import (
    KNOWN_USB,
    UDEV_NAME,
    choose_port,
    find_port,
    first_that_answers,
)
from firmware_bridge.errors import PanelMissing
from firmware_bridge.transports import Transport
from tests.firmware_bridge.rigs.model_line import ModelLine

RULE = Path(firmware_bridge.__file__).parents[1] / "systemd" / "70-guandan-panel.rules"


class Clock:
    """Time that passes only while nobody answers, however busy the machine is."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def monotonic(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(discovery, "time", clock)
    return clock


class Deaf:
    """A port with something else behind it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.closed = False

    def read(self) -> bytes:
        self._clock.now_s += 0.1
        return b"OK\r\n\0"

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        self.closed = True


def ports(known: dict[str, Transport]) -> Callable[[str], Transport]:
    def connect(port: str) -> Transport:
        if port not in known:
            raise PanelMissing(port, "Permission denied")
        return known[port]

    return connect


def test_the_port_that_answers_is_taken(clock: Clock) -> None:
    """Ports that cannot be opened, and devices that do not answer HELLO, are passed over."""
    deaf = Deaf(clock)
    connect = ports({"modem": deaf, "unit": ModelLine()})

    assert first_that_answers(["locked", "modem", "unit"], connect) == "unit"
    assert deaf.closed


def test_nothing_that_answers_is_said_with_what_was_tried(clock: Clock) -> None:
    """The message names each port and why it was not the one."""
    with pytest.raises(PanelMissing, match=r"locked.*Permission denied.*modem is silent"):
        first_that_answers(["locked", "modem"], ports({"modem": Deaf(clock)}))


def test_udev_name_needs_no_asking(tmp_path: Path) -> None:
    """Where the rule made the name, that is the port."""
    name = tmp_path / "guandan-panel"
    name.touch()

    assert find_port(str(name)) == str(name)


def test_name_beside_other_adapters_is_asked_like_them(tmp_path: Path, clock: Clock) -> None:
    """Two adapters of one kind: the rule may have named the wrong one."""
    named = tmp_path / "guandan-panel"
    named.symlink_to("/dev/null")
    known = {str(named): Deaf(clock), "/dev/ttyUSB1": ModelLine()}

    assert choose_port(str(named), ["/dev/null", "/dev/ttyUSB1"], ports(known)) == "/dev/ttyUSB1"
    assert choose_port(str(named), ["/dev/null"], ports(known)) == str(named)
    assert choose_port(None, ["/dev/ttyUSB1"], ports(known)) == "/dev/ttyUSB1"


def test_udev_rule_and_search_know_the_same_devices() -> None:
    """A device that is asked for HELLO is also given the name, and the name is the one asked."""
    text = RULE.read_text("utf-8")
    vendors = re.findall(r'ATTRS\{idVendor\}=="([0-9a-f]{4})"', text)

    assert {int(vendor, 16) for vendor in vendors} == KNOWN_USB.keys()
    assert f'SYMLINK+="{Path(UDEV_NAME).name}"' in text
