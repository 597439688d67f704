"""Training of the first stage: where printed indices are, and which way up.

Ultralytics' own trainer switches mixed precision off on CPUs; this loop keeps it and is about three
times faster there. Model and criterion are Ultralytics', so weights stay loadable by `YOLO(...)`.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from vision.training.crops import Quads, photograph_tile, recoloured, scene_tile
from vision.training.curve import Progress, note_progress
from vision.training.decks import Picture
from vision.training.networks import build_finder, load_finder
from vision.training.optimising import (
    Averaged,
    Clock,
    Prefetched,
    device_to_learn_on,
    learning_rate,
    load_checkpoint,
    mixed_precision,
    save_checkpoint,
)
from vision.training.shards import ShardFolder

log = logging.getLogger(__name__)

_BATCH = 16
_REFRESH_EVERY = 40
_SAVE_EVERY = 200
_JOKER_SHARE = 0.15
"""Of the photographs; two jokers in 54 faces are seen too seldom otherwise."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the training reads and writes, and how long it runs."""

    drawn: Path
    """Folder of drawn shards."""
    photographs: Path | None
    """Folder of shards of photographs."""
    output: Path
    """Folder for ``finder.ckpt`` and ``finder.pt``."""
    start: Path | None
    """Weights to start from, else from scratch."""
    minutes: float
    peak_rate: float = 1e-3
    photograph_share: float = 0.3
    tile_px: int = 320
    threads: int = 1
    seed: int = 0


def targets_of(quads: Sequence[Quads], size: int) -> dict[str, Tensor]:
    """The criterion's targets of a batch, coordinates as fractions of the tile."""
    boxes, owners, keypoints = [], [], []
    for number, tile in enumerate(quads):
        for quad in tile:
            low, high = np.clip(quad.min(0), 0, size), np.clip(quad.max(0), 0, size)
            boxes.append(np.concatenate([(low + high) / 2, high - low]) / size)
            keypoints.append(np.stack([quad[0] + quad[1], quad[2] + quad[3]]) / 2 / size)
            owners.append(number)
    return {
        "cls": torch.zeros(len(owners), 1),
        "bboxes": torch.tensor(np.array(boxes, np.float32).reshape(-1, 4)),
        "batch_idx": torch.tensor(np.array(owners, np.float32)),
        "keypoints": torch.tensor(np.array(keypoints, np.float32).reshape(-1, 2, 2)),
    }


class _Source:
    """Draws batches of tiles from both folders."""

    def __init__(self, settings: Settings) -> None:
        self._chance = np.random.default_rng([settings.seed, 41])
        self._drawn = ShardFolder([settings.drawn])
        self._photographs = ShardFolder([settings.photographs] if settings.photographs else [])
        self._share = settings.photograph_share if self._photographs.shards else 0.0
        self._jokers = [scene for scene in self._photographs.scenes if scene.shows_joker]
        self._size = settings.tile_px
        self._made = 0

    def batch(self) -> tuple[Tensor, dict[str, Tensor]]:
        self._made += 1
        if self._made % _REFRESH_EVERY == 0:
            self._drawn.refresh()
        tiles, quads = zip(*(self._tile() for _ in range(_BATCH)), strict=True)
        pictures = torch.from_numpy(np.stack(tiles)).permute(0, 3, 1, 2)
        return pictures, targets_of(quads, self._size)

    def _tile(self) -> tuple[Picture, Quads]:
        photographed = self._chance.random() < self._share
        if photographed and self._jokers and self._chance.random() < _JOKER_SHARE:
            scene = self._jokers[int(self._chance.integers(len(self._jokers)))]
        else:
            scene = (self._photographs if photographed else self._drawn).draw(self._chance)
        cut = photograph_tile if photographed else scene_tile
        tile, quads = cut(self._chance, scene.picture(), scene.labels, self._size)
        return recoloured(self._chance, tile), quads


def train(settings: Settings) -> Path:
    """Train, resuming ``finder.ckpt`` where there is one; returns the weights' file."""
    torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    settings.output.mkdir(parents=True, exist_ok=True)
    device = device_to_learn_on()
    model = load_finder(str(settings.start)) if settings.start else build_finder()
    model = model.to(device, memory_format=torch.channels_last).train()
    for parameter in model.parameters():
        parameter.requires_grad_(True)  # noqa: FBT003 - torch names it only by place
    criterion = model.init_criterion()
    averaged = Averaged(model)
    optimiser = torch.optim.AdamW(
        [
            {"params": [p for p in model.parameters() if p.ndim > 1], "weight_decay": 0.02},
            {"params": [p for p in model.parameters() if p.ndim <= 1], "weight_decay": 0.0},
        ],
        lr=settings.peak_rate,
        betas=(0.9, 0.99),
    )
    checkpoint = settings.output / "finder.ckpt"
    clock, step = Clock(settings.minutes), 0
    if checkpoint.exists():
        step, clock.spent_s = load_checkpoint(checkpoint, model, averaged, optimiser)
    begun = step
    clock.start()
    smooth = math.nan
    with Prefetched(_Source(settings).batch) as batches:
        for tiles, labels in batches:
            # One step at least, however slow the machine is: a run that learns nothing hides that.
            if clock.progress >= 1 and step > begun:
                break
            for group in optimiser.param_groups:
                group["lr"] = learning_rate(settings.peak_rate, step, clock.progress)
            pictures = tiles.to(device).float().div_(255)
            pictures = pictures.contiguous(memory_format=torch.channels_last)
            targets = {name: part.to(device) for name, part in labels.items()}
            with mixed_precision(device):
                predicted = model(pictures)
            # The criterion's logarithms and divisions need more bits than the convolutions do.
            parts, _ = criterion(_as_float(predicted), {**targets, "img": pictures})
            loss = parts.sum() / _BATCH
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
            optimiser.step()
            step += 1
            averaged.update(model, step)
            smooth = loss.item() if math.isnan(smooth) else 0.98 * smooth + 0.02 * loss.item()
            if step % 50 == 0:
                log.info("finder step=%d s=%.0f loss=%.4f", step, clock.elapsed_s, smooth)
                note_progress(
                    settings.output / "finder.csv", Progress(step, clock.elapsed_s, smooth)
                )
            if step % _SAVE_EVERY == 0:
                save_checkpoint(checkpoint, model, averaged, optimiser, step, clock.elapsed_s)
                torch.save(averaged.model.state_dict(), settings.output / "finder.pt")
    save_checkpoint(checkpoint, model, averaged, optimiser, step, clock.elapsed_s)
    target = settings.output / "finder.pt"
    torch.save(averaged.model.state_dict(), target)
    return target


def _as_float(predicted: Any) -> Any:
    """Ultralytics heads give nested dicts and lists of tensors."""
    if isinstance(predicted, dict):
        return {name: _as_float(value) for name, value in predicted.items()}
    if isinstance(predicted, (list, tuple)):
        return [_as_float(value) for value in predicted]
    return predicted.float()
