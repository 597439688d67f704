"""Remedies (处理): the words in which `irregularities` says what a mistake leads to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep


class CardsGo(Enum):
    """What becomes of the cards of the act."""

    BACK_TO_HAND = "back_to_hand"
    """Taken up."""
    STAY = "stay"
    """They lie where they are."""
    SMALLEST_BACK = "smallest_back"
    """Only the smallest goes back; see `smallest_back`."""
    REFEREE_SAYS = "referee_says"


class Barred(Enum):
    """Who may not play, and how long."""

    NOBODY = "nobody"
    OFFENDER_THIS_TRICK = "offender_this_trick"
    """停止一轮出牌 is read as this trick (圈): AMB-26."""
    SIDE_UNTIL_OTHERS_PLAY = "side_until_others_play"
    """The offender's side, in this trick, until the other side plays."""
    REFEREE_SAYS = "referee_says"


class Choice(Enum):
    """What a seat may decide about the offender."""

    STOP_ONE_PLAY = "stop_one_play"
    """Whether one play of the offender is stopped."""
    NAME_TYPE = "name_type"
    """Which type the offender leads again."""
    POINT_OUT = "point_out"
    """点出: whether to point the wrong lead out at all."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """What one irregularity leads to."""

    fault: Fault
    offender: Seat
    article: str
    """Ruleset and switch it rests on."""
    cards: CardsGo = CardsGo.REFEREE_SAYS
    next_to_act: Seat | None = None
    """``None`` where the referee says."""
    barred: Barred = Barred.REFEREE_SAYS
    partner_may_not_lead_type: bool = False
    """Whether the partner may not lead the type that was shown in the next trick."""
    chooser: Seat | None = None
    """The one seat that has `choice`; its partner may not be consulted."""
    choice: Choice | None = None
    step: LadderStep | None = None
    """Step of the ladder it costs by itself."""
    foul_by_circumstances: bool = False
    """Whether the referee may record a foul as well: 视情节轻重记犯规一次."""
    decided_by: Official = Official.REFEREE

    @property
    def may_take_back(self) -> bool:
        """Whether any card goes back to the hand."""
        return self.cards in (CardsGo.BACK_TO_HAND, CardsGo.SMALLEST_BACK)
