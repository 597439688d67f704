"""Both networks on NCNN, which is small and quick on ARM; needs the extra `ncnn`.

The files are conversions of the ONNX networks and state which.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from vision.detectors.base import (
    RANK_LETTERS,
    SUIT_LETTERS,
    FloatArray,
    Glyphs,
    Picture,
    Proposals,
    WeightsError,
)
from vision.detectors.onnx import proposals_from_rows

TILE_PX = 640
"""The finder was converted for tiles of this side."""
CROP_WH = (32, 64)
"""The classifier for crops of this width and height."""
CONVERTED = "ncnn.json"
"""Beside the networks: for each ONNX file the SHA-256 of what was converted."""
_RANK, _SUIT, _UPRIGHT, _FEATURES = "out0", "out1", "out2", "out3"


class NcnnIndexFinder:
    """The finder of `vision.detectors.onnx`, converted."""

    def __init__(self, onnx_weights: Path, threads: int) -> None:
        """Load the conversion that lies beside an ONNX network.

        Args:
            onnx_weights: The ``.onnx`` file; its conversion is ``.ncnn.param`` and ``.ncnn.bin``.
            threads: Threads one call may use.

        Raises:
            WeightsError: If NCNN is not installed, or the conversion is missing, damaged, or of
                another network.
        """
        self._net = _open(onnx_weights, threads)

    @property
    def tile_px(self) -> int:
        return TILE_PX

    @property
    def step_px(self) -> int:
        return TILE_PX

    def find(self, tile_rgb: Picture, least_score: float) -> Proposals:
        if tile_rgb.shape != (TILE_PX, TILE_PX, 3):
            raise ValueError(f"tile must have shape {(TILE_PX, TILE_PX, 3)}, got {tile_rgb.shape}")
        (rows,) = _run(self._net, tile_rgb, ("out0",))
        return proposals_from_rows(rows, least_score)


class NcnnIndexClassifier:
    """The classifier of `vision.detectors.onnx`, converted."""

    def __init__(self, onnx_weights: Path, threads: int) -> None:
        """Load; arguments and errors as for `NcnnIndexFinder`."""
        self._net = _open(onnx_weights, threads)

    @property
    def crop_wh(self) -> tuple[int, int]:
        return CROP_WH

    def read(self, crops_rgb: Picture) -> Glyphs:
        _check_crops(crops_rgb)
        glyphs = Glyphs(
            np.zeros((len(crops_rgb), len(RANK_LETTERS)), np.float32),
            np.zeros((len(crops_rgb), len(SUIT_LETTERS)), np.float32),
            np.zeros(len(crops_rgb), np.float32),
        )
        for place, crop in enumerate(crops_rgb):
            rank, suit, upright = _run(self._net, crop, (_RANK, _SUIT, _UPRIGHT))
            glyphs.rank[place], glyphs.suit[place] = rank, suit
            glyphs.upright[place] = upright[0]
        return glyphs

    def embed(self, crops_rgb: Picture) -> FloatArray:
        _check_crops(crops_rgb)
        if not len(crops_rgb):
            return np.zeros((0, 0), np.float32)
        return np.stack([_run(self._net, crop, (_FEATURES,))[0] for crop in crops_rgb])


def _check_crops(crops_rgb: Picture) -> None:
    width, height = CROP_WH
    if crops_rgb.shape[1:] != (height, width, 3):
        raise ValueError(f"crops must have shape (n, {height}, {width}, 3), got {crops_rgb.shape}")


def _run(net: Any, picture_rgb: Picture, outputs: tuple[str, ...]) -> list[FloatArray]:
    import ncnn

    # A Mat made of an array does not keep it, and only the clone owns its numbers.
    planes = np.ascontiguousarray(
        picture_rgb.transpose(2, 0, 1).astype(np.float32) / np.float32(255)
    )
    with net.create_extractor() as extractor:
        extractor.input("in0", ncnn.Mat(planes).clone())
        found = []
        for name in outputs:
            status, mat = extractor.extract(name)
            if status != 0:
                raise AssertionError(f"NCNN gives no {name}: status {status}")
            # Copied: what the extractor made goes with it.
            found.append(np.array(mat, np.float32))
    return found


def _open(onnx_weights: Path, threads: int) -> Any:
    try:
        import ncnn
    except ImportError as error:
        raise WeightsError(
            str(onnx_weights), "no library ncnn", "the extra `ncnn`, or runtime onnxruntime"
        ) from error
    param, weights = (onnx_weights.with_suffix(f".ncnn.{end}") for end in ("param", "bin"))
    for file in (param, weights):
        if not file.is_file():
            raise WeightsError(str(file), "no such file", "a network converted for NCNN")
    _check_conversion(onnx_weights)
    net = ncnn.Net()
    net.opt.num_threads = threads
    # Half precision is quicker on ARM and changes readings; both runtimes shall agree.
    net.opt.use_fp16_packed = net.opt.use_fp16_storage = net.opt.use_fp16_arithmetic = False
    net.opt.use_bf16_storage = False
    if net.load_param(str(param)) != 0 or net.load_model(str(weights)) != 0:
        raise WeightsError(str(param), "what NCNN cannot load", "a network converted for NCNN")
    return net


def _check_conversion(onnx_weights: Path) -> None:
    """Refuse a conversion of other weights than the ONNX file beside it."""
    file = onnx_weights.parent / CONVERTED
    try:
        stated = json.loads(file.read_text("utf-8"))[onnx_weights.name]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise WeightsError(
            str(file),
            f"nothing about {onnx_weights.name}",
            "what `python -m vision.training ncnn` writes",
        ) from error
    try:
        found = hashlib.sha256(onnx_weights.read_bytes()).hexdigest()
    except OSError as error:
        raise WeightsError(str(onnx_weights), "no such file", "an ONNX network") from error
    if stated != found:
        raise WeightsError(
            str(file),
            f"other weights than {onnx_weights.name}",
            "`python -m vision.training ncnn` run again",
        )
