"""A source that waits: the pace of table time, and answers that come when they are due."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from vision.eye.eye import Eye, Look
from vision.eye.patient import Pace, patiently
from vision.read.reading import Reading
from vision.sources.base import Cut, Frame, Window

WINDOW = Window(0, 0, 8, 8)
NOTHING = Reading((), (), 2.5)


class Time:
    """A clock that only sleeping moves, and work where a test says so."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


def pace(clock: Time, speed: float = 1.0) -> Pace:
    return Pace(speed, clock.monotonic, clock.sleep)


def test_moments_come_at_their_time() -> None:
    """Twice as fast, the second between two moments is half a second."""
    clock = Time()
    twice = pace(clock, speed=2.0)

    for at_ms in (500, 1500, 2000):
        twice.wait_until(at_ms)

    assert clock.slept == [0.5, 0.25]
    assert twice.stood_still_s == 0


def test_lost_time_is_not_caught_up_with() -> None:
    """After three seconds of work the table goes on as fast as before, three seconds later."""
    clock = Time()
    slowed = pace(clock)
    slowed.wait_until(0)
    clock.now += 3.0

    slowed.wait_until(1000)
    slowed.wait_until(2000)

    assert slowed.stood_still_s == pytest.approx(2.0)
    assert clock.slept == [1.0]


class Film:
    full_wh = (64, 64)

    def __init__(self) -> None:
        self.closed = False

    def frames(self) -> Iterator[Frame]:
        image = np.zeros((4, 4, 3), np.uint8)
        for number in range(1, 13):
            yield Frame(image, number * 100, number)

    def cut(self, window: Window) -> Cut:
        return Cut(np.zeros((8, 8, 3), np.uint8), 0, window)

    def close(self) -> None:
        self.closed = True


class Asking:
    """An eye that asks in its second frame, and remembers after which frame the answer came."""

    def __init__(self, takes_s: float) -> None:
        self._takes_s = takes_s
        self.last = 0
        self.answered_after: list[int] = []

    def see(self, frame: Frame) -> Look:
        self.last = frame.number
        asks = cast("Any", (_Request(),)) if frame.number == 2 else ()
        return Look(cast("Any", None), asks, ())

    def read(self, *_: object) -> Reading:
        time.sleep(self._takes_s)
        return NOTHING

    def answer(self, request: object, cut: Cut, reading: Reading) -> None:
        assert (request, reading) == (_Request(), NOTHING)
        self.answered_after.append(self.last)


class _Request:
    window = WINDOW

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Request)

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("takes_s", [0.0, 0.15])
def test_a_slow_reader_changes_nothing_but_the_time(takes_s: float) -> None:
    """The answer is there half a second of table time later, however long it took."""
    clock, film, eye = Time(), Film(), Asking(takes_s)
    watch = patiently(film, cast("Eye", eye), cast("Any", None), pace(clock), 500)

    numbers = [frame.number for frame, _ in watch]

    assert numbers == list(range(1, 13))
    assert eye.answered_after == [7]
    assert film.closed
