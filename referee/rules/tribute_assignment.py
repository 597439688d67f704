"""Double tribute (双贡): which winner gets whose card, and what comes back to whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from referee.rules.cards import Card
from referee.rules.level import Level
from referee.rules.result import Finish
from referee.rules.ruleset import Ruleset
from referee.rules.seats import Seat
from referee.rules.switches.tribute import DoubleAssignment, EqualAssignment, EqualReturns
from referee.rules.tribute import Debt, TributeKind


@dataclass(frozen=True, slots=True)
class Gift:
    """One tribute card on its way."""

    payer: Seat
    receiver: Seat
    card: Card


class Open(Enum):
    """What must be known before the cards can be handed over."""

    FIRST_OUT_CHOOSES = "first_out_chooses"
    """上游 picks one of two equal cards."""
    WINNERS_CHOOSE = "winners_choose"
    """The winners agree who takes which of two equal cards."""
    LAST_OUT = "last_out"
    """Cards go by place, and the double-down was not played out: the referee names the last."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """Who pays whom; or what has to be asked first."""

    gifts: tuple[Gift, ...]
    """The first out's card first; empty while something is open."""
    equal: bool
    """Whether two cards of the same rank were paid."""
    open: Open | None = None

    def payer_to(self, receiver: Seat) -> Seat | None:
        """Whose card *receiver* took; ``None`` if none, or not yet."""
        return next((gift.payer for gift in self.gifts if gift.receiver is receiver), None)


def assign(
    owed: Debt,
    finish: Finish,
    cards: Mapping[Seat, Card],
    level: Level,
    ruleset: Ruleset,
    *,
    chosen: Seat | None = None,
) -> Assignment:
    """Decide who receives which tribute card.

    Unequal cards go by size, the larger to the first out (union-2024 art. 7, most), or by place,
    last out to first out (tongzhouwan-2013): `tribute.double_assignment`. Equal cards go the way
    `tribute.equal_assignment` says; nine wordings, AMB-12:

    - the first out takes from his 下家 (贡左还右): general-never-demote cl. 5, huaian-detail 八.2,
      two-deck-8deal 五, union-2024 art. 7, national-2017 art. 10;
    - from his 上家: folk-simple, devzone, staff-2011;
    - he chooses: general-never-demote cl. 8.3, poker-531; or the winners do: rules-135 三.

    Args:
        owed: A single or double debt.
        finish: Finish of the deal before.
        cards: What each payer has put down.
        level: Level of the coming deal, which decides what is larger.
        ruleset: What the event plays by.
        chosen: The payer whose card the first out takes, once a choice has been made.

    Raises:
        ValueError: If nothing is owed, or *chosen* is no payer.
    """
    if owed.kind not in (TributeKind.SINGLE, TributeKind.DOUBLE):
        raise ValueError(f"no card changes hands: {owed.kind.value}")
    first = finish.first_out
    if owed.kind is TributeKind.SINGLE:
        (payer,) = owed.payers
        return Assignment((Gift(payer, first, cards[payer]),), equal=False)
    if chosen is not None and chosen not in owed.payers:
        raise ValueError(f"seat {chosen.value} pays no tribute")
    one, other = owed.payers
    equal = level.power(cards[one]) == level.power(cards[other])
    to_first = _payer_to_first(finish, cards, level, ruleset, equal=equal, chosen=chosen)
    if isinstance(to_first, Open):
        return Assignment((), equal, to_first)
    to_second = to_first.partner
    return Assignment(
        (
            Gift(to_first, first, cards[to_first]),
            Gift(to_second, first.partner, cards[to_second]),
        ),
        equal,
    )


def _payer_to_first(
    finish: Finish,
    cards: Mapping[Seat, Card],
    level: Level,
    ruleset: Ruleset,
    *,
    equal: bool,
    chosen: Seat | None,
) -> Seat | Open:
    """Whose card goes to the first out of a double-down."""
    if ruleset.tribute.double_assignment is DoubleAssignment.BY_PLACE:
        return finish.last_out or Open.LAST_OUT
    if not equal:
        return max(finish.losers, key=lambda seat: level.power(cards[seat]))
    match ruleset.tribute.equal_assignment:
        case EqualAssignment.FROM_FOLLOWING:
            return finish.first_out.following
        case EqualAssignment.FROM_PRECEDING:
            return finish.first_out.preceding
        case EqualAssignment.FIRST_OUT_CHOOSES:
            return chosen or Open.FIRST_OUT_CHOOSES
        case EqualAssignment.WINNERS_CHOOSE:
            return chosen or Open.WINNERS_CHOOSE


def return_receivers(
    assignment: Assignment,
    ruleset: Ruleset,
    returned: Mapping[Seat, Card] | None = None,
    level: Level | None = None,
) -> dict[Seat, Seat] | None:
    """From which winner to which loser the returned cards go; ``None`` if the losers choose.

    Each winner returns to the payer whose card he took (union-2024 art. 7, huaian-detail 八.2).
    After equal tributes the losers may choose between the returned cards (poker-531), or only
    between equal ones (rules-135 三), which needs *returned* by winner and *level*:
    `tribute.equal_returns`.
    """
    straight = {gift.receiver: gift.payer for gift in assignment.gifts}
    if not assignment.equal:
        return straight
    match ruleset.tribute.equal_returns:
        case EqualReturns.CORRESPONDING:
            return straight
        case EqualReturns.LOSERS_CHOOSE:
            return None
        case EqualReturns.LOSERS_CHOOSE_IF_EQUAL:
            if returned is None or level is None:
                return straight
            return None if len({level.power(card) for card in returned.values()}) == 1 else straight
