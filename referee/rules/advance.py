"""Advance (升级): how many levels a won deal is worth, and what becomes of levels beyond A.

Passing A itself is in `referee.rules.ace`.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.grade import Grade
from referee.rules.level import Level
from referee.rules.result import DealResult
from referee.rules.ruleset import Ruleset
from referee.rules.switches.advance import AfterFallback, Overshoot


@dataclass(frozen=True, slots=True)
class Rise:
    """What a won deal does to the levels of both sides."""

    winner: Grade
    """Grade of the winners afterwards, A at most: A is passed, never jumped over."""
    loser: Grade
    """Grade of the losers afterwards; changes only where surplus levels demote."""
    steps: int
    """Levels the result is worth (升几级), before any cap."""
    surplus: int
    """Levels of these that lay beyond A."""


def steps_won(result: DealResult, ruleset: Ruleset) -> int:
    """Levels, or points of the deal, that a result is worth.

    3/2/1: jiangsu-2017 六, union-2024 art. 4 and fifteen more; 4/2/1: huaian-detail 四; 5/3/1:
    poker-531, rules-135 三. Points instead of levels: center-6deal. Decided by
    `advance.double_down`, `advance.first_third` and `advance.first_last`.
    """
    worth = ruleset.advance
    return {2: worth.double_down, 3: worth.first_third, 4: worth.first_last}[result.partner_place]


def rise(
    winner: Grade,
    loser: Grade,
    result: DealResult,
    ruleset: Ruleset,
    *,
    deal_level: Level | None = None,
    fell_back: bool = False,
) -> Rise:
    """Raise the winners of a deal, below A or at A without passing it.

    A cannot be jumped over (A必打, “A”不能升过去): folk-simple, jiangsu-2017 六. What is left
    over is lost, or demotes the opponents (rules-135 四.3); `advance.overshoot` decides. A side
    that stood at A before has no surplus, nobody falls below `advance.demotion_floor`, and a
    demotion may undo an A already reached (AMB-18).

    Args:
        winner: Grade of the winners before the deal.
        loser: Grade of the losers before the deal.
        result: How the deal was won.
        ruleset: What the event plays by.
        deal_level: Level the deal was played at; needed where `advance.two_must_be_played`.
        fell_back: Whether this is the winners' first win after falling back from A;
            poker-531 “从3开始打” sets them to 3 whatever the result (AMB-17), by
            `ace.after_fallback`.

    Raises:
        ValueError: If the winners have passed A already.
    """
    if winner > Grade.ACE:
        raise ValueError("a side that has passed A plays no more deals of this game")
    steps = steps_won(result, ruleset)
    if winner is Grade.ACE or _held_at_two(winner, deal_level, ruleset):
        return Rise(winner, loser, steps, 0)
    if fell_back and ruleset.ace.after_fallback is AfterFallback.STRAIGHT_TO_THREE:
        return Rise(Grade.THREE, loser, steps, 0)
    surplus = max(0, winner + steps - Grade.ACE)
    if ruleset.advance.overshoot is Overshoot.DEMOTE_OPPONENTS:
        loser = demoted(loser, surplus, ruleset)
    return Rise(Grade(winner + steps - surplus), loser, steps, surplus)


def demoted(grade: Grade, levels: int, ruleset: Ruleset) -> Grade:
    """Lower a grade by *levels*, not below `advance.demotion_floor` and never raising it.

    Source: rules-135 四.3 “对方应相应降级”; the floor is stated nowhere (AMB-18).
    """
    floor = Grade.parse(str(ruleset.advance.demotion_floor))
    return Grade(max(min(grade, floor), grade - levels))


def _held_at_two(winner: Grade, deal_level: Level | None, ruleset: Ruleset) -> bool:
    """Whether 2 must be played and this deal was not played at it (2不必打 is the common form)."""
    return (
        ruleset.advance.two_must_be_played
        and winner is Grade.TWO
        and deal_level is not None
        and str(deal_level) != Grade.TWO.label
    )
