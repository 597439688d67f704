"""How often a reading is right, given what the networks said of it: fitted on known pictures."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.base import IndexClassifier, IndexFinder
from vision.read.certainty import Certainty, log_odds
from vision.read.labels import Label
from vision.read.reader import CardReader
from vision.read.reading import CardSeen
from vision.training.faces import FACES
from vision.training.scenes import PX_PER_MM, IndexLabel
from vision.training.shards import StoredScene

Floats = npt.NDArray[np.float64]

_ROUNDS = 40
_SMALL = 1e-2
"""Pull of the weights towards nought; keeps them finite where every reading is right."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One card read: what the networks said, and whether it was so."""

    face: float
    """Probability of the face, all indices of the card together."""
    presence: float
    """Probability that an index is there."""
    right: bool


class _Numbering:
    """Numbers the cards instead of rating them, so that each is found again in the reading."""

    def __init__(self) -> None:
        self.said: list[tuple[float, float]] = []

    def __call__(self, face: float, presence: float) -> float:
        self.said.append((face, presence))
        return float(len(self.said) - 1)


class Calibrator:
    """Reads known pictures and notes how each card came out."""

    def __init__(self, finder: IndexFinder, classifier: IndexClassifier) -> None:
        self._numbering = _Numbering()
        self._reader = CardReader(finder, classifier, rate=self._numbering)

    def scene(self, scene: StoredScene) -> list[Outcome]:
        """Cards read in a drawn scene; its labels are complete, so any other reading is wrong."""
        picture = cv2.cvtColor(scene.picture(), cv2.COLOR_RGB2BGR).astype(np.uint8)
        reading = self._reader.read_picture(picture, px_per_mm=PX_PER_MM)
        return [self._outcome(card, _is_drawn(card, scene.labels)) for card in reading.cards]

    def photograph(self, picture_bgr: np.ndarray, labels: Sequence[Label]) -> list[Outcome]:
        """Cards read where a photograph has a labelled corner; people leave corners unlabelled."""
        reading = self._reader.read_picture(picture_bgr)
        outcomes = []
        for card in reading.cards:
            place = card.indices[0]
            near = [
                label
                for label in labels
                if label.is_corner
                and label.x1 <= place.x <= label.x2
                and label.y1 <= place.y <= label.y2
            ]
            if near:
                outcomes.append(self._outcome(card, any(one.allows(card.card) for one in near)))
        return outcomes

    def _outcome(self, card: CardSeen, right: bool) -> Outcome:
        face, presence = self._numbering.said[round(card.confidence)]
        return Outcome(face, presence, right)


def _is_drawn(card: CardSeen, labels: Iterable[IndexLabel]) -> bool:
    place = card.indices[0]
    return any(
        FACES[label.face] == str(card.card)
        and math.hypot(label.centre[0] - place.x, label.centre[1] - place.y) < place.length / 2
        for label in labels
    )


def fit(outcomes: Sequence[Outcome]) -> Certainty:
    """The logistic curve under which *outcomes* are likeliest, by Newton's method.

    Raises:
        ValueError: Without a single right or a single wrong reading there is nothing to fit.
    """
    right = np.array([outcome.right for outcome in outcomes], np.float64)
    if not len(right) or right.all() or not right.any():
        raise ValueError(f"{int(right.sum())} of {len(right)} readings right: nothing to fit")
    said = np.array([[1.0, log_odds(o.face), log_odds(o.presence)] for o in outcomes])
    weights = _likeliest(said, right)
    if weights[2] < 0:
        # Few readings can make presence speak against a card; it then says nothing.
        weights = np.array([*_likeliest(said[:, :2], right), 0.0])
    return Certainty(*(round(float(weight), 4) for weight in weights))


def _likeliest(said: Floats, right: Floats) -> Floats:
    """Weights of *said*, N × n, under which N outcomes are likeliest."""
    weights = np.zeros(said.shape[1])
    pull = np.diag([0.0, *[_SMALL] * (said.shape[1] - 1)])
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-np.clip(said @ weights, -30, 30)))
        slope = said.T @ (right - likely) - pull @ weights
        curve = (said * (likely * (1 - likely) + 1e-9)[:, None]).T @ said + pull
        weights = weights + np.linalg.solve(curve, slope)
    return weights


@dataclass(frozen=True, slots=True)
class Reliability:
    """Readings whose confidence lies in one range."""

    least: float
    below: float
    readings: int
    right: int
    said: float
    """Mean confidence."""

    def __str__(self) -> str:
        share = self.right / self.readings if self.readings else math.nan
        return (
            f"{self.least:.3f}..{self.below:.3f} readings={self.readings} "
            f"said={self.said:.4f} right={share:.4f}"
        )


def reliability(
    outcomes: Sequence[Outcome],
    rate: Certainty,
    edges: Sequence[float] = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0),
) -> list[Reliability]:
    """How often readings are right, by confidence; ranges without a reading are left out."""
    rated = [(rate(outcome.face, outcome.presence), outcome.right) for outcome in outcomes]
    rows = []
    for least, below in itertools.pairwise(edges):
        inside = [(said, right) for said, right in rated if least <= said < below]
        if inside:
            mean = sum(said for said, _ in inside) / len(inside)
            count = sum(right for _, right in inside)
            rows.append(Reliability(least, below, len(inside), count, mean))
    return rows


def store(certainty: Certainty, description: Path) -> None:
    """Write *certainty* into the classifier's JSON."""
    facts = json.loads(description.read_text("utf-8"))
    facts["certainty"] = {
        "bias": certainty.bias,
        "face": certainty.face,
        "presence": certainty.presence,
    }
    description.write_text(json.dumps(facts, indent=2) + "\n", "utf-8")
