from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.app.rules_lines import answer, serve
from tests.rules.reference import CONFORMANCE, needs

OPEN_STRAIGHT = ["S4", "D5", "C6", "S7", "H2"]
LOW_STRAIGHT = ["D3", "C4", "H5", "S6", "D7"]


def ask(**question: Any) -> dict[str, Any]:
    """The answer as it comes off the wire."""
    found: dict[str, Any] = json.loads(json.dumps(answer(json.dumps(question))))
    return found


def test_readings_of_a_wild_card() -> None:
    """Every reading as type, number of cards and key."""
    assert ask(op="readings", level="8", cards=["H8", "HA"]) == {"readings": [["pair", 2, 14]]}
    assert ask(op="readings", level="2", cards=OPEN_STRAIGHT) == {
        "readings": [["straight", 5, 7], ["straight", 5, 8]]
    }


def test_readings_are_strict_unless_asked_otherwise() -> None:
    """The plain straight of one suit is listed only when it is asked for."""
    question = {"op": "readings", "level": "2", "cards": ["D7", "D8", "D9", "DJ", "H2"]}

    assert ask(**question) == {"readings": [["sf", 5, 11]]}
    assert ask(**question, strict=False) == {"readings": [["sf", 5, 11], ["straight", 5, 11]]}


@pytest.mark.parametrize(
    ("a", "b", "declared", "expected"),
    [
        (OPEN_STRAIGHT, LOW_STRAIGHT, {}, True),  # it may be read high
        (OPEN_STRAIGHT, LOW_STRAIGHT, {"a_as": ["straight", 5, 7]}, False),
        (OPEN_STRAIGHT, LOW_STRAIGHT, {"a_as": ["straight", 5, 8]}, True),
        (["D4", "C5", "H6", "S7", "D8"], OPEN_STRAIGHT, {}, True),  # unsaid, it is low
        (["D4", "C5", "H6", "S7", "D8"], OPEN_STRAIGHT, {"b_as": ["straight", 5, 8]}, False),
        (["SB", "SB", "HR", "HR"], ["S9"] * 2 + ["H9"] * 2 + ["C9"] * 2, {}, True),
        (["S3"], ["D3"], {}, False),
    ],
)
def test_beats(a: list[str], b: list[str], declared: dict[str, Any], expected: bool) -> None:
    """By the readings given, or else by the ones that are possible."""
    assert ask(op="beats", level="2", a=a, b=b, **declared) == {"beats": expected}


def test_a_deal_is_judged_play_by_play() -> None:
    """A refused play leaves the deal as it was."""
    plays = [
        ["S", ["C5"]],
        ["N", ["C6"]],
        ["E", ["C5"]],
        ["E", []],
        ["N", ["C6", "D7"]],
        ["N", ["H8", "S9", "C9"], ["triple", 3, 9]],
        ["N", ["C6"], None],
        ["S", []],
        ["W", []],
        ["S", []],
        ["E", []],
        ["N", []],
    ]

    assert ask(op="deal", level="8", leader="S", plays=plays) == {
        "verdicts": [
            "ok",
            "out_of_turn_play",
            "does_not_beat",
            "ok",
            "not_a_combination",
            "does_not_beat",
            "ok",
            "out_of_turn_pass",
            "ok",
            "ok",
            "ok",
            "leader_may_not_pass",
        ],
        "finish": [],
        "advance": None,
    }


def test_a_deal_to_its_end() -> None:
    """Places and advance are told with the last play; hands are looked into."""
    hands = {"E": ["C3", "C4"], "N": ["D5"], "W": ["C9", "D9"], "S": ["D6", "D7"]}
    plays = [
        ["E", ["C4"]],
        ["N", ["D5"]],
        ["W", []],
        ["S", ["D8"]],
        ["S", []],
        ["E", []],
        ["S", ["D6"]],
        ["E", []],
        ["W", []],
        ["S", ["D7"]],
        ["W", ["C9"]],
    ]

    assert ask(
        op="deal", ruleset="union-2024", level="2", leader="E", hands=hands, plays=plays
    ) == {
        "verdicts": [*["ok"] * 3, "not_in_hand", *["ok"] * 6, "deal_is_over"],
        "finish": ["N", "S", "E", "W"],
        "advance": {"side": "NS", "by": 3},
    }


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({}, "op: found nothing, want one of readings, beats, deal, vector"),
        ({"op": "play"}, "op: found 'play', want one of readings, beats, deal, vector"),
        ({"op": "readings", "cards": ["C5"]}, "level: found nothing, want a level"),
        ({"op": "readings", "level": "10", "cards": ["C5"]}, "level: found '10', want a level"),
        ({"op": "readings", "level": 8, "cards": ["C5"]}, "level: found 8, want a level"),
        ({"op": "readings", "level": "8"}, "cards: found nothing, want a list of cards"),
        ({"op": "readings", "level": "8", "cards": "C5"}, "cards: found 'C5', want a list"),
        ({"op": "readings", "level": "8", "cards": ["BJ"]}, "cards: found 'BJ', want suit C D"),
        (
            {"op": "readings", "level": "8", "cards": ["C5", "C5", "C5"]},
            "cards: found C5 three times, want each face twice at most",
        ),
        (
            {"op": "readings", "level": "8", "cards": ["C5"], "strict": "no"},
            "strict: found 'no', want true or false",
        ),
        (
            {"op": "beats", "level": "8", "a": ["C5", "D6"], "b": ["C5"]},
            "a: found ['C5', 'D6'], want a combination at level 8",
        ),
        (
            {"op": "beats", "level": "8", "a": ["C5"], "b": ["D5"], "a_as": ["pair", 2, 5]},
            "a_as: found ['pair', 2, 5], want ['single', 1, 5]",
        ),
        (
            {"op": "beats", "level": "8", "a": ["C5"], "b": ["D5"], "a_as": ["duo", 2, 5]},
            "a_as: found 'duo', want a type of single, pair",
        ),
        (
            {"op": "beats", "level": "2", "a": ["C5"], "b": ["S7", "D7", "S8", "D8", "H2", "H2"]},
            "b_as: found nothing, want the reading of b, as no rule settles it",
        ),
        (
            {"op": "deal", "level": "8", "leader": "X", "plays": []},
            "leader: found 'X', want a seat: 'E', 'N', 'W' or 'S'",
        ),
        (
            {"op": "deal", "level": "8", "leader": "S", "plays": [["S"]]},
            "plays[0]: found ['S'], want [seat, cards] or [seat, cards, reading]",
        ),
        (
            {"op": "deal", "level": "8", "leader": "S", "plays": [["S", ["C5"], 7]]},
            "plays[0][2]: found 7, want a reading [type, cards, key]",
        ),
        (
            {"op": "deal", "level": "8", "leader": "S", "plays": [], "hands": {"E": ["C5"]}},
            "hands: found {'E': ['C5']}, want an object with the hands of E, N, W and S",
        ),
        (
            {
                "op": "deal",
                "level": "8",
                "leader": "S",
                "plays": [],
                "hands": {"E": ["C5"], "N": ["C5"], "W": ["C5"], "S": ["C6"]},
            },
            "hands: found C5 3 times, want each face twice at most",
        ),
        (
            {"op": "deal", "ruleset": "nowhere", "level": "8", "leader": "S", "plays": []},
            "nowhere: no such ruleset; want one of ",
        ),
    ],
)
def test_a_bad_line_is_told_what_is_wanted(question: dict[str, Any], message: str) -> None:
    """The answer names the field, what was found in it and what would be right."""
    found = ask(**question)

    assert list(found) == ["error"]
    assert found["error"].startswith(message)


