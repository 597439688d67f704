"""Random deals from the drawing of the cards on: tribute and return (贡牌、还牌) by the rules.

With what goes wrong there, as far as a table can show it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import Enum

import numpy as np

from referee.rules.card_counts import CardCounts
from referee.rules.cards import FULL_DECK, Card, Rank
from referee.rules.deal import Deal
from referee.rules.game import Game, after_deal
from referee.rules.level import Level
from referee.rules.result import Finish
from referee.rules.returns import returnable, within_limit
from referee.rules.ruleset import Ruleset
from referee.rules.seats import PerSeat, Seat
from referee.rules.tribute import Debt, TributeKind, debt, resists, tribute_choices
from referee.rules.tribute_assignment import Assignment, assign, return_receivers
from referee.rules.tribute_leader import leader_after_tribute, leader_without_tribute
from vision.rendered.table.deck import DECKS
from vision.rendered.table.players import Habits, played_on
from vision.rendered.table.script import Act, DealBefore, Deed, Script

_RED_JOKER = Card.parse("HR")
_DRAWS_MS = 2_800
_LOOKS_MS = 2_600
"""Before a tribute: the hand is looked through, and an eye that takes up the table may rest."""
_OVER_MS = 2_500
"""How far an overtime is over the limit."""


class TributeFault(Enum):
    WILD_TRIBUTE = "wild_tribute"
    """The first payer pays a wild card, and then what he owes."""
    HIGH_RETURN = "high_return"
    """The first winner returns a card above the limit, and then one within it."""
    LATE_TRIBUTE = "late_tribute"
    LATE_RETURN = "late_return"
    CROSSED = "crossed"
    """Each winner of a double tribute takes the other one's card."""


def tribute_script(
    seed: int,
    habits: Habits,
    ruleset: Ruleset,
    finish: tuple[Seat, ...],
    faults: Collection[TributeFault] = (),
    *,
    resisted: bool = False,
    tricks: int = 1,
    deck: str | None = None,
) -> Script:
    """A second deal from *seed* alone.

    Args:
        seed: Shuffles, chooses and decides everything about the table.
        habits: How the players handle cards.
        ruleset: What they play by.
        finish: Places of the first deal, 上游 first.
        faults: Each happens once, where the tribute has room for it.
        resisted: Whether the payers get both red jokers, and show them.
        tricks: Tricks that are played afterwards.
        deck: Which deck; any one when ``None``.
    """
    chance = np.random.default_rng([seed, 909])
    places = Finish.of(finish)
    level = after_deal(Game.start(ruleset), places.result, ruleset).level
    owed = debt(places, ruleset)
    shuffled = [FULL_DECK[int(place)] for place in chance.permutation(len(FULL_DECK))]
    hands = {seat: shuffled[n * 27 : n * 27 + 27] for n, seat in enumerate(Seat)}
    if TributeFault.WILD_TRIBUTE in faults:
        _give(hands, owed.payers[0], next(card for card in FULL_DECK if level.is_wild(card)))
    if resisted:
        _give_red_jokers(hands, owed)
    else:
        _part_red_jokers(hands, owed)
    table = _Paying(chance, habits, ruleset, places, owed, level, hands, faults)
    leader = table.resist() if resisted else table.pay_and_return()
    deal = Deal.start(level, leader, hands=PerSeat(*(CardCounts.of(hands[s]) for s in Seat)))
    return Script(
        level=level,
        leader=leader,
        acts=(*table.acts, *played_on(chance, habits, deal, tricks)),
        manners=habits.manners,
        deck=deck or DECKS[int(chance.integers(len(DECKS)))],
        seed=seed,
        before=DealBefore(ruleset.id, finish),
    )


