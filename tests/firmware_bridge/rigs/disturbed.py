"""A line that loses, damages and makes up bytes."""

from __future__ import annotations

import random
from dataclasses import dataclass

from firmware_bridge.transports import Transport


@dataclass(slots=True)
class Disturbance:
    """How bad it is, for each byte of either direction; may be changed while it goes on."""

    lost: float = 0.0
    damaged: float = 0.0
    made_up: float = 0.0
    """Bytes that come from nowhere, for each millisecond that the line is read."""


class DisturbedLine:
    """Stands between a panel and its port."""

    def __init__(self, line: Transport, disturbance: Disturbance, seed: int) -> None:
        self._line = line
        self._how = disturbance
        self._chance = random.Random(seed)  # noqa: S311

    def read(self) -> bytes:
        return self._disturb(self._line.read()) + self._noise()

    def write(self, data: bytes) -> None:
        self._line.write(self._disturb(data) + self._noise())

    def close(self) -> None:
        self._line.close()

    def _disturb(self, data: bytes) -> bytes:
        arrived = bytearray()
        for byte in data:
            draw = self._chance.random()
            if draw < self._how.lost:
                continue
            if draw < self._how.lost + self._how.damaged:
                arrived.append(byte ^ 1 << self._chance.randrange(8))
            else:
                arrived.append(byte)
        return bytes(arrived)

    def _noise(self) -> bytes:
        if self._chance.random() >= self._how.made_up:
            return b""
        return bytes(self._chance.choices(range(256), k=self._chance.randrange(1, 40)))
