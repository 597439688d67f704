from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.rules.cards import Card
from vision.detectors.base import Picture
from vision.read.evaluate import evaluate, score_picture
from vision.read.labels import Label
from vision.read.reading import CardSeen, Doubt, IndexSeen, Reading, Unsure
from vision.sources.stills import PictureMissing


def seen(face: str, *places: tuple[float, float]) -> CardSeen:
    indices = tuple(IndexSeen(x, y, 0.0, 0.9, 40.0) for x, y in places)
    return CardSeen(Card.parse(face), 0.9, indices)


def corner(face: str, x: float, y: float) -> Label:
    card = Card.parse(face)
    return Label(x - 10, y - 20, x + 10, y + 20, card, card.rank, is_corner=True)


def box(text: str, x1: float, x2: float) -> Label:
    card = None if text.startswith("?") or text == "BACK" else Card.parse(text)
    rank = None if text == "BACK" else Card.parse("H" + text[1:]).rank
    return Label(x1, 0, x2, 140, card, rank, is_corner=False)


def score(labels: list[Label], *cards: CardSeen, unsure: int = 0) -> tuple[object, ...]:
    doubts = tuple(Unsure(Doubt.FACE_UNCLEAR, 0, 0) for _ in range(unsure))
    result = score_picture(Path("a.jpg"), labels, Reading(cards, doubts, 2.5))
    return (
        result.labelled,
        result.right,
        result.wrong,
        result.missed,
        result.false,
        result.is_exact,
    )


H7 = [corner("H7", 50, 50), corner("H7", 150, 250)]


def test_all_right() -> None:
    """Both corners of the card read: everything is found and the picture is exact."""
    assert score(H7, seen("H7", (52, 48), (149, 251))) == (2, 2, 0, 0, 0, True)


def test_one_corner_missed_is_still_the_right_card() -> None:
    """The picture counts by its cards, the corners are counted one by one."""
    assert score(H7, seen("H7", (52, 48))) == (2, 1, 0, 1, 0, True)


def test_wrong_face() -> None:
    """A corner read as something else is found but wrong."""
    assert score(H7, seen("H8", (50, 50))) == (2, 0, 1, 1, 0, False)


def test_neighbour_in_a_fan_is_not_taken_for_a_missed_index() -> None:
    """Of two labels side by side only one was read: the other is missed, not wrong."""
    fan = [corner("SA", 50, 50), corner("S2", 62, 50)]

    assert score(fan, seen("S2", (61, 50))) == (2, 1, 0, 1, 0, False)


def test_false_index() -> None:
    """An index where no label is counts as false and spoils the picture."""
    assert score(H7, seen("H7", (50, 50)), seen("S2", (400, 400))) == (2, 1, 0, 1, 1, False)


def test_card_counted_twice_is_not_exact() -> None:
    """Two corners of one card reported as two cards are a wrong play."""
    assert score(H7, seen("H7", (50, 50)), seen("H7", (150, 250))) == (2, 2, 0, 0, 0, False)


def test_doubt_is_not_exact() -> None:
    """A reader that is unsure has not read the picture."""
    assert score(H7, seen("H7", (50, 50)), unsure=1)[-1] is False


def test_whole_cards_are_judged_by_card() -> None:
    """Where only the card is boxed, any index in it counts for it, by rank where that is known."""
    labels = [box("?9", 0, 100), box("HK", 110, 200)]

    assert score(labels, seen("S9", (10, 20), (90, 120)), seen("HK", (120, 20))) == (
        2,
        2,
        0,
        0,
        0,
        True,
    )


def test_overlapping_boxes_share_indices_by_their_corners() -> None:
    """An index belongs to the card at whose corner it lies."""
    labels = [box("?Q", 0, 100), box("?J", 60, 160)]

    assert score(labels, seen("SQ", (8, 10), (92, 130)), seen("DJ", (68, 10), (152, 130))) == (
        2,
        2,
        0,
        0,
        0,
        True,
    )


def test_boxed_card_with_labelled_corners_is_counted_once() -> None:
    """Corners are counted, the box around them is not counted again."""
    labels = [
        *H7,
        Label(30, 20, 170, 280, Card.parse("H7"), Card.parse("H7").rank, is_corner=False),
    ]

    assert score(labels, seen("H7", (50, 50), (150, 250))) == (2, 2, 0, 0, 0, True)


def test_backs_are_no_cards() -> None:
    """A card lying face down is not missed, and an index read on it is false."""
    assert score([box("BACK", 0, 100)]) == (0, 0, 0, 0, 0, True)
    assert score([box("BACK", 0, 100)], seen("H7", (50, 50))) == (0, 0, 0, 0, 1, False)


def labelled_folder(at: Path) -> Path:
    (at / "images").mkdir()
    for name in ("good.png", "bad.png"):
        cv2.imwrite(str(at / "images" / name), np.full((300, 300, 3), 90, np.uint8))
    rows = "".join(
        f"{name},40,30,60,70,H7,corner\n{name},140,230,160,270,H7,corner\n"
        for name in ("good.png", "bad.png")
    )
    (at / "labels.csv").write_text("file,x1,y1,x2,y2,card,box\n" + rows, "utf-8")
    return at


def test_folder_is_counted_and_failures_are_drawn(tmp_path: Path) -> None:
    """One picture read exactly, one wrong: figures, confusions, and a picture of the failure."""
    readings = iter(
        [
            Reading((seen("H7", (50, 50), (150, 250)),), (), 2.5),
            Reading((seen("D7", (50, 50)),), (), 2.5),
        ]
    )

    def read(_: Picture) -> Reading:
        return next(readings)

    result = evaluate(labelled_folder(tmp_path), read, failures=tmp_path / "failures")

    assert result.name == tmp_path.name
    assert (result.labelled, result.found, result.right, result.wrong) == (4, 3, 2, 1)
    assert (result.false, result.unsure, result.exact) == (0, 0, 1)
    assert result.confusions == [(("H7", "D7"), 1)]
    assert [file.name for file in (tmp_path / "failures").iterdir()] == ["bad.png"]


def test_labelled_picture_that_is_missing_is_named(tmp_path: Path) -> None:
    """A labels.csv that names a picture which is not there stops with that name."""
    labelled_folder(tmp_path)
    (tmp_path / "images" / "bad.png").unlink()

    with pytest.raises(PictureMissing, match=r"bad\.png: found no such file"):
        evaluate(tmp_path, lambda _: Reading((), (), None))


def test_only_wanted_pictures_are_read(tmp_path: Path) -> None:
    """A part of a folder may be chosen by file."""
    result = evaluate(
        labelled_folder(tmp_path),
        lambda _: Reading((), (), None),
        wanted=lambda file: file.name.startswith("good"),
    )

    assert [picture.file.name for picture in result.pictures] == ["good.png"]
