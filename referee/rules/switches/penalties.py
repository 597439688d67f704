"""Penalties (判罚): irregularities, the ladder they climb, forfeits, and the right to claim."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from referee.rules.level import Level
from referee.rules.switches.bounds import Between, Length

_JACK = Level.parse("J")


class OutOfTurnPlay(Enum):
    """What follows a play out of turn (越序出牌)."""

    REFEREE = "referee"
    """The referee decides (AMB-26)."""
    STOP_AND_FOLLOWING_PLAYS = "stop_and_following_plays"
    """停止一轮出牌，由下家出牌 (general-never-demote)."""
    STOP_TRICK = "stop_trick"
    """应停止本轮出牌 (huaian-detail)."""
    FOLLOWING_MAY_STOP = "following_may_stop"
    """A violation: 下家 decides whether to stop one play of the offender (jiangsu-2017)."""
    STOP_AND_PARTNER_RESTRICTED = "stop_and_partner_restricted"
    """Taken up, no play in this trick's turn, the next player goes on, the partner may not lead
    that type next (national-2017 art. 18)."""


class OutOfTurnPass(Enum):
    """What follows a pass out of turn (越序表态)."""

    REFEREE = "referee"
    """The referee decides (AMB-26)."""
    SIDE_BARRED = "side_barred"
    """That side may not play in this trick until the other side plays (national-2017 art. 18)."""


class WrongLead(Enum):
    """What follows a lead that is no combination (出错牌)."""

    REFEREE = "referee"
    """The referee decides."""
    STOP_AND_FOLLOWING_PLAYS = "stop_and_following_plays"
    """停止一轮出牌，由下家出牌 (general-never-demote)."""
    FOLLOWING_NAMES = "following_names"
    """出错牌由其下家点出 (rules-135)."""
    LEFT_NAMES_TYPE = "left_names_type"
    """Taken up; the player on the left names the type to be led again (national-2017 art. 17)."""


class WrongAnswer(Enum):
    """What follows an answer that is no combination or does not beat (应错牌)."""

    REFEREE = "referee"
    """The referee decides."""
    STOP_AND_FOLLOWING_PLAYS = "stop_and_following_plays"
    """停止一轮出牌，由下家出牌 (general-never-demote)."""
    BARRED_FROM_TRICK = "barred_from_trick"
    """该轮次不得重新应牌 (rules-135); taken up, no play in this trick (national-2017 art. 17)."""


class ExposedCard(Enum):
    """What follows a card shown or laid beside the play (暴露张)."""

    REFEREE = "referee"
    """The referee decides."""
    STOP_AND_FOLLOWING_PLAYS = "stop_and_following_plays"
    """停止一轮出牌，由下家出牌 (general-never-demote)."""
    SMALLEST_TAKEN_BACK = "smallest_taken_back"
    """只能取回最小的牌 (staff-2011)."""
    PARTNER_RESTRICTED = "partner_restricted"
    """The partner may not lead the exposed type in the next trick (national-2017 art. 17)."""


class LadderStep(Enum):
    """A step of the ladder, mildest first."""

    WARNING = "warning"
    """警告"""
    CHIEF_REFEREE = "chief_referee"
    """由裁判长根据违规实际情况进行处理 (staff-2011)."""
    VIOLATION = "violation"
    """违例"""
    FOUL = "foul"
    """犯规"""
    ROUND_LOST = "round_lost"
    """判负"""
    DISQUALIFICATION = "disqualification"
    """取消参赛资格"""


class CountedOver(Enum):
    """Over what penalties of a side add up."""

    ROUND = "round"
    """轮 (jiangsu-2017, general-never-demote, huaian-detail)."""
    GAME = "game"
    """局 (fouls in national-2017 art. 15-16)."""


class ViolationEffect(Enum):
    """What a violation costs at once."""

    RECORDED = "recorded"
    """It is counted."""
    FOLLOWING_MAY_STOP = "following_may_stop"
    """违规者的下家决定是否停止违规者一次出牌 (jiangsu-2017)."""
    TRICK_LOST = "trick_lost"
    """The offender loses this trick's play (national-2017 art. 15-16)."""


class FoulEffect(Enum):
    """What a foul costs at once."""

    RECORDED = "recorded"
    """It is counted (general-never-demote, huaian-detail)."""
    DOUBLE_DOWN = "double_down"
    """The deal ends and the offenders are double-down (jiangsu-2017, national-2017 art. 15-16)."""


class FoulLeader(Enum):
    """Who names the leader of the deal after a foul."""

    FOLLOWING_OR_CHIEF = "following_or_chief"
    """由违规者的下家或裁判长指定 (jiangsu-2017)."""
    OPPONENTS = "opponents"
    """national-2017 art. 15-16."""


