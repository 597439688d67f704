"""One real deal played by people, from the reference material."""

from __future__ import annotations

import json
from typing import Any

from referee.rules.card_counts import CardCounts
from referee.rules.cards import FULL_DECK, Card
from referee.rules.deal import Deal, lay, pass_turn
from referee.rules.judge import AllowedPlay, judge_pass, judge_play
from referee.rules.level import Level
from referee.rules.ruling import Allowed
from referee.rules.seats import PerSeat, Seat
from tests.rules.reference import CONFORMANCE, needs

FILE = CONFORMANCE / "human_deal.json"
pytestmark = needs(FILE)

SEATS = tuple(Seat)
"""The file counts seats 0 to 3 in the order of play."""


def hands_after_tribute(record: dict[str, Any]) -> PerSeat[CardCounts]:
    hands = [[Card.parse(text) for text in hand] for hand in record["hands"]]
    for giver, taker, text in (*record["tribute"], *record["back"]):
        card = Card.parse(text)
        hands[giver].remove(card)
        hands[taker].append(card)
    return PerSeat(*map(CardCounts.of, hands))


def test_the_human_deal_is_legal_from_end_to_end() -> None:
    """With a wild card in a straight flush and a taken wind, nothing is refused or asked."""
    record = json.loads(FILE.read_text("utf-8"))
    hands = hands_after_tribute(record)
    assert CardCounts.of(card for _, hand in hands.items() for card in hand.cards()) == (
        CardCounts.of(FULL_DECK)
    )
    deal = Deal.start(Level.parse(record["level"]), SEATS[record["lead"]], hands=hands)
    for place, texts in record["plays"]:
        cards = [Card.parse(text) for text in texts]
        if not cards:
            assert judge_pass(deal, SEATS[place]) == Allowed()
            deal = pass_turn(deal, SEATS[place])
            continue
        ruling = judge_play(deal, SEATS[place], cards)
        assert isinstance(ruling, AllowedPlay)
        assert not ruling.needs_declaration
        deal = lay(deal, SEATS[place], cards, ruling.reading)

    assert deal.is_over
    assert deal.finish_order == tuple(SEATS[place] for place in record["finish"])
