"""From what the networks say of a card to how often such a reading is right."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from vision.detectors.base import WeightsError
from vision.detectors.loading import CLASSIFIER_FILE, weights_folder

Rate = Callable[[float, float], float]
"""From the probability of a card's face and of an index being there to the card's confidence."""

_NEVER_SURER = 1e-4
"""No network is surer than this short of one; logarithms stay finite."""


def log_odds(probability: float) -> float:
    """Natural logarithm of the odds, kept within what a network can know."""
    kept = min(max(probability, _NEVER_SURER), 1 - _NEVER_SURER)
    return math.log(kept / (1 - kept))


def as_said(face: float, presence: float) -> float:
    """Both taken at their word; what is used with weights that carry no calibration."""
    return face * presence


@dataclass(frozen=True, slots=True)
class Certainty:
    """A logistic curve fitted to readings of known pictures (`vision.training.calibrating`)."""

    bias: float
    face: float
    """Weight of the face's log-odds: one over the temperature."""
    presence: float
    """Weight of the log-odds that an index is there."""

    def __call__(self, face: float, presence: float) -> float:
        """Confidence of a card, 0 to 1."""
        odds = self.bias + self.face * log_odds(face) + self.presence * log_odds(presence)
        return 1 / (1 + math.exp(-odds))

    @classmethod
    def beside(cls, description: Path) -> Self | None:
        """The calibration in a classifier's JSON; ``None`` where there is no file or none in it.

        Raises:
            WeightsError: If the file is damaged.
        """
        if not description.is_file():
            return None
        try:
            stored = json.loads(description.read_text("utf-8")).get("certainty")
            if stored is None:
                return None
            return cls(float(stored["bias"]), float(stored["face"]), float(stored["presence"]))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise WeightsError(
                str(description),
                f"{type(error).__name__}: {error}",
                "JSON with certainty: bias, face, presence",
            ) from error


def rate_beside(folder: Path | None = None) -> Rate:
    """The calibration of the weights in *folder*, ``None`` for those shipped.

    Raises:
        WeightsError: If its file is damaged.
    """
    network = weights_folder(folder) / CLASSIFIER_FILE
    return Certainty.beside(network.with_suffix(".json")) or as_said