class ForfeitLevels(Enum):
    """What levels a round lost by penalty (判负) is recorded with."""

    ABOVE_OFFENDER = "above_offender"
    """`forfeit_levels` above the offender (jiangsu-2017)."""
    GAIN = "gain"
    """The winners gain `forfeit_levels` (general-never-demote, AMB-27)."""
    AS_WALK_OVER = "as_walk_over"
    """The fixed score of a walk-over (huaian-detail, national-2017)."""


class IllegalInformation(Enum):
    """What follows hints and signals (非法信息)."""

    FORBIDDEN = "forbidden"
    """Forbidden, no penalty named; the ladder applies (huaian-detail, staff-2011)."""
    FOUL = "foul"
    """jiangsu-2017, general-never-demote."""
    DISQUALIFICATION = "disqualification"
    """违者将取消比赛资格 (most plans)."""


class ClaimWindow(Enum):
    """Until when an irregularity may be pointed out."""

    AT_ONCE = "at_once"
    """应立即召请裁判到场处理 (yinbao-2017, national-day-2011, …)."""
    THIS_TRICK = "this_trick"
    """仅限于本圈牌 (general-never-demote)."""
    NEXT_TRICK_OR_DEAL = "next_trick_or_deal"
    """Claimed a trick late, or a deal late for what a deal shows, the right may lapse
    (jiangsu-2017 四, national-2017 art. 15-16)."""


@dataclass(frozen=True, slots=True)
class PenaltyRules:
    out_of_turn_play: OutOfTurnPlay = OutOfTurnPlay.REFEREE
    """What follows a play out of turn (AMB-26)."""
    out_of_turn_pass: OutOfTurnPass = OutOfTurnPass.REFEREE
    """What follows a pass before the player above has declared (AMB-26)."""
    wrong_lead: WrongLead = WrongLead.REFEREE
    """What follows a wrong lead (AMB-26)."""
    wrong_answer: WrongAnswer = WrongAnswer.REFEREE
    """What follows a wrong answer (AMB-26)."""
    exposed_card: ExposedCard = ExposedCard.REFEREE
    """What follows exposed or surplus cards (AMB-26)."""
    shown_card_stands: bool = True
    """Whether a card seen and named by an opponent may no longer be taken back
    (general-never-demote, national-2017 art. 17)."""
    foul_by_circumstances: bool = False
    """Whether the referee may add a foul to these: 视情节轻重记犯规一次 (general-never-demote)."""
    illegal_information: IllegalInformation = IllegalInformation.FOUL
    """What follows hints and signals."""
    ladder: Annotated[tuple[LadderStep, ...], Length(1, 6)] = (
        LadderStep.WARNING,
        LadderStep.VIOLATION,
        LadderStep.FOUL,
        LadderStep.ROUND_LOST,
        LadderStep.DISQUALIFICATION,
    )
    """Steps of the ladder, mildest first (AMB-27)."""
    warnings_per_violation: Annotated[int, Between(0, 10)] = 2
    """Warnings of a side that make a violation, where the ladder has both; 0: they never do."""
    violations_per_foul: Annotated[int, Between(0, 10)] = 2
    """Violations of a side that make a foul, where the ladder has both; 0: they never do."""
    fouls_per_loss: Annotated[int, Between(0, 10)] = 2
    """Fouls of a side that lose the round: 2 (jiangsu-2017) or 3; 0: they never do."""
    counted_over: CountedOver = CountedOver.ROUND
    """Over what fouls add up."""
    violation_effect: ViolationEffect = ViolationEffect.FOLLOWING_MAY_STOP
    """What a violation costs at once."""
    foul_effect: FoulEffect = FoulEffect.DOUBLE_DOWN
    """What a foul costs at once."""
    foul_cancels_tribute: bool = True
    """Whether no tribute is paid in the deal after a foul that ended one."""
    foul_leader: FoulLeader = FoulLeader.FOLLOWING_OR_CHIEF
    """Who names the leader of the deal after a foul that ended one."""
    forfeit_match_points: Annotated[tuple[int, ...], Between(0, 100), Length(2, 2)] = (2, 0)
    """Match points of the winners and losers of a forfeited round."""
    walk_over: Annotated[tuple[int, ...], Between(-26, 26), Length(2, 2)] = (17, 0)
    """Level points of both sides when one does not play (弃权): 17:0, 18:0, 10:-10."""
    forfeit_scoring: ForfeitLevels = ForfeitLevels.ABOVE_OFFENDER
    """What a round lost by penalty is recorded with."""
    forfeit_levels: Annotated[int, Between(0, 13)] = 4
    """Levels that makes: 4 above the offender (jiangsu-2017), 3 gained (general-never-demote)."""
    forfeit_floor: Level = _JACK
    """Level to which the offender may be lowered so that the winners' gain fits below past A."""
    real_difference_stands: bool = True
    """Whether a larger difference on the table stands instead."""
    claim_window: ClaimWindow = ClaimWindow.THIS_TRICK
    """Until when an irregularity may be pointed out."""
    private_settlement_heard: bool = True
    """Whether a dispute settled privately (私了) is heard when it is raised later."""
