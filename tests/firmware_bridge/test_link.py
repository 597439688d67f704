"""The host's end of the conversation, with time as a number."""

from __future__ import annotations

import pytest

from firmware_bridge import protocol as p
from firmware_bridge.frames import Decoder, Frame
from firmware_bridge.link import (
    MOST_WAITING,
    Incompatible,
    Link,
    Linked,
    LinkEvent,
    Loss,
    Lost,
    OrderRefused,
)
from firmware_bridge.messages import Beat, Board, Cause, Identity, Pattern, UnitPress
from referee.ports import Key, KeyPress
from referee.rules.seats import Seat

SESSION = 100
BEEP = Pattern(p.RED, beats=2, beat_on_ms=100, beat_off_ms=100)


class Host:
    """A link and what it has sent."""

    def __init__(self) -> None:
        self.link = Link(SESSION)
        self.events: list[LinkEvent] = []
        self._decoder = Decoder()

    def open(self, now_ms: int = 0) -> list[Frame]:
        self.link.opened(now_ms)
        return self.sent()

    def hear(self, now_ms: int, *frames: Frame) -> list[LinkEvent]:
        told = self.link.receive(b"".join(frame.encode() for frame in frames), now_ms)
        self.events += told
        return told

    def tick(self, now_ms: int) -> list[LinkEvent]:
        told = self.link.tick(now_ms)
        self.events += told
        return told

    def sent(self) -> list[Frame]:
        return self._decoder.feed(self.link.bytes_to_send())


def here(
    hello: Frame, *, before: int = 0, version: int = 1, next_order: int = 0, next_press: int = 0
) -> Frame:
    identity = Identity(
        1, 1, version, Board.AVR, (1, 0), Cause.POWER, before, next_order, next_press, 5000
    )
    return Frame(p.HERE, hello.session, hello.number, identity.encode())


def linked() -> Host:
    """A host at time 10 whose four first orders were acknowledged."""
    host = Host()
    hello = host.open()[-1]
    host.hear(10, here(hello), Frame(p.ACK_ORDERS, SESSION, 4))
    host.sent()
    return host


def press(number: int, unit_ms: int = 5000, session: int = SESSION) -> Frame:
    return Frame(p.KEY, session, number, UnitPress(Seat.WEST, Key.PASS, unit_ms).encode())


def beat(session: int = SESSION, number: int = 0) -> Frame:
    return Frame(p.BEAT, session, number, Beat(5100, 0, 0).encode())


def test_host_asks_until_it_is_answered() -> None:
    """HELLO with the same session every 200 ms, each with a token of its own."""
    host = Host()
    hellos = host.open()
    for now_ms in range(1, 1001):
        host.tick(now_ms)
        hellos += host.sent()

    assert [frame.kind for frame in hellos] == [p.HELLO] * 6
    assert {frame.session for frame in hellos} == {SESSION}
    assert len({frame.number for frame in hellos}) == 6


def test_answer_links_and_lights_the_lamps_without_a_sound() -> None:
    """What was ordered while the unit was away is shown, not sounded."""
    host = Host()
    hello = host.open()[-1]
    host.link.show(Seat.WEST, BEEP, 5)
    assert host.sent() == []
    told = host.hear(10, here(hello))
    orders = host.sent()

    assert isinstance(told[0], Linked)
    assert [(frame.kind, frame.number) for frame in orders] == [(p.SHOW, n) for n in range(4)]
    assert {frame.payload[0]: frame.payload[1] for frame in orders} == {0: 0, 1: 0, 2: p.RED, 3: 0}
    assert {frame.payload[4] for frame in orders} == {0}


def test_other_version_is_told_once() -> None:
    """A unit of another version stays unlinked and is named, not once every 200 ms."""
    host = Host()
    hello = host.open()[-1]
    first = host.hear(10, here(hello, version=p.NO_VERSION))
    again = host.hear(20, here(hello, version=p.NO_VERSION))

    assert isinstance(first[0], Incompatible)
    assert again == []
    assert not host.link.linked


def test_session_of_a_former_host_is_drawn_again() -> None:
    """A unit that has counted orders in this session takes us for somebody else."""
    host = Host()
    hello = host.open()[-1]
    assert host.hear(10, here(hello, next_order=9)) == []

    assert host.sent()[-1].session == SESSION + 1


