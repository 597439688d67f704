"""Rulings on plays and passes. Seats: E, N, W, S in the order of play."""

from __future__ import annotations

from dataclasses import fields

import pytest

from referee.rules.card_counts import CardCounts
from referee.rules.cards import parse_cards
from referee.rules.combinations import Combination, Kind
from referee.rules.deal import Deal, lay, lay_unread, pass_turn
from referee.rules.deal_rules import DealRules, PlayArticles
from referee.rules.judge import AllowedPlay, judge_pass, judge_play
from referee.rules.level import Level
from referee.rules.ruling import Allowed, Facts, Fault, Refused
from referee.rules.seats import PerSeat, Seat
from referee.rules.switches.wild import Unsaid, WildRules

E, N, W, S = Seat
LEVEL = Level.parse("2")
LOW, HIGH = (Combination(Kind.STRAIGHT, 5, top) for top in (7, 8))
OPEN_STRAIGHT = parse_cards("S4 D5 C6 S7 H2")


def start(*plays: str, rules: DealRules | None = None, left: int = 27) -> Deal:
    """A deal led by east, after the given plays in turn; an empty one is a pass."""
    deal = Deal.start(LEVEL, E, cards_left=PerSeat.all(left), rules=rules or DealRules())
    for text in plays:
        seat, cards = deal.to_act, parse_cards(text)
        assert seat is not None
        if not cards:
            deal = pass_turn(deal, seat)
            continue
        ruling = judge_play(deal, seat, cards)
        assert isinstance(ruling, AllowedPlay)
        deal = lay(deal, seat, cards, ruling.reading, may_be=ruling.choices_left)
    return deal


def fault(ruling: AllowedPlay | Allowed | Refused) -> Fault | None:
    return ruling.fault if isinstance(ruling, Refused) else None


def test_a_lead_of_any_combination_stands() -> None:
    """The leader chooses the type."""
    pair = Combination(Kind.PAIR, 2, 5)

    assert judge_play(start(), E, parse_cards("C5 D5")) == AllowedPlay(
        pair, needs_declaration=False, choices=(pair,)
    )


@pytest.mark.parametrize(
    ("plays", "seat", "cards", "expected"),
    [
        ([], N, "C5", Fault.OUT_OF_TURN_PLAY),
        ([], E, "C5 D6", Fault.NOT_A_COMBINATION),
        (["C5"], N, "D5", Fault.DOES_NOT_BEAT),
        (["C5"], N, "D6 C6", Fault.DOES_NOT_BEAT),
        (["C5"], W, "D6", Fault.OUT_OF_TURN_PLAY),
        (["C5", "C7", "", ""], N, "C8", Fault.OUT_OF_TURN_PLAY),
        (["C5 D5", "", "C6 C6", "", "", ""], W, "C6 D6", Fault.FOREIGN_CARD),
        ([], E, "HR HR HR", Fault.FOREIGN_CARD),
    ],
)
def test_plays_that_are_refused(plays: list[str], seat: Seat, cards: str, expected: Fault) -> None:
    """Turn, combination and size, in every case with the article it rests on."""
    ruling = judge_play(start(*plays), seat, parse_cards(cards))

    assert isinstance(ruling, Refused)
    assert ruling.fault is expected
    assert ruling.article == PlayArticles().of(expected)


def test_more_cards_than_are_left_cannot_be_laid() -> None:
    """A hand of two has no triple."""
    assert fault(judge_play(start(left=2), E, parse_cards("C5 D5 S5"))) is Fault.NOT_IN_HAND


def test_a_card_that_is_not_in_a_known_hand_cannot_be_laid() -> None:
    """Where hands are known, each card is looked up."""
    hands = PerSeat(*(CardCounts.of(parse_cards(text)) for text in ("C5 C6", "C7", "C8", "C9")))
    ruling = judge_play(Deal.start(LEVEL, E, hands=hands), E, parse_cards("C7"))

    assert isinstance(ruling, Refused)
    assert (ruling.fault, ruling.because) == (
        Fault.NOT_IN_HAND,
        "E lays C7 but does not hold C7",
    )


def test_nothing_is_played_after_the_deal() -> None:
    """All places are known, so no play and no pass counts."""
    deal = start("C5", "", "C6", left=1)

    assert deal.is_over
    assert fault(judge_play(deal, S, parse_cards("C7"))) is Fault.DEAL_IS_OVER
    assert fault(judge_pass(deal, S)) is Fault.DEAL_IS_OVER


def test_a_refusal_names_the_facts_of_the_case() -> None:
    """Text for players is composed from facts, so all of them are there."""
    ruling = judge_play(start("C5"), N, parse_cards("D4"))

    assert ruling == Refused(
        Fault.DOES_NOT_BEAT,
        "national-2017/art.17",
        "D4 as single:1:4 does not beat single:1:5",
        Facts(
            seat=N,
            to_act=N,
            cards=parse_cards("D4"),
            readings=(Combination(Kind.SINGLE, 1, 4),),
            to_beat=Combination(Kind.SINGLE, 1, 5),
        ),
    )


