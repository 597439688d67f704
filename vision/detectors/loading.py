"""Loading the two networks that go together."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Literal

from vision.detectors.base import IndexClassifier, IndexFinder
from vision.detectors.onnx import OnnxIndexClassifier, OnnxIndexFinder

FINDER_FILE = "index-finder.onnx"
CLASSIFIER_FILE = "index-classifier.onnx"


@dataclass(frozen=True, slots=True)
class Networks:
    """What a reader is put together from."""

    finder: IndexFinder
    classifier: IndexClassifier


def weights_folder(folder: Path | None = None) -> Path:
    """*folder*, or where the shipped weights lie."""
    return folder or Path(str(resources.files("vision") / "weights"))


Runtime = Literal["onnxruntime", "ncnn"]


def load_networks(
    folder: Path | None = None, threads: int = 2, runtime: Runtime = "onnxruntime"
) -> Networks:
    """Load both networks.

    Args:
        folder: Where the weights lie; ``None`` for those shipped with the program.
        threads: Threads a network may use.
        runtime: What computes them; both give the same readings.

    Raises:
        WeightsError: If a file is missing, damaged, or not one of these networks, or the runtime
            is not installed.
    """
    place = weights_folder(folder)
    if runtime == "ncnn":
        from vision.detectors.ncnn import NcnnIndexClassifier, NcnnIndexFinder

        return Networks(
            NcnnIndexFinder(place / FINDER_FILE, threads),
            NcnnIndexClassifier(place / CLASSIFIER_FILE, threads),
        )
    return Networks(
        OnnxIndexFinder(place / FINDER_FILE, threads),
        OnnxIndexClassifier(place / CLASSIFIER_FILE, threads),
    )