def test_order_goes_out_at_once_and_again_after_50_ms() -> None:
    """Until it is acknowledged, with the same number."""
    host = linked()
    host.link.show(Seat.EAST, BEEP, 20)
    first = host.sent()
    host.tick(69)
    assert [frame.kind for frame in host.sent()] == []
    host.tick(70)
    again = host.sent()
    host.hear(75, Frame(p.ACK_ORDERS, SESSION, 5))
    host.tick(95)

    assert first == again == [Frame(p.SHOW, SESSION, 4, BEEP.encode(Seat.EAST))]
    assert host.sent() == []
    assert host.link.idle


def test_four_orders_are_under_way_and_the_others_wait() -> None:
    """An acknowledgement makes room for as many as it names."""
    host = linked()
    for _ in range(6):
        host.link.show(Seat.EAST, BEEP, 20)
    assert [frame.number for frame in host.sent()] == [4, 5, 6, 7]
    host.hear(30, Frame(p.ACK_ORDERS, SESSION, 6))

    assert [frame.number for frame in host.sent()] == [8, 9]


@pytest.mark.parametrize("number", [4, 3, 9, 200])
def test_acknowledgement_of_what_is_not_under_way_changes_nothing(number: int) -> None:
    """Late or impossible acknowledgements are passed over."""
    host = linked()
    host.link.show(Seat.EAST, BEEP, 20)
    host.hear(30, Frame(p.ACK_ORDERS, SESSION, number))

    assert not host.link.idle


def test_more_orders_than_can_wait_keep_the_newest_of_each_seat() -> None:
    """A program gone wild fills no memory, and the lamps end as they were ordered last."""
    host = linked()
    for n in range(MOST_WAITING + 20):
        host.link.show(Seat.EAST, Pattern(1 + n % 7), 20)
    host.link.show(Seat.NORTH, Pattern(p.BLUE), 20)
    shown: dict[int, int] = {}
    frames = host.sent()
    count = 0
    while not host.link.idle:
        for frame in frames:
            shown[frame.payload[0]] = frame.payload[1]
            count += 1
        host.hear(30, Frame(p.ACK_ORDERS, SESSION, (frames[-1].number + 1) & 0xFF))
        frames = host.sent()

    assert shown[0] == 1 + (MOST_WAITING + 19) % 7
    assert shown[1] == p.BLUE
    assert count < MOST_WAITING + 8


def test_press_is_told_once_with_the_hosts_time() -> None:
    """Repeats are acknowledged and not told again."""
    host = linked()
    told = host.hear(40, press(0, unit_ms=5020))
    told += host.hear(45, press(0, unit_ms=5020), press(0, unit_ms=5020))
    host.tick(46)

    # HELLO at 0 was answered at 10 with unit time 5000.
    assert told == [KeyPress(Seat.WEST, Key.PASS, 25)]
    assert [(frame.kind, frame.number) for frame in host.sent()] == [(p.ACK_KEYS, 1)]


def test_times_of_presses_never_run_back() -> None:
    """A better guess at the unit's clock does not make the later press the earlier one."""
    host = linked()
    told = host.hear(40, press(0, unit_ms=5030))
    host.tick(110)
    asked = host.sent()[-1]
    # Answered at once, so the unit's clock turns out to be 9 ms ahead of what HELLO said.
    host.hear(110, Frame(p.BEAT, SESSION, asked.number, Beat(5114, 0, 0).encode()))
    told += host.hear(120, press(1, unit_ms=5032), press(2, unit_ms=9999))

    assert [event.at_ms for event in told if isinstance(event, KeyPress)] == [35, 35, 120]


def test_press_is_acknowledged_only_after_it_was_told() -> None:
    """A host that dies between the two is told again by the unit, so nothing is lost."""
    host = linked()
    host.hear(40, press(0))
    assert host.sent() == []
    host.tick(40)

    assert [frame.kind for frame in host.sent()] == [p.ACK_KEYS]


def test_press_after_a_gap_waits_for_the_missing_one() -> None:
    """Order is kept: the acknowledgement asks for the one that was lost."""
    host = linked()
    assert host.hear(40, press(1)) == []
    host.tick(41)

    assert [(frame.kind, frame.number) for frame in host.sent()] == [(p.ACK_KEYS, 0)]
    assert len(host.hear(90, press(0), press(1))) == 2