class _Paying:
    """Collects the acts and carries the cards from hand to hand."""

    def __init__(
        self,
        chance: np.random.Generator,
        habits: Habits,
        ruleset: Ruleset,
        finish: Finish,
        owed: Debt,
        level: Level,
        hands: dict[Seat, list[Card]],
        faults: Collection[TributeFault],
    ) -> None:
        self._chance, self._habits = chance, habits
        self._ruleset, self._finish, self._owed, self._level = ruleset, finish, owed, level
        self._hands = hands
        self._due = set(faults)
        draws = finish.first_out.following
        self.acts = [Act(draws, Deed.DRAWS, habits.begins_after_ms, for_ms=_DRAWS_MS)]

    def resist(self) -> Seat:
        """The payers show both red jokers; gives who leads."""
        after_ms = _LOOKS_MS
        for seat in self._owed.payers:
            red = tuple(card for card in self._hands[seat] if card.rank is Rank.RED_JOKER)
            if red:
                self.acts.append(Act(seat, Deed.LAYS, after_ms, red))
                after_ms = self._thinks()
        for act in [act for act in self.acts if act.deed is Deed.LAYS]:
            self.acts.append(Act(act.seat, Deed.TAKES_BACK, self._thinks()))
        return _known(leader_without_tribute(self._finish, TributeKind.ANTI, self._ruleset).seat)

    def pay_and_return(self) -> Seat:
        """Tribute and return to their end; gives who leads."""
        paid = {seat: self._pay(seat, place) for place, seat in enumerate(self._owed.payers)}
        assignment = self._assigned(paid)
        takers = {gift.payer: gift.receiver for gift in assignment.gifts}
        crossed = TributeFault.CROSSED in self._due and len(takers) > 1
        for payer, receiver in takers.items():
            taker = receiver.partner if crossed else receiver
            self.acts.append(Act(taker, Deed.TAKES, self._thinks(), other=payer))
            self._hands[receiver].append(paid[payer])
        returned = self._returned(assignment)
        owners = return_receivers(assignment, self._ruleset, returned, self._level)
        back = owners or {gift.receiver: gift.payer for gift in assignment.gifts}
        for winner, payer in back.items():
            self.acts.append(Act(payer, Deed.TAKES, self._thinks(), other=winner))
            self._hands[payer].append(returned[winner])
        leader = leader_after_tribute(
            self._owed,
            assignment,
            self._finish,
            self._level,
            self._ruleset,
            returned={payer: returned[winner] for winner, payer in back.items()},
        )
        return _known(leader.seat)

    def _pay(self, seat: Seat, place: int) -> Card:
        after_ms = _LOOKS_MS if place == 0 else self._thinks()
        if place == 0 and TributeFault.LATE_TRIBUTE in self._due:
            after_ms = self._ruleset.clocks.tribute_seconds * 1000 + _OVER_MS
        if place == 0 and TributeFault.WILD_TRIBUTE in self._due:
            wild = next(card for card in self._hands[seat] if self._level.is_wild(card))
            after_ms = self._lay_and_take_back(seat, wild, after_ms)
        card = min(tribute_choices(self._hands[seat], self._level), key=str)
        # Only of a single tribute the payer knows who gets it.
        only = self._owed.receivers[0] if len(self._owed.receivers) == 1 else None
        handed = only if self._chance.random() < 0.5 else None
        self.acts.append(Act(seat, Deed.LAYS, after_ms, (card,), other=handed))
        self._hands[seat].remove(card)
        return card

    def _assigned(self, paid: Mapping[Seat, Card]) -> Assignment:
        """Who gets which card; what is left open is chosen by whoever takes it."""
        found = assign(self._owed, self._finish, paid, self._level, self._ruleset)
        if found.open is None:
            return found
        chosen = self._owed.payers[int(self._chance.integers(2))]
        return assign(self._owed, self._finish, paid, self._level, self._ruleset, chosen=chosen)

    def _returned(self, assignment: Assignment) -> dict[Seat, Card]:
        returned = {}
        hidden = len(assignment.gifts) > 1 and self._ruleset.tribute.return_face_down
        for place, gift in enumerate(assignment.gifts):
            seat = gift.receiver
            to_partner = gift.payer is seat.partner
            after_ms = self._thinks()
            if place == 0 and TributeFault.LATE_RETURN in self._due:
                after_ms += self._ruleset.clocks.return_seconds * 1000 + _OVER_MS
            if place == 0 and TributeFault.HIGH_RETURN in self._due:
                high = self._beyond_limit(seat, to_partner=to_partner)
                after_ms = self._lay_and_take_back(seat, high, after_ms)
            fitting = returnable(
                self._hands[seat], to_partner=to_partner, level=self._level, ruleset=self._ruleset
            )
            card = min(fitting, key=lambda each: (self._level.power(each), str(each)))
            self.acts.append(Act(seat, Deed.LAYS, after_ms, (card,), face_down=hidden))
            self._hands[seat].remove(card)
            returned[seat] = card
        if hidden:
            self.acts += [Act(seat, Deed.TURNS_UP, self._thinks()) for seat in returned]
        return returned

    def _beyond_limit(self, seat: Seat, *, to_partner: bool) -> Card:
        return next(
            card
            for card in self._hands[seat]
            if within_limit(card, to_partner=to_partner, level=self._level, ruleset=self._ruleset)
            is False
            and not self._level.is_wild(card)
        )

    def _lay_and_take_back(self, seat: Seat, card: Card, after_ms: int) -> int:
        """A mistake and its mending; gives how long the seat thinks before the next card."""
        self.acts += [
            Act(seat, Deed.LAYS, after_ms, (card,)),
            Act(seat, Deed.TAKES_BACK, 2_500),
        ]
        return self._thinks()

    def _thinks(self) -> int:
        return int(self._chance.integers(*self._habits.thinks_ms))


def _give(hands: dict[Seat, list[Card]], to: Seat, card: Card) -> None:
    """See to it that *to* holds *card*."""
    if card not in hands[to]:
        _swap(hands, next(seat for seat in Seat if card in hands[seat]), card, to)


def _give_red_jokers(hands: dict[Seat, list[Card]], owed: Debt) -> None:
    """See to it that the payers hold both, the first one first."""
    others = [seat for seat in Seat if seat not in owed.payers]
    givers = [seat for seat in others for card in hands[seat] if card.rank is Rank.RED_JOKER]
    for place, giver in enumerate(givers):
        _swap(hands, giver, _RED_JOKER, owed.payers[place % len(owed.payers)])


def _part_red_jokers(hands: dict[Seat, list[Card]], owed: Debt) -> None:
    """See to it that the payers need not resist."""
    if not resists(hands[seat] for seat in owed.payers):
        return
    payer = next(seat for seat in owed.payers if _RED_JOKER in hands[seat])
    other = next(seat for seat in Seat if seat not in owed.payers)
    _swap(hands, payer, _RED_JOKER, other)


def _swap(hands: dict[Seat, list[Card]], giver: Seat, card: Card, to: Seat) -> None:
    """Let *giver* have a plain card of *to* for *card*."""
    plain = next(each for each in hands[to] if not each.rank.is_joker and each.suit != card.suit)
    hands[giver].remove(card)
    hands[to].remove(plain)
    hands[giver].append(plain)
    hands[to].append(card)


def _known(seat: Seat | None) -> Seat:
    if seat is None:
        raise ValueError("a person has to say who leads; want another ruleset or finish")
    return seat
