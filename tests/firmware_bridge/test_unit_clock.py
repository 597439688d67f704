"""The unit's time told in the host's."""

from __future__ import annotations

import pytest

from firmware_bridge.unit_clock import UnitClock


def test_quickest_exchange_is_trusted() -> None:
    """An answer that was held up on the way does not shift the time."""
    clock = UnitClock()
    clock.sample(1000, 1004, 502)
    clock.sample(1100, 1160, 602)

    assert clock.host_ms(700) == 1200
    assert clock.round_trip_ms == 4


def test_old_exchanges_are_forgotten() -> None:
    """A resonator that drifts half a percent is followed."""
    clock = UnitClock()
    for n in range(200):
        clock.sample(n * 1000, n * 1000 + 4, n * 995)

    assert clock.host_ms(199 * 995) == pytest.approx(199 * 1000 + 2, abs=3)


def test_unit_time_goes_round() -> None:
    """After 49.7 days the unit counts from zero again; presses around that keep their time."""
    clock = UnitClock()
    clock.sample(10_000, 10_002, 0xFFFFFFFF)

    assert clock.host_ms(0) == 10_002
    assert clock.host_ms(0xFFFFFFF0) == 10_001 - 15


def test_time_without_an_exchange_is_our_own_defect() -> None:
    """HERE brings the first exchange, so no press can come before it."""
    with pytest.raises(AssertionError, match="exchange"):
        UnitClock().host_ms(1)