@pytest.mark.parametrize("line", ["", "{", "[]", "17", "null", '"op"', "[" * 100_000, "9" * 5000])
def test_lines_that_are_no_object(line: str) -> None:
    """Whatever the line holds, it gets an error."""
    assert list(answer(line)) == ["error"]


def test_the_next_line_is_served() -> None:
    """One answer a line, in order, bad ones too."""
    answers: list[str] = []
    good = json.dumps({"op": "readings", "level": "8", "cards": ["C5"]})
    serve([f"{good}\n", "nonsense\n", f"{good}\n"], answers.append)

    assert [list(json.loads(line)) for line in answers] == [["readings"], ["error"], ["readings"]]
    assert not any("\n" in line for line in answers)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
FACE = st.sampled_from(["C5", "H8", "SB", "HR", "D5", "SA", "C10"])
CARDS = st.lists(FACE, max_size=6) | JUNK
READING = st.sampled_from([["single", 1, 5], ["pair", 2, 5]]) | JUNK
SEAT = st.sampled_from("ENWS") | JUNK
PLAY = st.tuples(SEAT, CARDS) | st.tuples(SEAT, CARDS, READING) | JUNK
QUESTIONS = st.fixed_dictionaries(
    {"op": st.sampled_from(["readings", "beats", "deal", "vector"]) | JUNK},
    optional={
        "level": st.sampled_from("2358A") | JUNK,
        "cards": CARDS,
        "strict": st.booleans() | JUNK,
        "a": CARDS,
        "b": CARDS,
        "a_as": READING,
        "b_as": READING,
        "ruleset": st.sampled_from(["union-2024", "staff-2011"]) | JUNK,
        "leader": SEAT,
        "hands": st.fixed_dictionaries(dict.fromkeys("ENWS", CARDS)) | JUNK,
        "plays": st.lists(PLAY, max_size=8) | JUNK,
        "kind": st.sampled_from(["classify", "compare", "tribute", "timing", "score"]) | JUNK,
        "finish": st.lists(SEAT, max_size=4) | JUNK,
    },
)


@settings(max_examples=300, deadline=None)
@given(QUESTIONS)
def test_any_question_gets_an_answer(question: dict[str, Any]) -> None:
    """Nothing a program can send makes the service fail, and every answer can be sent back."""
    assert isinstance(json.loads(json.dumps(answer(json.dumps(question)))), dict)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_any_text_gets_an_answer(line: str) -> None:
    """The same for lines that are not JSON at all."""
    assert list(answer(line)) == ["error"]


class TestHumanDeal:
    """The real deal of the reference material, asked about over the wire."""

    pytestmark = needs(CONFORMANCE)

    def test_it_is_legal_from_end_to_end(self) -> None:
        """With the hands as they were after the tribute."""
        record = json.loads((CONFORMANCE / "human_deal.json").read_text("utf-8"))
        hands = record["hands"]
        for giver, taker, card in (*record["tribute"], *record["back"]):
            hands[giver].remove(card)
            hands[taker].append(card)
        found = ask(
            op="deal",
            ruleset="union-2024",
            level=record["level"],
            leader="ENWS"[record["lead"]],
            hands=dict(zip("ENWS", hands, strict=True)),
            plays=[["ENWS"[place], cards] for place, cards in record["plays"]],
        )

        assert found == {
            "verdicts": ["ok"] * len(record["plays"]),
            "finish": ["ENWS"[place] for place in record["finish"]],
            "advance": {"side": "NS", "by": record["levelup"]},
        }
