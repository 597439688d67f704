# MicroPython has other modules than CPython, and no stubs of them are here.
# mypy: ignore-errors
"""`time` for a desk: a crystal that stands still while a busy machine lets the program stand still.

Found before the built-in one through MICROPYPATH. Without this a press that came and went while
nobody ran the program would be a fault of the unit. The watchdog keeps real time all the same.
"""

import os

import utime

MOST_STEP_US = 5000
"""Of the unit's time between two questions for it; an idle program asks once a millisecond."""

ticks_diff = utime.ticks_diff

_asked = [utime.ticks_us()]
_unit_us = [int(os.getenv("SEAT_SINCE_US") or 0)]


def ticks_us() -> int:
    now = utime.ticks_us()
    _unit_us[0] += min(now - _asked[0], MOST_STEP_US)
    _asked[0] = now
    return _unit_us[0]


def ticks_ms() -> int:
    return ticks_us() // 1000
