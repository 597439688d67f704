"""Penalties (判罚): counters of a side, the ladder they climb, and what each step costs."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.rules.ruleset import Ruleset
from referee.rules.seats import Side
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import (
    CountedOver,
    FoulEffect,
    FoulLeader,
    LadderStep,
    ViolationEffect,
)


class LadderError(ValueError):
    """A step that the ladder of a ruleset does not have."""

    def __init__(self, step: LadderStep, ruleset: Ruleset) -> None:
        known = ", ".join(known.value for known in ruleset.penalties.ladder)
        super().__init__(f"{ruleset.id} knows no {step.value}; its ladder: {known}")
        self.step = step


@dataclass(frozen=True, slots=True)
class Tally:
    """What one side has on record. Units are never added to each other (AMB-27)."""

    warnings: int = 0
    """警告 in this round."""
    violations: int = 0
    """违例 in this round."""
    fouls: int = 0
    """犯规 in this round, or in this game: `penalties.counted_over`."""
    missed_reports: int = 0
    """Reports missed or wrong in this round; what the next costs depends on them."""
    wrong_layings: int = 0
    """Wrong laying orders in this round; what the next costs depends on them."""


CLEAN = Tally()


@dataclass(frozen=True, slots=True)
class PenaltyBook:
    """The tallies of both sides in one round."""

    east_west: Tally = CLEAN
    north_south: Tally = CLEAN

    def __getitem__(self, side: Side) -> Tally:
        return self.east_west if side is Side.EAST_WEST else self.north_south

    def put(self, side: Side, tally: Tally) -> PenaltyBook:
        """The same book with another tally of *side*."""
        if side is Side.EAST_WEST:
            return replace(self, east_west=tally)
        return replace(self, north_south=tally)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A penalty on record."""

    tally: Tally
    steps: tuple[LadderStep, ...]
    """The step given, then every step it became: two warnings a violation, and so on."""

    @property
    def gravest(self) -> LadderStep:
        return self.steps[-1]


@dataclass(frozen=True, slots=True)
class Consequence:
    """What one step costs at once."""

    step: LadderStep
    decided_by: Official
    following_may_stop: bool = False
    """The offender's 下家 alone decides whether one play of the offender is stopped; asking his
    partner may cost him the right (jiangsu-2017 四.四.3)."""
    trick_lost: bool = False
    """The offender loses this trick's play."""
    deal_ends: bool = False
    """The deal ends at once and the offending side is double-down (双下)."""
    next_deal_tribute: bool = True
    """Whether tribute is paid before the next deal."""
    leader_named_by: FoulLeader | None = None
    """Who names the leader of the next deal, where the deal ended."""
    round_lost: bool = False
    """判负: see `referee.rules.forfeits.round_lost`."""
    disqualified: bool = False


def record(tally: Tally, step: LadderStep, ruleset: Ruleset) -> Recorded:
    """Write one more penalty of a side down and climb the ladder.

    Two warnings make a violation, two violations a foul, two fouls lose the round: jiangsu-2017
    四.三. The second violation makes a foul, three fouls lose the game: national-2017 art. 15-16.
    Three fouls lose the round: general-never-demote 十.3, huaian-detail 十二. A second breach
    goes to the chief referee: staff-2011 八.2. By `penalties.ladder`, `warnings_per_violation`,
    `violations_per_foul` and `fouls_per_loss`; units are never added to each other.

    Raises:
        LadderError: If the ruleset has no such step.
    """
    ladder = ruleset.penalties.ladder
    if step not in ladder:
        raise LadderError(step, ruleset)
    steps = [step]
    while True:
        tally = _counted(tally, step)
        becomes = _becomes(tally, step, ruleset)
        if becomes is None:
            return Recorded(tally, tuple(steps))
        step = becomes
        steps.append(step)


