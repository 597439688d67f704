"""Rounds (轮): what ends one, who wins it, how rounds make a ranking, how pairs meet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from referee.rules.level import Level
from referee.rules.switches.bounds import Between, Length

_TWO = Level.parse("2")


class RoundEnd(Enum):
    """What can end a round; the first that happens does."""

    GAME = "game"
    """A side passes A (打过A)."""
    TIME = "time"
    """The clock."""
    DEALS = "deals"
    """A number of deals."""
    POINTS = "points"
    """A number of points."""


class DealInProgress(Enum):
    """What becomes of the deal in progress when time is up."""

    FINISH = "finish"
    """打完在手牌 (rules-135)."""
    FINISH_IF_PLAY_BEGUN = "finish_if_play_begun"
    """Finished if the first card has been played (staff-2011)."""
    STOP = "stop"
    """It does not count."""


class TieAtTime(Enum):
    """What decides between sides of equal level when a round ends."""

    EXTRA_DEAL = "extra_deal"
    """加赛一副牌 (two-deck-8deal, center-6deal)."""
    EXTRA_DEAL_OR_DRAW = "extra_deal_or_draw"
    """One more deal may be played (可加打一副牌), else a draw (jiangsu-2017). Advised: a draw where
    points are counted, the extra deal in a knock-out."""
    EXTRA_GAME = "extra_game"
    """加赛一局，先升级的为获胜方 (union-2024, national-day-2011, …)."""
    FIRST_TO_REACH = "first_to_reach"
    """Who reached the level first (tongzhouwan-2013)."""
    LAST_DEAL_FIRST_OUT = "last_deal_first_out"
    """The side of the last deal's 上游 (rules-135)."""
    NOT_DECLARER = "not_declarer"
    """The side 在台下, whose level is not being played (qingyang-2018)."""
    DRAW = "draw"
    """打平则双方各记1分 (huaian-detail)."""


class TieBreak(Enum):
    """A measure that separates pairs with equal totals."""

    CUMULATIVE_LESS_FIRST = "cumulative_less_first"
    """（去首）累进分"""
    WINS = "wins"
    """胜轮次"""
    LEVEL_POINTS = "level_points"
    """级差分, 级分: the sum over all rounds."""
    LEVEL_POINTS_BETWEEN_TIED = "level_points_between_tied"
    """级分 of the rounds the tied pairs played against each other."""
    LEVELS_GAINED = "levels_gained"
    """升级数"""
    OPPONENTS_POINTS = "opponents_points"
    """对手分"""
    FOULS = "fouls"
    """犯规, fewer is better."""
    EARLIER_ROUNDS = "earlier_rounds"
    """The result of the round before, and so on back."""
    DIRECT_RESULT = "direct_result"
    """相互胜负"""
    LOT = "lot"
    """抽签"""


class LevelScale(Enum):
    """How the level difference of a round becomes points."""

    TWENTY_SIX = "twenty_six"
    """13±d over fourteen grades (national-2017 appendix 4; AMB-22)."""
    DIFFERENCE = "difference"
    """The difference itself (huaian-detail)."""


class Byes(Enum):
    """What a pair without an opponent gets."""

    ADVANCE = "advance"
    """自动轮空进入下轮抽签 (center-6deal)."""
    PLAY_OFF = "play_off"
    """轮空进入附加赛 (jingfang)."""


class SameUnit(Enum):
    """Whether pairs of one unit (单位) are kept apart."""

    NOT_AVOIDED = "not_avoided"
    """均不回避 (huaian-detail)."""
    AVOIDED_IN_FINAL = "avoided_in_final"
    """staff-2011."""
    AVOIDED = "avoided"
    """wafang-2016."""


