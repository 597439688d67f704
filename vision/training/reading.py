"""The exported networks as plain functions, for labelling and judging pictures while training."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.training.photographs import Classify

Find = Callable[[MatLike], NDArray[np.float32]]
"""Pictures N × 3 × 640 × 640 to N × 9 × anchors, as the exported finder gives."""


def onnx_classifier(file: Path, threads: int = 1) -> Classify:
    """The exported classifier."""
    session = _session(file, threads)

    def classify(crops: MatLike) -> tuple[NDArray[np.float32], ...]:
        return tuple(session.run(["rank", "suit", "upright"], {"crops": crops}))

    return classify


def onnx_finder(file: Path, threads: int = 1) -> Find:
    """The exported finder."""
    session = _session(file, threads)

    def find(images: MatLike) -> NDArray[np.float32]:
        rows: NDArray[np.float32] = session.run(["indices"], {"images": images})[0]
        return rows

    return find


def _session(file: Path, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(
        str(file), sess_options=options, providers=["CPUExecutionProvider"]
    )
