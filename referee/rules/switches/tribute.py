"""Tribute (贡牌): who pays which card to whom, what comes back, who leads after it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class TributeMode(Enum):
    """Whether tribute is paid."""

    SINGLE_AND_DOUBLE = "single_and_double"
    """单贡 by the last, 双贡 by both losers of a double-down (all others that speak)."""
    NONE = "none"
    """尾家不进贡 (jingfang)."""


class TributeCard(Enum):
    """Which card is paid."""

    HIGHEST_EXCEPT_WILD = "highest_except_wild"
    """The highest card, the heart of the level excepted."""


class CopyChoice(Enum):
    """Who picks among several equal highest cards."""

    PAYER = "payer"


class DoubleAssignment(Enum):
    """Who receives which card of a double tribute of unequal cards."""

    BY_SIZE = "by_size"
    """The larger to 上游, the smaller to his partner (most)."""
    BY_PLACE = "by_place"
    """末游 to 头游, the other loser to the other winner (tongzhouwan-2013)."""


class EqualAssignment(Enum):
    """From whom 上游 takes when both tributes rank the same."""

    FROM_FOLLOWING = "from_following"
    """His 下家: 贡左还右 (general-never-demote cl. 5, huaian-detail, two-deck-8deal, union-2024,
    national-2017 art. 10)."""
    FROM_PRECEDING = "from_preceding"
    """His 上家 (folk-simple, devzone, staff-2011)."""
    FIRST_OUT_CHOOSES = "first_out_chooses"
    """头家具有挑选权 (general-never-demote cl. 8.3, poker-531)."""
    WINNERS_CHOOSE = "winners_choose"
    """赢家可以任意选牌 (rules-135)."""


class EqualReturns(Enum):
    """Which returned card a payer gets when both tributes ranked the same."""

    CORRESPONDING = "corresponding"
    """From the winner who took his tribute."""
    LOSERS_CHOOSE = "losers_choose"
    """输家也可以任选赢家所还牌 (poker-531)."""
    LOSERS_CHOOSE_IF_EQUAL = "losers_choose_if_equal"
    """The losers choose only between equal returned cards (rules-135)."""


class SingleLeader(Enum):
    """Who leads after a single tribute."""

    PAYER = "payer"
    FIRST_OUT = "first_out"
    """头家, where no tribute is paid (jingfang)."""


class DoubleLeader(Enum):
    """Who leads after a double tribute of unequal cards."""

    LARGER_PAYER = "larger_payer"
    """贡大牌者先出 (general-never-demote, union-2024, folk-simple, devzone, rules-135, staff-2011,
    national-2017 art. 10)."""
    LAST_OUT = "last_out"
    """末游先出, whoever paid more (two-deck-8deal, huaian-net, newyear-2018, tongzhouwan-2013)."""
    PAYER_TO_FIRST_OUT = "payer_to_first_out"
    """Whoever paid 上游 (poker-531)."""
    FIRST_OUT = "first_out"
    """头家, where no tribute is paid (jingfang)."""


class EqualLeader(Enum):
    """Who leads after a double tribute of equal cards (AMB-12)."""

    PAYER_TO_FIRST_OUT = "payer_to_first_out"
    """Whoever paid 上游 (poker-531)."""
    CHOSEN_PAYER = "chosen_payer"
    """被挑中的一方先出牌: the one 上游 picked (general-never-demote cl. 8.3)."""
    AFTER_FIRST_OUT = "after_first_out"
    """下家 of 上游 (general-never-demote cl. 5, huaian-detail, two-deck-8deal, national-2017)."""
    BEFORE_FIRST_OUT = "before_first_out"
    """上家 of 上游 (union-2024, folk-simple, devzone, staff-2011)."""
    SMALLER_RETURN = "smaller_return"
    """The loser who got the smaller returned card; equal: 下家 of 头家 (rules-135)."""
    LAST_OUT = "last_out"
    """末游先出, equal or not (newyear-2018, huaian-net, tongzhouwan-2013)."""
    FIRST_OUT = "first_out"
    """头家, where no tribute is paid (jingfang)."""


class AntiCondition(Enum):
    """When no tribute is owed although one would be due (抗贡)."""

    BOTH_RED_JOKERS = "both_red_jokers"
    """Whoever pays holds both red jokers; of two payers, both between them (all that speak)."""


class AntiLeader(Enum):
    """Who leads after anti-tribute."""

    FIRST_OUT = "first_out"
    """上游 (all that speak)."""


class ReturnLimit(Enum):
    """Which cards may be returned (还牌)."""

    UP_TO_TEN = "up_to_ten"
    """10以下（含10）(union-2024, general-never-demote, two-deck-8deal, rules-135, staff-2011,
    devzone, poker-531)."""
    ANY = "any"
    """任意牌 (huaian-net, newyear-2018, tongzhouwan-2013)."""
    PARTNER_UP_TO_TEN = "partner_up_to_ten"
    """Up to ten to one's partner, any to an opponent (huaian-detail, national-2017 art. 10)."""
    DISPUTED = "disputed"
    """To an opponent up to ten; to one's partner the sheet says both 必须小于参谋 and 10以下, and
    where the two disagree the referee decides (folk-simple)."""


