"""What the network makes of a deck whose letters it misreads."""

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
from vision.enrolment.own_readings import OwnReadings
from vision.enrolment.witness import DeckWitness

FOUR, NINE, JOKER = (Card.parse(text) for text in ("H4", "H9", "SB"))


def four_and_nine() -> EnrolledDeck:
    """A deck both of whose faces the network reads as a four."""
    enrolment = Enrolment(OneFaceClassifier("4", "H"))
    enrolment.see(*show(["H4", "SB"]))
    enrolment.see(*show(["H9"]), NINE)
    return enrolment.deck("loops", date(2026, 12, 1), "")


def test_a_face_that_is_read_as_another_may_be_meant() -> None:
    """What reads as a four on this deck is a four or a nine, and nothing else."""
    own = OwnReadings.of(four_and_nine(), OneFaceClassifier("4", "H"))
    heard = own.heard(faces("H4", 0.97))

    assert heard[FOUR.number] == pytest.approx(0.5, abs=0.02)
    assert heard[NINE.number] == pytest.approx(0.5, abs=0.02)
    assert heard.sum() == pytest.approx(1)


def test_other_faces_and_jokers_are_taken_at_their_word() -> None:
    """Faces not shown are believed to be read rightly; jokers' words are read in another way."""
    own = OwnReadings.of(four_and_nine(), OneFaceClassifier("4", "H"))

    for text in ("C7", "SB", "HR"):
        heard = own.heard(faces(text, 0.97))
        assert FACES[int(heard.argmax())] is Card.parse(text)
        assert heard.max() > 0.95


def test_the_deck_tells_what_the_network_cannot() -> None:
    """The nine is named although the network surely reads a four, and the four stays a four."""
    classifier = OneFaceClassifier("4", "H")
    witness = DeckWitness(four_and_nine(), classifier)
    reading, picture = show(["H4", "H9"], seed=3)
    index = card("H4", (0, 0))[0]
    indices = [
        type(index)(
            type(index.spot)(
                seen.indices[0].x, seen.indices[0].y, 0.0, -seen.indices[0].length, 0.9
            ),
            faces("H4", 0.97),
            0.8,
        )
        for seen in reading.cards
    ]

    told = witness.weigh(picture, witness.heard(indices), 1.0)

    assert [FACES[int(each.faces.argmax())] for each in told] == [FOUR, NINE]
    assert min(float(each.faces.max()) for each in told) > 0.9
    unheard = witness.weigh(picture, indices, 1.0)
    assert float(unheard[1].faces[NINE.number]) < 0.7
    assert np.argmax(unheard[0].faces) == FOUR.number
