"""What holds for every deal after every act, whatever was played."""

from __future__ import annotations

from random import Random

from referee.rules.card_counts import CardCounts
from referee.rules.cards import FULL_DECK, Card
from referee.rules.deal import Deal, lay, pass_turn
from referee.rules.judge import AllowedPlay, judge_pass, judge_play
from referee.rules.ruling import Allowed, Refused
from referee.rules.seats import Seat
from tests.fuzz.players import random_act
from tests.rules.naive import naive_beats, naive_readings

MOST_DECISIONS = 4 * len(FULL_DECK)
"""More are impossible: every trick lays a card, and at most three passes follow each play."""


_FULL = CardCounts.of(FULL_DECK).copies


class FuzzFailure(AssertionError):
    """A deal that broke a rule that no deal may break."""


def play_out(deal: Deal, chance: Random, *, compare: float = 0.0) -> tuple[Deal, int]:
    """Play a deal to its end with random legal acts, checking everything after each.

    Args:
        deal: A deal with known hands.
        chance: Decides every act.
        compare: Share of the plays that the word-by-word reader judges too; it is slow.

    Returns:
        The deal at its end, and how many decisions it took.

    Raises:
        FuzzFailure: With the deal, at the first thing that does not hold.
    """
    decisions = 0
    while not deal.is_over:
        _refuses_nonsense(deal, chance)
        seat, cards = random_act(deal, chance)
        if cards and chance.random() < compare:
            _agrees_with_the_naive_reader(deal, cards)
        deal = _carried_out(deal, seat, cards)
        _adds_up(deal)
        decisions += 1
        _require(decisions <= MOST_DECISIONS, "the deal does not end", deal)
    _require(sorted(map(str, deal.finish_order)) == sorted(map(str, Seat)), "places", deal)
    return deal, decisions


def _carried_out(deal: Deal, seat: Seat, cards: tuple[Card, ...]) -> Deal:
    """The deal after a legal act, which must be allowed."""
    if not cards:
        _require(judge_pass(deal, seat) == Allowed(), "a legal pass is refused", deal)
        return pass_turn(deal, seat)
    ruling = judge_play(deal, seat, cards)
    if isinstance(ruling, Refused):
        raise FuzzFailure(f"a legal play is refused: {ruling} in {deal}")
    _require(ruling.reading in ruling.choices, "a reading that is no choice", deal)
    return lay(deal, seat, cards, ruling.reading, may_be=ruling.choices_left)


def _adds_up(deal: Deal) -> None:
    """108 cards in, 108 accounted for, and everybody's turn is somebody's who has cards."""
    if deal.hands is None:
        raise AssertionError("hands are needed to count cards")
    piles = [deal.laid.copies, *(hand.copies for _, hand in deal.hands.items())]
    _require(bytes(map(sum, zip(*piles, strict=True))) == _FULL, "cards are lost or won", deal)
    for seat, left in deal.cards_left.items():
        _require(left == len(deal.hands[seat]), f"{seat} has another number of cards", deal)
        _require((left == 0) is (seat in deal.finished), f"{seat} is out and is not", deal)
    if deal.to_act is not None:
        _require(deal.cards_left[deal.to_act] > 0, "a seat without cards is to act", deal)
        _require(deal.top is None or deal.top.seat is not deal.to_act, "answers itself", deal)


def _refuses_nonsense(deal: Deal, chance: Random) -> None:
    """Acts out of turn are refused, and any cards at all are judged without failing."""
    seat = chance.choice(list(Seat))
    cards = chance.sample(FULL_DECK, chance.randint(1, 6))
    ruling = judge_play(deal, seat, cards)
    in_turn = seat is deal.to_act
    _require(in_turn or isinstance(ruling, Refused), f"{seat} may play out of turn", deal)
    if isinstance(ruling, AllowedPlay):
        _require(deal.hands is None or not deal.hands[seat].lacks(cards), "not in hand", deal)
    may_pass = judge_pass(deal, seat) == Allowed()
    _require(may_pass is (in_turn and deal.top is not None), f"{seat} and its pass", deal)


def _agrees_with_the_naive_reader(deal: Deal, cards: tuple[Card, ...]) -> None:
    """A legal play has a reading, word by word, that beats the one on the table."""
    found = naive_readings(cards, deal.level)
    good = deal.to_beat is None or any(naive_beats(reading, deal.to_beat) for reading in found)
    _require(bool(found) and good, f"{cards} is good for one reader only", deal)


def _require(holds: bool, what: str, deal: Deal) -> None:
    if not holds:
        raise FuzzFailure(f"{what}: {deal}")
