"""Claims and appeals (举报、申诉): until when an irregularity is heard or a ruling fought."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.rules.ruleset import Ruleset
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import ClaimWindow


class Pointed(Enum):
    """When an irregularity was pointed out."""

    AT_ONCE = "at_once"
    """Before anybody acted after it."""
    SAME_TRICK = "same_trick"
    """本圈牌"""
    SAME_DEAL = "same_deal"
    """A trick or more late, in the same deal (下圈牌)."""
    LATER = "later"
    """A deal or more late (下副牌)."""


class Spoilt(Enum):
    """What else may cost a side its right to a penalty."""

    BY_NON_PLAYER = "by_non_player"
    """Nobody at the table pointed it out first."""
    ACTED_ALONE = "acted_alone"
    """The side put things right itself before calling the referee."""
    ASKED_PARTNER = "asked_partner"
    """The player who had the choice consulted his partner."""
    SETTLED_PRIVATELY = "settled_privately"
    """私了: the table had agreed on it before."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Whether the right to a penalty is gone."""

    lapsed: bool
    decided_by: Official | None
    """Who may still see it otherwise, where the text says “可能”; ``None``: the text decides."""


STANDS = Claim(lapsed=False, decided_by=None)


def claim(
    pointed: Pointed,
    ruleset: Ruleset,
    *,
    about_deal: bool = False,
    spoilt: frozenset[Spoilt] = frozenset(),
) -> Claim:
    """Whether an irregularity is still heard.

    Call the referee at once: yinbao-2017, national-day-2011 and kin. Only within the trick
    (仅限于本圈牌): general-never-demote 十.1.1. A trick late, or for what concerns the whole deal a
    deal late, the right may lapse: jiangsu-2017 四.四.1, national-2017 art. 15-16
    (`penalties.claim_window`). Helping oneself or consulting one's partner may cost it too:
    jiangsu-2017 四.四.2 and 3. Settled privately is not heard: rules-135 四.7
    (`penalties.private_settlement_heard`).

    Args:
        pointed: How late it was pointed out.
        ruleset: What the event plays by.
        about_deal: Whether it concerns the whole deal, as a wrong tribute, not one trick.
        spoilt: What else happened before the referee was called.
    """
    if Spoilt.SETTLED_PRIVATELY in spoilt and not ruleset.penalties.private_settlement_heard:
        return Claim(lapsed=True, decided_by=None)
    if spoilt:
        return Claim(lapsed=True, decided_by=Official.REFEREE)
    in_time = pointed is Pointed.AT_ONCE
    match ruleset.penalties.claim_window:
        case ClaimWindow.AT_ONCE:
            return STANDS if in_time else Claim(lapsed=True, decided_by=None)
        case ClaimWindow.THIS_TRICK:
            in_time = in_time or pointed is Pointed.SAME_TRICK
            return STANDS if in_time else Claim(lapsed=True, decided_by=None)
        case ClaimWindow.NEXT_TRICK_OR_DEAL:
            in_time = in_time or pointed is Pointed.SAME_TRICK
            in_time = in_time or (about_deal and pointed is Pointed.SAME_DEAL)
            return STANDS if in_time else Claim(lapsed=True, decided_by=Official.REFEREE)


def appeal_accepted(minutes_after_round: float, ruleset: Ruleset, *, written: bool = True) -> bool:
    """Whether an appeal (申诉) comes in time and in its form.

    Within 30 minutes after the round, in writing: jiangsu-2017 五.一.1, national-2017 art. 15-22.
    Decided by `officials.appeal_minutes` and `appeal_written`; who hears it is
    `officials.appeal_to`.
    """
    if ruleset.officials.appeal_written and not written:
        return False
    return minutes_after_round <= ruleset.officials.appeal_minutes
