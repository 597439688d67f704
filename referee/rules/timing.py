"""Clocks (时间): at which second a slow play becomes what, and when a late side forfeits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.rules.ruleset import Ruleset
from referee.rules.switches.clocks import Stage, Step


class Clocked(Enum):
    """What a clock is running for."""

    FIRST_LEAD = "first_lead"
    """The first lead of a deal (首张牌); sorting comes before it."""
    PLAY = "play"
    """Every other lead, answer or pass."""
    TRIBUTE = "tribute"
    """贡牌, from the last card drawn."""
    RETURN = "return"
    """还牌, from the tribute."""


@dataclass(frozen=True, slots=True)
class Timed:
    """Where one clock stands."""

    over_limit: bool
    """Whether the normal time is exceeded."""
    reached: Stage | None
    """The last stage reached; ``None`` within the normal time."""
    next_stage_at: int | None
    """Second of this clock at which the next stage comes; ``None`` after the last, or no clock."""

    @property
    def step(self) -> Step | None:
        return None if self.reached is None else self.reached.step

    @property
    def penalty(self) -> Step | None:
        """What is recorded: `step` where it is more than the sign that time is up."""
        return None if self.step is Step.SIGNAL else self.step


def normal_seconds(clocked: Clocked, ruleset: Ruleset) -> int:
    """Normal time in seconds; 0: no clock.

    40 for the first card of a deal, 20 later: union-2024 art. 7 (AMB-24); 30: general-never-demote
    十二.4, huaian-detail 十一; 20: staff-2011 八.2, national-2017 art. 22; tribute and return 40:
    huaian-detail 十一; 15 and 30: national-2017 art. 22. Decided by `clocks.lead_seconds`,
    `follow_seconds`, `tribute_seconds` and `return_seconds`.
    """
    clocks = ruleset.clocks
    match clocked:
        case Clocked.FIRST_LEAD:
            return clocks.lead_seconds
        case Clocked.PLAY:
            return clocks.follow_seconds
        case Clocked.TRIBUTE:
            return clocks.tribute_seconds
        case Clocked.RETURN:
            return clocks.return_seconds


def timed(clocked: Clocked, seconds: float, ruleset: Ruleset) -> Timed:
    """How far a clock that has run *seconds* has got.

    Time is over only when it is exceeded: at 30 of 30 seconds all is well. A stage so many seconds
    later is reached at that second, as “警告后15秒内仍不出牌” ends with the fifteenth.

    A mere signal: union-2024 art. 7 “原则”. 20, then a warning, 10 more a violation: national-2017
    art. 22. 30, a warning, at 45 a foul: general-never-demote 十二.4. 30, foul at once:
    huaian-detail 十一. 20, oral warning: staff-2011 八.2. Decided by `clocks.stages` and, for
    tribute and return, `clocks.tribute_stages`.
    """
    normal = normal_seconds(clocked, ruleset)
    if normal == 0:
        return Timed(over_limit=False, reached=None, next_stage_at=None)
    play = clocked in (Clocked.FIRST_LEAD, Clocked.PLAY)
    stages = ruleset.clocks.stages if play else ruleset.clocks.tribute_stages
    over = seconds > normal
    reached = [stage for stage in stages if over and seconds >= normal + stage.over_seconds]
    ahead = stages[len(reached) :]
    return Timed(
        over_limit=over,
        reached=reached[-1] if reached else None,
        next_stage_at=normal + ahead[0].over_seconds if ahead else None,
    )


def sorting_over(seconds: float, ruleset: Ruleset) -> bool:
    """Whether the time for sorting (理牌) is used up, so that the first clock starts.

    30 seconds after drawing: staff-2011 七.5. Decided by `clocks.sort_seconds`.
    """
    return seconds >= ruleset.clocks.sort_seconds


def arrived_in_time(minutes_before_start: float, ruleset: Ruleset) -> bool:
    """Whether a player reported early enough before the start.

    10 minutes: jiangsu-2017 二, general-never-demote 十二.1; 5: staff-2011 八.4. Coming later costs
    nothing by itself; see `late_forfeits`. Decided by `clocks.arrive_minutes`.
    """
    return minutes_before_start >= ruleset.clocks.arrive_minutes


def late_forfeits(late_minutes: float, ruleset: Ruleset, *, excused: bool = False) -> bool:
    """Whether a side whose two players are not both seated forfeits the round (迟到).

    More than 15 minutes: union-2024; 10, with leave asked and given 15: general-never-demote 十二.2
    and 3; 5: huaian-detail 十三, staff-2011 八.4 and most plans; 10: rules-135 四.8. Decided by
    `clocks.late_forfeit_minutes` and `late_excused_minutes` (AMB-28). Nobody forfeits at the very
    minute, only past it.
    """
    clocks = ruleset.clocks
    limit = clocks.late_forfeit_minutes
    if excused:
        limit = max(limit, clocks.late_excused_minutes)
    return late_minutes > limit
