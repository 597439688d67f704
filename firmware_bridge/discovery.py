"""Where the seat unit is, when no port was named: by its udev name, else by its answer to HELLO."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from serial.tools import list_ports

from firmware_bridge.errors import PanelError, PanelMissing
from firmware_bridge.link import Incompatible, Link, Linked
from firmware_bridge.transports import Transport
from firmware_bridge.transports.serial_port import SerialPort

UDEV_NAME = "/dev/guandan-panel"
"""Made by ``systemd/70-guandan-panel.rules``."""

ANSWER_S = 2.5
"""How long a port may take: the boot loader of an Arduino holds the line for up to two seconds."""

KNOWN_USB = {
    0x1A86: "CH340, most Nano copies",
    0x0403: "FT232, older Nano",
    0x2341: "Arduino",
    0x10C4: "CP2102",
    0x2E8A: "Raspberry Pi Pico",
}
"""Vendors that are asked. HELLO is not sent to a stranger's modem or printer."""


def find_port(udev_name: str = UDEV_NAME) -> str:
    """The port of the seat unit; raises `PanelMissing`."""
    if Path(udev_name).exists():
        return udev_name
    return first_that_answers(
        (port.device for port in list_ports.comports() if port.vid in KNOWN_USB), SerialPort
    )


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
            if _answers(transport, answer_s):
                return port
            asked.append(f"{port} is silent")
        except PanelError as failed:
            asked.append(str(failed))
        finally:
            transport.close()
    raise PanelMissing(UDEV_NAME, "; ".join(asked) or "no serial port of a known kind either")


def _answers(transport: Transport, answer_s: float) -> bool:
    link = Link(session=0xFFFF)
    begun = time.monotonic()
    link.opened(0)
    while (passed := time.monotonic() - begun) < answer_s:
        now_ms = int(passed * 1000)
        transport.write(link.bytes_to_send())
        events = link.receive(transport.read(), now_ms)
        if any(isinstance(event, Linked | Incompatible) for event in events):
            return True
        link.tick(now_ms)
    return False