@pytest.mark.parametrize(
    ("plays", "seat", "expected"),
    [
        (["C5"], N, None),
        (["C5"], W, Fault.OUT_OF_TURN_PASS),
        ([], E, Fault.LEADER_MAY_NOT_PASS),
        (["C5", "", "", ""], E, Fault.LEADER_MAY_NOT_PASS),
        ([], S, Fault.OUT_OF_TURN_PASS),
    ],
)
def test_passes(plays: list[str], seat: Seat, expected: Fault | None) -> None:
    """In turn, and never by the leader (national-2017 art. 6, 18)."""
    assert fault(judge_pass(start(*plays), seat)) is expected


def test_a_wild_card_that_is_good_only_high_is_no_accusation() -> None:
    """The play stands and somebody has to ask (AMB-03)."""
    ruling = judge_play(start("D3 C4 H5 S6 D7"), N, OPEN_STRAIGHT)

    assert ruling == AllowedPlay(HIGH, needs_declaration=True, choices=(HIGH,))


def test_a_declared_reading_stands() -> None:
    """What the player said counts before any default."""
    assert judge_play(start(), E, OPEN_STRAIGHT, HIGH) == AllowedPlay(
        HIGH, needs_declaration=False, choices=(HIGH,)
    )


def test_a_declared_low_reading_may_fail_to_beat() -> None:
    """Said is said: 34567 does not beat 34567."""
    ruling = judge_play(start("D3 C4 H5 S6 D7"), N, OPEN_STRAIGHT, LOW)

    assert fault(ruling) is Fault.DOES_NOT_BEAT


@pytest.mark.parametrize(
    ("declared", "rules"),
    [
        (Combination(Kind.STRAIGHT, 5, 9), DealRules()),  # not among the readings
        (HIGH, DealRules(wild=WildRules(open_end=Unsaid.LOW_FORCED))),  # forbidden by the sheet
    ],
)
def test_a_wrong_declaration_is_refused(declared: Combination, rules: DealRules) -> None:
    """The cards must allow it, and the ruleset too (staff-2011: 配小不配大)."""
    ruling = judge_play(start(rules=rules), E, OPEN_STRAIGHT, declared)

    assert fault(ruling) is Fault.WRONG_DECLARATION


def test_a_straight_of_one_suit_may_be_declared_plain() -> None:
    """A wild card may be called off-suit by announcement (AMB-05)."""
    plain = Combination(Kind.STRAIGHT, 5, 11)
    ruling = judge_play(start(), E, parse_cards("D7 D8 D9 DJ H2"), plain)

    assert isinstance(ruling, AllowedPlay)
    assert ruling.reading == plain


def test_an_undeclared_play_may_be_followed_in_either_type() -> None:
    """Tube or plate was never said, so a plate is no fault; the referee is asked."""
    deal = start("S7 D7 S8 D8 H2 H2")
    plate, tube = parse_cards("S9 D9 C9 ST DT CT"), parse_cards("S8 C8 S9 D9 ST DT")

    for cards in (plate, tube):
        ruling = judge_play(deal, N, cards)
        assert isinstance(ruling, AllowedPlay)
        assert ruling.needs_declaration is (cards is tube)


def test_an_undeclared_play_can_be_followed_by_declaration() -> None:
    """The same for a follower who says what he lays."""
    tube = Combination(Kind.TUBE, 6, 10)
    ruling = judge_play(start("S7 D7 S8 D8 H2 H2"), N, parse_cards("S8 C8 S9 D9 ST DT"), tube)

    assert ruling == AllowedPlay(tube, needs_declaration=True, choices=(tube,))


def test_anything_may_follow_unread_cards() -> None:
    """Nobody is blamed for what the device could not read."""
    deal = lay_unread(start(), E)

    assert fault(judge_play(deal, N, parse_cards("C3"))) is None
    assert fault(judge_pass(deal, N)) is None


def test_judging_changes_nothing() -> None:
    """A refused act leaves the deal as it was."""
    deal = start("C5")
    judge_play(deal, N, parse_cards("C4"))
    judge_pass(deal, W)

    assert deal == start("C5")


def test_no_cards_are_not_a_play() -> None:
    """An empty play is a pass, which is judged apart."""
    with pytest.raises(ValueError, match="at least one card"):
        judge_play(start(), E, [])


def test_every_article_belongs_to_a_fault() -> None:
    """Articles are looked up by the name of the fault."""
    assert {field.name for field in fields(PlayArticles)} <= {fault.value for fault in Fault}
