"""The shipped networks are what their descriptions say."""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from vision.read.certainty import Certainty

WEIGHTS = Path(__file__).parents[3] / "vision" / "weights"


@pytest.mark.parametrize("name", ["index-finder", "index-classifier"])
def test_a_description_belongs_to_its_network(name: str) -> None:
    """The checksum beside a network is that of the network."""
    described = json.loads((WEIGHTS / f"{name}.json").read_text("utf-8"))
    content = (WEIGHTS / described["file"]).read_bytes()

    assert described["sha256"] == hashlib.sha256(content).hexdigest()
    assert described["bytes"] == len(content)


@pytest.mark.parametrize("count", [1, 3])
def test_the_classifier_takes_any_number_of_crops(count: int) -> None:
    """Three outputs by name, one row a crop."""
    session = onnxruntime.InferenceSession(str(WEIGHTS / "index-classifier.onnx"))
    crops = np.zeros((count, 3, 64, 32), np.float32)

    rank, suit, upright = session.run(["rank", "suit", "upright"], {"crops": crops})

    assert (rank.shape, suit.shape, upright.shape) == ((count, 14), (count, 6), (count,))


def test_the_finder_gives_nine_rows_an_anchor() -> None:
    """Box, score and two keypoints for every anchor of three strides."""
    session = onnxruntime.InferenceSession(str(WEIGHTS / "index-finder.onnx"))
    (rows,) = session.run(["indices"], {"images": np.zeros((1, 3, 640, 640), np.float32)})

    assert rows.shape == (1, 9, 80 * 80 + 40 * 40 + 20 * 20)
    assert ((rows[:, 4] >= 0) & (rows[:, 4] <= 1)).all()


def test_the_classifier_carries_its_calibration() -> None:
    """A reading at the threshold may be wrong, one as sure as networks get hardly ever is."""
    rate = Certainty.beside(WEIGHTS / "index-classifier.json")

    assert rate is not None
    assert rate(0.7, 0.75) < 0.9 < rate(0.9, 0.75) < 0.99 < rate(0.98, 0.75)
