"""Numbers of ranks, suits and faces."""

import pytest

from referee.rules.cards import FULL_DECK
from vision.training.faces import BLACK_JOKER, FACES, RED_JOKER, face_of, rank_of, suit_of


def test_every_face_of_the_game_has_one_number() -> None:
    """The networks know exactly the faces the rules know."""
    assert {str(card) for card in FULL_DECK} == set(FACES)
    assert len(FACES) == 54


@pytest.mark.parametrize("face", range(54))
def test_rank_and_suit_give_the_face_again(face: int) -> None:
    """Nothing is lost between a face and the two outputs that name it."""
    assert face_of(rank_of(face), suit_of(face)) == face


@pytest.mark.parametrize(("rank", "suit"), [(13, 0), (0, 4), (12, 5)])
def test_impossible_pairs_are_no_face(rank: int, suit: int) -> None:
    """A joker of clubs or a red-joker king is no card."""
    assert face_of(rank, suit) is None


def test_jokers_are_told_apart_by_suit() -> None:
    """Black and red joker share their rank and differ in suit."""
    assert rank_of(BLACK_JOKER) == rank_of(RED_JOKER)
    assert suit_of(BLACK_JOKER) != suit_of(RED_JOKER)
