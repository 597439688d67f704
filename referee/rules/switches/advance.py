"""Advance (升级): levels won with a deal, and what a side needs to pass A."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from referee.rules.level import Level
from referee.rules.switches.bounds import Between

_TWO = Level.parse("2")


class AdvanceUnit(Enum):
    """What a won deal counts."""

    LEVELS = "levels"
    """Levels (级)."""
    POINTS = "points"
    """Points of the deal; every deal is played at the starting level (center-6deal)."""


class Overshoot(Enum):
    """What becomes of levels won beyond A."""

    CAP = "cap"
    """They are lost: “A”不能升过去 (folk-simple)."""
    DEMOTE_OPPONENTS = "demote_opponents"
    """升到A后如仍有富余数对方应相应降级 (rules-135)."""


class PassAce(Enum):
    """What passes A (过A)."""

    PARTNER_NOT_LAST = "partner_not_last"
    """One partner first, the other second or third (most)."""
    DOUBLE_DOWN = "double_down"
    """Only a double-down of the opponents (huaian-detail, national-day-2011, wafang-2016, …)."""
    REACHED = "reached"
    """Nothing: reaching A wins (jingfang)."""


class Tries(Enum):
    """How failed tries at A add up."""

    TOTAL = "total"
    """总计三次 (nanjing-branch, union-2024, staff-2011)."""
    IN_A_ROW = "in_a_row"
    """连续三次, over that side's deals at A (wafang-2016, kangnaixin-2014, nnutc-2012)."""


class TryIs(Enum):
    """Which deals are tries at A."""

    OWN_LEVEL_NOT_PASSED = "own_level_not_passed"
    """Deals at level A played by that side that did not pass, lost ones too (AMB-15)."""
    OWN_LEVEL_WON_NOT_PASSED = "own_level_won_not_passed"
    """Of those only the ones that side won."""


class AfterFallback(Enum):
    """What the first win after a fall back is worth."""

    AS_USUAL = "as_usual"
    """As many levels as any win."""
    STRAIGHT_TO_THREE = "straight_to_three"
    """从3开始打, whatever the result (poker-531; AMB-17)."""


@dataclass(frozen=True, slots=True)
class AdvanceRules:
    """Advance (升级): levels won with a deal."""

    start_level: Level = _TWO
    """Level of the first deal (首副牌的级牌)."""
    two_must_be_played: bool = False
    """Whether level 2 may not be jumped over (2不必打 is the common form)."""
    unit: AdvanceUnit = AdvanceUnit.LEVELS
    """What a won deal counts."""
    double_down: Annotated[int, Between(1, 12)] = 3
    """Won by first and second (双下): 3, 4 (huaian-detail) or 5 (poker-531, rules-135)."""
    first_third: Annotated[int, Between(1, 12)] = 2
    """Won by first and third: 2, or 3 (poker-531, rules-135)."""
    first_last: Annotated[int, Between(1, 12)] = 1
    """Won by first and last: 1."""
    overshoot: Overshoot = Overshoot.CAP
    """What becomes of levels won beyond A (AMB-18)."""
    demotion_floor: Level = _TWO
    """Lowest level a side can be demoted to; stated nowhere (AMB-18)."""


@dataclass(frozen=True, slots=True)
class AceRules:
    """Passing A (过A) and falling back from it."""

    must_be_played: bool = True
    """Whether A itself must be played (A必打)."""
    passed_by: PassAce = PassAce.PARTNER_NOT_LAST
    """What passes A (AMB-16)."""
    fail_limit: Annotated[int, Between(0, 10)] = 0
    """Failed tries at A after which the side falls back; 0: never (AMB-15)."""
    tries: Tries = Tries.TOTAL
    """How failed tries add up, where there is a limit."""
    try_is: TryIs = TryIs.OWN_LEVEL_NOT_PASSED
    """Which deals are tries; stated nowhere (AMB-15)."""
    fallback: Level = _TWO
    """Level a side falls back to at the limit: 2, or J (kangnaixin-2014, nnutc-2012)."""
    after_fallback: AfterFallback = AfterFallback.AS_USUAL
    """What the first win after a fall back is worth (AMB-17)."""
