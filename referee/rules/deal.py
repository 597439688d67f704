"""The playing of one deal (一副牌) as a value: what lies on the table and who acts.

Two rules hold throughout. A `Deal` never changes: every act gives another one, so taking back is
keeping the old one. And `lay` and `pass_turn` carry out, they do not judge: `judge` answers first
whether an act is allowed, and a refused act simply is not carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.rules.card_counts import CardCounts
from referee.rules.cards import FULL_DECK, Card
from referee.rules.combinations import Combination
from referee.rules.deal_rules import STANDARD_DEAL, DealRules
from referee.rules.finish import finish_order, is_deal_over
from referee.rules.level import Level
from referee.rules.seats import PerSeat, Seat
from referee.rules.trick import is_trick_over, next_holder, next_leader

HAND_SIZE = len(FULL_DECK) // len(Seat)
"""27 cards each."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The play that has to be beaten."""

    seat: Seat
    cards: tuple[Card, ...]
    """As they lie, left to right as the player sees them."""
    combination: Combination | None
    """What they are taken for; ``None`` for cards nobody could read, which anything may follow."""
    may_be: tuple[Combination, ...] = ()
    """Other readings still open because nobody has declared the wild card; usually none."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Where a deal stands between two acts."""

    level: Level
    to_act: Seat | None
    """Whose turn it is; ``None`` when the deal is over."""
    top: Laid | None
    """The play to beat; ``None`` when `to_act` leads."""
    cards_left: PerSeat[int]
    finished: tuple[Seat, ...]
    """Seats without cards, in the order they went out."""
    passed: tuple[Seat, ...]
    """Seats that passed since the top play, in that order."""
    laid: CardCounts
    """All cards laid so far."""
    trick: int
    """Number of the trick, from 1."""
    hands: PerSeat[CardCounts] | None
    """What each seat holds, where that is known; on a real table it is not."""
    rules: DealRules

    @classmethod
    def start(
        cls,
        level: Level,
        leader: Seat,
        *,
        cards_left: PerSeat[int] | None = None,
        hands: PerSeat[CardCounts] | None = None,
        rules: DealRules = STANDARD_DEAL,
    ) -> Deal:
        """A deal before its first lead, tribute already done.

        Args:
            level: The rank that is played.
            leader: Who leads the first trick.
            cards_left: Cards in each hand; 27, or as many as *hands* has, unless given.
            hands: The hands themselves, where they are known.
            rules: The switches of the ruleset.
        """
        if cards_left is None:
            cards_left = (
                PerSeat.all(HAND_SIZE)
                if hands is None
                else PerSeat(*(len(hand) for _, hand in hands.items()))
            )
        if not all(left for _, left in cards_left.items()):
            raise ValueError(f"every seat starts a deal with cards, got {cards_left}")
        return cls(
            level=level,
            to_act=leader,
            top=None,
            cards_left=cards_left,
            finished=(),
            passed=(),
            laid=CardCounts(),
            trick=1,
            hands=hands,
            rules=rules,
        )

    @property
    def to_beat(self) -> Combination | None:
        """What the top play is taken for; ``None`` for a lead, or where nobody could read it."""
        return None if self.top is None else self.top.combination

    @property
    def is_over(self) -> bool:
        return self.to_act is None

    @property
    def finish_order(self) -> tuple[Seat, ...]:
        """All four seats by place (上游 first); empty while the deal goes on."""
        return finish_order(self.finished, self.cards_left) if self.is_over else ()


def lay(
    deal: Deal,
    seat: Seat,
    cards: Sequence[Card],
    combination: Combination,
    *,
    may_be: tuple[Combination, ...] = (),
) -> Deal:
    """The deal after *seat* laid *cards*, taken for *combination*.

    Not checked: turn, combination, whether it beats. A referee may let a play stand that was not in
    turn; play then goes on after that seat.

    Args:
        deal: A deal that is not over.
        seat: Who laid them; holds at least so many cards.
        cards: As they lie, left to right as the player sees them.
        combination: The reading that stands.
        may_be: Other readings still open, until `settle` names one.
    """
    left = deal.cards_left[seat] - len(cards)
    if deal.to_act is None or left < 0:
        raise AssertionError(f"{seat} lays {len(cards)} cards it cannot have: {deal.cards_left}")
    cards_left = deal.cards_left.put(seat, left)
    finished = deal.finished if left else (*deal.finished, seat)
    hands = deal.hands
    return Deal(
        level=deal.level,
        to_act=None
        if is_deal_over(finished, deal.rules.deal_end)
        else next_holder(seat, cards_left),
        top=Laid(seat, tuple(cards), combination, may_be),
        cards_left=cards_left,
        finished=finished,
        passed=(),
        laid=deal.laid.with_added(cards),
        trick=deal.trick,
        hands=hands and hands.put(seat, hands[seat].without(cards)),
        rules=deal.rules,
    )


def lay_unread(deal: Deal, seat: Seat) -> Deal:
    """The deal after *seat* laid cards that nobody could read.

    Its hand is not counted down, as nobody knows by how much; the referee enters the cards later.
    """
    if deal.to_act is None:
        raise AssertionError(f"{seat} lays cards after the deal: {deal}")
    to_act = next_holder(seat, deal.cards_left)
    return replace(deal, to_act=to_act, top=Laid(seat, (), None), passed=())


def pass_turn(deal: Deal, seat: Seat) -> Deal:
    """The deal after *seat* passed (过); the trick ends when all others who hold cards have.

    Also for a seat that loses its turn in this trick. Not checked beyond the turn itself.

    Source: national-2017 art. 6 (trick), art. 9 (taking the wind).
    """
    if deal.top is None or seat is not deal.to_act:
        raise AssertionError(f"{seat} cannot pass: to act is {deal.to_act}, top is {deal.top}")
    passed = (*deal.passed, seat)
    winner = deal.top.seat
    if not is_trick_over(winner, passed, deal.cards_left):
        return replace(deal, to_act=next_holder(seat, deal.cards_left), passed=passed)
    leader = next_leader(winner, deal.finished, deal.cards_left, deal.rules.wind_for)
    return replace(deal, to_act=leader, top=None, passed=(), trick=deal.trick + 1)


def settle(deal: Deal, combination: Combination) -> Deal:
    """The deal after the top play has been declared to be *combination*."""
    if deal.top is None:
        raise AssertionError("there is no play on the table to declare")
    return replace(deal, top=replace(deal.top, combination=combination, may_be=()))


def give_lead(deal: Deal, seat: Seat) -> Deal:
    """The deal with another seat to lead, as a referee may order; between two tricks only."""
    if deal.top is not None or not deal.cards_left[seat]:
        raise AssertionError(f"{seat} cannot be given the lead: {deal}")
    return replace(deal, to_act=seat)
