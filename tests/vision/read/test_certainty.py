"""Confidence that means what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vision.detectors.base import WeightsError
from vision.read.certainty import Certainty, as_said, log_odds

FITTED = Certainty(bias=1.0, face=0.5, presence=0.25)


def test_confidence_grows_with_both_witnesses() -> None:
    """A surer face and a surer index each raise it; it stays a probability."""
    low, face, presence = FITTED(0.8, 0.5), FITTED(0.99, 0.5), FITTED(0.8, 0.9)

    assert 0 < low < min(face, presence)
    assert max(FITTED(1.0, 1.0), 1 - FITTED(0.0, 0.0)) < 1


def test_uncalibrated_networks_are_taken_at_their_word() -> None:
    assert as_said(0.9, 0.5) == pytest.approx(0.45)
    assert log_odds(0.5) == 0
    assert log_odds(1.0) == pytest.approx(-log_odds(0.0))


def test_it_lies_in_the_classifiers_description(tmp_path: Path) -> None:
    """A description without one, or none at all, says nothing."""
    file = tmp_path / "index-classifier.json"
    assert Certainty.beside(file) is None
    file.write_text("{}", "utf-8")
    assert Certainty.beside(file) is None
    file.write_text(
        json.dumps({"certainty": {"bias": 1.0, "face": 0.5, "presence": 0.25}}), "utf-8"
    )
    assert Certainty.beside(file) == FITTED


@pytest.mark.parametrize("content", ["{", "[]", '{"certainty": {"bias": 1}}', '{"certainty": 3}'])
def test_a_damaged_description_is_refused(tmp_path: Path, content: str) -> None:
    """One error that names the file and what was wanted."""
    file = tmp_path / "index-classifier.json"
    file.write_text(content, "utf-8")

    with pytest.raises(WeightsError, match=r"index-classifier\.json: found .*want JSON with"):
        Certainty.beside(file)
