"""Where the seat unit is, when no port was named: by its udev name, else by its answer to HELLO."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from serial.tools import list_ports

from firmware_bridge.errors import PanelError, PanelMissing
from firmware_bridge.link import Incompatible, Link, Linked
from firmware_bridge.messages import Identity
from firmware_bridge.transports import Transport
from firmware_bridge.transports.serial_port import SerialPort

UDEV_NAME = "/dev/guandan-panel"
"""Made by ``systemd/70-guandan-panel.rules``."""

ANSWER_S = 2.5
"""How long a port may take: the boot loader of an Arduino holds the line for up to two seconds."""

PARTING_S = 0.5
"""How long a unit that answered may take to hear that it was only asked for its name."""

KNOWN_USB = {
    0x1A86: "CH340, most Nano copies",
    0x0403: "FT232, older Nano",
    0x2341: "Arduino",
    0x10C4: "CP2102",
    0x2E8A: "Raspberry Pi Pico",
}
"""Vendors that are asked. HELLO is not sent to a stranger's modem or printer."""


def find_port(udev_name: str = UDEV_NAME) -> str:
    """The port of the seat unit; raises `PanelMissing`.

    Where nothing else could be meant, the udev name is taken at its word. Beside another adapter
    of a known kind the rule may have named the wrong one, so then all are asked.
    """
    ports = [port.device for port in list_ports.comports() if port.vid in KNOWN_USB]
    return choose_port(udev_name if Path(udev_name).exists() else None, ports, SerialPort)


def choose_port(
    named: str | None,
    ports: Sequence[str],
    connect: Callable[[str], Transport],
    answer_s: float = ANSWER_S,
) -> str:
    """The unit among *ports*, one of which may be *named*; raises `PanelMissing`."""
    if named is not None:
        others = [port for port in ports if Path(port).resolve() != Path(named).resolve()]
        if not others:
            return named
        ports = [named, *others]
    return first_that_answers(ports, connect, answer_s)


def first_that_answers(
    ports: Iterable[str], connect: Callable[[str], Transport], answer_s: float = ANSWER_S
) -> str:
    """The first of *ports* whose device answers HELLO; raises `PanelMissing`."""
    asked = []
    for port in ports:
        try:
            transport = connect(port)
        except PanelError as failed:
            asked.append(str(failed))
            continue
        try:
            if who_is_there(transport, answer_s) is not None:
                return port
            asked.append(f"{port} is silent")
        except PanelError as failed:
            asked.append(str(failed))
        finally:
            transport.close()
    raise PanelMissing(UDEV_NAME, "; ".join(asked) or "no serial port of a known kind either")


def who_is_there(transport: Transport, answer_s: float | None = None) -> Identity | None:
    """What the device behind a line answers to HELLO, whatever its version; `None` for silence.

    A unit that answered is parted from in peace. Raises `TransportLost`.
    """
    link = Link(session=1 + secrets.randbelow(0xFFFF))
    begun = time.monotonic()
    answer_s = ANSWER_S if answer_s is None else answer_s
    found: Identity | None = None
    link.opened(0)
    while (passed := time.monotonic() - begun) < answer_s:
        now_ms = int(passed * 1000)
        transport.write(link.bytes_to_send())
        for event in link.receive(transport.read(), now_ms):
            if isinstance(event, Linked | Incompatible):
                found = event.identity
                link.say_bye(now_ms)
                answer_s = min(answer_s, passed + PARTING_S)
        if found is not None and link.idle:
            break
        link.tick(now_ms)
    return found
