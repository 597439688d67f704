# MicroPython has other modules than CPython, and no stubs of them are here.
# mypy: ignore-errors
"""`machine` for a desk: the Pico's pins as lines of text, for MicroPython's unix port.

Found before the built-in one through MICROPYPATH. Named pipes stand for the solder: SEAT_KEYS is
read for ``key MS PIN LEVEL`` (in MS milliseconds), ``reset`` and ``hang``. SEAT_EDGES is written as
``edge UNIT HOST PIN LEVEL``, ``key UNIT HOST PIN LEVEL`` and ``now UNIT HOST``, as the simulator of
the ATmega does: times in microseconds of the unit's own clock and of the machine's monotonic one.
"""

import os
import select
import sys
import time

import utime

PWRON_RESET = 1
WDT_RESET = 3
NOW_MS = 5

_orders = open(os.getenv("SEAT_KEYS"), "rb")  # noqa: PTH123, SIM115
_edges = open(os.getenv("SEAT_EDGES"), "w")  # noqa: PTH123, SIM115
_waiting = select.poll()
_waiting.register(_orders, select.POLLIN)
_levels = {}
_scanned = [-1]
_moves = []
_watchdog_ms = [1 << 29]
_text = bytearray()
_told = [-1]


def reset_cause() -> int:
    return int(os.getenv("SEAT_CAUSE") or PWRON_RESET)


def _obey(order: str) -> None:
    words = order.split()
    if words[0] == "hang":
        # The watchdog of a Pico would act on its own; here whoever hangs has to play it as well.
        utime.sleep_ms(_watchdog_ms[0])
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
        move = min(_moves)
        _moves.remove(move)
        _levels[move[1]] = move[2]
        _tell("key", move[1], move[2])
    if now // NOW_MS != _told[0]:
        _told[0] = now // NOW_MS
        _tell("now")


def _tell(*words) -> None:
    what = " ".join(str(word) for word in words[1:])
    _edges.write(f"{words[0]} {time.ticks_us()} {utime.ticks_us()} {what}\n")


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
            _tell("edge", self._number, level)
        return None


class WDT:
    """Ends the process when it was not fed in time; whoever started it starts it again."""

    def __init__(self, timeout: int) -> None:
        self._timeout = timeout
        self._fed = utime.ticks_ms()
        _watchdog_ms[0] = timeout

    def feed(self) -> None:
        now = utime.ticks_ms()
        if utime.ticks_diff(now, self._fed) > self._timeout:
            sys.exit(WDT_RESET)
        self._fed = now
