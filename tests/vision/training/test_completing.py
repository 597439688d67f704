"""Completing labels: what the networks read for sure is added, nothing else changes."""

import math

import numpy as np
import pytest
from cv2.typing import MatLike
from numpy.typing import NDArray

from tests.vision.training.test_scenes import angle_between
from vision.training.completing import completed
from vision.training.faces import FACES, rank_of, suit_of
from vision.training.photographs import Classify, quad_of
from vision.training.reading import Find
from vision.training.scenes import IndexLabel
from vision.training.shards import StoredScene, store

ACE = FACES.index("SA")
KING = FACES.index("HK")
LABELLED = (100.0, 100.0)
ELSEWHERE = (400.0, 300.0)
HEIGHT = 48.0


def photograph(visible: float = 1.0, face: int = ACE) -> StoredScene:
    """One labelled index, said to point right."""
    quad = quad_of(LABELLED, 0.0, (HEIGHT / 2, HEIGHT))
    label = IndexLabel(face, quad, visible, 0)
    return store(np.full((500, 600, 3), 90, np.uint8), [label], 90)


def finding(*places: tuple[float, float]) -> Find:
    """A finder that sees an index pointing up at each place."""

    def find(_: MatLike) -> NDArray[np.float32]:
        rows = [[x, y, 24, HEIGHT, 0.9, x, y - 24, x, y + 24] for x, y in places]
        return np.array(rows, np.float32).T[None]

    return find


def reading(face: int, certainty: float) -> Classify:
    """A classifier that reads one face everywhere."""

    def classify(crops: MatLike) -> tuple[NDArray[np.float32], ...]:
        rank = np.zeros((len(crops), 14), np.float32)
        suit = np.zeros((len(crops), 6), np.float32)
        rank[:, rank_of(face)] = suit[:, suit_of(face)] = certainty
        return rank, suit, np.full(len(crops), 3.0, np.float32)

    return classify


def test_an_unlabelled_index_is_added() -> None:
    """A sure reading where no label is becomes a label of its face and direction."""
    labels = completed(photograph(), finding(LABELLED, ELSEWHERE), reading(ACE, 12.0)).labels

    assert len(labels) == 2
    assert np.hypot(*(labels[1].centre - ELSEWHERE)) < 1
    assert (labels[1].face, labels[1].visible) == (ACE, 1.0)
    assert angle_between(labels[1], -math.pi / 2) < 1


def test_an_unsure_reading_adds_nothing() -> None:
    """Keys and print that look a little like an index stay what they are."""
    labels = completed(photograph(), finding(ELSEWHERE), reading(ACE, 3.0)).labels

    assert len(labels) == 1


def test_a_doubtful_direction_is_taken_from_the_reading() -> None:
    """A label read as its own face loses its doubt and turns as it was read."""
    (label,) = completed(photograph(0.5), finding(LABELLED), reading(ACE, 12.0)).labels

    assert label.visible == 1.0
    assert angle_between(label, -math.pi / 2) < 1


@pytest.mark.parametrize(("visible", "face"), [(1.0, ACE), (0.5, KING)])
def test_other_labels_stay(visible: float, face: int) -> None:
    """A certain label keeps its direction; one read as another face keeps its doubt."""
    (label,) = completed(photograph(visible, face), finding(LABELLED), reading(ACE, 12.0)).labels

    assert (label.face, label.visible) == (face, visible)
    assert angle_between(label, 0.0) < 1
