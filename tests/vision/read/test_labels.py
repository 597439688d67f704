from __future__ import annotations

from pathlib import Path

import pytest

from referee.rules.cards import Card, Rank
from vision.read.labels import Label, LabelError, load_labels

HEADING = "file,x1,y1,x2,y2,card,box\n"


def folder(at: Path, text: str) -> Path:
    (at / "labels.csv").write_text(text, "utf-8")
    return at


def test_labels_are_read_by_picture(tmp_path: Path) -> None:
    """Cards, ranks without a suit and backs."""
    rows = "a.jpg,1,2,3.5,4,HT,corner\nb.jpg,0,0,9,9,?9,card\na.jpg,5,5,6,6,BACK,card\n"
    labels = load_labels(folder(tmp_path, HEADING + rows))

    first, second = labels[tmp_path / "images" / "a.jpg"]
    (rank_only,) = labels[tmp_path / "images" / "b.jpg"]
    assert (first.card, first.is_corner, first.x2) == (Card.parse("HT"), True, 3.5)
    assert second.is_back
    assert (rank_only.card, rank_only.rank, rank_only.is_corner) == (None, Rank.NINE, False)


def test_rank_only_label_allows_any_suit() -> None:
    """``?9`` is right for every nine and nothing else."""
    label = Label(0, 0, 1, 1, None, Rank.NINE, is_corner=False)

    assert label.allows(Card.parse("H9"))
    assert not label.allows(Card.parse("H8"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"labels.csv:1: found 'nothing', want the heading 'file,x1"),
        ("picture,card\n", r"labels.csv:1: found 'picture,card', want the heading"),
        (HEADING + "a.jpg,1,2,3,4,HT\n", r"labels.csv:2: found too many or too few columns"),
        (HEADING + "a.jpg,1,2,3,4,HT,corner,5\n", r"labels.csv:2: found too many or too few"),
        (
            HEADING + "a.jpg,1,2,x,4,HT,corner\n",
            r"labels.csv:2: found '1,2,x,4', want four numbers",
        ),
        (HEADING + "a.jpg,3,2,1,4,HT,corner\n", r"labels.csv:2: found '3,2,1,4', want x1 < x2"),
        (
            HEADING + "a.jpg,1,2,3,4,H1,corner\n",
            r"labels.csv:2: found 'H1', want a card such as HT",
        ),
        (
            HEADING + "a.jpg,1,2,3,4,?B,corner\n",
            r"labels.csv:2: found '\?B', want a card such as HT",
        ),
        (
            HEADING + "a.jpg,1,2,3,4,HT,edge\n",
            r"labels.csv:2: found 'edge', want the box corner or card",
        ),
    ],
)
def test_refusals_name_file_line_and_cure(tmp_path: Path, text: str, message: str) -> None:
    """Whoever labelled the pictures can mend the file from the message alone."""
    with pytest.raises(LabelError, match=message):
        load_labels(folder(tmp_path, text))


def test_missing_labels_are_named(tmp_path: Path) -> None:
    """A folder that is none, or has no labels, is one clear error."""
    with pytest.raises(LabelError, match=r"nowhere/labels.csv: found no such file"):
        load_labels(tmp_path / "nowhere")


def test_labels_must_be_text(tmp_path: Path) -> None:
    """A binary file is refused without a trace of decoding."""
    (tmp_path / "labels.csv").write_bytes(b"\xff\xfe\x00\x01")

    with pytest.raises(LabelError, match="want a UTF-8 text file"):
        load_labels(tmp_path)
