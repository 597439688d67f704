"""`guandan-referee read --json`: every field of the line, on what the reader really says."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.app.main import main
from referee.rules.cards import Card
from tests.end_to_end.laid_plays import draw_alone, draw_play, photographed
from vision.calibration.patch import Patch
from vision.read.reading import Doubt
from vision.rendered.table.layouts import Pose, card_corners
from vision.sources.stills import save_still

_MOST_OFF_PX = 12.0
"""Corners of a card whose size is only known as an average; 2.5 pixels are a millimetre."""


def line_of(
    picture: Path, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[dict[str, Any], str]:
    assert main(["read", "--json", "--threads", "1", *words, str(picture)]) == 0
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    return json.loads(out), out


def check_line(line: dict[str, Any], size_wh: tuple[int, int]) -> None:
    """The format of the line, key by key."""
    assert list(line) == ["file", "px_per_mm", "cards", "unsure"]
    assert isinstance(line["file"], str)
    assert line["px_per_mm"] is None or line["px_per_mm"] > 0
    for card in line["cards"]:
        assert list(card) == ["card", "confidence", "indices", "corners"]
        assert str(Card.parse(card["card"])) == card["card"]
        assert 0 <= card["confidence"] <= 1
        assert card["indices"]
        for index in card["indices"]:
            assert list(index) == ["x", "y", "angle_deg", "confidence"]
            assert 0 <= index["x"] < size_wh[0]
            assert 0 <= index["y"] < size_wh[1]
            assert -180 < index["angle_deg"] <= 180
            assert 0 <= index["confidence"] <= 1
        corners = card["corners"]
        assert corners is None or [len(corner) for corner in corners] == [2, 2, 2, 2]
    for doubt in line["unsure"]:
        assert list(doubt) == ["reason", "x", "y"]
        assert doubt["reason"] in {each.value for each in Doubt}


@pytest.mark.parametrize("scale", [(), ("--px-per-mm", "2.5")], ids=["scale found", "scale given"])
def test_a_card_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], scale: tuple[str, ...]
) -> None:
    """Face, scale, both indices, and the outline where the card was painted."""
    scene = draw_alone(3, "garamond", Card.parse("D8"))
    picture, patch = photographed(scene)
    save_still(tmp_path / "a.png", picture)

    line, _ = line_of(tmp_path / "a.png", capsys, *scale)

    check_line(line, (picture.shape[1], picture.shape[0]))
    (card,) = line["cards"]
    assert card["card"] == "D8"
    assert line["px_per_mm"] == pytest.approx(2.5, rel=0.1)
    assert len(card["indices"]) == 2
    painted = _painted(patch, scene.play[0].pose)
    turned = painted[2:] + painted[:2]
    ways = [max(map(math.dist, card["corners"], each)) for each in (painted, turned)]
    assert min(ways) < _MOST_OFF_PX


def test_a_play_of_ten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Covered cards have one index and no outline."""
    picture, _ = photographed(draw_play(9, "cantarell"))
    save_still(tmp_path / "a.png", picture)

    line, text = line_of(tmp_path / "a.png", capsys, "--px-per-mm", "2.5")

    check_line(line, (picture.shape[1], picture.shape[0]))
    assert line["px_per_mm"] == 2.5
    assert len(line["cards"]) == 10
    assert any(card["corners"] is None for card in line["cards"])
    assert "NaN" not in text


def test_nothing_to_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bare cloth has no scale and no cards; it is a line like any other."""
    save_still(tmp_path / "a.png", np.full((300, 300, 3), (40, 90, 30), np.uint8))

    line, _ = line_of(tmp_path / "a.png", capsys)

    assert line == {"file": str(tmp_path / "a.png"), "px_per_mm": None, "cards": [], "unsure": []}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--px-per-mm", "0.1"], "--px-per-mm: found 0.1, wanted 0.2 to 100"),
        (["--threads", "0"], "--threads: found 0, wanted 1 to 64"),
        (["--deck", "no-such-deck"], "want an enrolled deck"),
        ([], "a.png: found"),
    ],
)
def test_what_is_refused(
    tmp_path: Path, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One clear error and status 2."""
    (tmp_path / "a.png").write_bytes(b"no picture")

    assert main(["read", *words, str(tmp_path / "a.png")]) == 2
    assert said in capsys.readouterr().err


def _painted(patch: Patch, pose: Pose) -> list[tuple[float, float]]:
    """Where the patch's picture shows a card's corners: the inverse of `Patch.mm_of`."""
    origin, right, below = patch.mm_of(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    axes = np.stack([right - origin, below - origin], axis=1)
    places = np.linalg.solve(axes, (card_corners(pose) - origin).T).T
    return [(float(x), float(y)) for x, y in places]
