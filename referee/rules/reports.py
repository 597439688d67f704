"""Reports (报牌): who must tell how few cards are left, who may ask, and what a breach costs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from referee.rules.ruleset import Ruleset
from referee.rules.switches.penalties import LadderStep
from referee.rules.switches.play import ReportBreach, ReportMode


@dataclass(frozen=True, slots=True)
class ReportDuty:
    """What is owed about the number of cards a player holds."""

    must_announce: bool
    """By himself, after the play that left so few."""
    must_answer: bool
    """When somebody asks."""
    may_ask: bool
    """Whether anybody may ask at all."""
    must_lay_disc: bool
    """Whether the report disc (报牌卡) belongs in its circle, until the deal ends."""


class ReportRemedy(Enum):
    """What happens to the cards laid without a report, or with a wrong one."""

    REPLAYED = "replayed"
    """Taken back and laid again."""
    REPLAYED_AND_BEATABLE = "replayed_and_beatable"
    """The same, and the opponents may beat them even if they were the last: general-never-demote
    九.3 “对方选手可以打牌压”."""
    OPPONENTS_ASKED_AGAIN = "opponents_asked_again"
    """Taken back, and the opponents are asked again about the play before: staff-2011 七.1."""


@dataclass(frozen=True, slots=True)
class ReportPenalty:
    """What one breach costs."""

    remedy: ReportRemedy
    step: LadderStep | None
    """Step of the ladder recorded for it; ``None``: none is named."""
    trick_lost: bool = False
    """Whether the offender also loses this trick's play."""


def report_duty(
    cards_left: int, ruleset: Ruleset, *, asked: bool = False, reported: bool = False
) -> ReportDuty:
    """What a player with *cards_left* owes the table.

    At six or fewer: general-never-demote 九.3, staff-2011 七.1; at ten: huaian-detail 九,
    union-2024 art. 8, national-2017 art. 12 (`play.report_at`). By himself and whenever asked
    (随问随报): general-never-demote, huaian-detail; only when asked: union-2024; by himself, once,
    and nobody may ask again: national-2017 (`play.report_mode`). Where asking is unknown
    (staff-2011) nobody has to answer. The disc: national-2017 art. 12 (`play.report_disc`). Above
    the threshold nobody has to say anything (AMB-25).

    Args:
        cards_left: Cards in hand after the play; a player who is out owes nothing.
        ruleset: What the event plays by.
        asked: Whether somebody has just asked.
        reported: Whether the player has reported in this deal already.
    """
    few = 0 < cards_left <= ruleset.play.report_at
    mode = ruleset.play.report_mode
    by_himself = mode is not ReportMode.ON_REQUEST
    on_request = mode in (ReportMode.ON_REQUEST, ReportMode.PROACTIVE_AND_ON_REQUEST)
    return ReportDuty(
        must_announce=few and by_himself and not reported,
        must_answer=few and on_request and asked,
        may_ask=on_request,
        must_lay_disc=few and ruleset.play.report_disc,
    )


def report_penalty(earlier_breaches: int, ruleset: Ruleset) -> ReportPenalty:
    """What a missing or wrong report costs a side that has *earlier_breaches* of it in this round.

    First a warning, then a foul each time: general-never-demote 九.3, huaian-detail 九; a warning,
    then a violation and the trick: national-2017 art. 12; no step at all: staff-2011 七.1. Decided
    by `play.report_breach`.
    """
    again = earlier_breaches > 0
    foul_ladder = LadderStep.FOUL if again else LadderStep.WARNING
    match ruleset.play.report_breach:
        case ReportBreach.TAKE_BACK_WARNING_FOUL:
            return ReportPenalty(ReportRemedy.REPLAYED, foul_ladder)
        case ReportBreach.REPLAY_OPEN_WARNING_FOUL:
            return ReportPenalty(ReportRemedy.REPLAYED_AND_BEATABLE, foul_ladder)
        case ReportBreach.TAKE_BACK_ASK_AGAIN:
            return ReportPenalty(ReportRemedy.OPPONENTS_ASKED_AGAIN, None)
        case ReportBreach.TAKE_BACK_WARNING_VIOLATION:
            step = LadderStep.VIOLATION if again else LadderStep.WARNING
            return ReportPenalty(ReportRemedy.REPLAYED, step, trick_lost=again)
