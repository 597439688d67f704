"""Conduct (纪律): hints and signals, and players who change during an event."""

from __future__ import annotations

from referee.rules.ruleset import Ruleset
from referee.rules.switches.penalties import IllegalInformation, LadderStep
from referee.rules.switches.seating import Substitution


def illegal_information(ruleset: Ruleset) -> LadderStep:
    """The step of the ladder that a hint or signal (非法信息) costs.

    A foul: jiangsu-2017 四.三.三, general-never-demote 九.1. Disqualification: union-2024 and most
    plans “违者将取消比赛资格”. Forbidden with no penalty named: huaian-detail 十二, staff-2011
    八.2, so the ladder begins at its first step. Decided by `penalties.illegal_information`.
    """
    match ruleset.penalties.illegal_information:
        case IllegalInformation.FORBIDDEN:
            return ruleset.penalties.ladder[0]
        case IllegalInformation.FOUL:
            return LadderStep.FOUL
        case IllegalInformation.DISQUALIFICATION:
            return LadderStep.DISQUALIFICATION


def changed_partner(ruleset: Ruleset, *, consented: bool) -> LadderStep | None:
    """What a pair suffers that changes a player (换人) during an event; ``None``: nothing.

    The round is forfeited: union-2024, general-never-demote 十三.1 and most plans. Allowed with
    consent given before the match: rules-135 四.6. Disqualification: jiangsu-2017 四.三.五
    “违规更换搭档”. Decided by `seating.substitution`.
    """
    match ruleset.seating.substitution:
        case Substitution.FORFEIT:
            return LadderStep.ROUND_LOST
        case Substitution.CONSENT:
            return None if consented else LadderStep.ROUND_LOST
        case Substitution.DISQUALIFY:
            return LadderStep.DISQUALIFICATION