class NothingToReturn(Enum):
    """What is returned by a hand that holds no card within the limit."""

    LOWEST = "lowest"
    """Its lowest card (AMB-13)."""


class TributeError(Enum):
    """What follows a wrong tribute or return."""

    REDO = "redo"
    """正常判为重新给牌 (folk-simple, devzone)."""
    REDO_AND_REFEREE = "redo_and_referee"
    """Given again, and the referee may record a foul (general-never-demote)."""
    CORRECT_OR_LAST = "correct_or_last"
    """Before play: corrected, warning. After play has begun: that player's cards are void and he
    is 下游; if he came first, the second becomes first (national-2017 art. 19)."""


@dataclass(frozen=True, slots=True)
class TributeRules:
    mode: TributeMode = TributeMode.SINGLE_AND_DOUBLE
    """Whether tribute (进贡) is paid from the second deal."""
    card: TributeCard = TributeCard.HIGHEST_EXCEPT_WILD
    """Which card is paid."""
    copy_choice: CopyChoice = CopyChoice.PAYER
    """Who picks the suit when several highest cards are equal; stated nowhere (AMB-14)."""
    double_assignment: DoubleAssignment = DoubleAssignment.BY_SIZE
    """Who receives which card after a double-down (双贡)."""
    equal_assignment: EqualAssignment = EqualAssignment.FROM_FOLLOWING
    """From whom 上游 takes when both cards rank the same (AMB-12)."""
    equal_returns: EqualReturns = EqualReturns.CORRESPONDING
    """Who gets which returned card when both tributes ranked the same (AMB-12)."""
    single_leader: SingleLeader = SingleLeader.PAYER
    """Who leads after a single tribute."""
    double_leader: DoubleLeader = DoubleLeader.PAYER_TO_FIRST_OUT
    """Who leads after a double tribute of unequal cards."""
    equal_leader: EqualLeader = EqualLeader.PAYER_TO_FIRST_OUT
    """Who leads after a double tribute of equal cards (AMB-12)."""
    anti_condition: AntiCondition = AntiCondition.BOTH_RED_JOKERS
    """When tribute falls away (抗贡)."""
    anti_mandatory: bool = True
    """Whether it must fall away (必须抗贡) or the payers may pay all the same (可抗贡); AMB-14."""
    anti_leader: AntiLeader = AntiLeader.FIRST_OUT
    """Who leads after anti-tribute."""
    return_limit: ReturnLimit = ReturnLimit.UP_TO_TEN
    """Which cards may be returned (AMB-13)."""
    return_level_card: bool = False
    """Whether a level card with a face within the limit may be returned, the wild card too;
    stated nowhere (AMB-13)."""
    nothing_to_return: NothingToReturn = NothingToReturn.LOWEST
    """What is returned when no card is within the limit; stated nowhere (AMB-13)."""
    return_face_down: bool = True
    """Whether the two returned cards of a double tribute are laid face down and shown together."""
    error: TributeError = TributeError.REDO_AND_REFEREE
    """What follows a wrong tribute or return (AMB-14)."""
