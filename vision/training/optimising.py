"""What both training loops share: where they compute, schedule, averages, batches, checkpoints."""

from __future__ import annotations

import contextlib
import copy
import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import torch
from torch import nn

Batch = TypeVar("Batch")

_WARM_UP_STEPS = 60
_LAST_RATE = 0.01
_HALF_PRECISION = ("avx512_bf16", "amx_bf16", "bf16")
"""Names under which processors, the last one ARM's, say that they multiply bfloat16."""


def device_to_learn_on() -> torch.device:
    """A GPU where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def mixed_precision(device: torch.device) -> torch.autocast:
    """Half the bits where the processor multiplies them; elsewhere that is ten times slower."""
    if device.type == "cuda":
        fast = torch.cuda.is_bf16_supported()
    else:
        able = torch.cpu.get_capabilities()
        fast = any(able.get(name, False) for name in _HALF_PRECISION)
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=fast)


def learning_rate(peak: float, step: int, progress: float) -> float:
    """A short warm-up, then half a cosine down to a hundredth; *progress* is 0..1."""
    warm = min(1.0, (step + 1) / _WARM_UP_STEPS)
    cosine = 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
    return peak * warm * (cosine * (1 - _LAST_RATE) + _LAST_RATE)


class Averaged:
    """An exponential average of a model's weights; it is what gets evaluated and shipped."""

    def __init__(self, model: nn.Module) -> None:
        self.model = copy.deepcopy(model).eval()
        for parameter in self.model.parameters():
            parameter.requires_grad_(False)  # noqa: FBT003 - torch names it only by place

    @torch.no_grad()
    def update(self, model: nn.Module, step: int) -> None:
        """Take in *model* after *step* steps; early steps weigh more."""
        keep = min(0.998, 1 - 1 / (1 + step / 8))
        current = model.state_dict()
        for name, value in self.model.state_dict().items():
            if value.dtype.is_floating_point:
                # So written, what does not change stays the same to the last bit.
                value.lerp_(current[name].detach(), 1 - keep)
            else:
                value.copy_(current[name])


class Prefetched(Generic[Batch]):
    """Batches made by a thread of their own while the network computes; close it by leaving."""

    def __init__(self, make: Callable[[], Batch], depth: int = 6) -> None:
        self._make = make
        self._ready: queue.Queue[Batch | Exception] = queue.Queue(depth)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Iterator[Batch]:
        self._thread.start()
        return self._batches()

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        while self._thread.is_alive():
            # Makes room for a batch the thread may be waiting to hand over.
            with contextlib.suppress(queue.Empty):
                self._ready.get(timeout=0.1)

    def _batches(self) -> Iterator[Batch]:
        while True:
            batch = self._ready.get()
            if isinstance(batch, Exception):
                raise batch
            yield batch

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._ready.put(self._make())
            except Exception as error:  # noqa: BLE001 - raised again in the training thread
                self._ready.put(error)
                return


@dataclass(slots=True)
class Clock:
    """Time spent training, which goes on counting after a resume."""

    minutes: float
    """Time the whole training may take."""
    spent_s: float = 0.0
    _since: float | None = None

    def start(self) -> None:
        """Count from now on."""
        self._since = time.monotonic()

    @property
    def elapsed_s(self) -> float:
        """Seconds of training so far, earlier runs included."""
        running = 0.0 if self._since is None else time.monotonic() - self._since
        return self.spent_s + running

    @property
    def progress(self) -> float:
        """Share of the time that is spent, 0..1 and beyond."""
        return self.elapsed_s / (self.minutes * 60)


def save_checkpoint(
    file: Path,
    model: nn.Module,
    averaged: Averaged,
    optimiser: torch.optim.Optimizer,
    step: int,
    spent_s: float,
) -> None:
    """Write everything a resumed training needs; the file is whole or absent."""
    partial = file.with_suffix(".partial")
    torch.save(
        {
            "model": model.state_dict(),
            "averaged": averaged.model.state_dict(),
            "optimiser": optimiser.state_dict(),
            "step": step,
            "spent_s": spent_s,
        },
        partial,
    )
    partial.replace(file)


def load_checkpoint(
    file: Path, model: nn.Module, averaged: Averaged, optimiser: torch.optim.Optimizer
) -> tuple[int, float]:
    """Take up a training where `save_checkpoint` left it; returns its step and seconds spent."""
    stored = torch.load(file, map_location="cpu", weights_only=True)
    model.load_state_dict(stored["model"])
    averaged.model.load_state_dict(stored["averaged"])
    optimiser.load_state_dict(stored["optimiser"])
    return int(stored["step"]), float(stored["spent_s"])
