from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from referee.rules.cards import FACES, Card
from tests.vision.enrolment.shown import show
from tests.vision.read.fakes import OneFaceClassifier
from tests.vision.read.hand_made import card, faces
from vision.enrolment.deck import EnrolledDeck
from vision.enrolment.enrolment import Enrolment
from vision.enrolment.gallery import SAFE, Gallery
from vision.enrolment.prints import described
from vision.enrolment.witness import DeckWitness, weighed

FIVE = ["C2", "D3", "H4", "S5", "C6"]


def deck_of(cards: list[str], printed: list[str] | None = None) -> EnrolledDeck:
    enrolment = Enrolment(OneFaceClassifier())
    enrolment.see(*show(cards, printed=printed))
    enrolment.see(*show(cards, printed=printed, seed=1))
    return enrolment.deck("five", date(2026, 11, 30), "")


def likeness_of(best: str, value: float, rest: float = 0.1) -> np.ndarray:
    row = np.full(54, rest, np.float32)
    row[Card.parse(best).number] = value
    return row


def test_each_print_is_most_like_its_own_face() -> None:
    """Fresh pictures of a known face are nearest to it; faces never shown are like nothing."""
    classifier = OneFaceClassifier()
    gallery = Gallery.of(deck_of(FIVE), classifier)
    fresh = deck_of(FIVE)

    for face in map(Card.parse, FIVE):
        rows = gallery.likeness(described(fresh.prints[face], classifier))
        assert rows.shape == (4, 54)
        assert (rows.argmax(axis=1) == face.number).all()
        assert (rows[:, Card.parse("HR").number] == -1).all()


def test_separation_names_the_face_that_is_too_near() -> None:
    """Two faces that look the same are unsafe and name each other; the others are safe."""
    alike = Gallery.of(deck_of(FIVE, ["C2", "D3", "H4", "S5", "C2"]), OneFaceClassifier())
    by_card = {str(each.card): each for each in alike.separation()}

    assert by_card["C2"].nearest is Card.parse("C6")
    assert by_card["C6"].nearest is Card.parse("C2")
    assert not by_card["C2"].is_safe
    assert not by_card["C2"].is_tight
    assert by_card["D3"].is_safe
    assert by_card["D3"].margin >= SAFE
    assert by_card["D3"].prints == 4


def test_a_deck_without_prints_is_refused() -> None:
    """There is nothing to compare with."""
    with pytest.raises(ValueError, match="deck five has no prints"):
        Gallery.of(EnrolledDeck("five", date.min, 2.5, "", {}), OneFaceClassifier())


def test_agreement_makes_surer() -> None:
    """A face that the network half believes and the deck knows is believed, and is there."""
    index = card({"H4": 0.6, "H8": 0.3}, (0, 0))[0]

    both = weighed(index, likeness_of("H4", 0.95, 0.5))

    assert both.faces[Card.parse("H4").number] > 0.95
    assert both.presence > 0.94


def test_disagreement_makes_unsure() -> None:
    """Two sure witnesses of different faces: neither is reported."""
    index = card("H8", (0, 0), sure=0.97)[0]

    both = weighed(index, likeness_of("H4", 0.95, 0.5))

    assert both.faces.max() < 0.7
    assert {FACES[i] for i in both.faces.argsort()[-2:]} == {Card.parse("H4"), Card.parse("H8")}


def test_an_unknown_print_is_not_believed_alone() -> None:
    """Artwork may look like an index to the network; a second index of the card outweighs that."""
    index = card("H8", (0, 0), sure=0.97)[0]

    held_back = weighed(index, likeness_of("H8", 0.64))

    assert FACES[int(held_back.faces.argmax())] is Card.parse("H8")
    assert held_back.faces.max() < 0.7
    assert held_back.faces.sum() == pytest.approx(1)
    unclear = card({"S7": 0.5, "C7": 0.3}, (0, 0))[0]
    assert weighed(unclear, likeness_of("S7", 0.3)) is unclear


def test_a_print_known_in_part_takes_no_doubt_away() -> None:
    """Half of a covered index is like many faces; the network's own doubt stays."""
    index = card({"C7": 0.55, "C3": 0.4}, (0, 0))[0]

    assert weighed(index, likeness_of("C7", 0.72, 0.5)).faces.max() <= 0.55
    assert weighed(index, likeness_of("C3", 0.72, 0.5)).faces.max() <= 0.55
    assert weighed(index, likeness_of("C7", 0.82, 0.5)).faces.max() > 0.9


def test_a_joker_known_in_part_is_not_believed_alone() -> None:
    """Court artwork can look like a joker's word; a lone joker needs 0.9."""
    index = card("HR", (0, 0), sure=0.98)[0]

    assert weighed(index, likeness_of("HR", 0.6)).faces.max() < 0.9
    assert weighed(index, likeness_of("HR", 0.8)).faces.max() > 0.95


def test_the_witness_weighs_all_indices_of_a_picture() -> None:
    """Prints are cut where the indices lie and each is compared with the whole deck."""
    classifier = OneFaceClassifier()
    witness = DeckWitness(deck_of(FIVE), classifier)
    reading, picture = show(FIVE, seed=7)
    unsure = faces({"C2": 0.3, "D3": 0.3, "H4": 0.2, "S5": 0.1, "C6": 0.05})
    indices = []
    for seen in reading.cards:
        place = seen.indices[0]
        index = card("C2", (0, 0))[0]
        spot = type(index.spot)(place.x, place.y, 0.0, -place.length, 0.9)
        indices.append(type(index)(spot, unsure, 0.8))

    weighed_ones = witness.weigh(picture, indices, 1.0)

    assert [str(FACES[int(each.faces.argmax())]) for each in weighed_ones] == FIVE
    assert min(each.faces.max() for each in weighed_ones) > 0.7
    assert witness.weigh(picture, [], 1.0) == ()


@pytest.mark.parametrize(
    ("network", "sure"), [({"C6": 0.97}, True), ({"C6": 0.55, "C2": 0.42}, False)]
)
def test_what_a_deck_mixes_up_is_left_to_the_network(
    network: dict[str, float], *, sure: bool
) -> None:
    """Its own likenesses of such faces differ by chance alone."""
    classifier = OneFaceClassifier()
    deck = deck_of(FIVE, ["C2", "D3", "H4", "S5", "C2"])
    witness = DeckWitness(deck, classifier)
    reading, picture = show(FIVE, printed=["C2", "D3", "H4", "S5", "C2"], seed=9)
    alike = Gallery.of(deck, classifier).alike()
    place = reading.cards[4].indices[0]
    index = card(network, (0, 0))[0]
    spot = type(index.spot)(place.x, place.y, 0.0, -place.length, 0.9)

    (told,) = witness.weigh(picture, [type(index)(spot, index.faces, 0.8)], 1.0)

    assert alike.sum() == 54 + 2
    assert FACES[int(told.faces.argmax())] is Card.parse("C6")
    assert (float(told.faces.max()) > 0.9) == sure
