from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from referee.rules.cards import FACES, Card, parse_cards
from tests.vision.enrolment.shown import PX_PER_MM, show
from tests.vision.read.fakes import OneFaceClassifier
from vision.enrolment.enrolment import Again, Enrolment
from vision.read.reading import CardSeen, IndexSeen, Reading

TEN = ["C2", "D3", "H4", "S5", "C6", "D7", "H8", "S9", "CT", "DJ"]


def whole() -> Enrolment:
    """An enrolment that has seen ten faces."""
    enrolment = Enrolment(OneFaceClassifier())
    enrolment.see(*show(TEN))
    return enrolment


def test_a_deck_is_shown_a_few_cards_at_a_time() -> None:
    """Any order, any number at a time; what is missing shrinks until nothing is."""
    enrolment = Enrolment(OneFaceClassifier())
    order = [str(card) for card in reversed(FACES)]

    for start in range(0, len(order), 7):
        assert not enrolment.is_complete
        assert len(enrolment.missing) == len(order) - start
        shown = enrolment.see(*show(order[start : start + 7]))
        assert shown.new == shown.taken == tuple(map(Card.parse, order[start : start + 7]))
        assert shown.again == ()

    assert enrolment.is_complete
    assert enrolment.seen == FACES
    assert all(enrolment.prints_of(card) == 2 for card in FACES)
    assert len(enrolment.separation()) == 54
    deck = enrolment.deck("hall", date(2026, 11, 30), "ab")
    assert (deck.missing, deck.px_per_mm) == ((), PX_PER_MM)
    assert deck.prints[Card.parse("H4")].shape == (2, 2, 64, 32, 3)


def test_a_card_shown_again_is_known_better() -> None:
    """A known face gives more prints, up to a number; it is not new."""
    enrolment = whole()
    for seed in range(1, 6):
        shown = enrolment.see(*show(TEN, seed=seed))

    assert shown.new == ()
    assert len(shown.taken) == 10
    assert enrolment.prints_of(Card.parse("C2")) == 8


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (show(["CQ"], sure=0.6), Again.DOUBTFUL),
        (show(["CQ"], ends=1), Again.HALF_SEEN),
        (show(["CQ", "CQ"], printed=["CQ", "SQ"]), Again.TWICE),
        (show([], unread=1), Again.UNREAD),
        (show(["C2"], printed=["CQ"]), Again.UNLIKE),
    ],
    ids=["doubtful", "one end", "two copies", "no face", "unlike the first"],
)
def test_what_cannot_be_taken_is_asked_for_again(picture: object, why: Again) -> None:
    """A face is kept only from a card that was read surely, whole, once, and like before."""
    enrolment = whole()
    shown = enrolment.see(*picture)  # type: ignore[misc]

    assert shown.taken == ()
    assert {again.why for again in shown.again} == {why}
    assert enrolment.seen == parse_cards("C2 C6 CT D3 D7 DJ H4 H8 S5 S9")
    assert enrolment.prints_of(Card.parse("C2")) == 2


@pytest.mark.parametrize(("turned_deg", "taken"), [(7.0, True), (20.0, False), (-15.0, False)])
@pytest.mark.parametrize("announced", [None, "CQ"])
def test_prints_seen_askew_are_not_kept(
    turned_deg: float, announced: str | None, *, taken: bool
) -> None:
    """The reader turns unclear letters to read something: they would be known askew ever after."""
    enrolment = whole()
    reading, picture = show(["CQ"])
    turned = tuple(
        replace(index, angle_deg=index.angle_deg + turned_deg) for index in reading.cards[0].indices
    )
    askew = replace(reading, cards=(replace(reading.cards[0], indices=turned),))

    shown = enrolment.see(askew, picture, announced and Card.parse(announced))

    assert (Card.parse("CQ") in enrolment.seen) == taken
    assert [again.why for again in shown.again] == (
        [] if taken else [Again.UNREAD if announced else Again.DOUBTFUL]
    )


def test_a_joker_may_show_one_end_or_two_that_are_far_apart() -> None:
    """Its word may be found at one end only, or hide that both ends are one card's."""
    enrolment = whole()
    reading, picture = show(["SB"])
    ends = tuple(CardSeen(Card.parse("SB"), 0.9, (index,)) for index in reading.cards[0].indices)

    assert enrolment.see(*show(["HR"], ends=1)).taken == (Card.parse("HR"),)
    assert enrolment.see(Reading(ends, (), PX_PER_MM), picture).taken == (Card.parse("SB"),)
    assert enrolment.prints_of(Card.parse("SB")) == 2


def test_a_person_may_say_which_card_it_is() -> None:
    """A face that the reader does not know is announced and shown alone; the word stands."""
    enrolment = whole()
    announced = Card.parse("SQ")

    assert enrolment.see(*show(["CQ"], printed=["SQ"]), announced).taken == (announced,)
    assert Card.parse("CQ") in enrolment.missing
    two = enrolment.see(*show(["CQ", "CK"]), announced)
    assert [again.why for again in two.again] == [Again.NOT_ALONE]
    none = enrolment.see(*show([], unread=1), announced)
    assert [again.why for again in none.again] == [Again.UNREAD]


