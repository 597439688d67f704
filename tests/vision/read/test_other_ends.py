from __future__ import annotations

import math
from dataclasses import replace

import pytest

from referee.rules.cards import Card
from vision.read.other_ends import without_other_ends
from vision.read.reading import CardSeen, Doubt, IndexSeen, Unsure

SCALE = 2.5


def lone(angle_deg: float = 0.0) -> CardSeen:
    return CardSeen(Card.parse("HT"), 0.9, (IndexSeen(300, 300, angle_deg, 0.9, 42.0),))


def at(
    across_mm: float, down_mm: float, angle_deg: float = 0.0, reason: Doubt | None = None
) -> Unsure:
    """A doubt so far from the index, in the index's own frame."""
    turn = math.radians(angle_deg)
    x = across_mm * math.cos(turn) - down_mm * math.sin(turn)
    y = across_mm * math.sin(turn) + down_mm * math.cos(turn)
    return Unsure(reason or Doubt.FACE_UNCLEAR, 300 + x * SCALE, 300 + y * SCALE)


@pytest.mark.parametrize("angle_deg", [0.0, 60.0, -120.0, 180.0])
def test_the_covered_other_end_is_no_doubt(angle_deg: float) -> None:
    """Half an index, a little off its place, however the card is turned."""
    doubt = at(47, 57, angle_deg)

    assert without_other_ends([lone(angle_deg)], [doubt], SCALE)[1] == ()


@pytest.mark.parametrize(
    "doubt",
    [at(16, 0), at(47, 0), at(47, 45), at(63, 63), at(47, 63, reason=Doubt.TWO_READINGS)],
    ids=["next card", "far corner", "another card on it", "beside it", "read twice"],
)
def test_other_doubts_stay(doubt: Unsure) -> None:
    """What may be another card is still asked about."""
    assert without_other_ends([lone()], [doubt], SCALE)[1] == (doubt,)


@pytest.mark.parametrize(
    ("angle_deg", "strength", "stays"),
    [(155.0, 0.6, True), (-155.0, 0.6, True), (155.0, 0.5, False), (170.0, 0.66, False)],
)
def test_what_shows_there_askew_may_be_a_card_on_top(
    angle_deg: float, strength: float, *, stays: bool
) -> None:
    """A king whose index comes to lie over a covered end."""
    place = at(47, 57)
    index = IndexSeen(place.x, place.y, angle_deg, 0.8, 42.0)
    doubt = replace(place, indices=(index,), strength=strength)

    assert (without_other_ends([lone()], [doubt], SCALE)[1] == (doubt,)) is stays


@pytest.mark.parametrize("place", [(47, 54), (40, 40), (43, 32), (50, 76), (-74, 20), (-70, 5)])
def test_half_a_word_may_be_a_jokers_other_end(place: tuple[float, float]) -> None:
    """Its word runs along the card or across it, and half of it lies nearer to one end."""
    word = IndexSeen(300, 300, 0.0, 0.9, 80.0)
    joker = CardSeen(Card.parse("SB"), 0.9, (word,), 0.7)

    half = replace(at(*place), is_word=True)

    assert without_other_ends([joker], [half], SCALE)[1] == ()
    for other in (
        replace(at(16, 0), is_word=True),
        replace(at(60, 34), is_word=True),
        at(*place),
    ):
        assert without_other_ends([joker], [other], SCALE)[1] == (other,)


def test_a_word_is_no_end_of_a_plain_card() -> None:
    """A joker half covered there is still asked for."""
    word = replace(at(47, 57), is_word=True)

    assert without_other_ends([lone()], [word], SCALE)[1] == (word,)


@pytest.mark.parametrize(
    ("across_mm", "down_mm", "angle_deg", "stays"),
    [(45.0, 50.0, 167.0, False), (20.0, 5.0, 0.0, True), (70.0, 10.0, 180.0, True)],
)
def test_a_jokers_two_half_covered_words_are_one_card(
    across_mm: float, down_mm: float, angle_deg: float, *, stays: bool
) -> None:
    """What is left of a word lies up to half its length off the middle of the whole."""
    first = CardSeen(Card.parse("HR"), 0.9, (IndexSeen(300, 300, 0.0, 0.9, 55.0),), 0.83)
    place = at(across_mm, down_mm)
    index = IndexSeen(place.x, place.y, angle_deg, 0.9, 75.0)
    other = CardSeen(Card.parse("HR"), 0.9, (index,), 0.67)

    assert (other in without_other_ends([first, other], [], SCALE)[0]) is stays


