"""How long somebody has been thinking. Values only: the moment is always an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.rules.ruleset import Ruleset
from referee.rules.switches.clocks import Stage, Step
from referee.session.table_settings import Passing, TableSettings

SIGNAL_ONLY = (Stage(0, Step.SIGNAL),)
"""A light when the time is over, and nothing else."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The time that is granted at one table."""

    lead_ms: int = 40_000
    """For a lead, in milliseconds; 0: no clock.

    Source: union-2024 annex, 首张牌原则40秒内.
    """
    follow_ms: int = 20_000
    """For every other play or pass, in milliseconds; 0: no clock. Source: union-2024 annex."""
    article: str = "union-2024/annex"
    """Where these figures are written; cited by every `overtime` verdict."""
    stages: tuple[Stage, ...] = SIGNAL_ONLY
    """What happens once the time is over, earliest first."""
    every_lead: bool = True
    """Whether each lead of a trick has the time of a lead, or only the first of a deal (AMB-24)."""
    tribute_ms: int = 40_000
    """For a tribute, from the last card drawn, in milliseconds; 0: no clock."""
    return_ms: int = 40_000
    """For a returned card, from the tribute, in milliseconds; 0: no clock."""
    tribute_stages: tuple[Stage, ...] = SIGNAL_ONLY
    """The stages of a tribute or return."""

    @classmethod
    def of(cls, ruleset: Ruleset) -> Clocks:
        """The clocks of a ruleset; only the first lead of a deal has the longer time (AMB-24).

        Tribute is counted from the last card drawn, without time for sorting: `ClockRules`.
        """
        rules = ruleset.clocks
        return cls(
            lead_ms=rules.lead_seconds * 1000,
            follow_ms=rules.follow_seconds * 1000,
            article=f"{ruleset.id}/clocks",
            stages=rules.stages,
            every_lead=False,
            tribute_ms=rules.tribute_seconds * 1000,
            return_ms=rules.return_seconds * 1000,
            tribute_stages=rules.tribute_stages,
        )

    def on(self, settings: TableSettings) -> Clocks:
        """The same clocks for a table so equipped.

        Where nothing shows a pass but the next act, nobody can tell who of the seats before it took
        the time; only the first lead of a deal is then timed.
        """
        if settings.passing is not Passing.IMPLIED:
            return self
        return replace(self, follow_ms=0, every_lead=False)

    def for_play(self, now_ms: int, *, leads: bool, first_of_deal: bool) -> TurnClock:
        """The clock of a seat whose turn to play begins at *now_ms*."""
        long = leads and (first_of_deal or self.every_lead)
        return TurnClock(now_ms, self.lead_ms if long else self.follow_ms, self.stages)


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The running time of whoever is to act."""

    started_ms: int
    """When the act before was complete."""
    limit_ms: int
    """Time granted, in milliseconds; exactly this much is still in time. 0: no clock."""
    stages: tuple[Stage, ...] = SIGNAL_ONLY
    """What happens once it is over, earliest first."""
    reached: int = 0
    """How many of the stages have been signalled."""
    paused_ms: int = 0
    """Time that does not count: refused or unread cards, rulings, breaks."""
    paused_since_ms: int | None = None
    """Since when the clock stands still; ``None`` while it runs."""

    def used_ms(self, now_ms: int) -> int:
        """Thinking time up to *now_ms*, pauses left out; 0 before the start."""
        until = now_ms if self.paused_since_ms is None else self.paused_since_ms
        return max(0, until - self.started_ms - self.paused_ms)

    def is_over(self, now_ms: int) -> bool:
        return self.limit_ms > 0 and self.used_ms(now_ms) > self.limit_ms

    @property
    def stage(self) -> Stage | None:
        """The last stage that was signalled; ``None`` within the time."""
        return self.stages[self.reached - 1] if self.reached else None

    @property
    def deadline_ms(self) -> int | None:
        """When the next stage is due; ``None`` when nothing is left to signal.

        The first moment that exceeds the limit, or so many seconds after the limit.
        """
        done = self.reached >= len(self.stages) or not self.limit_ms
        if done or self.paused_since_ms is not None:
            return None
        over_ms = self.stages[self.reached].over_seconds * 1000
        return self.started_ms + self.paused_ms + self.limit_ms + max(over_ms, 1)

    def forgiven(self, lost_ms: int, now_ms: int) -> TurnClock:
        """The same clock when *lost_ms* were nobody's; what was signalled only in them is undone.

        Such a stage is signalled again once it is really due.
        """
        clock = replace(self, paused_ms=self.paused_ms + lost_ms)
        over_ms = clock.used_ms(now_ms) - clock.limit_ms
        due = [stage for stage in clock.stages if over_ms >= max(stage.over_seconds * 1000, 1)]
        return replace(clock, reached=min(clock.reached, len(due)))

    def signalled(self) -> TurnClock:
        """The same clock with one more stage signalled."""
        return replace(self, reached=self.reached + 1)

    def extended(self, by_ms: int, now_ms: int) -> TurnClock:
        """Grant *by_ms* more, from the limit or from *now_ms* if that is over already.

        Stages start anew from the later limit. A clock without a limit has none afterwards.
        """
        if not self.limit_ms:
            return self
        return replace(self, limit_ms=max(self.limit_ms, self.used_ms(now_ms)) + by_ms, reached=0)

    def paused(self, now_ms: int) -> TurnClock:
        """Stand still from *now_ms*; a clock that stands already is returned unchanged."""
        return self if self.paused_since_ms is not None else replace(self, paused_since_ms=now_ms)

    def running(self, now_ms: int) -> TurnClock:
        """Run on from *now_ms*; a clock that runs already is returned unchanged."""
        if self.paused_since_ms is None:
            return self
        stood_ms = now_ms - self.paused_since_ms
        return replace(self, paused_ms=self.paused_ms + stood_ms, paused_since_ms=None)
