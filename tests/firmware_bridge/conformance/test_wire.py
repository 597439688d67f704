"""What PROTOCOL.md promises of a unit, byte by byte, for every unit that has a line."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware_bridge import protocol as p
from firmware_bridge.frames import Frame
from firmware_bridge.messages import Beat, Board, Cause, Identity, Pattern, UnitPress
from referee.ports import Key
from referee.rules.seats import Seat
from tests.firmware_bridge.rigs import Move
from tests.firmware_bridge.rigs.wire import SESSION, Wire

RED_STEADY = Pattern(p.RED).encode(Seat.EAST)
THREE_BEATS = Pattern(p.GREEN, beats=3, beat_on_ms=100, beat_off_ms=100).encode(Seat.WEST)


def taps(count: int, *, every_ms: int = 60, first_ms: int = 5) -> list[Move]:
    moves = []
    for n in range(count):
        at_ms = first_ms + n * every_ms
        moves.append(Move(at_ms, Seat.NORTH, Key.CALL, down=True))
        moves.append(Move(at_ms + 25, Seat.NORTH, Key.CALL, down=False))
    return moves


def test_unit_says_who_it_is(wire: Wire) -> None:
    """HELLO is answered with versions, board, cause of the start and where counting begins."""
    identity = wire.greet()

    assert (identity.lowest, identity.highest, identity.version) == (1, 1, 1)
    assert identity.board in set(Board) - {Board.UNKNOWN}
    assert identity.cause is Cause.POWER
    assert identity.session_before == p.NO_SESSION
    assert (identity.next_order, identity.next_press) == (0, 0)


@pytest.mark.parametrize(
    ("lowest", "highest", "chosen"),
    [(0, 1, 1), (1, 9, 1), (0, 0, p.NO_VERSION), (2, 9, p.NO_VERSION)],
)
def test_old_and_new_hosts_are_told_the_common_version(
    wire: Wire, lowest: int, highest: int, chosen: int
) -> None:
    """The newest version that both speak is chosen; without one the unit stays without a host."""
    assert wire.greet(lowest=lowest, highest=highest).version == chosen
    assert wire.beat().session == (SESSION if chosen else p.NO_SESSION)


def test_hello_of_a_newer_host_may_be_longer(wire: Wire) -> None:
    """Fields that this version does not know are passed over."""
    wire.send(Frame(p.HELLO, SESSION, 3, bytes([1, 4, 99, 98])).encode())
    identity = Identity.parse(wire.await_kind(p.HERE).payload)

    assert identity is not None
    assert identity.version == 1


def test_unit_without_a_host_says_so(wire: Wire) -> None:
    """Before any host is heard, all lamps flash blue and nothing sounds."""
    wire.wait(2200)

    blue = [edge for edge in wire.edges if edge.output == 2 and edge.seat is Seat.SOUTH]
    assert [edge.level for edge in blue][:4] == [1, 0, 1, 0]
    assert blue[2].at_ms - blue[0].at_ms == pytest.approx(2000, abs=wire.precision_ms)
    assert not any(wire.sounding())


def test_order_is_carried_out_and_acknowledged(wire: Wire) -> None:
    """SHOW lights the lamp; the acknowledgement names the order wanted next."""
    wire.greet()
    frames = wire.order(p.SHOW, 0, RED_STEADY)
    wire.wait(30)

    assert [frame.number for frame in frames if frame.kind == p.ACK_ORDERS] == [1]
    assert wire.colours() == [p.RED, 0, 0, 0]


def test_order_again_is_acknowledged_and_not_carried_out(wire: Wire) -> None:
    """A repeated order does not begin its beats anew."""
    wire.greet()
    wire.order(p.SHOW, 0, THREE_BEATS)
    wire.wait(650)
    beats = len([edge for edge in wire.edges if edge.output == 3])
    frames = wire.order(p.SHOW, 0, THREE_BEATS)
    wire.wait(150)

    assert beats == 6
    assert frames[-1].number == 1
    assert len([edge for edge in wire.edges if edge.output == 3]) == beats


def test_order_after_a_gap_waits_for_the_missing_one(wire: Wire) -> None:
    """Order is kept: number 1 without 0 is not carried out and 0 is asked for."""
    wire.greet()
    frames = wire.order(p.SHOW, 1, RED_STEADY)
    wire.wait(30)

    assert frames[-1].number == 0
    assert wire.colours() == [0, 0, 0, 0]


def test_order_numbers_go_round(wire: Wire) -> None:
    """After 255 comes 0."""
    wire.greet()
    for number in range(258):
        assert wire.order(p.SHOW, number & 0xFF, RED_STEADY)[-1].number == (number + 1) & 0xFF


@pytest.mark.parametrize(
    "payload",
    [
        bytes([4, 1, 1, 0, 0, 0, 0]),  # no such seat
        bytes([0, 8, 1, 0, 0, 0, 0]),  # no such colour
        bytes([0, 1, 0, 1, 0, 0, 0]),  # a lamp that is never on
        bytes([0, 1, 1, 0, 11, 1, 1]),  # too many beats
        bytes([0, 1, 1, 0, 1, 101, 1]),  # too long a beat
        bytes([0, 1, 1, 0, 1, 1, 101]),
        bytes([0, 1, 1, 0, 1, 0, 1]),  # beats without length
        bytes([0, 1, 1, 0, 2, 1, 0]),
    ],
)
def test_order_outside_the_limits_is_refused(wire: Wire, payload: bytes) -> None:
    """Nothing is shown, the reason is given, and the next order is welcome."""
    wire.greet()
    frames = wire.order(p.SHOW, 0, payload)

    assert Frame(p.REFUSED, SESSION, 0, bytes([p.REASON_VALUE])) in frames
    assert frames[-1].number == 1
    wire.order(p.SHOW, 1, RED_STEADY)
    wire.wait(30)
    assert wire.colours() == [p.RED, 0, 0, 0]


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        (p.SHOW, bytes([0, 1, 1, 0, 0, 0])),
        (p.SHOW, bytes([0, 1, 1, 0, 0, 0, 0, 0])),
        (p.BYE, b"\1"),
        (p.HELLO, b"\1"),
    ],
)
def test_order_of_another_length_is_damage(wire: Wire, kind: int, payload: bytes) -> None:
    """A lost byte that slips past the CRC must not cost an order: the frame counts as damaged."""
    wire.greet()
    wire.send(Frame(kind, SESSION, 0, payload).encode())
    wire.wait(60)
    assert wire.of_kind(p.ACK_ORDERS) == wire.of_kind(p.REFUSED) == []
    beat = Beat.parse(wire.beat().payload)
    assert beat is not None
    assert beat.damaged == 1
    wire.order(p.SHOW, 0, RED_STEADY)
    wire.wait(30)
    assert wire.colours() == [p.RED, 0, 0, 0]


def test_order_of_a_newer_version_is_refused(wire: Wire) -> None:
    """An unknown message is not repeated for ever: it is refused and counted as done."""
    wire.greet()
    frames = wire.order(0x33, 0, b"news")

    assert Frame(p.REFUSED, SESSION, 0, bytes([p.REASON_TYPE])) in frames
    assert frames[-1].number == 1


def test_other_session_is_not_obeyed(wire: Wire) -> None:
    """An order of a host that the unit has not greeted changes nothing."""
    wire.greet()
    wire.send(Frame(p.SHOW, SESSION + 1, 0, RED_STEADY).encode())
    wire.wait(50)

    assert wire.of_kind(p.ACK_ORDERS) == []
    assert wire.colours() == [0, 0, 0, 0]
    assert wire.beat(session=SESSION + 1).session == SESSION


def test_new_session_begins_dark_and_at_zero(wire: Wire) -> None:
    """A host that starts anew finds no lamp of the former one, and is told whose place it took."""
    wire.greet()
    wire.order(p.SHOW, 0, THREE_BEATS)
    identity = wire.greet(session=SESSION + 1)
    wire.wait(30)

    assert identity.session_before == SESSION
    assert identity.next_order == 0
    assert wire.colours() == [0, 0, 0, 0]
    assert not any(wire.sounding())


def test_same_hello_again_changes_nothing(wire: Wire) -> None:
    """The answer to HELLO may have been lost; asking again must not darken the lamps."""
    wire.greet()
    wire.order(p.SHOW, 0, RED_STEADY)
    identity = wire.greet()
    wire.wait(30)

    assert identity.session_before == p.NO_SESSION
    assert identity.next_order == 1
    assert wire.colours() == [p.RED, 0, 0, 0]


def test_press_is_repeated_until_acknowledged(wire: Wire) -> None:
    """The same number every 50 ms with the same time, then silence."""
    wire.greet()
    wire.move_keys(taps(1))
    wire.wait(300)
    presses = wire.of_kind(p.KEY)
    wire.send(Frame(p.ACK_KEYS, SESSION, 1).encode())
    wire.wait(60)
    begin = len(wire.got)
    wire.wait(200)

    assert len(presses) >= 4
    assert len(set(presses)) == 1
    press = UnitPress.parse(presses[0].payload)
    assert press is not None
    assert (press.seat, press.key, presses[0].number) == (Seat.NORTH, Key.CALL, 0)
    assert wire.of_kind(p.KEY, begin) == []


def test_presses_go_out_four_at_a_time_and_none_is_forgotten(wire: Wire) -> None:
    """Up to 32 presses wait; more are dropped, counted, and the count is told."""
    wire.greet()
    wire.move_keys(taps(p.PRESSES_KEPT + 3))
    wire.live((p.PRESSES_KEPT + 3) * 60 + 100)
    numbers = {frame.number for frame in wire.of_kind(p.KEY)}
    beat = Beat.parse(wire.beat().payload)

    assert numbers == set(range(p.PRESSES_IN_FLIGHT))
    assert beat is not None
    assert beat.dropped == 3
    for wanted in range(p.PRESSES_IN_FLIGHT, p.PRESSES_KEPT + 1, p.PRESSES_IN_FLIGHT):
        wire.send(Frame(p.ACK_KEYS, SESSION, wanted).encode())
        wire.wait(60)
    presses = {frame.number: frame for frame in wire.of_kind(p.KEY)}
    assert sorted(presses) == list(range(p.PRESSES_KEPT))
    times = [int.from_bytes(presses[n].payload[2:], "big") for n in range(p.PRESSES_KEPT)]
    assert [b - a for a, b in pairwise(times)] == pytest.approx(
        [60] * (p.PRESSES_KEPT - 1), abs=wire.precision_ms
    )


def test_acknowledgement_of_what_was_never_sent_is_ignored(wire: Wire) -> None:
    """A number out of the blue does not make a press vanish."""
    wire.greet()
    wire.move_keys(taps(1))
    wire.wait(60)
    wire.send(Frame(p.ACK_KEYS, SESSION, 9).encode())
    wire.wait(60)
    begin = len(wire.got)
    wire.wait(150)

    assert {frame.number for frame in wire.of_kind(p.KEY, begin)} == {0}


def test_presses_outlive_the_session(wire: Wire) -> None:
    """What was pressed while the host was away is told to the next one, with its time."""
    wire.greet()
    wire.move_keys(taps(2))
    wire.wait(200)
    wire.send(Frame(p.ACK_KEYS, SESSION, 1).encode())
    wire.wait(60)
    wire.move_keys(taps(1, first_ms=2100))
    wire.wait(2300)
    begin = len(wire.got)
    identity = wire.greet(session=SESSION + 1)
    wire.wait(40)

    assert identity.session_before == SESSION
    assert identity.next_press == 1
    presses = {frame.number: frame for frame in wire.of_kind(p.KEY, begin)}
    assert sorted(presses) == [1, 2]
    first, second = (UnitPress.parse(presses[number].payload) for number in (1, 2))
    assert first is not None
    assert second is not None
    assert second.unit_ms - first.unit_ms > 2000
    assert {frame.session for frame in presses.values()} == {SESSION + 1}


def test_silent_host_is_given_up_after_two_seconds(wire: Wire) -> None:
    """Buzzers stop, lamps flash blue, and the unit says that it has no session."""
    wire.greet()
    endless = Pattern(p.RED, beats=10, beat_on_ms=1000, beat_off_ms=10)
    wire.order(p.SHOW, 0, endless.encode(Seat.EAST))
    begin = len(wire.edges)
    wire.wait(1800)
    assert wire.sounding() == [True, False, False, False]
    wire.wait(500)

    assert wire.sounding() == [False] * 4
    blue = [edge for edge in wire.edges[begin:] if (edge.seat, edge.output) == (Seat.WEST, 2)]
    lit = next(edge for edge in wire.edges if edge.output == 0 and edge.level)
    assert blue[0].at_ms - lit.at_ms == pytest.approx(2000, abs=20 + wire.precision_ms)
    assert wire.beat().session == p.NO_SESSION


def test_beats_keep_a_session_alive(wire: Wire) -> None:
    """A host that only asks for signs of life is heard."""
    wire.greet()
    wire.order(p.SHOW, 0, RED_STEADY)
    wire.live(3000)

    assert wire.colours() == [p.RED, 0, 0, 0]
    assert wire.beat().session == SESSION


def test_bye_leaves_the_table_dark(wire: Wire) -> None:
    """After BYE nothing shines, sounds or complains about a lost host; repeats are acknowledged."""
    wire.greet()
    wire.order(p.SHOW, 0, THREE_BEATS)
    wire.order(p.BYE, 1)
    again = wire.order(p.BYE, 1)
    wire.wait(30)
    begin = len(wire.edges)
    wire.wait(2500)

    assert again[-1].number == 2
    assert wire.colours() == [0, 0, 0, 0]
    assert not any(wire.sounding())
    assert wire.edges[begin:] == []


def test_noise_is_counted_and_costs_nothing_else(wire: Wire) -> None:
    """Damaged, cut, overlong and empty frames are passed over; the next sound one is obeyed."""
    wire.greet()
    sound = Frame(p.SHOW, SESSION, 0, RED_STEADY).encode()
    flipped = bytes([sound[0], sound[1] ^ 0x10]) + sound[2:]
    wire.send(flipped + sound[:9] + b"\0" + b"\x55" * 80 + b"\0" + b"\0\0" + b"\x01\0")
    wire.wait(50)
    assert wire.of_kind(p.ACK_ORDERS) == []
    wire.send(sound)
    wire.await_kind(p.ACK_ORDERS, 0)
    wire.wait(30)

    assert wire.colours() == [p.RED, 0, 0, 0]
    beat = Beat.parse(wire.beat().payload)
    assert beat is not None
    assert beat.damaged == 4
    assert wire.damaged == 0


def test_any_chunking_is_understood(wire: Wire) -> None:
    """A line may hand a frame over byte by byte."""
    wire.greet()
    for byte in Frame(p.SHOW, SESSION, 0, RED_STEADY).encode():
        wire.send(bytes([byte]))
        wire.wait(3)

    assert wire.await_kind(p.ACK_ORDERS, 0).number == 1


def test_longest_frame_is_understood_and_a_longer_one_is_not(wire: Wire) -> None:
    """Bodies of 32 bytes are read; one byte more is damage."""
    wire.greet()
    payload = bytes(range(1, 27))
    assert Frame(p.REFUSED, SESSION, 0, bytes([p.REASON_TYPE])) in wire.order(0x33, 0, payload)
    body = 34
    wire.send(bytes([body]) + b"\x01" * (body - 1) + b"\0")
    beat = Beat.parse(wire.beat().payload)
    assert beat is not None
    assert beat.damaged == 1


def test_reset_in_mid_pattern_starts_anew(wire: Wire) -> None:
    """After a reset nothing of the old pattern is left, and BOOT says that it happened."""
    wire.greet()
    wire.order(p.SHOW, 0, THREE_BEATS)
    wire.wait(50)
    assert wire.sounding() == [False, False, True, False]
    wire.reset()
    boot = wire.await_kind(p.BOOT, within_ms=1500)
    wire.wait(50)

    identity = Identity.parse(boot.payload)
    assert identity is not None
    assert boot.session == p.NO_SESSION
    assert not any(wire.sounding())
    assert wire.beat().session == p.NO_SESSION
    assert wire.greet(session=SESSION + 1).session_before == p.NO_SESSION


def test_hanging_program_is_found_by_the_watchdog(wire: Wire) -> None:
    """A program that stops is started again and says why."""
    wire.greet()
    wire.order(p.SHOW, 0, THREE_BEATS)
    begin = len(wire.got)
    wire.hang()
    boot = wire.await_kind(p.BOOT, begin, within_ms=3000)
    wire.wait(50)

    identity = Identity.parse(boot.payload)
    assert identity is not None
    assert identity.cause is Cause.WATCHDOG
    assert not any(wire.sounding())
    wire.greet(session=SESSION + 1)


def test_key_that_is_down_at_the_start_is_no_press(wire: Wire) -> None:
    """A stuck key says nothing until it was released."""
    wire.move_keys([Move(1, Seat.EAST, Key.PASS, down=True)])
    wire.wait(30)
    wire.reset()
    wire.await_kind(p.BOOT, within_ms=1500)
    wire.greet()
    wire.wait(150)
    assert wire.of_kind(p.KEY) == []
    wire.move_keys(
        [
            Move(1, Seat.EAST, Key.PASS, down=False),
            Move(60, Seat.EAST, Key.PASS, down=True),
        ]
    )
    wire.wait(150)

    assert {frame.number for frame in wire.of_kind(p.KEY)} == {0}