def consequence(step: LadderStep, ruleset: Ruleset) -> Consequence:
    """What a step costs at once and who gives it.

    Violation: 下家 decides whether to stop one play of the offender (jiangsu-2017 四.三.二), or the
    trick is lost (national-2017 art. 15-16): `penalties.violation_effect`. Foul: the deal ends, the
    offenders are double-down, no tribute follows and somebody names the leader (jiangsu-2017
    四.三.三, national-2017 art. 15-16), or it is only counted (general-never-demote,
    huaian-detail):
    `penalties.foul_effect`, `foul_cancels_tribute`, `foul_leader`. Referee and chief referee:
    jiangsu-2017 四.二 (`officials.warning_by`, `foul_by`, `disqualification_by`).
    """
    rules, officials = ruleset.penalties, ruleset.officials
    match step:
        case LadderStep.WARNING:
            return Consequence(step, officials.warning_by)
        case LadderStep.CHIEF_REFEREE:
            return Consequence(step, Official.CHIEF_REFEREE)
        case LadderStep.VIOLATION:
            return Consequence(
                step,
                officials.warning_by,
                following_may_stop=rules.violation_effect is ViolationEffect.FOLLOWING_MAY_STOP,
                trick_lost=rules.violation_effect is ViolationEffect.TRICK_LOST,
            )
        case LadderStep.FOUL:
            ends = rules.foul_effect is FoulEffect.DOUBLE_DOWN
            return Consequence(
                step,
                officials.foul_by,
                deal_ends=ends,
                next_deal_tribute=not (ends and rules.foul_cancels_tribute),
                leader_named_by=rules.foul_leader if ends else None,
            )
        case LadderStep.ROUND_LOST:
            return Consequence(step, officials.foul_by, deal_ends=True, round_lost=True)
        case LadderStep.DISQUALIFICATION:
            return Consequence(
                step,
                officials.disqualification_by,
                deal_ends=True,
                round_lost=True,
                disqualified=True,
            )


def new_game(book: PenaltyBook, ruleset: Ruleset) -> PenaltyBook:
    """The book when another game of the same round begins.

    Fouls start again where they add up over a game (局: national-2017 art. 15-16); everything else
    is counted over the round (轮: jiangsu-2017 四.三). Decided by `penalties.counted_over`.
    """
    if ruleset.penalties.counted_over is CountedOver.ROUND:
        return book
    return PenaltyBook(
        replace(book.east_west, fouls=0),
        replace(book.north_south, fouls=0),
    )


def _counted(tally: Tally, step: LadderStep) -> Tally:
    match step:
        case LadderStep.WARNING:
            return replace(tally, warnings=tally.warnings + 1)
        case LadderStep.VIOLATION:
            return replace(tally, violations=tally.violations + 1)
        case LadderStep.FOUL:
            return replace(tally, fouls=tally.fouls + 1)
        case LadderStep.CHIEF_REFEREE | LadderStep.ROUND_LOST | LadderStep.DISQUALIFICATION:
            return tally


def _becomes(tally: Tally, step: LadderStep, ruleset: Ruleset) -> LadderStep | None:
    """The step that the count of *step* has just filled up to, where the ladder has it."""
    rules = ruleset.penalties
    match step:
        case LadderStep.WARNING if LadderStep.CHIEF_REFEREE in rules.ladder:
            # 对违反上述规定的…口头警告；再次违反的，由裁判长…进行处理 (staff-2011 八.2).
            return LadderStep.CHIEF_REFEREE if tally.warnings > 1 else None
        case LadderStep.WARNING:
            count, needed, above = (
                tally.warnings,
                rules.warnings_per_violation,
                LadderStep.VIOLATION,
            )
        case LadderStep.VIOLATION:
            count, needed, above = tally.violations, rules.violations_per_foul, LadderStep.FOUL
        case LadderStep.FOUL:
            count, needed, above = tally.fouls, rules.fouls_per_loss, LadderStep.ROUND_LOST
        case LadderStep.CHIEF_REFEREE | LadderStep.ROUND_LOST | LadderStep.DISQUALIFICATION:
            return None
    full = above in rules.ladder and needed > 0 and count % needed == 0
    return above if full else None
