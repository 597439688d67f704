# MicroPython has other modules than CPython, and no stubs of them are here.
# mypy: ignore-errors
"""The seat unit's program without pins, port or clock: bytes and time in, bytes and levels out.

Runs on MicroPython and on CPython alike; `main.py` connects it to a Pico. PROTOCOL.md is the
contract, firmware/avr the reference, and the same conformance tests judge both.
"""

import protocol as p
from frames import Decoder, encode
from signals import OUTPUTS, Contact, SeatSignals

_LOST, _HOSTED, _PARTED = range(3)
_KEYS = p.SEATS * p.KEYS


class Unit:
    """One seat unit. All times are milliseconds since its start, never running backwards."""

    def __init__(self, send, board: int, cause: int, keys_down: int) -> None:
        """Start; *send* takes bytes for the host, *keys_down* is as in `tick`."""
        self._send = send
        self._board = board
        self._cause = cause
        self._decoder = Decoder()
        self._signals = [SeatSignals() for _ in range(p.SEATS)]
        self._contacts = [Contact(keys_down >> place & 1) for place in range(_KEYS)]
        self._state = _LOST
        self._session = p.NO_SESSION
        self._session_before = p.NO_SESSION
        self._next_order = 0
        self._heard = 0
        self._presses = []
        self._oldest = 0
        self._sent = 0
        self._sent_at = 0
        self._dropped = 0
        self._show_lost(0)
        self._introduce(p.BOOT, p.NO_SESSION, 0, p.NO_VERSION, 0)

    def levels(self, now: int) -> int:
        """All outputs as bits: 4 * seat + {0 red, 1 green, 2 blue, 3 buzzer}."""
        levels = 0
        for seat, signals in enumerate(self._signals):
            levels |= signals.levels(now) << OUTPUTS * seat
        return levels

    def receive(self, chunk: bytes, now: int) -> None:
        """Take bytes of the line, in pieces of any size."""
        for byte in chunk:
            body = self._decoder.feed(byte)
            if body:
                session = body[1] << 8 | body[2]
                self._handle(body[0], session, body[3], body[p.HEADER_BYTES :], now)

    def tick(self, keys_down: int, now: int) -> None:
        """Look at the keys and send what is due; *keys_down* has bits seat + 4 * key."""
        for place, contact in enumerate(self._contacts):
            at = contact.pressed_at(keys_down >> place & 1, now)
            if at >= 0:
                self._keep(place, at)
        if self._state != _HOSTED:
            return
        if now - self._heard >= p.HOST_SILENT_MS:
            self._state = _LOST
            self._show_lost(now)
            return
        self._send_presses(now)

    def _keep(self, place: int, at: int) -> None:
        if len(self._presses) == p.PRESSES_KEPT:
            self._dropped = min(self._dropped + 1, 255)
            return
        key = p.KEY_PASS if place < p.SEATS else p.KEY_CALL
        self._presses.append(bytes((place % p.SEATS, key)) + _u32(at))

    def _send_presses(self, now: int) -> None:
        if self._sent and now - self._sent_at >= p.RESEND_MS:
            self._sent = 0
        while self._sent < min(len(self._presses), p.PRESSES_IN_FLIGHT):
            if self._sent == 0:
                self._sent_at = now
            number = self._oldest + self._sent
            self._send(encode(p.KEY, self._session, number, self._presses[self._sent]))
            self._sent += 1

    def _handle(self, kind: int, session: int, number: int, payload: bytes, now: int) -> None:
        if kind == p.HELLO:
            if session != p.NO_SESSION:
                self._be_greeted(session, number, payload, now)
            return
        ours = session == self._session
        if ours and self._state == _HOSTED:
            self._heard = now
        if kind == p.ASK_BEAT:
            self._answer_beat(number, now)
        elif ours and self._state != _LOST:
            if kind == p.ACK_KEYS:
                self._take_key_ack(number, now)
            else:
                self._take_order(kind, number, payload, now)

    def _be_greeted(self, session: int, number: int, payload: bytes, now: int) -> None:
        version = min(payload[1], p.HIGHEST_VERSION)
        if version < max(payload[0], p.LOWEST_VERSION):
            self._introduce(p.HERE, session, number, p.NO_VERSION, now)
            return
        if session != self._session:
            self._session_before = self._session
            self._session = session
            self._next_order = 0
            # What was shown belonged to the former session.
            self._state = _LOST
        if self._state != _HOSTED:
            self._show_dark(now)
        self._state = _HOSTED
        self._heard = now
        self._sent = 0
        self._introduce(p.HERE, session, number, version, now)

    def _introduce(self, kind: int, session: int, number: int, version: int, now: int) -> None:
        facts = (p.LOWEST_VERSION, p.HIGHEST_VERSION, version, self._board)
        firmware = (p.FIRMWARE_MAJOR, p.FIRMWARE_MINOR)
        payload = bytes(facts + firmware + (self._cause,))
        payload += self._session_before.to_bytes(2, "big")
        payload += bytes((self._next_order, self._oldest)) + _u32(now)
        self._send(encode(kind, session, number, payload))

    def _answer_beat(self, token: int, now: int) -> None:
        session = self._session if self._state == _HOSTED else p.NO_SESSION
        payload = _u32(now) + self._decoder.damaged.to_bytes(2, "big") + bytes((self._dropped,))
        self._send(encode(p.BEAT, session, token, payload))

    def _take_key_ack(self, number: int, now: int) -> None:
        taken = (number - self._oldest) & 0xFF
        # Numbers that were never given are ignored.
        if 0 < taken <= len(self._presses):
            self._presses = self._presses[taken:]
            self._oldest = number
            self._sent = max(self._sent - taken, 0)
            self._sent_at = now

    def _take_order(self, kind: int, number: int, payload: bytes, now: int) -> None:
        if self._state == _HOSTED and number == self._next_order:
            reason = self._carry_out(kind, payload, now)
            self._next_order = (self._next_order + 1) & 0xFF
            if reason:
                self._send(encode(p.REFUSED, self._session, number, bytes((reason,))))
        self._send(encode(p.ACK_ORDERS, self._session, self._next_order))

    def _carry_out(self, kind: int, payload: bytes, now: int) -> int:
        """0, or the reason why the order cannot be carried out."""
        if kind == p.SHOW:
            if not _is_sound(payload):
                return p.REASON_VALUE
            seat, colour, on, off, beats, beat_on, beat_off = payload
            step = p.TIME_STEP_MS
            self._signals[seat].show(
                now, colour, on * step, off * step, beats, beat_on * step, beat_off * step
            )
            return 0
        if kind == p.BYE:
            self._show_dark(now)
            self._state = _PARTED
            return 0
        return p.REASON_TYPE

    def _show_dark(self, now: int) -> None:
        for signals in self._signals:
            signals.show(now, p.DARK, 1, 0, 0, 0, 0)

    def _show_lost(self, now: int) -> None:
        on, off = p.HOST_LOST_ON * p.TIME_STEP_MS, p.HOST_LOST_OFF * p.TIME_STEP_MS
        for signals in self._signals:
            signals.show(now, p.HOST_LOST_COLOUR, on, off, 0, 0, 0)


def _is_sound(show: bytes) -> bool:
    seat, colour, on, _, beats, beat_on, beat_off = show
    if seat >= p.SEATS or colour > p.WHITE or on == 0:
        return False
    if beats > p.MOST_BEATS or max(beat_on, beat_off) > p.LONGEST_BEAT:
        return False
    return beats == 0 or min(beat_on, beat_off) > 0


def _u32(number: int) -> bytes:
    return (number & 0xFFFFFFFF).to_bytes(4, "big")
