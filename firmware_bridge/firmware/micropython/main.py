# MicroPython has other modules than CPython, and no stubs of them are here.
# mypy: ignore-errors
"""The seat unit on a Raspberry Pi Pico: the USB line, the pins and the watchdog.

Copy the six files of this folder to the Pico. The USB line
belongs to the host from then on; hold BOOTSEL while plugging in to get the Pico back.
"""

import select
import sys
import time

import machine
import micropython
import pins
import protocol as p
from unit import Unit

WATCHDOG_MS = 1000
MOST_BYTES = 64
"""Read before keys and lamps have their turn: a flooded line must not keep them waiting."""
_CAUSES = {
    getattr(machine, "PWRON_RESET", -1): p.CAUSE_POWER,
    getattr(machine, "WDT_RESET", -2): p.CAUSE_WATCHDOG,
}


def main() -> None:
    outputs = [machine.Pin(n, machine.Pin.OUT, value=0) for seat in pins.OUTPUTS for n in seat]
    numbers = pins.PASS_KEYS + pins.CALL_KEYS
    keys = [machine.Pin(n, machine.Pin.IN, machine.Pin.PULL_UP) for n in numbers]
    # Otherwise a byte 3 on the line would stop the program.
    micropython.kbd_intr(-1)
    line_in, line_out = sys.stdin.buffer, sys.stdout.buffer
    waiting = select.poll()
    waiting.register(sys.stdin, select.POLLIN)

    # ticks_ms wraps after days; the unit's time does not.
    ticks, now = time.ticks_ms(), 0
    unit = Unit(line_out.write, p.BOARD_PICO, _cause(), _down(keys))
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    shown = -1
    while True:
        has_bytes = waiting.poll(1)
        later = time.ticks_ms()
        now += time.ticks_diff(later, ticks)
        ticks = later
        if has_bytes:
            # One at a time: a longer read would wait until all of them are there. One frame a
            # round: each order shows before the next one is looked at.
            chunk = line_in.read(1)
            while len(chunk) < MOST_BYTES and chunk[-1:] != b"\0" and waiting.poll(0):
                chunk += line_in.read(1)
            unit.receive(chunk, now)
        unit.tick(_down(keys), now)
        levels = unit.levels(now)
        if levels != shown:
            for place, pin in enumerate(outputs):
                pin.value(levels >> place & 1)
            shown = levels
        watchdog.feed()


def _down(keys) -> int:
    down = 0
    for place, pin in enumerate(keys):
        down |= (1 - pin.value()) << place
    return down


def _cause() -> int:
    return _CAUSES.get(machine.reset_cause(), p.CAUSE_OTHER)


main()
