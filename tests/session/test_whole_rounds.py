"""Whole rounds from scripts, with irregularities, under the rulesets that differ most.

Each file of ``rounds`` is a round: lines of `tests.session.script`, what the table must say to
them, and the score sheet both sides sign. Every expectation cites the article it rests on, so that
a referee can read, check and extend the file without Python.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.app.rulesets import ruleset_named
from referee.record.codec import decode_event, encode_event
from referee.session.events import RoundStarted
from referee.session.history import replay
from referee.session.round_state import DealRecord, PenaltyRecord, RoundOutcome
from referee.session.sheet import sheet_of
from referee.session.table import Phase
from tests.session.script import Script
from tests.session.tables import asked, said

FILES = sorted((Path(__file__).parent / "rounds").glob("*.toml"))


def read(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def answer(script: Script, key: str) -> object:
    """What the table has to say about the last line, as the files write it."""
    done, table = script.done, script.table
    match key:
        case "finds":
            return None if done.verdict is None else done.verdict.finding.value
        case "article":
            return None if done.verdict is None else done.verdict.article
        case "says":
            return [f"{n.value} {s.value}" if s else n.value for n, s in said(done)]
        case "asks":
            return [question.value for question in asked(done)]
        case "to_act":
            return " ".join(seat.value for seat in table.to_act)
        case "phase":
            return table.phase.value
        case "level":
            return str(table.round.game.level) if table.round is not None else ""
        case "case":
            case = table.cases[-1]
            step = "none" if case.proposal.step is None else case.proposal.step.value
            return f"{case.number} {case.seat.value} {case.fault.value} {step}"
        case "proposed_by":
            return table.cases[-1].proposal.article
        case "left":
            deal = table.deal
            return "" if deal is None else " ".join(str(n) for _, n in deal.cards_left.items())
        case _:
            raise AssertionError(f"the table has no answer called {key!r}")


def row_text(row: DealRecord) -> str:
    """One line of the sheet: level, declarer, finish or foul, result, steps, grades."""
    declarer = "-" if row.declarer is None else row.declarer.value
    finish = " ".join(seat.value for seat in row.finish)
    if row.fouled is not None:
        finish = f"foul {row.fouled.value}"
    extra = " extra" if row.decides_tie else ""
    grades = f"{row.east_west.label}:{row.north_south.label}"
    return f"{row.level} {declarer} | {finish} | {row.result} +{row.steps} | {grades}{extra}"


def penalty_text(entry: PenaltyRecord) -> str:
    steps = " ".join(step.value for step in entry.steps)
    return f"{entry.deal} {entry.seat.value} {steps}"


def outcome_text(outcome: RoundOutcome) -> str:
    winner = "draw" if outcome.winner is None else outcome.winner.value
    grades = ":".join(
        "-" if grade is None else grade.label for grade in (outcome.east_west, outcome.north_south)
    )
    match_points = f"{outcome.match_points.ours}:{outcome.match_points.theirs}"
    level_points = f"{outcome.level_points.ours}:{outcome.level_points.theirs}"
    return f"{outcome.ended_by.value} {winner} | {match_points} | {level_points} | {grades}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_round_is_refereed_as_the_sheet_says(file: Path) -> None:
    """Line by line, then the sheet, then once more from the written events alone."""
    told = read(file)
    how = told.get("start", {})
    script = Script(RoundStarted(0, ruleset_named(told["ruleset"]), **how))
    for number, step in enumerate(told["step"], start=1):
        for line in step["do"]:
            script.play(line)
        for key, expected in step.items():
            if key not in ("do", "cites"):
                found = answer(script, key)
                assert found == expected, f"{file.stem} step {number} {step['do']}: {key}"
    sheet = sheet_of(script.table)
    assert sheet is not None
    assert [row_text(row) for row in sheet.deals] == [row["row"] for row in told["sheet"]]
    assert [penalty_text(entry) for entry in sheet.penalties] == told.get("penalties", [])
    assert sheet.outcome is not None
    assert outcome_text(sheet.outcome) == told["outcome"]["row"]
    assert script.table.phase is Phase.SIGNED
    written = [json.dumps(encode_event(event)) for event in script.events]
    assert replay(decode_event(json.loads(line)) for line in written).table == script.table


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_expectation_of_a_round_cites_its_article(file: Path) -> None:
    """A file that expects something says where that is written."""
    told = read(file)
    for step in told["step"]:
        assert "cites" in step or step.keys() == {"do"}, step
    for row in (*told["sheet"], told["outcome"]):
        assert row["cites"], row


def test_rounds_cover_the_rulesets_that_differ_most() -> None:
    """A removed file is noticed."""
    assert {read(file)["ruleset"] for file in FILES} >= {
        "jiangsu-2017",
        "union-2024",
        "general-never-demote",
        "huaian-detail",
        "rules-135",
        "kangnaixin-2014",
        "national-2017",
    }
