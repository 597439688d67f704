"""Turns, tricks, the wind and the finish. Seats play E, N, W, S; E and W are partners, N and S."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.rules.card_counts import CardCounts
from referee.rules.cards import Card, parse_cards
from referee.rules.combinations import Combination, Kind
from referee.rules.deal import Deal, Laid, give_lead, lay, lay_unread, pass_turn, settle
from referee.rules.deal_rules import DealRules
from referee.rules.level import Level
from referee.rules.seats import PerSeat, Seat
from referee.rules.switches.play import DealEnd, WindFor

E, N, W, S = Seat
LEVEL = Level.parse("2")
FIVES = (parse_cards("C5 D5"), Combination(Kind.PAIR, 2, 5))


def start(
    leader: Seat = E, *, left: tuple[int, int, int, int] = (27,) * 4, rules: DealRules | None = None
) -> Deal:
    return Deal.start(LEVEL, leader, cards_left=PerSeat(*left), rules=rules or DealRules())


def single(deal: Deal, seat: Seat, card: str) -> Deal:
    """*seat* lays one card."""
    laid = Card.parse(card)
    return lay(deal, seat, [laid], Combination(Kind.SINGLE, 1, LEVEL.power(laid)))


def passes(deal: Deal, *seats: Seat) -> Deal:
    for seat in seats:
        deal = pass_turn(deal, seat)
    return deal


def over() -> Deal:
    """A deal that a double-down has ended."""
    return single(passes(single(start(left=(1, 9, 1, 9)), E, "C5"), N), W, "C6")


def test_a_deal_starts_with_a_lead() -> None:
    """27 cards each, nothing on the table, the leader to act."""
    deal = Deal.start(LEVEL, W)

    assert (deal.to_act, deal.top, deal.to_beat) == (W, None, None)
    assert deal.cards_left == PerSeat.all(27)
    assert (deal.finished, deal.passed, deal.trick, deal.is_over) == ((), (), 1, False)


def test_a_play_becomes_the_one_to_beat() -> None:
    """The next seat acts, the hand is counted down, the cards are remembered."""
    deal = single(start(), E, "C5")

    assert deal.top == Laid(E, (Card.parse("C5"),), Combination(Kind.SINGLE, 1, 5))
    assert deal.to_act is N
    assert deal.cards_left == PerSeat(26, 27, 27, 27)
    assert deal.laid == CardCounts.of(parse_cards("C5"))


def test_a_pass_moves_the_turn_and_keeps_the_top() -> None:
    """The play to beat stays where it is."""
    before = single(start(), E, "C5")
    after = passes(before, N)

    assert (after.to_act, after.top, after.passed) == (W, before.top, (N,))


def test_the_trick_ends_when_all_others_have_passed() -> None:
    """The last to lay leads the next trick (national-2017 art. 6)."""
    deal = passes(single(start(), E, "C5"), N, W, S)

    assert (deal.to_act, deal.top, deal.passed, deal.trick) == (E, None, (), 2)


def test_who_has_passed_may_come_in_again_after_another_play() -> None:
    """Passing binds only until somebody lays cards."""
    deal = single(passes(single(start(), E, "C5"), N), W, "C6")
    deal = passes(deal, S, E)

    assert (deal.to_act, deal.passed) == (N, (S, E))


def test_seats_without_cards_are_skipped() -> None:
    """North is out, so west acts after east."""
    deal = passes(single(start(N, left=(9, 1, 9, 9)), N, "CK"), W, S)
    deal = single(deal, E, "CA")

    assert deal.finished == (N,)
    assert deal.to_act is W
    assert passes(deal, W, S).to_act is E


def test_the_partner_takes_the_wind() -> None:
    """接风: nobody beats the last cards of the first out, so his partner leads (art. 9)."""
    deal = passes(single(start(left=(1, 9, 9, 9)), E, "C5"), N, W, S)

    assert (deal.to_act, deal.top) == (W, None)


def test_beaten_last_cards_give_no_wind() -> None:
    """Whoever beats them wins the trick (AMB-11)."""
    deal = single(start(left=(1, 9, 9, 9)), E, "C5")
    deal = passes(single(deal, N, "C6"), W, S)

    assert (deal.to_act, deal.top) == (N, None)


def test_the_partner_may_have_passed_and_still_takes_the_wind() -> None:
    """His pass does not matter (AMB-11)."""
    deal = passes(single(start(left=(1, 9, 9, 9)), E, "C5"), N, W, S)

    assert deal.to_act is W


@pytest.mark.parametrize(("wind_for", "leader"), [(WindFor.ANYBODY, S), (WindFor.FIRST_OUT, W)])
def test_the_wind_of_the_second_out(wind_for: WindFor, leader: Seat) -> None:
    """Some sheets speak of 上游 only; then the next seat with cards leads (AMB-11)."""
    rules = DealRules(wind_for=wind_for)
    deal = single(start(left=(1, 1, 9, 9), rules=rules), E, "C5")
    deal = passes(single(deal, N, "C6"), W, S)

    assert deal.finished == (E, N)
    assert (deal.to_act, deal.top) == (leader, None)


def test_a_double_down_ends_the_deal_at_once() -> None:
    """双下: partners first and second; the one with fewer cards counts as third."""
    deal = single(start(left=(1, 9, 1, 5)), E, "C5")
    deal = single(passes(deal, N), W, "C6")

    assert deal.is_over
    assert deal.to_act is None
    assert deal.finished == (E, W)
    assert deal.finish_order == (E, W, S, N)


def test_a_double_down_with_equal_hands_follows_the_order_of_play() -> None:
    """Nothing but a tribute by place depends on it (AMB-21)."""
    deal = single(passes(single(start(left=(1, 9, 1, 9)), E, "C5"), N), W, "C6")

    assert deal.finish_order == (E, W, S, N)


def test_a_ruleset_may_play_a_double_down_out() -> None:
    """Read literally, jiangsu-2017 plays on until the third is out."""
    rules = DealRules(deal_end=DealEnd.THIRD_OUT)
    deal = single(start(left=(1, 9, 1, 5), rules=rules), E, "C5")
    deal = passes(single(passes(deal, N), W, "C6"), S, N)

    assert not deal.is_over
    assert (deal.to_act, deal.top) == (S, None)


def test_the_third_out_ends_the_deal() -> None:
    """The one who still holds cards is last."""
    deal = single(start(left=(1, 1, 1, 9)), E, "C5")
    deal = single(deal, N, "C6")
    deal = single(deal, W, "C7")

    assert (deal.is_over, deal.finish_order) == (True, (E, N, W, S))
    assert deal.trick == 1


def test_a_deal_that_goes_on_has_no_finish_order() -> None:
    """The order is told when it is complete."""
    assert single(start(left=(1, 9, 9, 9)), E, "C5").finish_order == ()


def test_known_hands_are_counted_and_emptied() -> None:
    """Hands give the counts, and lose what is laid."""
    hands = PerSeat(*(CardCounts.of(parse_cards(text)) for text in ("C5 C6", "C7", "C8", "C9")))
    deal = single(Deal.start(LEVEL, E, hands=hands), E, "C5")

    assert deal.cards_left == PerSeat(1, 1, 1, 1)
    assert deal.hands is not None
    assert deal.hands[E] == CardCounts.of(parse_cards("C6"))


def test_unread_cards_pass_the_turn_on() -> None:
    """Anything may follow them, and passes can end their trick."""
    deal = lay_unread(start(), E)

    assert (deal.to_act, deal.to_beat) == (N, None)
    assert passes(deal, N, W, S).to_act is E


def test_a_declared_play_is_what_was_declared() -> None:
    """The open readings are closed."""
    straight = [Combination(Kind.STRAIGHT, 5, top) for top in (7, 8)]
    cards = parse_cards("S4 D5 C6 S7 H2")
    open_play = lay(start(), E, cards, straight[0], may_be=(straight[1],))

    assert settle(open_play, straight[1]).top == Laid(E, cards, straight[1])


def test_a_referee_may_give_the_lead_away() -> None:
    """Between two tricks another seat may be told to lead."""
    assert give_lead(start(E), S).to_act is S


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(lambda: pass_turn(start(), E), id="the leader passes"),
        pytest.param(lambda: pass_turn(single(start(), E, "C5"), W), id="passes out of turn"),
        pytest.param(lambda: single(over(), S, "C7"), id="lays after the deal"),
        pytest.param(lambda: lay_unread(over(), S), id="lays unread cards after the deal"),
        pytest.param(lambda: lay(start(left=(1, 9, 9, 9)), E, *FIVES), id="lays more than is left"),
        pytest.param(lambda: settle(start(), FIVES[1]), id="nothing to declare"),
        pytest.param(lambda: give_lead(single(start(), E, "C5"), S), id="lead inside a trick"),
    ],
)
def test_acts_that_no_judge_allows_are_defects(wrong: Callable[[], Deal]) -> None:
    """Carrying out what cannot have been allowed fails loudly."""
    with pytest.raises(AssertionError):
        wrong()


def test_a_deal_needs_cards_at_every_seat() -> None:
    """A seat that starts without cards is a mistake of the caller."""
    with pytest.raises(ValueError, match="every seat starts a deal with cards"):
        start(left=(27, 27, 0, 27))