def test_a_card_that_shows_both_ends_explains_nothing_more() -> None:
    """Its other end has been read, so what is unclear there lies on top of it."""
    index = lone().indices[0]
    both = CardSeen(Card.parse("HT"), 0.9, (index, IndexSeen(417, 457, 180.0, 0.9, 42.0)))

    assert without_other_ends([both], [at(47, 57)], SCALE)[1] == (at(47, 57),)


def second(
    face: str, angle_deg: float, strength: float = 0.58, down_mm: float = 57.0, of_turn: float = 0.0
) -> CardSeen:
    """A card read from one index near the other end of a card turned by *of_turn*."""
    place = at(47, down_mm, of_turn)
    index = IndexSeen(place.x, place.y, angle_deg + of_turn, 0.8, 36.0)
    return CardSeen(Card.parse(face), 0.8, (index,), strength)


@pytest.mark.parametrize("of_turn", [0.0, 70.0, -150.0])
def test_a_copy_that_hardly_shows_there_is_the_other_end(of_turn: float) -> None:
    """What covers half an index may turn the direction seen in it by a quarter of a right angle."""
    first, other = lone(of_turn), second("HT", 155.0, of_turn=of_turn)

    assert without_other_ends([first, other], [], SCALE)[0] == (first,)


def test_a_copy_exactly_there_is_the_other_end_however_plain_it_shows() -> None:
    """A card covers the suit of one index, and another copy's suit stands in its place."""
    first, other = lone(), second("HT", 167.0, strength=0.79, down_mm=57.0)

    assert without_other_ends([first, other], [], SCALE)[0] == (first,)


@pytest.mark.parametrize(
    "other",
    [
        second("HT", 145.0, strength=0.75),
        second("HT", 170.0, strength=0.75, down_mm=52.0),
        second("HT", 170.0, strength=1.0),
        second("HT", 10.0),
        second("HT", 155.0, down_mm=40.0),
        second("HR", 180.0),
    ],
    ids=[
        "turned",
        "beside it",
        "shows as plainly",
        "points the same way",
        "elsewhere",
        "another face",
    ],
)
def test_another_card_there_stays(other: CardSeen) -> None:
    """Two copies of a face lie one over the other often enough."""
    first = lone()

    assert without_other_ends([first, other], [], SCALE)[0] == (first, other)


@pytest.mark.parametrize("of_turn", [0.0, 70.0])
def test_another_rank_exactly_there_is_asked_for(of_turn: float) -> None:
    """A six of which a card hides half reads as a five, in every look."""
    first, other = lone(of_turn), second("H8", 170.0, strength=0.69, of_turn=of_turn)

    kept, (doubt,) = without_other_ends([first, other], [], SCALE)

    index = other.indices[0]
    assert kept == (first,)
    assert (doubt.reason, doubt.x, doubt.y) == (Doubt.TWO_READINGS, index.x, index.y)


@pytest.mark.parametrize(
    "other",
    [
        second("C8", 170.0, strength=0.69),
        second("H8", 170.0, strength=0.8),
        second("H8", 145.0, strength=0.69),
        second("H8", 170.0, strength=0.69, down_mm=40.0),
    ],
    ids=["another suit", "shows plainly", "turned", "elsewhere"],
)
def test_another_rank_stays_where_it_may_be_a_card(other: CardSeen) -> None:
    """Cards of one suit lie over each other in every straight flush."""
    assert without_other_ends([lone(), other], [], SCALE) == ((lone(), other), ())


