"""Confidence fitted to what came true."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from tests.vision.read.fakes import MarkFinder, OneFaceClassifier
from vision.read.certainty import Certainty
from vision.read.labels import Label
from vision.training.calibrating import Calibrator, Outcome, fit, reliability, store
from vision.training.faces import FACES
from vision.training.scenes import IndexLabel
from vision.training.shards import store as store_scene

TRUTH = Certainty(bias=0.5, face=0.6, presence=0.3)


def outcomes(count: int) -> list[Outcome]:
    """Readings that are right as often as `TRUTH` says."""
    chance = np.random.default_rng(5)
    drawn = []
    for _ in range(count):
        face, presence = float(chance.uniform(0.5, 1)), float(chance.uniform(0.2, 1))
        drawn.append(Outcome(face, presence, bool(chance.random() < TRUTH(face, presence))))
    return drawn


def test_the_fit_finds_how_often_readings_are_right() -> None:
    """From six thousand readings the curve behind them comes out within a few percent."""
    fitted = fit(outcomes(6000))

    for face, presence in ((0.6, 0.5), (0.8, 0.9), (0.95, 0.5), (0.99, 0.95)):
        assert fitted(face, presence) == pytest.approx(TRUTH(face, presence), abs=0.04)


def test_fitted_confidence_is_reliable() -> None:
    """Of readings called 0.8 to 0.9 sure, some 85 % are right, and so in every range."""
    drawn = outcomes(6000)
    rows = reliability(drawn[3000:], fit(drawn[:3000]), (0.0, 0.6, 0.8, 0.9, 1.0))

    assert sum(row.readings for row in rows) == 3000
    for row in rows:
        spread = 3 * math.sqrt(0.25 / row.readings)
        assert row.right / row.readings == pytest.approx(row.said, abs=max(0.04, spread))
        assert row.least <= row.said < row.below


def test_presence_never_speaks_against_a_card() -> None:
    """Where chance made fainter indices right more often, only the face counts."""
    chance = np.random.default_rng(8)
    drawn = []
    for _ in range(400):
        face, presence = float(chance.uniform(0.5, 1)), float(chance.uniform(0.2, 1))
        drawn.append(Outcome(face, presence, bool(chance.random() < TRUTH(face, 1.1 - presence))))

    fitted = fit(drawn)

    assert fitted.presence == 0
    assert fitted.face > 0
    assert fitted(0.9, 0.3) == fitted(0.9, 0.9)


@pytest.mark.parametrize("right", [True, False])
def test_nothing_is_fitted_to_one_kind_of_outcome(right: bool) -> None:
    with pytest.raises(ValueError, match="of 2 readings right: nothing to fit"):
        fit([Outcome(0.9, 0.9, right)] * 2)


def test_readings_are_judged_by_the_labels() -> None:
    """Two sevens of hearts are read; one place has that label, the other another card's."""
    picture = np.full((640, 640, 3), 120, np.uint8)
    for x in (100, 300):
        picture[200:248, x : x + 20] = (20, 30, 200)
    quad = np.array([[-12, -24], [12, -24], [12, 24], [-12, 24]], np.float32)
    labels = [
        IndexLabel(FACES.index(face), quad + np.array([x + 10, 224], np.float32), 1.0, n)
        for n, (face, x) in enumerate((("H7", 100), ("C2", 300)))
    ]
    calibrator = Calibrator(MarkFinder(), OneFaceClassifier())

    found = calibrator.scene(store_scene(picture, labels, 95))

    assert sorted(outcome.right for outcome in found) == [False, True]
    assert all(outcome.face > 0.9 for outcome in found)


def test_unlabelled_places_of_a_photograph_tell_nothing() -> None:
    """People leave corners unlabelled; only labelled ones are judged."""
    picture = np.full((640, 640, 3), 120, np.uint8)
    for x in (100, 300):
        picture[200:248, x : x + 20] = (200, 30, 20)
    right = Label(90, 190, 130, 260, None, None, is_corner=True)
    calibrator = Calibrator(MarkFinder(), OneFaceClassifier())

    found = calibrator.photograph(picture, [right])

    assert [outcome.right for outcome in found] == [False]


def test_the_fit_is_stored_beside_the_network(tmp_path: Path) -> None:
    file = tmp_path / "index-classifier.json"
    file.write_text(json.dumps({"file": "index-classifier.onnx"}), "utf-8")

    store(TRUTH, file)

    assert Certainty.beside(file) == TRUTH
    assert json.loads(file.read_text("utf-8"))["file"] == "index-classifier.onnx"
