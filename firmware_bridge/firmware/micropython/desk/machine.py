# MicroPython has other modules than CPython, and no stubs of them are here.
# mypy: ignore-errors
"""`machine` for a desk: the Pico's pins as lines of text, for MicroPython's unix port.

Found before the built-in one through MICROPYPATH. Named pipes stand for the solder: SEAT_KEYS is
read for ``key MS PIN LEVEL`` (in MS milliseconds), ``reset`` and ``hang``. SEAT_EDGES is written as
``edge US PIN LEVEL`` and ``key US PIN LEVEL``, times in microseconds of the machine's clock.
"""

import os
import select
import sys
import time

PWRON_RESET = 1
WDT_RESET = 3

_orders = open(os.getenv("SEAT_KEYS"), "rb")  # noqa: PTH123, SIM115
_edges = open(os.getenv("SEAT_EDGES"), "w")  # noqa: PTH123, SIM115
_waiting = select.poll()
_waiting.register(_orders, select.POLLIN)
_levels = {}
_scanned = [-1]
_moves = []
_watchdog_ms = [1 << 29]
_text = bytearray()


def reset_cause() -> int:
    return int(os.getenv("SEAT_CAUSE") or PWRON_RESET)


def _obey(order: str) -> None:
    words = order.split()
    if words[0] == "hang":
        # The watchdog of a Pico would act on its own; here whoever hangs has to play it as well.
        time.sleep_ms(_watchdog_ms[0])
        sys.exit(WDT_RESET)
    if words[0] == "reset":
        sys.exit(PWRON_RESET)
    _moves.append((_scanned[0] + int(words[1]), int(words[2]), int(words[3])))


def _look_outside() -> None:
    # Asking the pipe costs more than everything else in the loop: once a millisecond will do.
    now = time.ticks_ms()
    if now == _scanned[0]:
        return
    _scanned[0] = now
    while _waiting.poll(0):
        byte = _orders.read(1)
        if not byte:
            sys.exit()
        if byte == b"\n":
            _obey(_text.decode())
            _text[:] = b""
        else:
            _text.extend(byte)
    while _moves and min(_moves)[0] <= now:
        _move_next(now)


def _move_next(now: int) -> None:
    move = min(_moves)
    _moves.remove(move)
    # A busy machine makes us late; the finger then stays as long as it was meant to.
    late = now - move[0]
    _moves[:] = [(at + late, pin, level) for at, pin, level in _moves]
    _levels[move[1]] = move[2]
    _edges.write(f"key {time.time_ns() // 1000} {move[1]} {move[2]}\n")


class Pin:
    IN = 0
    OUT = 1
    PULL_UP = 1

    def __init__(self, number: int, mode: int, pull: int = -1, value: int = 0) -> None:
        self._number = number
        self._mode = mode
        _levels[number] = 1 if pull == Pin.PULL_UP else value

    def value(self, level=None):
        if level is None:
            _look_outside()
            return _levels[self._number]
        if _levels[self._number] != level:
            _levels[self._number] = level
            _edges.write(f"edge {time.time_ns() // 1000} {self._number} {level}\n")
        return None


class WDT:
    """Ends the process when it was not fed in time; whoever started it starts it again."""

    def __init__(self, timeout: int) -> None:
        self._timeout = timeout
        self._fed = time.ticks_ms()
        _watchdog_ms[0] = timeout

    def feed(self) -> None:
        now = time.ticks_ms()
        if time.ticks_diff(now, self._fed) > self._timeout:
            sys.exit(WDT_RESET)
        self._fed = now
