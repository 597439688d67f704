"""Mistakes in ruleset files: every kind, and that all of them are told at once."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import pytest

from referee.rules.level import Level
from referee.rules.ruleset_document import Document
from referee.rules.ruleset_keys import GROUPS, KEYS
from referee.rules.ruleset_loading import load_ruleset
from referee.rules.ruleset_mistakes import RulesetError
from referee.rules.ruleset_provenance import Origin
from referee.rules.switches.clocks import Stage, Step
from referee.rules.switches.rounds import TieBreak

ROOT: dict[str, Any] = {"id": "root", "title": "建议", "kind": "advice"} | {
    group: {
        key.name: {"value": key.write(key.advised), "at": "AMB-01", "says": "as ever"}
        for key in KEYS.values()
        if key.group == group
    }
    for group in GROUPS
}
"""States every key."""

SHEET: dict[str, Any] = {
    "id": "sheet",
    "title": "某规则",
    "kind": "sheet",
    "source": "000 L1-9",
    "base": "root",
}
"""States none."""


def value(raw: object, **more: object) -> dict[str, object]:
    return {"value": raw, "at": "000 L1", "quote": "如此"} | more


def library(**documents: Mapping[str, object]) -> dict[str, Document]:
    return {name: Document(f"{name}.toml", content) for name, content in documents.items()}


def mistakes(sheet: Mapping[str, object], **others: Mapping[str, object]) -> list[str]:
    """What is wrong with a sheet that rests on `ROOT`."""
    with pytest.raises(RulesetError) as caught:
        load_ruleset("sheet", library(sheet=sheet, root=ROOT, **others))
    return [str(mistake) for mistake in caught.value.mistakes]


def test_a_file_states_some_and_the_base_gives_the_rest() -> None:
    """A sheet says no more than its document, and the ruleset is complete all the same."""
    loaded = load_ruleset(
        "sheet",
        library(
            sheet=SHEET
            | {
                "advance": {"double_down": value(5), "start_level": value("3")},
                "scoring": {"tie_breaks": value(["wins", "lot"])},
                "clocks": {"stages": value(["0 warning", "15 foul"])},
            },
            root=ROOT,
        ),
    )

    assert loaded.ruleset.advance.double_down == 5
    assert loaded.ruleset.advance.start_level is Level.parse("3")
    assert loaded.ruleset.scoring.tie_breaks == (TieBreak.WINS, TieBreak.LOT)
    assert loaded.ruleset.clocks.stages == (Stage(0, Step.WARNING), Stage(15, Step.FOUL))
    assert loaded.ruleset.advance.first_third == 2
    assert loaded.origin("advance.double_down") is Origin.STATED
    assert loaded.origin("advance.first_third") is Origin.ADVISED


def test_fill_goes_before_the_base_and_after_the_file() -> None:
    """Single keys and whole groups can come from a third document."""
    other = SHEET | {
        "id": "other",
        "ace": {"fail_limit": value(3), "fallback": value("J")},
        "round": {"minutes": value(50), "deals": value(0)},
    }
    sheet = SHEET | {
        "fill": {"ace": "other", "round.minutes": "other"},
        "ace": {"fallback": value("9")},
    }

    loaded = load_ruleset("sheet", library(sheet=sheet, other=other, root=ROOT))

    assert loaded.ruleset.ace.fail_limit == 3
    assert loaded.origin("ace.fail_limit") is Origin.FILLED
    assert loaded.ruleset.ace.fallback is Level.parse("9")
    assert loaded.ruleset.round.minutes == 50
    assert loaded.origin("round.deals") is Origin.ADVISED


def test_an_event_names_its_ruleset() -> None:
    """The plan of an event says ruleset where a sheet says base."""
    event = {key: SHEET[key] for key in SHEET if key != "base"} | {"ruleset": "root"}

    assert load_ruleset("sheet", library(sheet=event, root=ROOT)).header.base == "root"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        # The file as a whole.
        ({"id": "shet"}, "sheet.toml: id: got 'shet'; want 'sheet', as it is filed"),
        ({"title": 7}, "sheet.toml: title: got 7; want text"),
        ({"title": " "}, "sheet.toml: title: got ' '; want text"),
        ({"source": ...}, "sheet.toml: source: is missing; want text"),
        (
            {"kind": "rules"},
            "sheet.toml: kind: got 'rules'; want one of sheet, plan, sheet_and_plan, advice",
        ),
        ({"tribut": {}}, "sheet.toml: tribut: unknown key; did you mean 'tribute'?"),
        ({"ace": 3}, "sheet.toml: ace: got 3; want a table [ace]"),
        # What it rests on.
        ({"base": "rot"}, "sheet.toml: base: no ruleset 'rot'; did you mean 'root'?"),
        (
            {"base": "sheet"},
            (
                "sheet.toml: base: goes in a circle: sheet -> sheet; "
                "want a ruleset that does not rest on this one"
            ),
        ),
        ({"ruleset": "root"}, "sheet.toml: ruleset: stands beside base; want one of the two"),
        (
            {"base": ...},
            (
                f"sheet.toml: base: is missing, but {len(KEYS)} keys are not stated, as "
                "seating.assignment; want the id of the ruleset that gives the rest"
            ),
        ),
        (
            {"fill": "root"},
            "sheet.toml: fill: got 'root'; want a table, as { tribute = \"union-2024\" }",
        ),
        (
            {"fill": {"ace.fail": "root"}},
            "sheet.toml: fill.ace.fail: unknown key; did you mean 'ace.fail_limit'?",
        ),
        ({"fill": {"ace": 2}}, "sheet.toml: fill.ace: got 2; want the id of a ruleset"),
        (
            {"fill": {"ace": "roto"}},
            "sheet.toml: fill.ace: no ruleset 'roto'; did you mean 'root'?",
        ),
        # A key.
        (
            {"tribute": {"return_limits": value("any")}},
            "sheet.toml: tribute.return_limits: unknown key; did you mean 'return_limit'?",
        ),
        (
            {"tribute": {"return_limit": "any"}},
            (
                "sheet.toml: tribute.return_limit: got 'any'; want a value with its source, "
                'as { value = …, at = "000 L307", quote = "…" }'
            ),
        ),
        (
            {"ace": {"fallback": {"at": "000 L1", "quote": "如此"}}},
            (
                "sheet.toml: ace.fallback: has no value; "
                "want one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A"
            ),
        ),
        (
            {"ace": {"fallback": value("2", qoute="x")}},
            "sheet.toml: ace.fallback.qoute: unknown key; did you mean 'quote'?",
        ),
        (
            {"ace": {"fallback": {"value": "2", "quote": "如此"}}},
            "sheet.toml: ace.fallback.at: is missing; want text",
        ),
        (
            {"ace": {"fallback": {"value": "2", "at": "000 L1"}}},
            (
                "sheet.toml: ace.fallback: has neither quote nor says; "
                "want quote for the document's words, or says for ours"
            ),
        ),
        (
            {"ace": {"fallback": value("2", says="so")}},
            (
                "sheet.toml: ace.fallback: has both quote and says; "
                "want quote for the document's words, or says for ours"
            ),
        ),
        (
            {"ace": {"fallback": value("2", note=3)}},
            "sheet.toml: ace.fallback.note: got 3; want text",
        ),
        # A value.
        (
            {"tribute": {"return_limit": value("anny")}},
            (
                "sheet.toml: tribute.return_limit: got 'anny'; want one of up_to_ten, any, "
                "partner_up_to_ten, disputed (did you mean 'any'?)"
            ),
        ),
        (
            {"ace": {"fallback": value("B")}},
            "sheet.toml: ace.fallback: got 'B'; want one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A",
        ),
        (
            {"ace": {"fail_limit": value("3")}},
            "sheet.toml: ace.fail_limit: got '3'; want a whole number from 0 to 10",
        ),
        (
            {"ace": {"fail_limit": value(raw=True)}},
            "sheet.toml: ace.fail_limit: got true; want a whole number from 0 to 10",
        ),
        (
            {"ace": {"fail_limit": value(11)}},
            "sheet.toml: ace.fail_limit: 11 is out of range; want 0 to 10",
        ),
        (
            {"hands": {"joker_pair": value(1)}},
            "sheet.toml: hands.joker_pair: got 1; want true or false",
        ),
        (
            {"hands": {"straight_cards": value(6)}},
            (
                "sheet.toml: hands.straight_cards: 6 is not played by this program; "
                "want only 5, as in all sheets that speak of it"
            ),
        ),
        (
            {"clocks": {"stages": value("15 foul")}},
            (
                "sheet.toml: clocks.stages: got '15 foul'; want a list of 1 to 4: stages such as "
                '"15 foul": seconds past the normal time, then one of signal, warning, '
                "violation, foul"
            ),
        ),
        (
            {"clocks": {"stages": value(["foul"])}},
            (
                "sheet.toml: clocks.stages: got 'foul'; want stages such as "
                '"15 foul": seconds past the normal time, then one of signal, warning, '
                "violation, foul"
            ),
        ),
        (
            {"dealing": {"court_points": value([11, 12])}},
            (
                "sheet.toml: dealing.court_points: got 2 entries; "
                "want a list of 4: a whole number from 1 to 13"
            ),
        ),
        (
            {"round": {"ends_by": value(["game", "game"])}},
            (
                "sheet.toml: round.ends_by: ['game', 'game'] names an entry twice; "
                "want each at most once"
            ),
        ),
        # Other readings.
        (
            {"ace": {"fallback": value("2", also="J")}},
            (
                "sheet.toml: ace.fallback.also: got 'J'; want a list of readings, "
                'each as { value = …, at = "000 L307", quote = "…" }'
            ),
        ),
        (
            {"ace": {"fallback": value("2", also=[value("Z")])}},
            (
                "sheet.toml: ace.fallback.also[0]: got 'Z'; "
                "want one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A"
            ),
        ),
        (
            {"ace": {"fallback": value("2", also=[value("J", also=[])])}},
            (
                "sheet.toml: ace.fallback.also[0].also: unknown key; "
                "want one of at, note, quote, says, value"
            ),
        ),
    ],
)
def test_a_mistake_names_file_key_and_cure(change: dict[str, object], message: str) -> None:
    """Whoever wrote the file can mend it from the message alone."""
    sheet = {key: text for key, text in (SHEET | change).items() if text is not ...}

    assert mistakes(sheet) == [message]


def test_a_ruleset_there_is_not_is_refused_with_the_nearest() -> None:
    """A slip in the id on the command line is answered like one in a file."""
    with pytest.raises(RulesetError, match=r"shett: no such ruleset; did you mean 'sheet'\?"):
        load_ruleset("shett", library(sheet=SHEET, root=ROOT))


def test_all_mistakes_are_told_at_once() -> None:
    """A file is mended in one go, and so is the one it rests on."""
    sheet = SHEET | {"base": "other", "ace": {"fail_limit": value(-1), "fallbak": value("2")}}
    other = SHEET | {"id": "other", "titel": "x", "round": {"minutes": value("an hour")}}

    assert mistakes(sheet, other=other) == [
        "other.toml: titel: unknown key; did you mean 'title'?",
        "other.toml: round.minutes: got 'an hour'; want a whole number from 0 to 600",
        "sheet.toml: ace.fail_limit: -1 is out of range; want 0 to 10",
        "sheet.toml: ace.fallbak: unknown key; did you mean 'fallback'?",
    ]


def test_a_longer_circle_is_shown_whole() -> None:
    """Two files that rest on each other rest on nothing."""
    sheet = SHEET | {"base": "other"}
    other = SHEET | {"id": "other", "base": "root", "fill": {"ace": "sheet"}}

    assert mistakes(sheet, other=other) == [
        (
            "other.toml: fill.ace: goes in a circle: sheet -> other -> sheet; "
            "want a ruleset that does not rest on this one"
        )
    ]


def test_a_long_value_is_cut_in_messages() -> None:
    """A message stays one line, whatever somebody pastes into a file."""
    (message,) = mistakes(SHEET | {"ace": {"fail_limit": value("9" * 5000)}})

    assert len(message) < 200


def test_the_input_is_left_as_it_was() -> None:
    """The same parsed file can be loaded twice."""
    sheet = SHEET | {"ace": {"fail_limit": value(3)}, "scoring": {"tie_breaks": value(["lot"])}}
    before = copy.deepcopy(sheet)

    load_ruleset("sheet", library(sheet=sheet, root=ROOT))

    assert sheet == before


CONTRADICTIONS: list[tuple[dict[str, object], str]] = [
    ({"wild": {"announce": value("never"), "open_end": value("none")}}, "wild.announce"),
    ({"wild": {"place_declares": value(raw=True)}}, "wild.place_declares"),
    ({"dealing": {"first_cutter": value("E")}}, "dealing.first_cutter"),
    ({"dealing": {"first_shuffles": value([7, 5])}}, "dealing.first_shuffles"),
    ({"dealing": {"later_shuffles": value([3, 2])}}, "dealing.later_shuffles"),
    ({"tribute": {"mode": value("none")}}, "tribute.mode"),
    ({"tribute": {"single_leader": value("first_out")}}, "tribute.mode"),
    ({"tribute": {"equal_leader": value("chosen_payer")}}, "tribute.equal_leader"),
    ({"advance": {"first_last": value(3)}}, "advance.double_down"),
    ({"advance": {"unit": value("points")}}, "advance.unit"),
    ({"ace": {"passed_by": value("reached")}}, "ace.must_be_played"),
    ({"ace": {"must_be_played": value(raw=False)}}, "ace.must_be_played"),
    ({"ace": {"fallback": value("A")}}, "ace.fallback"),
    ({"ace": {"after_fallback": value("straight_to_three")}}, "ace.after_fallback"),
    ({"round": {"deals": value(8)}}, "round.deals"),
    ({"round": {"points": value(13)}}, "round.points"),
    ({"scoring": {"draw": value(3)}}, "scoring.win"),
    ({"scoring": {"tie_breaks": value(["lot", "wins"])}}, "scoring.tie_breaks"),
    ({"tournament": {"best_of": value(2)}}, "tournament.best_of"),
    ({"clocks": {"stages": value(["9 foul", "5 warning"])}}, "clocks.stages"),
    ({"clocks": {"tribute_stages": value(["0 foul", "0 foul"])}}, "clocks.tribute_stages"),
    ({"clocks": {"late_forfeit_minutes": value(20)}}, "clocks.late_excused_minutes"),
    ({"officials": {"checkers": value(["W"])}}, "officials.checkers"),
    ({"penalties": {"forfeit_levels": value(0)}}, "penalties.forfeit_levels"),
]


@pytest.mark.parametrize(("change", "key"), CONTRADICTIONS, ids=[key for _, key in CONTRADICTIONS])
def test_values_that_make_no_sense_together_are_refused(
    change: dict[str, object], key: str
) -> None:
    """The message names the keys, their values, whose they are, and what would fit."""
    (message,) = mistakes(SHEET | change)

    assert message.startswith(f"sheet.toml: {key}: {key} = ")
    assert "(from sheet)" in message
    assert "; " in message


def test_a_contradiction_is_told_with_both_sides() -> None:
    """One of the values may come from the base: the message says so."""
    (message,) = mistakes(SHEET | {"round": {"deals": value(8)}})

    assert message == (
        "sheet.toml: round.deals: round.deals = 8 (from sheet) and round.ends_by = "
        "['game', 'time'] (from root); a number of deals belongs to a round that ends by deals"
    )
