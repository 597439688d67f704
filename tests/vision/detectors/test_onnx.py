from __future__ import annotations

from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detectors.base import Glyphs, Proposals, WeightsError
from vision.detectors.onnx import OnnxIndexClassifier, OnnxIndexFinder, proposals_from_rows
from vision.read.search import TRAINED_PX_PER_MM
from vision.rendered.table.deck import SHEET_PX_PER_MM, decks_folder
from vision.sources.stills import load_still

WEIGHTS = Path(str(resources.files("vision") / "weights"))


def test_rows_are_read_by_their_place() -> None:
    """Box, score, top and bottom come from the rows the network's card states."""
    rows = np.arange(27, dtype=np.float32).reshape(9, 3)
    rows[4] = (0.9, 0.1, 0.5)

    found = proposals_from_rows(rows, 0.4)

    assert found.scores == pytest.approx([0.9, 0.5])
    assert found.boxes_xywh[1].tolist() == [2, 5, 8, 11]
    assert found.tops_xy[1].tolist() == [17, 20]
    assert found.bottoms_xy[1].tolist() == [23, 26]


def test_proposals_and_glyphs_check_their_shapes() -> None:
    """Arrays that do not belong together are our own mistake and say so."""
    n1, n2 = np.zeros(1, np.float32), np.zeros((2, 2), np.float32)
    with pytest.raises(ValueError, match=r"boxes_xywh must have shape \(1, 4\), got \(2, 2\)"):
        Proposals(n1, n2, n2, n2)
    with pytest.raises(ValueError, match=r"rank must have shape \(1, 14\), got \(2, 2\)"):
        Glyphs(n2, n2, n1)


@pytest.mark.parametrize("network", [OnnxIndexFinder, OnnxIndexClassifier])
def test_missing_and_damaged_weights_are_named(
    tmp_path: Path, network: type[OnnxIndexFinder | OnnxIndexClassifier]
) -> None:
    """The operator learns which file is bad and what should be there."""
    with pytest.raises(WeightsError, match=r"none\.onnx: found no such file, want an ONNX network"):
        network(tmp_path / "none.onnx", threads=1)
    (tmp_path / "bad.onnx").write_bytes(b"no network")
    with pytest.raises(WeightsError, match=r"bad\.onnx: found .*, want an ONNX network"):
        network(tmp_path / "bad.onnx", threads=1)


def test_the_other_network_is_refused() -> None:
    """Two weight files changed over are noticed when they are loaded."""
    with pytest.raises(WeightsError, match="want rank, suit, upright"):
        OnnxIndexClassifier(WEIGHTS / "index-finder.onnx", threads=1)
    with pytest.raises(WeightsError, match="want N x 3 x height x width"):
        OnnxIndexFinder(WEIGHTS / "index-classifier.onnx", threads=1)


def test_shipped_finder_sees_nothing_on_bare_cloth() -> None:
    """A tile of plain cloth has no index."""
    finder = OnnxIndexFinder(WEIGHTS / "index-finder.onnx", threads=1)
    cloth = np.full((finder.tile_px, finder.tile_px, 3), (20, 90, 40), np.uint8)

    assert len(finder.find(cloth, 0.5)) == 0
    with pytest.raises(ValueError, match=r"tile must have sides of 32 to 640 pixels"):
        finder.find(cloth[:100], 0.5)


def test_a_small_tile_shows_what_a_large_one_shows() -> None:
    """An index is found at the same place, whatever cloth lies around it."""
    finder = OnnxIndexFinder(WEIGHTS / "index-finder.onnx", threads=1)
    scale = TRAINED_PX_PER_MM / SHEET_PX_PER_MM
    sheet = cv2.resize(load_still(decks_folder() / "garamond.webp"), None, fx=scale, fy=scale)
    large = np.full((finder.tile_px, finder.tile_px, 3), 90, np.uint8)
    large[20:240, 10:310] = sheet[:220, :300, ::-1]  # two whole cards
    play = large[:256, :320]

    small, whole = finder.find(play, 0.6), finder.find(large, 0.6)

    def places(found: Proposals) -> set[tuple[int, int]]:
        return {(round(x / 12), round(y / 12)) for x, y, _, _ in found.boxes_xywh.tolist()}

    assert len(small) > 0
    assert places(small) == places(whole)


def test_shipped_classifier_reads_any_number_of_crops() -> None:
    """No crop, one crop, and more than fit one batch."""
    classifier = OnnxIndexClassifier(WEIGHTS / "index-classifier.onnx", threads=1)
    width, height = classifier.crop_wh

    assert classifier.crop_wh == (32, 64)
    for n in (0, 1, 70):
        glyphs = classifier.read(np.full((n, height, width, 3), 200, np.uint8))
        assert glyphs.rank.shape == (n, 14)
    with pytest.raises(ValueError, match="crops must have shape"):
        classifier.read(np.zeros((1, 32, 64, 3), np.uint8))


def test_features_tell_prints_apart() -> None:
    """A crop has the same features in any batch; another crop has others."""
    classifier = OnnxIndexClassifier(WEIGHTS / "index-classifier.onnx", threads=1)
    width, height = classifier.crop_wh
    crops = np.random.default_rng(1).integers(0, 255, (70, height, width, 3), np.uint8)

    features = classifier.embed(crops)

    assert features.shape == (70, 1024)
    assert classifier.embed(crops[69:]) == pytest.approx(features[69:], abs=1e-4)
    assert not np.allclose(features[0], features[1])
    assert len(classifier.embed(crops[:0])) == 0
