"""Training of the second stage: rank and suit of an upright index crop."""

from __future__ import annotations

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.training.bank import (
    NO_INDEX,
    Example,
    Patch,
    example_of,
    patches_of_photograph,
    patches_of_scene,
)
from vision.training.curve import Progress, note_progress
from vision.training.faces import JOKER_RANK
from vision.training.networks import (
    RANK_OUTPUTS,
    UPRIGHT_OUTPUT,
    IndexClassifier,
    load_classifier,
)
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
from vision.training.shards import ShardFolder, StoredScene

log = logging.getLogger(__name__)

_BATCH = 128
_LABEL_SMOOTHING = 0.02
_REFRESH_EVERY = 60
_SCENES_A_BATCH = 12
_JOKER_SHARE = 0.12
"""Of the photographed crops; two jokers in 54 faces are seen too seldom otherwise."""
_SAVE_EVERY = 500


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the training reads and writes, and how long it runs."""

    drawn: Path
    """Folder of drawn shards."""
    photographs: Path | None
    """Folder of shards of photographs."""
    output: Path
    """Folder for ``classifier.ckpt`` and ``classifier.pt``."""
    start: Path | None
    """Weights to start from, else from scratch."""
    minutes: float
    peak_rate: float = 2e-3
    photograph_share: float = 0.25
    last_layer_only: bool = False
    """Teaches only how what is seen is named; a tenth of the time, from good weights."""
    threads: int = 1
    seed: int = 0


def loss_of(logits: Tensor, rank: Tensor, suit: Tensor, colour_seen: Tensor) -> Tensor:
    """Mean loss of a batch.

    The suit of a joker seen without colour teaches nothing: its word is as grey as a black joker's
    in colour, and the reader knows from the whole picture whether colours show at all.
    """
    index = rank != NO_INDEX
    upright = functional.binary_cross_entropy_with_logits(logits[:, UPRIGHT_OUTPUT], index.float())
    if not bool(index.any()):
        return upright * 0.5
    rank_loss = functional.cross_entropy(
        logits[index, :RANK_OUTPUTS], rank[index], label_smoothing=_LABEL_SMOOTHING
    )
    told = (rank[index] != JOKER_RANK) | colour_seen[index]
    if not bool(told.any()):
        return rank_loss + upright * 0.5
    suit_loss = functional.cross_entropy(
        logits[index, RANK_OUTPUTS:UPRIGHT_OUTPUT][told],
        suit[index][told],
        label_smoothing=_LABEL_SMOOTHING,
    )
    return rank_loss + suit_loss + upright * 0.5


TensorBatch = tuple[Tensor, Tensor, Tensor, Tensor]


def to_tensors(examples: Sequence[Example]) -> TensorBatch:
    """Crops N × 3 × 64 × 32 as bytes, ranks, suits, and whether colour is seen."""
    crops = torch.from_numpy(np.stack([example.crop for example in examples]))
    return (
        crops.permute(0, 3, 1, 2),
        torch.tensor([example.rank for example in examples]),
        torch.tensor([example.suit for example in examples]),
        torch.tensor([example.colour_seen for example in examples]),
    )


class _Source:
    """Draws batches from the patches of both folders."""

    def __init__(self, settings: Settings) -> None:
        self._chance = np.random.default_rng([settings.seed, 31])
        self._drawn = ShardFolder([settings.drawn])
        self._patches: list[Patch] = []
        self._cut = 0
        sets = ShardFolder([settings.photographs]).shards if settings.photographs else []
        self._photographed = [self._cut_photographs(photographs) for photographs in sets]
        self._jokers = [
            patch for patches in self._photographed for patch in patches if patch.rank == JOKER_RANK
        ]
        self._share = settings.photograph_share if self._photographed else 0.0
        self._made = 0

    def batch(self) -> TensorBatch:
        self._made += 1
        if self._made % _REFRESH_EVERY == 0:
            self._drawn.refresh()
        self._cut_more(_SCENES_A_BATCH if self._patches else 10 * _SCENES_A_BATCH)
        examples = []
        for _ in range(_BATCH):
            photographed = self._chance.random() < self._share
            patches = self._patches
            if photographed:
                # A small set counts as much as a large one.
                patches = self._photographed[int(self._chance.integers(len(self._photographed)))]
                if self._jokers and self._chance.random() < _JOKER_SHARE:
                    patches = self._jokers
            patch, above = (patches[int(i)] for i in self._chance.integers(len(patches), size=2))
            examples.append(example_of(self._chance, patch, above))
        return to_tensors(examples)

    def _cut_photographs(self, photographs: Sequence[StoredScene]) -> list[Patch]:
        patches: list[Patch] = []
        for scene in photographs:
            patches += patches_of_photograph(self._chance, scene.picture(), scene.labels)
        return patches

    def _cut_more(self, scenes: int) -> None:
        """Take in scenes little by little, so that training begins at once."""
        drawn = self._drawn.scenes[self._cut : self._cut + scenes]
        for scene in drawn:
            self._patches += patches_of_scene(self._chance, scene.picture(), scene.labels)
        self._cut += len(drawn)


def train(settings: Settings) -> Path:
    """Train, resuming ``classifier.ckpt`` where there is one; returns the weights' file."""
    torch.set_num_threads(settings.threads)
    torch.manual_seed(settings.seed)
    settings.output.mkdir(parents=True, exist_ok=True)
    device = device_to_learn_on()
    model = load_classifier(str(settings.start)) if settings.start else IndexClassifier()
    model = model.to(device, memory_format=torch.channels_last).train()
    if settings.last_layer_only:
        # Evaluated, not trained: the statistics of the normalised layers stay as they are, too.
        model.features.requires_grad_(False).eval()  # noqa: FBT003 - torch names it only by place
        model.squeeze.requires_grad_(False).eval()  # noqa: FBT003
    averaged = Averaged(model)
    learning = [part for part in model.parameters() if part.requires_grad]
    optimiser = torch.optim.AdamW(learning, lr=settings.peak_rate, weight_decay=0.02)
    checkpoint = settings.output / "classifier.ckpt"
    clock, step = Clock(settings.minutes), 0
    if checkpoint.exists():
        step, clock.spent_s = load_checkpoint(checkpoint, model, averaged, optimiser)
    begun = step
    clock.start()
    smooth = math.nan
    with Prefetched(_Source(settings).batch) as batches:
        for batch in batches:
            crops, rank, suit, colour_seen = (part.to(device) for part in batch)
            # One step at least, however slow the machine is: a run that learns nothing hides that.
            if clock.progress >= 1 and step > begun:
                break
            for group in optimiser.param_groups:
                group["lr"] = learning_rate(settings.peak_rate, step, clock.progress)
            pictures = crops.float().div_(255).contiguous(memory_format=torch.channels_last)
            with mixed_precision(device):
                logits = model(pictures)
            loss = loss_of(logits.float(), rank, suit, colour_seen)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it unannotated
            optimiser.step()
            step += 1
            averaged.update(model, step)
            smooth = loss.item() if math.isnan(smooth) else 0.98 * smooth + 0.02 * loss.item()
            if step % 50 == 0:
                log.info("classifier step=%d s=%.0f loss=%.4f", step, clock.elapsed_s, smooth)
                note_progress(
                    settings.output / "classifier.csv", Progress(step, clock.elapsed_s, smooth)
                )
            if step % _SAVE_EVERY == 0:
                save_checkpoint(checkpoint, model, averaged, optimiser, step, clock.elapsed_s)
                torch.save(averaged.model.state_dict(), settings.output / "classifier.pt")
    save_checkpoint(checkpoint, model, averaged, optimiser, step, clock.elapsed_s)
    target = settings.output / "classifier.pt"
    torch.save(averaged.model.state_dict(), target)
    return target


