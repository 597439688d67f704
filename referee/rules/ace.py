"""Passing A (过A): what passes it, which deals are tries, and when a side falls back."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.grade import Grade
from referee.rules.result import DealResult
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Side
from referee.rules.switches.advance import PassAce, Tries, TryIs


@dataclass(frozen=True, slots=True)
class AceRecord:
    """What a side's deals at A have left behind."""

    failed: int = 0
    """Tries that did not pass and still count."""
    fell_back: bool = False
    """Whether the side fell back from A and has not won a deal since."""


NO_TRIES = AceRecord()
"""The record of a side that has not been at A, or not since it fell back."""


@dataclass(frozen=True, slots=True)
class AceTry:
    """What one deal at A did for the side whose level it was."""

    grade: Grade
    """Past A, still A, or the level fallen back to."""
    record: AceRecord

    @property
    def passed(self) -> bool:
        return self.grade is Grade.PAST_ACE


def passes(result: DealResult, ruleset: Ruleset) -> bool:
    """Whether a won deal at A passes it.

    One first, the partner not last: jiangsu-2017 六, union-2024 art. 4, national-2017 art. 13-14.
    Only a double-down: huaian-detail 五, national-day-2011, wafang-2016. Reaching A is enough:
    jingfang. “只要己方不出现末游” (newyear-2018) is read with the first out on the same side, as
    second and third place meet it literally (AMB-16). Decided by `ace.passed_by`.
    """
    match ruleset.ace.passed_by:
        case PassAce.PARTNER_NOT_LAST:
            return result.partner_place != 4
        case PassAce.DOUBLE_DOWN:
            return result.is_double_down
        case PassAce.REACHED:
            return True


def try_ace(side: Side, result: DealResult | None, record: AceRecord, ruleset: Ruleset) -> AceTry:
    """Judge a deal played at level A by *side*; ``None`` is a deal lost without a known result.

    A deal at the opponents' level, even at A, is no try and cannot pass A (AMB-15). Where there is
    a limit (`ace.fail_limit`) the last failed try sends the side to `ace.fallback`: 2 (union-2024
    art. 4), J (kangnaixin-2014), never (general-never-demote 四). Whether a lost deal is a try is
    `ace.try_is`; stated nowhere (AMB-15).
    """
    won = result is not None and result.winner is side
    if won and result is not None and passes(result, ruleset):
        return AceTry(Grade.PAST_ACE, NO_TRIES)
    if not won and ruleset.ace.try_is is TryIs.OWN_LEVEL_WON_NOT_PASSED:
        return AceTry(Grade.ACE, record)
    failed = record.failed + 1
    if ruleset.ace.fail_limit and failed >= ruleset.ace.fail_limit:
        fallback = Grade.parse(str(ruleset.ace.fallback))
        return AceTry(fallback, AceRecord(fell_back=True))
    return AceTry(Grade.ACE, AceRecord(failed))


def left_ace(record: AceRecord, ruleset: Ruleset) -> AceRecord:
    """The record of a side demoted from A by the opponents' surplus levels.

    Tries “in a row” (连续三次: wafang-2016, kangnaixin-2014, nnutc-2012) are broken off by it,
    tries “in total” (总计三次: union-2024, staff-2011) are not. Decided by `ace.tries`.
    """
    return NO_TRIES if ruleset.ace.tries is Tries.IN_A_ROW else record
