"""Players who know the rules and nothing else: they lay any legal cards, or pass."""

from __future__ import annotations

from random import Random

from referee.rules.card_counts import CardCounts
from referee.rules.cards import FACES, FULL_DECK, Card, Rank
from referee.rules.classify import readings
from referee.rules.deal import Deal
from referee.rules.deal_rules import STANDARD_DEAL, DealRules
from referee.rules.declare import standing_reading
from referee.rules.legal import playable_shapes
from referee.rules.level import LEVELS, Level
from referee.rules.patterns import Shape
from referee.rules.seats import PerSeat, Seat

Act = tuple[Seat, tuple[Card, ...]]
"""A seat and what it lays; no cards are a pass."""

PASSES = 0.3
"""How often a player passes who could lay something."""

_FACES_OF = {rank: [card for card in FACES if card.rank is rank] for rank in Rank}


def random_deal(chance: Random, rules: DealRules = STANDARD_DEAL) -> Deal:
    """108 cards dealt to four seats, any level, any leader."""
    deck = chance.sample(FULL_DECK, len(FULL_DECK))
    hands = (CardCounts.of(deck[start::4]) for start in range(4))
    return Deal.start(
        chance.choice(LEVELS), chance.choice(list(Seat)), hands=PerSeat(*hands), rules=rules
    )


def random_act(deal: Deal, chance: Random) -> Act:
    """A legal act of the seat to act; hands must be known and the deal not over."""
    if deal.to_act is None or deal.hands is None:
        raise AssertionError(f"nobody can act: {deal}")
    seat, hand = deal.to_act, deal.hands[deal.to_act]
    if deal.top is not None and chance.random() < PASSES:
        return seat, ()
    shapes = playable_shapes(hand, deal.level, deal.to_beat, types=deal.rules.types)
    while shapes:
        place = chance.randrange(len(shapes))
        cards = random_filling(shapes[place], hand, deal.level, chance)
        if _stands(deal, cards):
            return seat, cards
        # A straight that should have been a flush, or an end the ruleset forbids.
        shapes[place] = shapes[-1]
        shapes.pop()
    return seat, ()


def random_filling(
    shape: Shape, hand: CardCounts, level: Level, chance: Random
) -> tuple[Card, ...]:
    """Cards of *hand* that make *shape*, in any order; the hand must have them."""
    cards = [level.wild_card] * shape.wilds
    for rank, count in shape.naturals:
        held = [
            card for card in _FACES_OF[rank] if not level.is_wild(card) for _ in range(hand[card])
        ]
        cards += chance.sample(held, count)
    chance.shuffle(cards)
    return tuple(cards)


def _stands(deal: Deal, cards: tuple[Card, ...]) -> bool:
    found = readings(cards, deal.level, types=deal.rules.types)
    return standing_reading(found, cards, deal.level, deal.to_beat, deal.rules.wild) is not None
