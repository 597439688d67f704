"""Wrong tribute or return (贡牌、还牌违规): what follows, before and after play has begun."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.rules.switches.tribute import TributeError


@dataclass(frozen=True, slots=True)
class TributeRemedy:
    """What a wrong tribute or return leads to."""

    fault: Fault
    """`Fault.WRONG_TRIBUTE` or `Fault.WRONG_RETURN`."""
    offender: Seat
    article: str
    given_again: bool
    """重新给牌: the wrong card goes back and a right one is given."""
    hand_void: bool = False
    """The offender's cards are void and he is last: see `made_last`."""
    step: LadderStep | None = None
    foul_by_circumstances: bool = False
    decided_by: Official = Official.REFEREE


def tribute_remedy(
    fault: Fault, offender: Seat, ruleset: Ruleset, *, play_begun: bool
) -> TributeRemedy:
    """What follows a card that was not the highest, or a return beyond the limit.

    Given again: folk-simple, devzone; given again and a foul by circumstances: general-never-demote
    五. Before play corrected with a warning; once play has begun the offender's cards are void and
    he is last: national-2017 art. 19. Decided by `tribute.error`. Where the sheet only knows a new
    card and play has begun, the referee says what can still be put right.
    """
    by = f"{ruleset.id}/tribute.error"
    match ruleset.tribute.error:
        case TributeError.REDO:
            return TributeRemedy(fault, offender, by, given_again=not play_begun)
        case TributeError.REDO_AND_REFEREE:
            return TributeRemedy(
                fault,
                offender,
                by,
                given_again=not play_begun,
                foul_by_circumstances=True,
                decided_by=ruleset.officials.foul_by,
            )
        case TributeError.CORRECT_OR_LAST:
            if play_begun:
                return TributeRemedy(
                    fault,
                    offender,
                    by,
                    given_again=False,
                    hand_void=True,
                    decided_by=ruleset.officials.foul_by,
                )
            return TributeRemedy(fault, offender, by, given_again=True, step=LadderStep.WARNING)


def made_last(finish: Finish, offender: Seat) -> Finish:
    """The finish with the offender last; everybody who came in after him moves up.

    “If he came first, the second becomes first, and so on”: national-2017 art. 19.
    """
    others = [seat for seat in finish.order if seat is not offender]
    missing = [seat for seat in Seat if seat not in finish.order and seat is not offender]
    return Finish((*others, *missing, offender))