def test_press_of_no_seat_is_not_told() -> None:
    """What a newer unit means by a fifth seat is not guessed."""
    host = linked()

    assert host.hear(40, Frame(p.KEY, SESSION, 0, bytes(6)[:-1])) == []


def test_unit_is_asked_ten_times_a_second_and_given_up_after_a_second() -> None:
    """Silence for 1 s is a loss; the next session is greeted at once."""
    host = linked()
    beats = 0
    for now_ms in range(11, 1010):
        assert host.tick(now_ms) == []
        beats += sum(frame.kind == p.ASK_BEAT for frame in host.sent())
    assert host.tick(1010) == [Lost(Loss.SILENT)]
    hello = host.sent()[-1]

    assert beats in {9, 10}
    assert (hello.kind, hello.session) == (p.HELLO, SESSION + 1)


def test_any_frame_of_the_session_is_a_sign_of_life() -> None:
    """A press or an acknowledgement shows that the unit is there."""
    host = linked()
    host.hear(900, press(0))

    assert host.tick(1500) == []


@pytest.mark.parametrize(
    "frame",
    [beat(session=p.NO_SESSION), beat(session=77), Frame(p.BOOT, p.NO_SESSION, 0, bytes(15))],
    ids=["without host", "other host", "boot"],
)
def test_unit_that_started_anew_is_noticed_at_once(frame: Frame) -> None:
    """It need not be silent for a second first."""
    host = linked()

    assert host.hear(40, frame) == [Lost(Loss.RESTARTED)]
    assert host.sent()[-1].kind == p.HELLO


def test_presses_go_on_where_they_were_when_the_unit_kept_its_memory() -> None:
    """A press whose acknowledgement was lost with the session is not told twice."""
    host = linked()
    host.hear(40, press(0))
    host.link.closed()
    hello = host.open(50)[-1]
    host.hear(60, here(hello, before=SESSION, next_press=0))
    told = host.hear(61, press(0, session=hello.session), press(1, session=hello.session))

    assert len(told) == 1


def test_presses_begin_anew_with_a_unit_that_forgot() -> None:
    """After a reset, press 0 is a new press."""
    host = linked()
    host.hear(40, press(0), press(1))
    host.link.closed()
    hello = host.open(50)[-1]
    host.hear(60, here(hello, before=p.NO_SESSION, next_press=0))

    assert len(host.hear(61, press(0, session=hello.session))) == 1


def test_session_that_was_never_confirmed_is_offered_again() -> None:
    """Otherwise a unit that heard one HELLO too many would name a session that was none."""
    host = linked()
    host.link.closed()
    first = host.open(50)[-1]
    host.link.closed()

    assert host.open(90)[-1].session == first.session


def test_refusal_is_told() -> None:
    """Two programs disagree about the protocol, and somebody has to read it in the log."""
    host = linked()

    assert host.hear(40, Frame(p.REFUSED, SESSION, 4, b"\2")) == [OrderRefused(4, 2)]


def test_lost_unit_takes_no_orders_along() -> None:
    """What waited when the line broke is not sounded later."""
    host = linked()
    host.link.show(Seat.EAST, BEEP, 20)
    assert host.link.closed() == [Lost(Loss.UNPLUGGED)]
    hello = host.open(50)[-1]
    host.hear(60, here(hello))

    assert {frame.payload[4] for frame in host.sent()} == {0}


def test_leaving_host_asks_nothing_more() -> None:
    """A beat that crosses the BYE must not begin a new session."""
    host = linked()
    host.link.say_bye(20)
    assert [frame.kind for frame in host.sent()] == [p.BYE]
    host.hear(30, Frame(p.ACK_ORDERS, SESSION, 5), beat(session=p.NO_SESSION))
    for now_ms in range(31, 2000):
        host.tick(now_ms)

    assert host.link.idle
    assert host.sent() == []


def test_closed_link_is_quiet() -> None:
    """Without a port there is nobody to ask."""
    host = linked()
    host.link.closed()
    for now_ms in range(20, 3000):
        assert host.tick(now_ms) == []
    assert host.sent() == []
    assert host.link.closed() == []
