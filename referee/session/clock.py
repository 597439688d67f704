"""How long a seat has been thinking. Values only: the moment is always an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time a ruleset grants for one play."""

    lead_ms: int = 40_000
    """For the lead of a trick, in milliseconds.

    Source: union-2024 annex, 首张牌原则40秒内; which card is meant is open (AMB-24).
    """
    follow_ms: int = 20_000
    """For every other play or pass, in milliseconds. Source: union-2024 annex."""
    article: str = "union-2024/annex"
    """Where the two figures are written; cited by every `overtime` verdict."""

    def limit_ms(self, *, leads: bool) -> int:
        return self.lead_ms if leads else self.follow_ms


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The running time of the seat to act."""

    started_ms: int
    """When the play before was complete or the pass known."""
    limit_ms: int
    """Time granted; exactly this much is still in time."""
    paused_ms: int = 0
    """Time that does not count: refused cards on the table, cards nobody could read."""
    paused_since_ms: int | None = None
    """Since when the clock stands still; ``None`` while it runs."""
    signalled: bool = False
    """Whether the seat has been told that its time is over."""

    def used_ms(self, now_ms: int) -> int:
        """Thinking time up to *now_ms*, pauses left out."""
        until = now_ms if self.paused_since_ms is None else self.paused_since_ms
        return until - self.started_ms - self.paused_ms

    def is_over(self, now_ms: int) -> bool:
        return self.used_ms(now_ms) > self.limit_ms

    @property
    def deadline_ms(self) -> int | None:
        """The first moment that is too late, or ``None`` when there is nothing left to signal."""
        if self.signalled or self.paused_since_ms is not None:
            return None
        return self.started_ms + self.paused_ms + self.limit_ms + 1

    def paused(self, now_ms: int) -> TurnClock:
        """Stand still from *now_ms*; a clock that stands already is returned unchanged."""
        return self if self.paused_since_ms is not None else replace(self, paused_since_ms=now_ms)

    def running(self, now_ms: int) -> TurnClock:
        """Run on from *now_ms*; a clock that runs already is returned unchanged."""
        if self.paused_since_ms is None:
            return self
        stood_ms = now_ms - self.paused_since_ms
        return replace(self, paused_ms=self.paused_ms + stood_ms, paused_since_ms=None)
