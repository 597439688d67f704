"""Both networks on ONNX Runtime. The layout of their outputs is stated in the JSON beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from vision.detectors.base import (
    RANK_LETTERS,
    SUIT_LETTERS,
    FloatArray,
    Glyphs,
    Picture,
    Proposals,
    WeightsError,
)

_FINDER_ROWS = 9  # box x, y, w, h; score; two keypoints x, y
_LARGEST_TILE_PX = 640
"""What the finder was trained at; larger tiles would gain nothing and take more memory at once."""
_COARSEST_STRIDE_PX = 32
"""Of the finder's coarsest level."""
_BATCH = 64  # bounds the memory of one classifier call; larger batches gain nothing


class OnnxIndexFinder:
    """A one-class pose network with two keypoints, the index's top middle and bottom middle."""

    def __init__(self, weights: Path, threads: int) -> None:
        """Load the network.

        Args:
            weights: The ``.onnx`` file.
            threads: Threads one call may use; stated because a table shares its cores.

        Raises:
            WeightsError: If the file is missing, damaged, or has another input or output.
        """
        self._session = _open(weights, threads)
        shape = self._session.get_inputs()[0].shape
        any_size = len(shape) == 4 and isinstance(shape[2], str) and isinstance(shape[3], str)
        if len(shape) != 4 or shape[1] != 3 or not (any_size or shape[2] == shape[3]):
            raise WeightsError(str(weights), f"input {shape}", "N x 3 x height x width")
        self._weights = str(weights)
        self._input = self._session.get_inputs()[0].name
        self._tile_px = _LARGEST_TILE_PX if any_size else int(shape[2])
        self._step_px = _COARSEST_STRIDE_PX if any_size else self._tile_px

    @property
    def tile_px(self) -> int:
        return self._tile_px

    @property
    def step_px(self) -> int:
        return self._step_px

    def find(self, tile_rgb: Picture, least_score: float) -> Proposals:
        sides = tile_rgb.shape[:2]
        fits = all(0 < side <= self._tile_px and side % self._step_px == 0 for side in sides)
        if tile_rgb.ndim != 3 or tile_rgb.shape[2] != 3 or not fits:
            raise ValueError(
                f"tile must have sides of {self._step_px} to {self._tile_px} pixels in steps of "
                f"{self._step_px} and three channels, got {tile_rgb.shape}"
            )
        pixels = tile_rgb.transpose(2, 0, 1)[None].astype(np.float32) / np.float32(255)
        (raw,) = self._session.run(None, {self._input: np.ascontiguousarray(pixels)})
        if raw.shape[1] != _FINDER_ROWS:
            raise WeightsError(
                self._weights,
                f"{raw.shape[1]} output rows",
                f"{_FINDER_ROWS}: box, score, two keypoints",
            )
        return proposals_from_rows(raw[0], least_score)


class OnnxIndexClassifier:
    """The small network with the three heads rank, suit and upright."""

    def __init__(self, weights: Path, threads: int) -> None:
        """Load the network; arguments and errors as for `OnnxIndexFinder`."""
        self._session = _open(weights, threads)
        shape = self._session.get_inputs()[0].shape
        outputs = {output.name for output in self._session.get_outputs()}
        if not {"rank", "suit", "upright"} <= outputs:
            raise WeightsError(str(weights), f"outputs {sorted(outputs)}", "rank, suit, upright")
        if len(shape) != 4 or shape[1] != 3:
            raise WeightsError(str(weights), f"input {shape}", "N x 3 x height x width")
        self._input = self._session.get_inputs()[0].name
        self._weights = str(weights)
        self._crop_wh = (int(shape[3]), int(shape[2]))
        self._has_features = "features" in outputs

    @property
    def crop_wh(self) -> tuple[int, int]:
        return self._crop_wh

    def read(self, crops_rgb: Picture) -> Glyphs:
        parts = self._run(["rank", "suit", "upright"], crops_rgb)
        if not parts:
            return Glyphs(
                np.zeros((0, len(RANK_LETTERS)), np.float32),
                np.zeros((0, len(SUIT_LETTERS)), np.float32),
                np.zeros(0, np.float32),
            )
        rank, suit, upright = (np.concatenate(column) for column in zip(*parts, strict=True))
        return Glyphs(rank, suit, upright.reshape(-1))

    def embed(self, crops_rgb: Picture) -> FloatArray:
        if not self._has_features:
            raise WeightsError(
                self._weights, "no output features", "a classifier exported by this program"
            )
        parts = self._run(["features"], crops_rgb)
        if not parts:
            return np.zeros((0, 0), np.float32)
        return np.concatenate([part for (part,) in parts])

    def _run(self, outputs: list[str], crops_rgb: Picture) -> list[list[FloatArray]]:
        """The named outputs of each batch."""
        width, height = self._crop_wh
        if crops_rgb.shape[1:] != (height, width, 3):
            raise ValueError(
                f"crops must have shape (n, {height}, {width}, 3), got {crops_rgb.shape}"
            )
        return [
            self._session.run(outputs, {self._input: _planes(crops_rgb[start : start + _BATCH])})
            for start in range(0, len(crops_rgb), _BATCH)
        ]


def proposals_from_rows(rows: FloatArray, least_score: float) -> Proposals:
    """Read the finder's raw output.

    Args:
        rows: Shape ``(9, anchors)``: box x, y, w, h; score; top x, y; bottom x, y.
        least_score: Anchors below are left out.
    """
    kept = rows[:, rows[4] >= least_score].T
    return Proposals(
        scores=kept[:, 4], boxes_xywh=kept[:, :4], tops_xy=kept[:, 5:7], bottoms_xy=kept[:, 7:9]
    )


def _planes(crops_rgb: Picture) -> FloatArray:
    scaled = crops_rgb.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255)
    return np.ascontiguousarray(scaled)


def _open(weights: Path, threads: int) -> Any:
    if not weights.is_file():
        raise WeightsError(str(weights), "no such file", "an ONNX network")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Tiles and batches have many sizes, and what is kept for each of them is never given back.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    # Spinning threads would hold the cores that the camera and the page need between two reads.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(
            str(weights), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise WeightsError(
            str(weights), f"{type(error).__name__}: {error}", "an ONNX network"
        ) from error
