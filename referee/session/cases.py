"""Open cases: what the device found and proposes, until a person has ruled on it.

The device records and proposes; it never sentences. A case that nobody may be blamed for yet is
silent: only the referee's page shows it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from referee.rules.cards import Card
from referee.rules.penalties import consequence
from referee.rules.remedies import Barred, CardsGo, Choice, Remedy
from referee.rules.reports import ReportPenalty
from referee.rules.ruleset import Ruleset
from referee.rules.ruling import Fault
from referee.rules.seats import Seat
from referee.rules.switches.clocks import Step
from referee.rules.switches.officials import Official
from referee.rules.switches.penalties import LadderStep
from referee.rules.tribute_errors import TributeRemedy


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the ruleset offers for one irregularity."""

    article: str
    """Ruleset and switch, or document and article."""
    step: LadderStep | None = None
    """Step of the ladder it costs by itself."""
    foul_by_circumstances: bool = False
    """Whether a foul may be recorded as well."""
    cards: CardsGo = CardsGo.REFEREE_SAYS
    """What becomes of the cards of the act."""
    offender_barred: bool = False
    """The offender plays no more in this trick."""
    side_barred: bool = False
    """The offender's side plays no more in this trick until the other side has."""
    partner_restricted: bool = False
    """The partner may not lead the type that was shown in the next trick."""
    hand_void: bool = False
    """The offender's cards are void and he is last."""
    chooser: Seat | None = None
    """The one seat that has `choice`; its partner may not be consulted."""
    choice: Choice | None = None
    decided_by: Official = Official.REFEREE

    @classmethod
    def of_remedy(cls, remedy: Remedy) -> Proposal:
        return cls(
            article=remedy.article,
            step=remedy.step,
            foul_by_circumstances=remedy.foul_by_circumstances,
            cards=remedy.cards,
            offender_barred=remedy.barred is Barred.OFFENDER_THIS_TRICK,
            side_barred=remedy.barred is Barred.SIDE_UNTIL_OTHERS_PLAY,
            partner_restricted=remedy.partner_may_not_lead_type,
            chooser=remedy.chooser,
            choice=remedy.choice,
            decided_by=remedy.decided_by,
        )

    @classmethod
    def of_tribute(cls, remedy: TributeRemedy) -> Proposal:
        return cls(
            article=remedy.article,
            step=remedy.step,
            foul_by_circumstances=remedy.foul_by_circumstances,
            cards=CardsGo.BACK_TO_HAND if remedy.given_again else CardsGo.STAY,
            hand_void=remedy.hand_void,
            decided_by=remedy.decided_by,
        )

    @classmethod
    def of_report(cls, penalty: ReportPenalty, article: str) -> Proposal:
        return cls(article=article, step=penalty.step, offender_barred=penalty.trick_lost)

    @classmethod
    def of_stage(cls, step: Step, article: str) -> Proposal:
        """The step that a clock has reached."""
        return cls(article=article, step=None if step is Step.SIGNAL else LadderStep(step.value))

    def for_officials(self, ruleset: Ruleset) -> Proposal:
        """The same with whoever may record its step: fouls are the chief referee's."""
        if self.step is None:
            return self
        needed = consequence(self.step, ruleset).decided_by
        return replace(self, decided_by=needed) if outranks(needed, self.decided_by) else self


_RANKS = {
    Official.REFEREE: 0,
    Official.CHIEF_REFEREE: 1,
    Official.ARBITRATION: 2,
    Official.ORGANISER: 2,
}


def outranks(one: Official, other: Official) -> bool:
    """Whether *one* may decide what *other* may not."""
    return _RANKS[one] > _RANKS[other]


class CaseState(Enum):
    OPEN = "open"
    CLEARED = "cleared"
    """The cards are back in the hand; a ruling may follow and need not."""
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"
    LET_STAND = "let_stand"

    @property
    def is_ruled(self) -> bool:
        return self in (CaseState.CONFIRMED, CaseState.DISMISSED, CaseState.LET_STAND)


@dataclass(frozen=True, slots=True)
class Case:
    """One irregularity."""

    number: int
    """From 1 in each round."""
    at_ms: int
    seat: Seat
    fault: Fault
    because: str
    """The facts in one English sentence."""
    proposal: Proposal
    cards: tuple[Card, ...] = ()
    """The cards of the act, or those that give the suspicion."""
    silent: bool = False
    """Known to the referee only."""
    deal: int = 0
    """Number of the deal in the round, from 1; 0 at a table that is only watched."""
    trick: int = 0
    """Number of the trick, from 1; 0 before the first lead."""
    acts: int = 0
    """Acts of the deal that stood before it."""
    state: CaseState = CaseState.OPEN


def cleared(cases: tuple[Case, ...], seat: Seat, cards: tuple[Card, ...]) -> tuple[Case, ...]:
    """The cases after *seat* took refused *cards* back: the one about them needs no answer."""
    return tuple(
        replace(case, state=CaseState.CLEARED)
        if case.seat is seat and case.cards == cards and case.state is CaseState.OPEN
        else case
        for case in cases
    )
