"""The ATmega's C code under the sanitizers of this machine's compiler, fed with rubbish."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from firmware_bridge import protocol as p
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.messages import Beat
from tests.firmware_bridge.rigs.real import FIRMWARE

BYTES = 1_500_000
SESSION = 0x1234

pytestmark = pytest.mark.firmware

Junk = Callable[[random.Random], bytes]


def noise(chance: random.Random) -> bytes:
    return chance.randbytes(chance.randrange(1, 60))


def short_frames(chance: random.Random) -> bytes:
    """Zeros end frames, so there are many short ones."""
    return bytes(chance.choices((0, 0, 0, 1, 2, 3, 5, 255), k=chance.randrange(1, 40)))


def senseless(chance: random.Random) -> bytes:
    """Sound frames of any kind with any payload."""
    kind = chance.choice((*range(8), *range(0x80, 0x89), 0xFF))
    payload = chance.randbytes(chance.randrange(27))
    return Frame(kind, chance.choice((0, 1, SESSION)), chance.randrange(256), payload).encode()


def conversation(chance: random.Random) -> bytes:
    """What a host would say, with orders just inside and just outside their limits."""
    kind = chance.choice((p.HELLO, p.SHOW, p.SHOW, p.SHOW, p.BYE, p.ACK_KEYS, p.ASK_BEAT))
    payload = b""
    if kind == p.HELLO:
        payload = chance.choice((b"\1\1", b"\1\1", b"\1\7more", b"\0\0", b"\2\3"))
    elif kind == p.SHOW:
        payload = bytes(
            chance.choice((0, 1, most // 2, most, most, min(most + 1, 255)))
            for most in (3, 7, 255, 255, 10, 100, 100)
        )
    # A run of numbers, so that the one that is wanted is among them.
    number = chance.randrange(256)
    frames = (Frame(kind, SESSION, number + n & 0xFF, payload) for n in range(4))
    return b"".join(frame.encode() for frame in frames)


def broken(chance: random.Random) -> bytes:
    """A sound frame with a byte changed, lost or doubled."""
    frame = bytearray(chance.choice((senseless, conversation))(chance))
    place = chance.randrange(len(frame))
    frame[place : place + 1] = chance.choice((b"", b"\0", chance.randbytes(1), frame[place:][:2]))
    return bytes(frame)


@cache
def rubbish(seed: int) -> bytes:
    chance = random.Random(seed)  # noqa: S311
    kinds: tuple[Junk, ...] = (noise, short_frames, senseless, conversation, conversation, broken)
    data = bytearray()
    while len(data) < BYTES:
        data += chance.choice(kinds)(chance)
    return bytes(data)


@pytest.fixture(scope="module")
def program() -> Path:
    if shutil.which("cc") is None or shutil.which("make") is None:
        pytest.skip("no C compiler (apt-get install gcc libc6-dev make)")
    subprocess.run(["make", "-s", "-C", FIRMWARE / "rubbish"], check=True)
    return FIRMWARE.parents[1] / "var" / "firmware" / "rubbish"


def run(program: Path, mode: str, data: bytes) -> bytes:
    done = subprocess.run([program, mode], input=data, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()[:4000]
    return done.stdout


@pytest.mark.parametrize("seed", [1, 2])
def test_parser_takes_what_the_host_takes(program: Path, seed: int) -> None:
    """Two programs that were written apart agree on every frame and on every damage."""
    data = rubbish(seed)
    *told, last = run(program, "frames", data).decode().splitlines()
    host = Decoder()
    wanted = [
        f"{frame.kind:02x}{frame.session:04x}{frame.number:02x}{frame.payload.hex()}"
        for frame in host.feed(data)
    ]

    assert told == wanted
    assert last == f"damaged {host.damaged & 0xFFFF}"
    assert len(wanted) > 10_000
    assert host.damaged > 10_000


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_unit_answers_rubbish_with_sound_frames_and_works_afterwards(
    program: Path, seed: int
) -> None:
    """No sanitizer speaks up, nothing is sent into a full ring, nothing sounds without a host."""
    greeting = Frame(p.HELLO, 0x4242, 9, b"\1\1").encode()
    order = Frame(p.SHOW, 0x4242, 0, bytes((0, p.RED, 1, 0, 0, 0, 0))).encode()
    question = Frame(p.ASK_BEAT, 0x4242, 77).encode()
    pause = b"\0" * 60
    end = pause + greeting + pause + order + pause + question + pause
    line = Decoder()
    answers = line.feed(run(program, "unit", rubbish(seed) + end))

    assert line.damaged == 0
    assert {frame.kind for frame in answers} == {
        p.BOOT, p.HERE, p.KEY, p.ACK_ORDERS, p.BEAT, p.REFUSED
    }  # fmt: skip
    ours = [frame for frame in answers if frame.session == 0x4242 and frame.kind != p.KEY]
    assert [frame.kind for frame in ours] == [p.HERE, p.ACK_ORDERS, p.BEAT]
    assert ours[1].number == 1
    beat = Beat.parse(ours[2].payload)
    assert beat is not None
    assert beat.damaged > 1000
