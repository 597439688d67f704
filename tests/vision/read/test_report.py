from __future__ import annotations

import json
from pathlib import Path

from referee.rules.cards import Card
from vision.read.reading import CardSeen, Doubt, IndexSeen, Reading, Unsure
from vision.read.report import report

READING = Reading(
    cards=(CardSeen(Card.parse("HT"), 0.98765, (IndexSeen(12.34, 56.78, -90.04, 0.91234, 40.0),)),),
    unsure=(Unsure(Doubt.FACE_UNCLEAR, 1.26, 2.0),),
    px_per_mm=2.50049,
)


def test_report_is_the_documented_line() -> None:
    """The keys, their order and their rounding are the contract of ``--json``."""
    assert json.dumps(report(Path("a.jpg"), READING)) == (
        '{"file": "a.jpg", "px_per_mm": 2.5, "cards": [{"card": "HT", "confidence": 0.988, '
        '"indices": [{"x": 12.3, "y": 56.8, "angle_deg": -90.0, "confidence": 0.912}], '
        '"corners": null}], '
        '"unsure": [{"reason": "face_unclear", "x": 1.3, "y": 2.0}]}'
    )


def test_nothing_read_is_a_line_too() -> None:
    """An empty table has a scale of null and empty lists."""
    assert report(Path("b.jpg"), Reading((), (), None)) == {
        "file": "b.jpg",
        "px_per_mm": None,
        "cards": [],
        "unsure": [],
    }