@dataclass(frozen=True, slots=True)
class Score:
    """How a classifier read labelled indices."""

    indices: int
    right: int
    wrong_accepted: int
    """Read wrongly with a probability of at least the threshold."""
    accepted: int

    def __str__(self) -> str:
        return (
            f"indices={self.indices} right={self.right} "
            f"accepted={self.accepted} wrong_accepted={self.wrong_accepted}"
        )


@torch.no_grad()
def score(
    model: nn.Module, scenes: Sequence[StoredScene], *, photographed: bool, threshold: float = 0.7
) -> Score:
    """Read every well-seen index of *scenes* once, as a good finder would hand it over."""
    chance = np.random.default_rng(37)
    cut = patches_of_photograph if photographed else patches_of_scene
    examples: list[Example] = []
    for scene in scenes:
        for patch in cut(chance, scene.picture(), scene.labels):
            example = example_of(chance, patch)
            if example.rank != NO_INDEX:
                examples.append(example)
    right = accepted = wrong_accepted = 0
    for first in range(0, len(examples), 256):
        crops, rank, suit, _ = to_tensors(examples[first : first + 256])
        logits = model(crops.float() / 255)
        rank_p, rank_read = logits[:, :RANK_OUTPUTS].softmax(1).max(1)
        suit_p, suit_read = logits[:, RANK_OUTPUTS:UPRIGHT_OUTPUT].softmax(1).max(1)
        good = (rank_read == rank) & (suit_read == suit)
        sure = rank_p * suit_p >= threshold
        right += int(good.sum())
        accepted += int(sure.sum())
        wrong_accepted += int((sure & ~good).sum())
    return Score(len(examples), right, wrong_accepted, accepted)
