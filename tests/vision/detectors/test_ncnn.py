"""NCNN reads what ONNX Runtime reads; run by `make test-ncnn`, which installs it."""

from __future__ import annotations

import importlib.util
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from referee.rules.cards import cards_text
from tests.end_to_end.laid_plays import draw_play, photographed
from vision.calibration.patch import PX_PER_MM
from vision.detectors.base import Picture, WeightsError
from vision.detectors.loading import FINDER_FILE, load_networks, weights_folder
from vision.detectors.ncnn import CONVERTED, TILE_PX
from vision.read.reader import CardReader

INSTALLED = importlib.util.find_spec("ncnn") is not None
needs_ncnn = pytest.mark.skipif(not INSTALLED, reason="needs the extra `ncnn`")


def play() -> Picture:
    return photographed(draw_play(9, "cantarell"))[0]


def tile_of(picture: Picture) -> Picture:
    tile = np.full((TILE_PX, TILE_PX, 3), 90, np.uint8)
    part = picture[:TILE_PX, :TILE_PX, ::-1]
    tile[: part.shape[0], : part.shape[1]] = part
    return tile


@needs_ncnn
def test_both_runtimes_propose_the_same_places() -> None:
    """The same anchors with the same scores, to a hundredth of a pixel and less."""
    tile = tile_of(play())
    one, other = (
        load_networks(threads=1, runtime=runtime).finder.find(tile, 0.3)
        for runtime in ("onnxruntime", "ncnn")
    )

    assert len(one) > 10
    assert other.scores == pytest.approx(one.scores, abs=1e-3)
    assert other.boxes_xywh == pytest.approx(one.boxes_xywh, abs=0.05)
    assert other.tops_xy == pytest.approx(one.tops_xy, abs=0.05)
    assert other.bottoms_xy == pytest.approx(one.bottoms_xy, abs=0.05)


@needs_ncnn
def test_both_runtimes_read_crops_alike() -> None:
    """Logits and features agree, for any number of crops."""
    crops = np.random.default_rng(2).integers(0, 255, (5, 64, 32, 3), np.uint8)
    ours = load_networks(threads=1).classifier
    theirs = load_networks(threads=1, runtime="ncnn").classifier

    for n in (0, 1, 5):
        one, other = ours.read(crops[:n]), theirs.read(crops[:n])
        assert other.rank == pytest.approx(one.rank, abs=0.01)
        assert other.suit == pytest.approx(one.suit, abs=0.01)
        assert other.upright == pytest.approx(one.upright, abs=0.01)
        assert len(theirs.embed(crops[:n])) == n
    assert theirs.embed(crops) == pytest.approx(ours.embed(crops), abs=0.01)
    with pytest.raises(ValueError, match="crops must have shape"):
        theirs.read(crops[:, :32])


@needs_ncnn
def test_a_play_reads_the_same() -> None:
    """The whole reader on top of either runtime names the same cards."""
    picture = play()
    cards = []
    for runtime in ("onnxruntime", "ncnn"):
        networks = load_networks(threads=1, runtime=runtime)
        reading = CardReader(networks.finder, networks.classifier).read_picture(
            picture, px_per_mm=PX_PER_MM
        )
        cards.append(cards_text(seen.card for seen in reading.cards))

    assert len(cards[0].split()) == 10
    assert cards[0] == cards[1]


@needs_ncnn
@pytest.mark.parametrize("damage", ["missing", "stale", "nothing stated", "rubbish"])
def test_conversions_that_do_not_fit_are_refused(tmp_path: Path, damage: str) -> None:
    """A conversion is missing, of other weights, unknown, or no network."""
    for file in weights_folder().iterdir():
        if "finder" in file.name or file.name == CONVERTED:
            shutil.copy(file, tmp_path)
    param = (tmp_path / FINDER_FILE).with_suffix(".ncnn.param")
    match damage:
        case "missing":
            param.unlink()
        case "stale":
            (tmp_path / CONVERTED).write_text(json.dumps({FINDER_FILE: "0"}), "utf-8")
        case "nothing stated":
            (tmp_path / CONVERTED).write_text("[]", "utf-8")
        case _:
            param.write_text("no network", "utf-8")

    with pytest.raises(WeightsError, match=r"ncnn\.(param|json): found"):
        load_networks(tmp_path, 1, "ncnn")


@pytest.mark.skipif(INSTALLED, reason="NCNN is installed")
def test_a_missing_library_is_named() -> None:
    """The operator learns which extra to install, or to take the other runtime."""
    with pytest.raises(WeightsError, match="found no library ncnn, want the extra `ncnn`"):
        load_networks(runtime="ncnn")
