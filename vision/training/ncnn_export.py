"""Convert the ONNX networks for NCNN; needs `onnx` and `pnnx`, but no PyTorch."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx

from vision.detectors.loading import CLASSIFIER_FILE, FINDER_FILE
from vision.detectors.ncnn import CONVERTED, CROP_WH, TILE_PX

SHAPES = {
    FINDER_FILE: f"[1,3,{TILE_PX},{TILE_PX}]",
    CLASSIFIER_FILE: f"[1,3,{CROP_WH[1]},{CROP_WH[0]}]",
}


def convert(folder: Path) -> None:
    """Write ``.ncnn.param`` and ``.ncnn.bin`` beside each network, and what they are of.

    Raises:
        RuntimeError: If the converter fails.
    """
    for name, shape in SHAPES.items():
        with tempfile.TemporaryDirectory() as place:
            plain = Path(place) / "network.onnx"
            onnx.save(widened(onnx.load(str(folder / name))), str(plain))
            done = subprocess.run(  # noqa: S603
                [_converter(), str(plain), f"inputshape={shape}", "fp16=1"],
                cwd=place,
                capture_output=True,
                text=True,
                check=False,
            )
            for end in ("param", "bin"):
                made = Path(place) / f"network.ncnn.{end}"
                if not made.is_file():
                    raise RuntimeError(f"pnnx made no {made.name} of {name}: {done.stderr[-400:]}")
                shutil.copyfile(made, (folder / name).with_suffix(f".ncnn.{end}"))
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in SHAPES}
    (folder / CONVERTED).write_text(json.dumps(hashes, indent=2) + "\n", "utf-8")


def widened(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same network with constants of 32 bits where 16 bits are stored and cast."""
    stored = {constant.name: constant for constant in model.graph.initializer}
    kept = []
    for node in model.graph.node:
        if node.op_type == "Cast" and node.input[0] in stored:
            constant = stored[node.input[0]]
            values = onnx.numpy_helper.to_array(constant).astype(np.float32)
            constant.CopyFrom(onnx.numpy_helper.from_array(values, node.output[0]))
        else:
            kept.append(node)
    del model.graph.node[:]
    model.graph.node.extend(kept)
    onnx.checker.check_model(model)
    return model


def _converter() -> str:
    found = shutil.which("pnnx", path=str(Path(sys.executable).parent)) or shutil.which("pnnx")
    if found is None:
        raise RuntimeError("pnnx is not installed; it belongs to the extra `train`")
    return found