def two_ends(lean_off_deg: float, reach_mm: float, turn_deg: float, face: str = "H6") -> CardSeen:
    """A card read by two indices: how far its ends are apart, and how they lie otherwise."""
    way = math.radians(37.0 + lean_off_deg)
    x, y = 300 + reach_mm * SCALE * math.sin(way), 300 + reach_mm * SCALE * math.cos(way)
    # Half of the turn at either end, so that it does not change the lean.
    first = IndexSeen(300, 300, turn_deg / 2, 0.98, 42.0)
    return CardSeen(
        Card.parse(face), 0.9, (first, IndexSeen(x, y, 180.0 - turn_deg / 2, 0.97, 42.0)), 0.95
    )


@pytest.mark.parametrize("others", [(), (two_ends(0, 76, 0, "C4"), two_ends(0, 77, 3, "S9"))])
@pytest.mark.parametrize("as_laid", [(0, 76.0, 0), (6, 75.5, 5), (0, 77.0, 17), (-9, 76.0, 2)])
def test_the_ends_of_a_card_may_lie_a_little_askew(
    as_laid: tuple[float, float, float], others: tuple[CardSeen, ...]
) -> None:
    card = two_ends(*as_laid)

    assert without_other_ends([card, *others], [], SCALE) == ((card, *others), ())


def test_ends_that_lie_like_those_of_two_cards_are_asked_for() -> None:
    """Two sixes over each other, turned by 15 degrees: one is there, a second may be."""
    card, others = two_ends(10.2, 79.6, 14.9), (two_ends(0, 82.8, 0, "C4"), two_ends(0, 82.7, 0))

    kept, (doubt,) = without_other_ends([card, *others], [], SCALE)

    first, second_end = card.indices
    assert kept[0].indices == (first,)
    assert kept[1:] == others
    assert (doubt.reason, doubt.indices) == (Doubt.TWO_READINGS, (second_end,))


def test_a_second_end_that_hardly_shows_is_not_asked_for() -> None:
    """What is left of it, or a pip in its place, may lie anyhow."""
    card = two_ends(10.2, 79.6, 14.9)
    first, faint = card.indices[0], replace(card.indices[1], confidence=0.88)
    card = replace(card, indices=(first, faint))

    assert without_other_ends([card], [], SCALE) == ((card,), ())


def test_ends_further_apart_than_any_cards_tell_no_reach() -> None:
    card, far = two_ends(0, 82.6, 1), two_ends(0, 88.8, 6, "C4")
    far = replace(far, indices=(far.indices[0], replace(far.indices[1], confidence=0.88)))

    assert without_other_ends([card, far], [], SCALE) == ((card, far), ())


@pytest.mark.parametrize(
    ("as_laid", "usual_mm", "is_kept", "is_asked"),
    [
        ((5.5, 83.6, 15.7), 82.8, False, False),
        ((10.0, 83.8, 18.5), 82.8, False, True),
        ((10.4, 84.6, 7.6), 79.9, False, True),
        ((10.4, 84.6, 7.6), 77.5, True, False),
    ],
    ids=["its end", "askew", "further away", "on a deck of shorter reach"],
)
def test_how_a_copy_lies_tells_whether_it_is_the_other_end(
    as_laid: tuple[float, float, float], usual_mm: float, *, is_kept: bool, is_asked: bool
) -> None:
    deck = two_ends(0, usual_mm, 0, "C4")
    both = two_ends(*as_laid)
    first = replace(both, indices=both.indices[:1], strength=0.8)
    other = replace(both, indices=both.indices[1:], strength=0.75)

    kept, doubts = without_other_ends([first, other, deck], [], SCALE)

    assert (other in kept, bool(doubts)) == (is_kept, is_asked)
    assert first in kept
    assert deck in kept


def test_four_index_decks_have_other_pairs() -> None:
    """An index straight below or beside another one is not misplaced."""
    below = IndexSeen(300, 300 + 60 * SCALE, 180.0, 0.97, 42.0)
    beside = IndexSeen(300 + 47 * SCALE, 300, 0.0, 0.97, 42.0)
    for second_index in (below, beside):
        card = CardSeen(Card.parse("H6"), 0.9, (lone().indices[0], second_index), 0.95)

        assert without_other_ends([card], [], SCALE) == ((card,), ())