def test_an_announced_face_replaces_what_was_taken_for_it() -> None:
    """Where a misread card was kept first, saying the face puts it right."""
    enrolment = Enrolment(OneFaceClassifier())
    enrolment.see(*show(["SQ", *TEN], printed=["CQ", *TEN]))
    card = Card.parse("SQ")
    wrong = enrolment.deck("", date.min, "").prints[card]

    enrolment.see(*show(["SQ"]), card)

    assert enrolment.prints_of(card) == 2
    assert (enrolment.deck("", date.min, "").prints[card] != wrong).any()


def test_an_announced_card_need_not_be_read() -> None:
    """The reader may know no letter of the deck: both ends are taken where they are seen."""
    enrolment = whole()
    card = Card.parse("SQ")

    assert enrolment.see(*show(["SQ"], doubted=True), card).new == (card,)
    assert enrolment.prints_of(card) == 2
    two = enrolment.see(*show(["SQ", "CQ"], doubted=True), Card.parse("CQ"))
    assert [again.why for again in two.again] == [Again.UNREAD]


def test_an_announced_card_may_be_read_as_two() -> None:
    """A strange letter reads differently at its two ends, which still are one card's."""
    enrolment = whole()
    reading, picture = show(["SQ"])
    ends = [
        CardSeen(Card.parse(face), 0.9, (index,))
        for face, index in zip(["C4", "DK"], reading.cards[0].indices, strict=True)
    ]
    card = Card.parse("SQ")

    assert enrolment.see(Reading(tuple(ends), (), PX_PER_MM), picture, card).new == (card,)
    assert enrolment.prints_of(card) == 2
    beside = enrolment.see(*show(["SQ", "SK"], ends=1), card)
    assert [again.why for again in beside.again] == [Again.NOT_ALONE]
    reading, picture = show(["SQ", "SK"])
    covered = replace(reading.cards[1], indices=reading.cards[1].indices[:1])
    half_seen = replace(reading, cards=(reading.cards[0], covered))
    beside = enrolment.see(half_seen, picture, card)
    assert [again.why for again in beside.again] == [Again.NOT_ALONE]


def test_an_announced_face_takes_back_what_was_kept_as_another() -> None:
    """A nine that was taken for a four is no print of the four."""
    enrolment = Enrolment(OneFaceClassifier())
    enrolment.see(*show([*TEN, "SK"], printed=[*TEN, "SQ"]))
    assert Card.parse("SK") in enrolment.seen

    enrolment.see(*show(["SQ"]), Card.parse("SQ"))

    assert Card.parse("SK") in enrolment.missing
    assert Card.parse("SQ") in enrolment.seen
    assert all(enrolment.prints_of(Card.parse(face)) == 2 for face in TEN)


def test_what_was_announced_stays_also_on_another_day() -> None:
    """Two faces that look the same to the network: announcing one leaves the other its prints."""
    enrolment = whole()
    nine, four = Card.parse("SQ"), Card.parse("SK")
    enrolment.see(*show(["SQ"]), nine)
    begun = Enrolment(OneFaceClassifier(), enrolment.deck("hall", date(2026, 12, 1), "ab"))

    begun.see(*show(["SK"], printed=["SQ"]), four)

    assert {nine, four} <= set(begun.seen)
    begun.forget(nine)
    assert begun.deck("hall", date(2026, 12, 1), "ab").announced == {four}


def test_a_begun_deck_goes_on() -> None:
    """What was shown yesterday need not be shown again."""
    begun = whole().deck("hall", date(2026, 11, 29), "ab")
    enrolment = Enrolment(OneFaceClassifier(), begun)

    assert enrolment.seen == whole().seen
    assert enrolment.see(*show(["SA"])).new == (Card.parse("SA"),)
    enrolment.forget(Card.parse("C2"))
    assert Card.parse("C2") in enrolment.missing


def test_nothing_shown_yet() -> None:
    """An empty enrolment has nothing to compare and all to be shown."""
    enrolment = Enrolment(OneFaceClassifier())

    assert enrolment.separation() == ()
    assert enrolment.missing == FACES
    assert enrolment.see(Reading((), (), None), show(["C2"])[1]).taken == ()


def test_two_jokers_side_by_side_are_two() -> None:
    """Only ends that point away from each other are one card."""
    reading, picture = show(["SB", "SB"], ends=1)
    index: IndexSeen = reading.cards[0].indices[0]
    assert index.angle_deg == reading.cards[1].indices[0].angle_deg

    shown = whole().see(reading, picture)

    assert [again.why for again in shown.again] == [Again.TWICE, Again.TWICE]
