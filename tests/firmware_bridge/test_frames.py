"""COBS, CRC and the decoder that nothing may confuse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frames import LONGEST_FRAME, Decoder, Frame, cobs, uncobs
from firmware_bridge.protocol import BOOT, HELLO, HERE, PAYLOAD_BYTES

PLAIN = Frame(0x02, 0x1234, 7, bytes([0, 3, 25, 25, 3, 10, 10]))
FULL_OF_ZEROS = Frame(0x00, 0x0000, 0, bytes(26))
STREAM = PLAIN.encode() + FULL_OF_ZEROS.encode()

UNKNOWN_KINDS = st.sampled_from(sorted(set(range(256)) - PAYLOAD_BYTES.keys()))

frames = st.builds(
    Frame,
    UNKNOWN_KINDS,
    st.integers(0, 0xFFFF),
    st.integers(0, 255),
    st.binary(max_size=26),
)


@pytest.mark.parametrize(
    ("body", "stuffed"),
    [
        # Source: Wikipedia, "Consistent Overhead Byte Stuffing", encoding examples 1 to 6.
        ("00", "01 01"),
        ("00 00", "01 01 01"),
        ("00 11 00", "01 02 11 01"),
        ("11 22 00 33", "03 11 22 02 33"),
        ("11 22 33 44", "05 11 22 33 44"),
        ("11 00 00 00", "02 11 01 01 01"),
    ],
)
def test_cobs_vectors(body: str, stuffed: str) -> None:
    """The published examples, both ways."""
    assert cobs(bytes.fromhex(body)) == bytes.fromhex(stuffed)
    assert uncobs(bytes.fromhex(stuffed)) == bytes.fromhex(body)


@pytest.mark.parametrize("stuffed", ["05 11 22", "00", "02 11 00 11", "FF"])
def test_what_is_no_cobs_is_said_to_be_none(stuffed: str) -> None:
    """A count that points behind the end, or to nowhere, is no frame."""
    assert uncobs(bytes.fromhex(stuffed)) is None


def test_crc_vector() -> None:
    """The check value of CRC-16/CCITT-FALSE: 29B1 over the digits 1 to 9.

    Source: G. Cook, "Catalogue of parametrised CRC algorithms", CRC-16/IBM-3740.
    """
    digits = b"123456789"
    frame = Frame(digits[0], int.from_bytes(digits[1:3], "big"), digits[3], digits[4:])

    assert uncobs(frame.encode()[:-1]) == digits + bytes.fromhex("29B1")


@given(frames)
def test_every_frame_comes_back(frame: Frame) -> None:
    """What is sent is what is received, and no zero is inside."""
    line = frame.encode()

    assert line.count(0) == 1
    assert Decoder().feed(line) == [frame]


@pytest.mark.parametrize("kind", PAYLOAD_BYTES)
def test_known_message_of_another_length_is_damage(kind: int) -> None:
    """Only the greetings may be longer, for newer versions; nothing may be shorter."""
    for length in range(27):
        decoder = Decoder()
        got = decoder.feed(Frame(kind, 1, 1, bytes(length)).encode())
        may_grow = kind in {HELLO, HERE, BOOT} and length > PAYLOAD_BYTES[kind]
        assert bool(got) == (length == PAYLOAD_BYTES[kind] or may_grow)
        assert decoder.damaged == 1 - len(got)


@pytest.mark.parametrize("size", [1, 2, 3, 64])
def test_any_chunking_gives_the_same_frames(size: int) -> None:
    """A serial port may split the stream anywhere."""
    decoder = Decoder()
    chunks = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]

    assert [f for chunk in chunks for f in decoder.feed(chunk)] == [PLAIN, FULL_OF_ZEROS]
    assert decoder.damaged == 0


@given(st.integers(0, len(STREAM) - 1), st.integers(1, 255))
def test_damaged_byte_costs_at_most_its_neighbours(at: int, flip: int) -> None:
    """No changed byte ever makes a wrong frame; a delimiter that is lost costs two."""
    damaged = bytearray(STREAM)
    damaged[at] ^= flip
    decoder = Decoder()
    got = decoder.feed(bytes(damaged)) + decoder.feed(b"\0" + PLAIN.encode())

    assert set(got) <= {PLAIN, FULL_OF_ZEROS}
    assert got[-1] == PLAIN
    assert decoder.damaged > 0


@given(st.integers(0, len(STREAM) - 2))
def test_missing_byte_never_makes_a_wrong_frame(at: int) -> None:
    """A byte that is lost on the way is noticed, wherever it was."""
    decoder = Decoder()
    got = decoder.feed(STREAM[:at] + STREAM[at + 1 :])

    assert set(got) <= {PLAIN, FULL_OF_ZEROS}
    assert decoder.damaged == 1


@given(st.binary(max_size=400))
def test_noise_grows_nothing(noise: bytes) -> None:
    """Any bytes are survived, and what is kept of them is bounded."""
    decoder = Decoder()
    decoder.feed(noise.replace(b"\0", b"\1"))

    assert len(decoder._pending) <= LONGEST_FRAME + 1
    assert decoder.feed(b"\0" + PLAIN.encode())[-1] == PLAIN


def test_overlong_payload_is_our_own_defect() -> None:
    """The unit's buffer is 32 bytes; nobody may try more."""
    with pytest.raises(AssertionError, match="27 bytes"):
        Frame(1, 1, 1, bytes(27)).encode()
