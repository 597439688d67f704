"""Write the trained networks as ONNX files, each with a small description beside it."""

from __future__ import annotations

import hashlib
import json
import logging
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn

from vision.training.crops import CROP_WH
from vision.training.faces import RANKS, SUITS
from vision.training.networks import (
    RANK_OUTPUTS,
    UPRIGHT_OUTPUT,
    IndexClassifier,
    load_classifier,
    load_finder,
)

PX_PER_MM = 2.5
FINDER_SIZE = 640
FINDER_STRIDE = 32
_OPSET = 17
_HALVED_FROM = 256

log = logging.getLogger(__name__)


class _NamedOutputs(nn.Module):
    """Gives the classifier's outputs the names the reader asks for.

    Besides the logits it hands out what the last layer sees, by which prints can be compared.
    """

    def __init__(self, classifier: IndexClassifier) -> None:
        super().__init__()
        self.classifier = classifier

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        features = self.classifier.squeeze(self.classifier.features(crops)).flatten(1)
        logits = self.classifier.head(features)
        return (
            logits[:, :RANK_OUTPUTS],
            logits[:, RANK_OUTPUTS:UPRIGHT_OUTPUT],
            logits[:, UPRIGHT_OUTPUT],
            features,
        )


def export_classifier(weights: Path, folder: Path) -> Path:
    """Write ``index-classifier.onnx`` and ``.json`` into *folder*; returns the ONNX path."""
    target = folder / "index-classifier.onnx"
    _to_onnx(
        _NamedOutputs(load_classifier(str(weights))).eval(),
        torch.rand(2, 3, CROP_WH[1], CROP_WH[0]),
        target,
        input_name="crops",
        output_names=["rank", "suit", "upright", "features"],
    )
    _describe(
        target,
        {
            "input": {"name": "crops", "shape": ["N", 3, CROP_WH[1], CROP_WH[0]], "range": [0, 1]},
            "channels": "RGB",
            "px_per_mm": PX_PER_MM,
            "crop_mm_wh": [CROP_WH[0] / PX_PER_MM, CROP_WH[1] / PX_PER_MM],
            "outputs": {
                "rank": list(RANKS),
                "suit": list(SUITS),
                "upright": "logit: the crop shows an index, upright",
                "features": "what the last layer sees; alike prints have a high cosine",
            },
        },
    )
    return target


def export_finder(weights: Path, folder: Path) -> Path:
    """Write ``index-finder.onnx`` and ``.json`` into *folder*; returns the ONNX path."""
    target = folder / "index-finder.onnx"
    model = load_finder(str(weights)).fuse(verbose=False)
    for part in model.modules():
        if hasattr(part, "export"):
            # Dynamic: places are worked out from the input's size, so that small tiles cost less.
            part.export, part.format, part.dynamic = True, "onnx", True
    pictures = torch.rand(1, 3, FINDER_SIZE, FINDER_SIZE)
    _to_onnx(
        model,
        pictures,
        target,
        input_name="images",
        output_names=["indices"],
        sizes={"images": {2: "height", 3: "width"}, "indices": {2: "places"}},
    )
    _describe(
        target,
        {
            "input": {
                "name": "images",
                "shape": ["N", 3, "height", "width"],
                "sides": f"multiples of {FINDER_STRIDE}, trained at {FINDER_SIZE}",
                "range": [0, 1],
            },
            "channels": "RGB",
            "px_per_mm": PX_PER_MM,
            "output": {
                "name": "indices",
                "shape": ["N", 9, "places"],
                "rows": [
                    "box centre x",
                    "box centre y",
                    "box width",
                    "box height",
                    "score 0..1",
                    "index top middle x",
                    "index top middle y",
                    "index bottom middle x",
                    "index bottom middle y",
                ],
                "unit": "pixels of the input picture",
                "suppression": "none inside; suppress by distance between box centres",
            },
        },
    )
    return target


def _to_onnx(
    model: nn.Module,
    example: Tensor,
    target: Path,
    *,
    input_name: str,
    output_names: list[str],
    sizes: dict[str, dict[int, str]] | None = None,
) -> None:
    axes = {name: {0: "N", **(sizes or {}).get(name, {})} for name in [input_name, *output_names]}
    with warnings.catch_warnings():
        # The tracing exporter announces its own retirement at every call.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model,
            (example,),
            str(target),
            opset_version=_OPSET,
            dynamo=False,
            input_names=[input_name],
            output_names=output_names,
            dynamic_axes=axes,
        )
    _halve(target)


def _halve(file: Path) -> None:
    """Store large constants in 16 bits; ONNX Runtime widens them once, when it loads the file.

    Computation stays in 32 bits. A weight's relative error is at most 0.05 %.
    """
    model = onnx.load(str(file))
    widened = []
    for constant in model.graph.initializer:
        values = onnx.numpy_helper.to_array(constant)
        if values.dtype != np.float32 or values.size < _HALVED_FROM:
            continue
        stored = f"{constant.name}.half"
        widen = onnx.helper.make_node(
            "Cast", [stored], [constant.name], to=onnx.TensorProto.FLOAT, name=f"{stored}.widen"
        )
        constant.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), stored))
        widened.append(widen)
    nodes = [*widened, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(file))


def _describe(network: Path, facts: dict[str, object]) -> None:
    content = network.read_bytes()
    facts = {
        "file": network.name,
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
        **facts,
        "licence": "AGPL-3.0-or-later",
    }
    network.with_suffix(".json").write_text(json.dumps(facts, indent=2) + "\n", "utf-8")
    log.info("exported file=%s bytes=%d", network.name, len(content))