class Format(Enum):
    """How an event finds its ranking (赛制)."""

    KNOCK_OUT = "knock_out"
    """淘汰制"""
    DOUBLE_KNOCK_OUT = "double_knock_out"
    """双败淘汰"""
    SWISS = "swiss"
    """积分编排制: high against high, nobody twice."""
    ROUND_ROBIN = "round_robin"
    """循环赛"""
    POINTS_ROUNDS = "points_rounds"
    """A number of rounds by lot, points added up (wafang-2016)."""
    POINTS_KNOCK_OUT = "points_knock_out"
    """积分淘汰制 (rules-135)."""
    GROUPS_THEN_FINAL = "groups_then_final"
    """Groups, then a final of the best (staff-2011)."""


@dataclass(frozen=True, slots=True)
class RoundRules:
    """Rounds (轮): what ends one and who wins it."""

    ends_by: Annotated[tuple[RoundEnd, ...], Length(1, 4)] = (RoundEnd.GAME, RoundEnd.TIME)
    """What can end a round, whichever comes first; a number that is 0 below is set by the event."""
    minutes: Annotated[int, Between(0, 600)] = 60
    """Length of a round, in minutes; 0: no length is set. From the event."""
    deals: Annotated[int, Between(0, 200)] = 0
    """Deals of a round; 0: no number is set."""
    points: Annotated[int, Between(0, 200)] = 0
    """Deal points that win a round at once; 0: no number is set."""
    deal_in_progress: DealInProgress = DealInProgress.FINISH_IF_PLAY_BEGUN
    """What becomes of the deal in progress when time is up (AMB-20)."""
    tie_at_time: TieAtTime = TieAtTime.EXTRA_DEAL_OR_DRAW
    """What decides between equal levels at the end (AMB-20)."""
    extra_deal_level: Level = _TWO
    """Level of an extra deal or game; stated nowhere (AMB-20)."""
    extra_deal_tribute: bool = False
    """Whether tribute is paid before an extra deal; stated nowhere (AMB-20)."""
    final_must_pass_ace: bool = False
    """Whether the deciding games of an event end only by passing A (union-2024, qingyang-2018)."""


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """Scoring (记分): points of a round and the order of pairs with equal totals."""

    win: Annotated[int, Between(0, 100)] = 2
    """Match points (场分) of a round won."""
    draw: Annotated[int, Between(0, 100)] = 1
    """Match points of a draw."""
    loss: Annotated[int, Between(0, 100)] = 0
    """Match points of a round lost."""
    win_on_level: Annotated[int, Between(0, 100)] = 2
    """Match points of a round won by the higher level at time, not by passing A (AMB-23)."""
    speed_bonus: Annotated[tuple[int, ...], Between(0, 100), Length(0, 100)] = ()
    """Extra points of the winners of the fastest, second fastest, … table (wafang-2016)."""
    tie_breaks: tuple[TieBreak, ...] = (
        TieBreak.CUMULATIVE_LESS_FIRST,
        TieBreak.WINS,
        TieBreak.LEVEL_POINTS,
        TieBreak.LEVELS_GAINED,
        TieBreak.LOT,
    )
    """What separates equal totals, in this order (jiangsu-2017 七.2)."""
    level_scale: LevelScale = LevelScale.TWENTY_SIX
    """How level points (级差分) are counted (AMB-22)."""


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """Tournament (赛制): how pairs meet."""

    format: Format = Format.KNOCK_OUT
    """How the event finds its ranking. From the event."""
    rounds: Annotated[int, Between(0, 100)] = 0
    """Rounds of a points event, or of each group; 0: the format decides, or the event does."""
    final_rounds: Annotated[int, Between(0, 100)] = 0
    """Rounds of the final of a groups event; 0: there is none, or the event decides."""
    best_of: Annotated[int, Between(1, 9)] = 1
    """Games of a knock-out meeting: most of this odd number win it (三局两胜 is 3)."""
    final_best_of: Annotated[int, Between(1, 9)] = 1
    """The same for semi-finals and final."""
    byes: Byes = Byes.ADVANCE
    """What a pair without an opponent gets."""
    same_unit: SameUnit = SameUnit.NOT_AVOIDED
    """Whether pairs of one unit are kept apart. From the event."""
