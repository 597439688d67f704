"""Photographs: a fixed split, and directions found by reading."""

import math
from pathlib import Path

import numpy as np
import pytest

from tests.vision.training.test_scenes import angle_between, canvas
from vision.training.decks import Deck
from vision.training.faces import FACES
from vision.training.photographs import (
    Box,
    burst_of,
    is_held_out,
    read_boxes,
    with_directions,
    write_photographs,
)
from vision.training.reading import onnx_classifier
from vision.training.scenes import IndexLabel, PlacedCard

CLASSIFIER = Path(__file__).parents[3] / "vision" / "weights" / "index-classifier.onnx"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # Seconds apart, and two exports of one original.
        ("IMG_20220921_193915_jpg.rf.aa.jpg", "IMG_20220921_193948_jpg.rf.bb.jpg"),
        ("WIN_20240627_17_16_00_Pro_jpg.rf.c.jpg", "WIN_20240627_17_16_53_Pro_jpg.rf.d.jpg"),
        ("IMG_7705_JPG.rf.a.jpg", "IMG_7709_JPG.rf.b.jpg"),
        ("table.rf.1.jpg", "table.rf.2.jpg"),
    ],
)
def test_neighbours_fall_on_the_same_side(first: str, second: str) -> None:
    """A near-copy of a held-out photograph must not be learnt from."""
    assert burst_of(first) == burst_of(second)
    assert is_held_out(first) == is_held_out(second)


def test_about_a_quarter_is_held_out() -> None:
    """Bursts are shared out evenly."""
    names = [f"IMG_{number:04}_JPG.rf.x.jpg" for number in range(4000)]

    assert 0.2 < sum(map(is_held_out, names)) / len(names) < 0.3


def test_only_corners_of_known_faces_are_read(tmp_path: Path) -> None:
    """Whole cards, backs and faces without a suit carry no index to learn."""
    (tmp_path / "labels.csv").write_text(
        "file,x1,y1,x2,y2,card,box\n"
        "b.jpg,1,2,3,4,HT,corner\n"
        "b.jpg,1,2,3,4,HT,card\n"
        "a.jpg,5,6,7,8,BACK,corner\n"
        "a.jpg,5,6,7,8,?9,corner\n"
        "a.jpg,5.5,6,7,8,SB,corner\n",
        "utf-8",
    )

    assert read_boxes(tmp_path / "labels.csv") == {
        "a.jpg": (Box(FACES.index("SB"), 5.5, 6, 7, 8),),
        "b.jpg": (Box(FACES.index("HT"), 1, 2, 3, 4),),
    }


def test_sets_kept_for_judging_are_refused(tmp_path: Path) -> None:
    """Nobody can train on the overhead photographs by mistake."""
    with pytest.raises(ValueError, match="overhead-fans: kept for judging"):
        write_photographs(
            [tmp_path / "overhead-fans"], tmp_path / "a", tmp_path / "b", lambda _: ()
        )


def box_around(label: IndexLabel) -> Box:
    """The axis-parallel box a person would have drawn."""
    (x1, y1), (x2, y2) = label.quad.min(axis=0), label.quad.max(axis=0)
    return Box(label.face, float(x1), float(y1), float(x2), float(y2))


@pytest.mark.parametrize("turn", [0.1, 1.3, 2.9, -1.0])
def test_directions_are_found_by_reading(deck: Deck, turn: float) -> None:
    """From boxes and faces alone, each index's direction comes back within ten degrees."""
    table = canvas()
    for place, face in enumerate(("S5", "HK", "D2")):
        table.lay(deck, PlacedCard(FACES.index(face), (70.0 * place - 70, 0), turn))
    drawn = table.labels()

    found = with_directions(
        table.picture, [box_around(label) for label in drawn], onnx_classifier(CLASSIFIER)
    )

    assert all(label.visible == 1.0 for label in found)
    for label, wanted in zip(found, drawn, strict=True):
        assert angle_between(label, math.atan2(wanted.up[1], wanted.up[0])) < 10


def test_an_unreadable_index_stays_in_doubt() -> None:
    """Where no turn reads as the labelled face, the index is marked as doubtful."""
    bare = np.full((200, 200, 3), 90, np.uint8)
    box = Box(FACES.index("S5"), 80, 70, 110, 130)

    (label,) = with_directions(bare, [box], onnx_classifier(CLASSIFIER))
    assert label.visible < 0.7


def test_a_word_across_a_joker_points_to_its_beginning() -> None:
    """Two wide boxes one above the other are words across the card, each read from its J."""
    upper = Box(FACES.index("SB"), 60, 40, 160, 75)
    lower = Box(FACES.index("SB"), 90, 360, 190, 395)
    bare = np.full((440, 300, 3), 90, np.uint8)

    labels = with_directions(bare, [upper, lower], onnx_classifier(CLASSIFIER))
    assert angle_between(labels[0], math.pi) < 15
    assert angle_between(labels[1], 0.0) < 15


def test_a_word_down_a_joker_points_to_its_beginning() -> None:
    """Two tall boxes on a card's diagonal are words down its edges."""
    upper = Box(FACES.index("HR"), 50, 50, 75, 130)
    lower = Box(FACES.index("HR"), 180, 240, 205, 320)
    bare = np.full((440, 300, 3), 90, np.uint8)

    labels = with_directions(bare, [upper, lower], onnx_classifier(CLASSIFIER))
    assert angle_between(labels[0], -math.pi / 2) < 20
    assert angle_between(labels[1], math.pi / 2) < 20
