"""What came to notice at different speeds is taken in the order in which it happened."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from referee.app.ordering import Horizon, Ordering, Waiting

PATIENCE_MS = 1_000


@dataclass(frozen=True)
class Happening:
    """Something that happened, and how long it took to come to notice."""

    at_ms: int
    kind: str
    takes_ms: int

    @property
    def noticed_ms(self) -> int:
        return self.at_ms + (self.takes_ms if self.kind == "found" else 0)


HAPPENINGS = st.lists(
    st.builds(
        Happening,
        st.integers(0, 20_000),
        st.sampled_from(["found", "key", "official"]),
        st.integers(100, 3_000),
    ),
    max_size=25,
)


def played(happenings: list[Happening]) -> list[tuple[Happening, int]]:
    """Let table time run in steps of 50 ms; what was taken, and when.

    The eye works as the real one does: it gives its acts in their order, a later one waiting for an
    earlier one, and knows all until just before the first that it has not given.
    """
    ordering = Ordering[Happening]()
    found = sorted((h for h in happenings if h.kind == "found"), key=lambda h: h.at_ms)
    others = sorted((h for h in happenings if h.kind != "found"), key=lambda h: h.at_ms)
    taken: list[tuple[Happening, int]] = []
    for now_ms in range(0, 30_000, 50):
        while others and others[0].at_ms <= now_ms:
            other = others.pop(0)
            until_ms = other.at_ms + PATIENCE_MS if other.kind == "official" else None
            ordering.add(Waiting(other.at_ms, other, until_ms=until_ms))
        while found and found[0].noticed_ms <= now_ms:
            first = found.pop(0)
            ordering.add(Waiting(first.at_ms, first, found=True))
        open_ms = [h.at_ms - 1 for h in found if h.at_ms <= now_ms]
        known_ms = min([now_ms, *open_ms])
        taken += [(each.what, now_ms) for each in ordering.take(known_ms, now_ms)]
    return taken


@given(HAPPENINGS)
def test_nothing_is_lost_and_nothing_comes_twice(happenings: list[Happening]) -> None:
    """Everything that happened is taken exactly once."""
    taken = [happening for happening, _ in played(happenings)]

    assert sorted(taken, key=repr) == sorted(happenings, key=repr)


@given(HAPPENINGS)
def test_acts_and_keys_are_taken_in_the_order_they_happened(happenings: list[Happening]) -> None:
    """However long the eye takes: a pass by key never overtakes the play before it."""
    times = [happening.at_ms for happening, _ in played(happenings) if happening.kind != "official"]

    assert times == sorted(times)


@given(HAPPENINGS)
def test_an_official_waits_no_longer_than_his_patience(happenings: list[Happening]) -> None:
    """A second, and the step of this clock; and he overtakes what waits only then."""
    taken = played(happenings)

    for place, (happening, now_ms) in enumerate(taken):
        if happening.kind != "official":
            continue
        assert now_ms <= happening.at_ms + PATIENCE_MS + 50
        overtaken = [other for other, _ in taken[place + 1 :] if other.at_ms < happening.at_ms]
        assert not overtaken or now_ms >= happening.at_ms + PATIENCE_MS


@given(st.integers(0, 30_000), st.integers(0, 30_000), st.integers(0, 10_000))
def test_horizon_is_never_in_the_future_nor_further_back_than_the_patience(
    now_ms: int, known_ms: int, patience_ms: int
) -> None:
    """However far the eye lies behind, deadlines come within the patience."""
    until_ms = Horizon(patience_ms, known_ms).until_ms(now_ms)

    assert now_ms - patience_ms <= until_ms <= now_ms
    assert until_ms >= min(known_ms, now_ms)


def test_nobody_watching_means_that_now_is_known() -> None:
    """Hand entry alone waits for nothing."""
    assert Horizon(6_000).until_ms(12_345) == 12_345
    assert not Horizon(6_000).is_late(12_345)


def test_the_eye_is_late_beyond_the_patience_only() -> None:
    """So long the table waits for it; then it says so and goes on."""
    horizon = Horizon(6_000, known_until_ms=10_000)

    assert not horizon.is_late(16_000)
    assert horizon.is_late(16_001)
