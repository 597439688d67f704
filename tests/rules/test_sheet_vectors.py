"""Questions to whole sheets, and refusals of questions nobody can answer."""

from __future__ import annotations

from typing import Any

import pytest

from referee.app.rule_vectors import answer
from tests.rules.switching import case_name, table


@pytest.mark.parametrize("case", table("sheets")["case"], ids=case_name)
def test_sheet(case: dict[str, Any]) -> None:
    """The files of the sheets and the rules together give what the sheet says."""
    answered = answer(case["question"])

    assert {key: answered.get(key) for key in case["expect"]} == case["expect"]


TRIBUTE = {
    "kind": "tribute",
    "ruleset": "union-2024",
    "level": "5",
    "finish": ["E", "N", "W", "S"],
    "hands_top": {"S": ["SA"]},
}


@pytest.mark.parametrize(
    ("vector", "message"),
    [
        ({}, "kind: found nothing, want one of classify, compare"),
        ({"kind": "chess"}, "kind: found 'chess', want one of classify, compare"),
        ({"kind": "points", "ruleset": "union-2042", "result": "1-2"}, "no such ruleset"),
        ({"kind": "points", "result": "2-1"}, "result: found '2-1', want one of 1-2, 1-3, 1-4"),
        ({"kind": "classify", "level": "2", "cards": []}, "cards: found no card"),
        ({"kind": "classify", "level": "2", "cards": ["X9"]}, "cards.*: found 'X9'"),
        ({"kind": "classify", "cards": ["S9"]}, "level: found nothing"),
        ({**TRIBUTE, "finish": ["E", "N"]}, "finish: .*the deal is not over"),
        ({**TRIBUTE, "finish": ["E", "Q", "W"]}, "finish: .* 'Q'"),
        ({**TRIBUTE, "hands_top": {"N": ["SA"]}}, "hands_top.S: found nothing"),
        ({**TRIBUTE, "hands_top": "SA"}, "hands_top: found 'SA', want an object"),
        ({**TRIBUTE, "previous": "rain"}, "previous: found 'rain', want one of foul by EW"),
        ({**TRIBUTE, "quotes": ["贡牌"]}, "quotes: found '贡牌', want objects with a text quote"),
        ({"kind": "pass_A", "attempts": ["1-2", "1-4"]}, "none after the one that passed A"),
        ({"kind": "pass_A", "attempts": ["won"]}, "attempts: found 'won'"),
        ({"kind": "promotion", "side_level": "1", "result": "1-2"}, "side_level: found '1'"),
        ({"kind": "timing", "event": "play", "seconds": -1}, "seconds: found -1"),
        ({"kind": "timing", "event": "nap", "seconds": 1}, "event: found 'nap'"),
        ({"kind": "deal", "deal": 2}, "finish: found nothing, want how the deal before ended"),
        ({"kind": "deal", "deal": 1.5}, "deal: found 1.5, want a whole number, 1 or more"),
        (
            {"kind": "jiefeng", "finisher": "E", "place": 3},
            "place: found 3, want 1 or 2",
        ),
        ({"kind": "jiefeng", "finisher": "E", "place": 1, "beaten": True}, "beaten_by: found"),
        ({"kind": "time_up"}, "levels: found nothing"),
        ({"kind": "penalty", "record": {"fouls": 1, "warnings": 1}}, "record: .* one unit of"),
        ({"kind": "score", "teams": {"X": [2, 0], "Y": [2]}}, "the same number of rounds"),
        (
            {
                "kind": "compare",
                "level": "2",
                "current": ["S7", "D7", "S8", "D8", "H2", "H2"],
                "play": ["S8", "D8", "S9", "D9", "CT", "DT"],
            },
            "current_as or play_as",
        ),
        (
            {"kind": "compare", "level": "2", "current": ["S3", "D5"], "play": ["S4"]},
            "current: found no combination",
        ),
        (
            {
                "kind": "compare",
                "level": "2",
                "current": ["S3"],
                "play": ["S4"],
                "play_as": {"type": "pair", "rank": "4"},
            },
            "play_as: .* a reading of these cards",
        ),
    ],
)
def test_bad_questions_are_refused(vector: dict[str, Any], message: str) -> None:
    """The message names the field, what it holds and what is wanted."""
    with pytest.raises(ValueError, match=message):
        answer(vector)
