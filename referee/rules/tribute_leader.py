"""Who leads (领出) a deal after its tribute, in every wording."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from referee.rules.cards import Card
from referee.rules.level import Level
from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat
from referee.rules.switches.tribute import (
    DoubleLeader,
    EqualLeader,
    SingleLeader,
    TributeMode,
)
from referee.rules.tribute import Debt, TributeKind
from referee.rules.tribute_assignment import Assignment


class LeaderBy(Enum):
    """Why somebody leads; also what is missing while nobody is named."""

    PAYER = "payer"
    """He paid the single tribute."""
    LARGER_PAYER = "larger_payer"
    """He paid the larger card."""
    PAYER_TO_FIRST_OUT = "payer_to_first_out"
    """The first out took his card."""
    CHOSEN_PAYER = "chosen_payer"
    """The first out picked his card."""
    LAST_OUT = "last_out"
    AFTER_FIRST_OUT = "after_first_out"
    """下家 of 上游"""
    BEFORE_FIRST_OUT = "before_first_out"
    """上家 of 上游"""
    SMALLER_RETURN = "smaller_return"
    """He got the smaller returned card."""
    FIRST_OUT = "first_out"
    FOUL = "foul"
    """Named after a foul, by `penalties.foul_leader`."""
    DRAWN_CARD = "drawn_card"
    """First deal: by `dealing.first_lead`, see `referee.rules.drawing`."""


@dataclass(frozen=True, slots=True)
class Leader:
    """Who leads, and why."""

    seat: Seat | None
    """``None`` while a choice, a returned card or a person's word is missing."""
    by: LeaderBy


def leader_without_tribute(
    finish: Finish | None, kind: TributeKind, ruleset: Ruleset, *, after_foul: bool = False
) -> Leader:
    """Who leads when no card changed hands.

    First deal: whoever drew the turned or the largest card. After anti-tribute: the first out (all
    sheets, `tribute.anti_leader`). Without tribute in the sheet: 头家 (jingfang). After a foul that
    ended the deal: named by the offender's 下家 or the chief referee (jiangsu-2017 四.三.三), by
    the opponents (national-2017 art. 15-16).
    """
    if after_foul and ruleset.penalties.foul_cancels_tribute:
        return Leader(None, LeaderBy.FOUL)
    if finish is None:
        return Leader(None, LeaderBy.DRAWN_CARD)
    if kind is TributeKind.ANTI or ruleset.tribute.mode is TributeMode.NONE:
        return Leader(finish.first_out, LeaderBy.FIRST_OUT)
    raise ValueError(f"tribute was owed: {kind.value}; ask leader_after_tribute")


def leader_after_tribute(
    owed: Debt,
    assignment: Assignment,
    finish: Finish,
    level: Level,
    ruleset: Ruleset,
    *,
    returned: Mapping[Seat, Card] | None = None,
) -> Leader:
    """Who leads after a single or double tribute.

    Single: the payer, in every sheet (`tribute.single_leader`). Double: the larger payer, the last
    out, or whoever paid the first out (`tribute.double_leader`, AMB-14 d). Equal cards: five
    answers (`tribute.equal_leader`, AMB-12).

    Args:
        owed: What was owed.
        assignment: Who pays whom, or what is still open.
        finish: Finish of the deal before.
        level: Level of the coming deal.
        ruleset: What the event plays by.
        returned: Returned cards by the loser who got them; rules-135 三 needs it.
    """
    first = finish.first_out
    if owed.kind is TributeKind.SINGLE:
        if ruleset.tribute.single_leader is SingleLeader.FIRST_OUT:
            return Leader(first, LeaderBy.FIRST_OUT)
        return Leader(owed.payers[0], LeaderBy.PAYER)
    if assignment.equal:
        return _after_equal(assignment, finish, level, ruleset, returned)
    match ruleset.tribute.double_leader:
        case DoubleLeader.LARGER_PAYER:
            if assignment.open is not None:
                return Leader(None, LeaderBy.LARGER_PAYER)
            larger = max(assignment.gifts, key=lambda gift: level.power(gift.card))
            return Leader(larger.payer, LeaderBy.LARGER_PAYER)
        case DoubleLeader.LAST_OUT:
            return Leader(finish.last_out, LeaderBy.LAST_OUT)
        case DoubleLeader.PAYER_TO_FIRST_OUT:
            return Leader(assignment.payer_to(first), LeaderBy.PAYER_TO_FIRST_OUT)
        case DoubleLeader.FIRST_OUT:
            return Leader(first, LeaderBy.FIRST_OUT)


def _after_equal(
    assignment: Assignment,
    finish: Finish,
    level: Level,
    ruleset: Ruleset,
    returned: Mapping[Seat, Card] | None,
) -> Leader:
    first = finish.first_out
    match ruleset.tribute.equal_leader:
        case EqualLeader.PAYER_TO_FIRST_OUT:
            return Leader(assignment.payer_to(first), LeaderBy.PAYER_TO_FIRST_OUT)
        case EqualLeader.CHOSEN_PAYER:
            return Leader(assignment.payer_to(first), LeaderBy.CHOSEN_PAYER)
        case EqualLeader.AFTER_FIRST_OUT:
            return Leader(first.following, LeaderBy.AFTER_FIRST_OUT)
        case EqualLeader.BEFORE_FIRST_OUT:
            return Leader(first.preceding, LeaderBy.BEFORE_FIRST_OUT)
        case EqualLeader.SMALLER_RETURN:
            return _by_returns(first, level, returned)
        case EqualLeader.LAST_OUT:
            return Leader(finish.last_out, LeaderBy.LAST_OUT)
        case EqualLeader.FIRST_OUT:
            return Leader(first, LeaderBy.FIRST_OUT)


def _by_returns(first: Seat, level: Level, returned: Mapping[Seat, Card] | None) -> Leader:
    """“输家由拿小牌的先出牌”, equal ones “头家的下家先出牌” (rules-135 三; read by AMB-12)."""
    if returned is None:
        return Leader(None, LeaderBy.SMALLER_RETURN)
    one, other = first.following, first.preceding
    difference = level.power(returned[one]) - level.power(returned[other])
    if difference == 0:
        return Leader(first.following, LeaderBy.AFTER_FIRST_OUT)
    return Leader(one if difference < 0 else other, LeaderBy.SMALLER_RETURN)
