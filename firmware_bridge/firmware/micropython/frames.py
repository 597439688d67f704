# MicroPython has other modules than CPython, and no stubs of them are here.
# mypy: ignore-errors
"""Bodies in COBS frames, for MicroPython, whose library has neither COBS nor this CRC."""

import protocol as p

LONGEST_FRAME = p.LONGEST_BODY + 1
"""COBS adds one byte to anything shorter than 254."""

_MAY_GROW = (p.HELLO, p.HERE, p.BOOT)
"""Messages to which newer programs may append fields."""

# One entry for each value of the upper four bits; 16 numbers are enough to halve the work twice.
_CRC = tuple((n << 12 ^ n << 5 ^ n) & 0xFFFF for n in range(16))


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    crc = p.CRC_START
    for byte in data:
        crc = _CRC[(crc >> 12) ^ (byte >> 4)] ^ (crc << 4 & 0xFFFF)
        crc = _CRC[(crc >> 12) ^ (byte & 15)] ^ (crc << 4 & 0xFFFF)
    return crc


def encode(kind: int, session: int, number: int, payload: bytes = b"") -> bytes:
    """One frame with its delimiter."""
    body = bytes((kind, session >> 8, session & 0xFF, number & 0xFF)) + payload
    body += crc16(body).to_bytes(p.CRC_BYTES, "big")
    frame = b""
    for block in body.split(b"\0"):
        frame += bytes((len(block) + 1,)) + block
    return frame + b"\0"


class Decoder:
    """Bytes in pieces of any size to whole bodies; damaged frames are counted and skipped."""

    def __init__(self) -> None:
        self.damaged = 0
        self._frame = bytearray()

    def feed(self, byte: int) -> bytes:
        """Take one byte; the body without its CRC when *byte* ended a sound frame, else empty."""
        if byte:
            # One byte more than the longest, so that a longer one is known to be too long.
            if len(self._frame) <= LONGEST_FRAME:
                self._frame.append(byte)
            return b""
        frame = bytes(self._frame)
        self._frame = bytearray()
        body = _uncobs(frame) if len(frame) <= LONGEST_FRAME else b""
        if len(body) >= p.HEADER_BYTES + p.CRC_BYTES and crc16(body) == 0:
            content = body[: -p.CRC_BYTES]
            if _has_length_of_its_kind(content):
                return content
        if frame:
            self.damaged = (self.damaged + 1) & 0xFFFF
        return b""


def _has_length_of_its_kind(content: bytes) -> bool:
    # A lost byte that the CRC misses, once in 65536 times, still shows in the length.
    payload = len(content) - p.HEADER_BYTES
    wanted = p.PAYLOAD_BYTES.get(content[0], payload)
    return payload == wanted or (content[0] in _MAY_GROW and payload > wanted)


def _uncobs(frame: bytes) -> bytes:
    body = b""
    place = 0
    while place < len(frame):
        end = place + frame[place]
        if end > len(frame):
            return b""
        body += frame[place + 1 : end]
        if end < len(frame):
            body += b"\0"
        place = end
    return body
