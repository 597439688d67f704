"""Forfeits (判负、弃权): what a round counts that was not played to its end."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.grade import Grade
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Points, level_difference, level_points
from referee.rules.switches.penalties import ForfeitLevels
from referee.rules.switches.rounds import LevelScale


@dataclass(frozen=True, slots=True)
class Forfeit:
    """How a forfeited round is recorded. Points list the winners first."""

    match_points: Points
    level_points: Points
    winner: Grade | None
    """Grade the winners are recorded with; ``None`` where only points are recorded."""
    offender: Grade | None


def walk_over(ruleset: Ruleset) -> Forfeit:
    """A round in which one side did not play (弃权).

    17:0: jiangsu-2017 四.三.四; 10:-10: huaian-detail 十三; 18:0: national-2017 art. 27-28; half
    the level difference, of what is not said: rules-135 四.2 (AMB-23). By `penalties.walk_over` and
    `penalties.forfeit_match_points`.
    """
    return Forfeit(_match(ruleset), Points(*ruleset.penalties.walk_over), None, None)


def round_lost(offender: Grade, other: Grade, ruleset: Ruleset) -> Forfeit:
    """A round lost by penalty (判负), from the grades on the table when it ended.

    By `penalties.forfeit_scoring`:

    - the winners count `forfeit_levels` above the offender, who may be lowered to `forfeit_floor`
      to make room below past A; a larger real difference stands: jiangsu-2017 四.三.四, four levels
      and J;
    - the winners gain `forfeit_levels`: general-never-demote 十.3 “本轮对方两人为胜则升三级”
      (AMB-27);
    - the fixed score of a walk-over, or what the table gives the winners where that is more and
      `real_difference_stands`: huaian-detail 十二, national-2017 art. 15-16. 18 : 0 is 13 and five
      levels, so a lead of six or more stands, as a lead over four does in jiangsu-2017.
    """
    rules = ruleset.penalties
    match rules.forfeit_scoring:
        case ForfeitLevels.ABOVE_OFFENDER:
            real_stands = rules.real_difference_stands and other - offender >= rules.forfeit_levels
            if not real_stands:
                room = Grade.PAST_ACE - rules.forfeit_levels
                floor = Grade.parse(str(rules.forfeit_floor))
                offender = Grade(min(offender, max(floor, room)))
                other = _raised(offender, rules.forfeit_levels)
            return Forfeit(_match(ruleset), _level(other, offender, ruleset), other, offender)
        case ForfeitLevels.GAIN:
            other = _raised(other, rules.forfeit_levels)
            return Forfeit(_match(ruleset), _level(other, offender, ruleset), other, offender)
        case ForfeitLevels.AS_WALK_OVER:
            fixed, real = Points(*rules.walk_over), _level(other, offender, ruleset)
            larger = rules.real_difference_stands and real.ours > fixed.ours
            points = real if larger else fixed
            return Forfeit(_match(ruleset), points, None, None)


def _match(ruleset: Ruleset) -> Points:
    return Points(*ruleset.penalties.forfeit_match_points)


def _level(winner: Grade, offender: Grade, ruleset: Ruleset) -> Points:
    if ruleset.scoring.level_scale is LevelScale.TWENTY_SIX:
        return level_points(winner, offender)
    return level_difference(winner, offender)


def _raised(grade: Grade, levels: int) -> Grade:
    return Grade(min(Grade.PAST_ACE, grade + levels))
