"""Bytes on the line to frames and back. No port, no clock, no waiting.

One body, numbers big-endian, sent as COBS with a zero behind it::

    kind | session (2) | number | payload (0 to 26 bytes) | CRC-16/CCITT-FALSE of all before (2)

PROTOCOL.md is the contract. COBS is written out here: the ATmega and the Pico need their own in
any case, and a library would be a dependency for twenty lines.
"""

from __future__ import annotations

import binascii
from dataclasses import dataclass

from firmware_bridge.protocol import (
    BOOT,
    CRC_BYTES,
    CRC_START,
    HEADER_BYTES,
    HELLO,
    HERE,
    LONGEST_BODY,
    PAYLOAD_BYTES,
)

_MAY_GROW = {HELLO, HERE, BOOT}
"""Messages to which newer versions may append fields."""

LONGEST_FRAME = LONGEST_BODY + 1
"""COBS adds one byte to anything shorter than 254; the delimiter is not counted."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message as it travels."""

    kind: int
    session: int
    number: int
    payload: bytes = b""

    def encode(self) -> bytes:
        """The frame with its delimiter."""
        body = bytes([self.kind, *self.session.to_bytes(2, "big"), self.number]) + self.payload
        if len(body) + CRC_BYTES > LONGEST_BODY:
            raise AssertionError(f"a payload of {len(self.payload)} bytes does not fit a frame")
        return cobs(body + _crc(body)) + b"\0"


class Decoder:
    """Turns chunks of any size into sound frames; damaged ones are counted and skipped."""

    def __init__(self) -> None:
        self.damaged = 0
        self._pending = bytearray()

    def feed(self, chunk: bytes) -> list[Frame]:
        frames = []
        *ended, rest = chunk.split(b"\0")
        for piece in ended:
            self._grow(piece)
            frame = _parse(bytes(self._pending))
            if frame is not None:
                frames.append(frame)
            elif self._pending:
                # An empty frame is a delimiter sent to wake the line, not damage.
                self.damaged += 1
            self._pending.clear()
        self._grow(rest)
        return frames

    def _grow(self, piece: bytes) -> None:
        # One byte more than the longest is enough to know that it is too long.
        room = LONGEST_FRAME + 1 - len(self._pending)
        self._pending += piece[:room]


def cobs(body: bytes) -> bytes:
    """Consistent overhead byte stuffing of at most 253 bytes: no zero is left.

    Source: Cheshire and Baker, "Consistent Overhead Byte Stuffing", 1997.
    """
    return b"".join(bytes([len(block) + 1]) + block for block in body.split(b"\0"))


def uncobs(frame: bytes) -> bytes | None:
    """What `cobs` was given; `None` when *frame* is not COBS of at most 253 bytes."""
    blocks = []
    place = 0
    while place < len(frame):
        end = place + frame[place]
        if end == place or end > len(frame):
            return None
        blocks.append(frame[place + 1 : end])
        place = end
    return b"\0".join(blocks)


def _parse(frame: bytes) -> Frame | None:
    body = uncobs(frame) if len(frame) <= LONGEST_FRAME else None
    if body is None or len(body) < HEADER_BYTES + CRC_BYTES:
        return None
    content, crc = body[:-CRC_BYTES], body[-CRC_BYTES:]
    if _crc(content) != crc:
        return None
    parsed = Frame(content[0], int.from_bytes(content[1:3], "big"), content[3], content[4:])
    return parsed if _has_length_of_its_kind(parsed) else None


def _has_length_of_its_kind(frame: Frame) -> bool:
    """A lost byte that the CRC misses, once in 65536 times, still shows in the length."""
    wanted = PAYLOAD_BYTES.get(frame.kind)
    if wanted is None:
        return True
    return len(frame.payload) == wanted or (frame.kind in _MAY_GROW and len(frame.payload) > wanted)


def _crc(body: bytes) -> bytes:
    return binascii.crc_hqx(body, CRC_START).to_bytes(CRC_BYTES, "big")
