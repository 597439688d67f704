"""Moments on a camera's clock become moments of the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.app.frame_times import FrameTimes

GAPS = st.lists(st.tuples(st.integers(1, 200), st.integers(0, 500)), min_size=1, max_size=60)
"""Milliseconds between two frames, and how long each was held up on its way."""


def test_the_quickest_frame_tells_how_far_the_clocks_are_apart() -> None:
    """The others came late; when they were taken is not in doubt."""
    times = FrameTimes()
    times.came(1_000, 51_300)
    times.came(1_083, 51_310)
    times.came(1_166, 51_900)

    assert times.table_ms(1_166) == 51_393
    assert times.table_ms(1_200) == 51_427


def test_a_clock_that_jumps_is_followed_within_ten_seconds() -> None:
    """A source that stood still for two seconds is two seconds behind from then on."""
    times = FrameTimes()
    for number in range(240):
        taken_ms = number * 83
        times.came(taken_ms, taken_ms + (20 if number < 100 else 2_020))

    assert times.table_ms(239 * 83) == 239 * 83 + 2_020
    assert times.table_ms(90 * 83) == 90 * 83 + 20


def test_what_is_found_late_is_dated_as_it_would_have_been_at_once() -> None:
    """A key pressed after a play stays after it, though the source falls behind meanwhile."""
    times = FrameTimes()
    for number in range(600):
        times.came(number * 83, number * 110)
    key_ms = times.table_ms(300 * 83)
    for number in range(600, 700):
        times.came(number * 83, number * 110)

    assert times.table_ms(295 * 83) < key_ms == times.table_ms(300 * 83)


@given(GAPS)
def test_moments_keep_their_order_and_never_lie_in_the_future(
    gaps: list[tuple[int, int]],
) -> None:
    """However unevenly the frames come."""
    times = FrameTimes()
    taken_ms, now_ms, given_ms = 0, 1_000, []
    for gap_ms, held_up_ms in gaps:
        taken_ms += gap_ms
        now_ms = max(now_ms + 1, taken_ms + 1_000 + held_up_ms)
        times.came(taken_ms, now_ms)
        given_ms.append(times.in_order_ms(taken_ms))
        assert given_ms[-1] <= now_ms

    assert given_ms == sorted(given_ms)


def test_before_any_frame_no_moment_means_anything() -> None:
    """Asking then is our own defect."""
    with pytest.raises(ValueError, match="no frame has come"):
        FrameTimes().table_ms(5)
