"""The two networks of the card reader, as PyTorch modules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor, nn
from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import PoseModel, yaml_model_load
from ultralytics.utils import DEFAULT_CFG

from vision.training.crops import CROP_WH

RANK_OUTPUTS = 14
SUIT_OUTPUTS = 6
UPRIGHT_OUTPUT = RANK_OUTPUTS + SUIT_OUTPUTS


def _block(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, 1, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class IndexClassifier(nn.Module):
    """Reads rank and suit from upright crops, and whether the crop is an upright index at all.

    Input N × 3 × 64 × 32, RGB 0..1. Output N × 21 logits: 14 ranks, 6 suits, upright.
    """

    def __init__(self, channels: tuple[int, int, int] = (24, 48, 96)) -> None:
        super().__init__()
        narrow, middle, wide = channels
        self.features = nn.Sequential(
            _block(3, narrow),
            nn.MaxPool2d(2),
            _block(narrow, middle),
            _block(middle, middle),
            nn.MaxPool2d(2),
            _block(middle, wide),
            _block(wide, wide),
            nn.MaxPool2d(2),
            _block(wide, wide),
        )
        self.squeeze = nn.Sequential(nn.Conv2d(wide, 32, 1), nn.ReLU(inplace=True))
        # Fully connected, not pooled: where a stroke is tells a 6 from a 9 and a rank from its pip.
        cells = (CROP_WH[0] // 8) * (CROP_WH[1] // 8)
        self.head = nn.Linear(32 * cells, UPRIGHT_OUTPUT + 1)
        self.dropout = nn.Dropout(0.2)

    def forward(self, crops: Tensor) -> Tensor:
        """Logits of *crops*, N × 21."""
        squeezed: Tensor = self.squeeze(self.features(crops))
        logits: Tensor = self.head(self.dropout(squeezed.flatten(1)))
        return logits


def build_finder(oks_sigma: float = 0.1) -> Any:
    """An Ultralytics YOLO11n-pose of one class and two keypoints, ready for its own criterion.

    The result is an `ultralytics.nn.tasks.PoseModel`; Ultralytics ships no type annotations.
    """
    layout = yaml_model_load("yolo11n-pose.yaml")
    layout["kpt_shape"] = [2, 2]
    model = PoseModel(layout, nc=1, data_kpt_shape=[2, 2], verbose=False)
    model.kpt_oks_sigmas = [oks_sigma, oks_sigma]
    settings: SimpleNamespace = get_cfg(DEFAULT_CFG)
    settings.task = "pose"
    settings.cls = 1.0
    settings.pose = 4.0
    model.args = settings
    return model


def load_classifier(weights: str) -> IndexClassifier:
    """A classifier with the state dictionary stored in *weights*, in evaluation mode."""
    model = IndexClassifier()
    model.load_state_dict(_renamed(torch.load(weights, map_location="cpu", weights_only=True)))
    return model.eval()


def load_finder(weights: str) -> Any:
    """A finder with the state dictionary stored in *weights*, in evaluation mode."""
    model = build_finder()
    model.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True))
    return model.eval()


def _renamed(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Accept checkpoints whose parts carry one-letter names beside our own."""
    words = {"f": "features", "p": "squeeze", "d": "head"}
    renamed = {}
    for name, value in state.items():
        first, rest = name.split(".", maxsplit=1)
        renamed[f"{words.get(first, first)}.{rest}"] = value
    return renamed
