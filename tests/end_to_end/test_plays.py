"""The proof of single plays: its scenes, its judge, and a small run of it."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from referee.rules.cards import Card
from referee.rules.seats import Seat
from tests.end_to_end.laid_plays import LaidPlay, Lying, Shape, draw_play, photographed
from tests.end_to_end.laid_plays import shows_an_index as shows
from tests.end_to_end.plays import (
    EXACT,
    UNSURE,
    WRONG,
    Outcome,
    judge,
    matched,
    one_play,
    table_of,
    tasks_of,
)
from tests.vision.read.fakes import MarkFinder, OneFaceClassifier
from vision.calibration.patch import PX_PER_MM, Patch
from vision.read.reader import CardReader
from vision.read.reading import CardSeen, Doubt, IndexSeen, Reading, Unsure
from vision.rendered.table.layouts import Pose, index_corners

PATCH = Patch((0.0, 0.0), (300.0, 200.0), Seat.SOUTH)


def lying(face: str, x: float, y: float = 0.0) -> Lying:
    return Lying(Card.parse(face), Pose(x, y, 0.0))


def scene(*play: Lying, older: tuple[Lying, ...] = ()) -> LaidPlay:
    return LaidPlay(1, "play", Seat.SOUTH, Shape.ROW, older, play)


def seen(face: str, at: Lying) -> CardSeen:
    """A card read at the upper left index of *at*."""
    x, y = pixel(at)
    return CardSeen(Card.parse(face), 0.9, (IndexSeen(x, y, 0.0, 0.9, 40.0),))


def pixel(at: Lying) -> tuple[float, float]:
    x, y = index_corners(at.pose).mean(axis=0)
    return float(x + 150) * PX_PER_MM - 0.5, float(100 - y) * PX_PER_MM - 0.5


def judged(laid: LaidPlay, *cards: CardSeen, doubts: tuple[Unsure, ...] = ()) -> Outcome:
    return judge(laid, PATCH, Reading(cards, doubts, PX_PER_MM))


TWO, THREE = lying("H2", -40), lying("H3", 40)


def test_every_card_of_a_play_shows_an_index() -> None:
    """What nobody could know is not asked: each card has one whole index free."""
    for seed in range(60):
        poses = [each.pose for each in draw_play(seed, "play").play]

        assert all(shows(poses, place) for place in range(len(poses)))


def test_seeds_cover_all_numbers_and_shapes() -> None:
    """One to ten cards in every shape, some on older cards; the same seed is the same play."""
    scenes = [draw_play(seed, "play") for seed in range(100)]

    assert {len(each.play) for each in scenes} == set(range(1, 11))
    assert {each.shape for each in scenes} == set(Shape)
    assert 30 < sum(bool(each.older) for each in scenes) < 70
    assert draw_play(7, "play") == scenes[7]
    assert np.array_equal(photographed(scenes[1])[0], photographed(scenes[1])[0])


def test_exact() -> None:
    """All cards, in order, and nothing else."""
    outcome = judged(scene(TWO, THREE), seen("H2", TWO), seen("H3", THREE))

    assert (outcome.result, outcome.why, outcome.in_order) == (EXACT, "", True)


def test_out_of_order() -> None:
    """The right cards the wrong way round are exact, and said to be out of order."""
    outcome = judged(scene(TWO, THREE), seen("H3", THREE), seen("H2", TWO))

    assert (outcome.result, outcome.in_order) == (EXACT, False)


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ((seen("H2", TWO),), "H3 not seen"),
        ((seen("H2", TWO), seen("D3", THREE)), "H3 read as D3; H3 not seen"),
        ((seen("H2", TWO), seen("H3", THREE), seen("H3", THREE)), "H3 read twice"),
        ((seen("H2", TWO), seen("H3", THREE), seen("C9", lying("C9", 0, 60))), "C9 where no"),
    ],
    ids=["missing", "another face", "twice", "nothing there"],
)
def test_wrong(cards: tuple[CardSeen, ...], why: str) -> None:
    """A play that would be taken for another one is wrong."""
    outcome = judged(scene(TWO, THREE), *cards)

    assert outcome.result == WRONG
    assert why in outcome.why


def test_a_doubt_makes_the_play_unsure() -> None:
    """A missing card that is said to be doubtful goes to the referee; that is no mistake."""
    doubt = Unsure(Doubt.FACE_UNCLEAR, *pixel(THREE))
    outcome = judged(scene(TWO, THREE), seen("H2", TWO), doubts=(doubt,))

    assert outcome.result == UNSURE


def test_older_cards_are_left_aside_unless_misread() -> None:
    """The table knows them; but a face that is not there is a mistake wherever it is read."""
    older = lying("C9", 0, 60)
    laid = scene(TWO, older=(older,))
    doubt = Unsure(Doubt.FACE_UNCLEAR, *pixel(older))

    assert judged(laid, seen("H2", TWO)).result == EXACT
    assert judged(laid, seen("H2", TWO), seen("C9", older)).result == EXACT
    assert judged(laid, seen("H2", TWO), doubts=(doubt,)).result == EXACT
    assert judged(laid, seen("H2", TWO), seen("S9", older)).result == WRONG


def test_a_doubt_between_an_older_card_and_a_missing_one_asks_for_both() -> None:
    """Where they lie one over the other, nobody can say which of them the doubt is about."""
    older = lying("C9", THREE.pose.x + 6)
    laid = scene(TWO, THREE, older=(older,))
    doubt = (Unsure(Doubt.FACE_UNCLEAR, *pixel(older)),)

    assert judged(laid, seen("H2", TWO), doubts=doubt).result == UNSURE
    assert judged(laid, seen("H2", TWO), seen("H3", THREE), doubts=doubt).result == EXACT


def test_two_copies_side_by_side_are_two_cards() -> None:
    """Each reading is for one of them, even where one of them is nearer to both."""
    other = lying("H2", TWO.pose.x + 9)
    laid, between = scene(TWO, other), lying("H2", TWO.pose.x + 8)

    assert judged(laid, seen("H2", between), seen("H2", other)).result == EXACT
    assert judged(laid, seen("H2", TWO)).result == WRONG


def test_failures_are_kept_as_pictures(tmp_path: Path) -> None:
    """What is not read exactly lies in the folder named, plain and painted over."""
    blind = CardReader(MarkFinder(), OneFaceClassifier())
    outcome = one_play(tasks_of(1, 0, tmp_path)[0], lambda _: blind)

    assert outcome.result == WRONG
    assert len(list(tmp_path.iterdir())) == 2
    assert table_of([outcome]).splitlines()[2].startswith("| all | 1 | 0 (0.00 %) | 0 (0.00 %) | 1")


@pytest.mark.slow
def test_sixty_plays() -> None:
    """The shipped reader on two plays of each number of cards on each of three decks."""
    outcomes = [one_play(task) for task in tasks_of(60, 5000)]

    assert sum(each.result == EXACT for each in outcomes) >= 57
    assert sum(each.result == WRONG for each in outcomes) <= 1
    assert all(each.in_order for each in outcomes if each.result == EXACT)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [26404, 30247, 37294, 38906])
def test_what_was_missed_is_asked_for(seed: int) -> None:
    """Two copies taken for one, half words and an index on a covered end were not even doubted."""
    assert one_play(tasks_of(1, seed)[0]).result == UNSURE


@pytest.mark.slow
@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param((7345, 7581), id="index cut by the picture's edge"),
        pytest.param((7070, 9596), id="far end seen askew"),
        pytest.param((7097, 7259, 7856), id="joker in a heap"),
        pytest.param((9101, 9259, 9378), id="figures of a court"),
        pytest.param((7417, 9651, 9665), id="half an index of a card below"),
        pytest.param((12652, 12670, 13927, 14591, 14880), id="half an index reads as another face"),
        pytest.param((28754, 30964), id="half a pip looks like a diamond"),
        pytest.param((12666, 13839, 14438, 14558), id="figures that look like a word"),
        pytest.param((12576, 13073, 17196, 17930, 21427, 23818), id="crowns of other colours"),
        pytest.param((12204, 14105, 24527, 24597, 24969), id="words the finder misjudges"),
        pytest.param((21247, 24519), id="words with a covered letter"),
        pytest.param((14418, 20367, 20809, 21619, 29241), id="half-covered second ends"),
        pytest.param(
            (12963, 15278, 15931, 16804, 17573, 29437), id="one card's ends read as two copies"
        ),
        pytest.param((30385, 34586), id="an index between others"),
        pytest.param((31159, 34898, 26379), id="two copies whose ends nearly match"),
        pytest.param((31900, 33434, 36185), id="most of an index reads as another face"),
        pytest.param((9062, 9082, 9096, 9098, 9146, 9156), id="joker's place in a row"),
    ],
)
def test_plays_once_read_wrongly(seeds: tuple[int, ...]) -> None:
    """Each was read wrongly, left unsure or told out of order before its kind was mended."""
    for seed in seeds:
        outcome = one_play(tasks_of(1, seed)[0])

        assert (outcome.result, outcome.in_order) == (EXACT, True), f"{seed}: {outcome.why}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param((25508,), id="part of a joker's word"),
        pytest.param((18653,), id="far end reads as another rank"),
    ],
)
def test_plays_once_read_wrongly_are_asked_for(seeds: tuple[int, ...]) -> None:
    """Nothing that shows tells which card it is, so that the referee is asked."""
    for seed in seeds:
        outcome = one_play(tasks_of(1, seed)[0])

        assert outcome.result == UNSURE, f"{seed}: {outcome.why}"


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ([[0], [1]], [0, 1]),
        ([[0, 1], [0]], [1, 0]),
        ([[0, 1], [0, 2], [0]], [1, 2, 0]),
        ([[0], [0]], [0, None]),
        ([[], [0]], [None, 0]),
    ],
)
def test_as_many_as_can_be_have_what_they_want(
    wanted: list[list[int]], given: list[int | None]
) -> None:
    assert matched(wanted) == given


def test_copies_whose_hidden_end_lies_under_another_are_told_apart() -> None:
    """The other end of one is hidden where the second prints its own, and each was read once."""
    hidden, second = lying("S8", 0), Lying(Card.parse("S8"), Pose(4.0, 2.0, math.pi))
    other_end = Lying(hidden.card, replace(hidden.pose, turn=math.pi))
    laid = scene(hidden, second)

    outcome = judged(laid, seen("S8", other_end), seen("S8", hidden))

    assert outcome.result == EXACT
