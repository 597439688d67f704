"""The shipped ruleset files: they load, and what they claim of their documents is true."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.app.rulesets import loaded_ruleset, ruleset_ids
from referee.rules.ruleset import Ruleset
from referee.rules.ruleset_document import Document
from referee.rules.ruleset_keys import GROUPS, KEYS, values_of
from referee.rules.ruleset_loading import load_ruleset
from referee.rules.ruleset_provenance import DocumentKind, LoadedRuleset, Origin, Reading
from tests.rules import ruleset_docs
from tests.rules.reference import needs
from tests.shared import SHARED

CONFIG = Path(__file__).parents[2] / "config"
SOURCES = SHARED / "rules" / "sources"
MATRIX = SHARED / "rules" / "matrix.json"
VECTORS = SHARED / "rules" / "vectors.json"
PARAMETERS = SHARED / "rules" / "parameters.md"
COLUMNS = tomllib.loads((Path(__file__).parent / "ruleset_matrix.toml").read_text("utf-8"))

PRONUNCIATION = re.compile(r"\([a-zāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜü]+\)")
"""Marks that a conversion left behind some characters of one source file."""


def stated(loaded: LoadedRuleset) -> Iterator[tuple[str, Reading]]:
    """Every reading of a document of its own, other readings included."""
    for name, entry in loaded.entries.items():
        if loaded.origin(name) is Origin.STATED:
            for reading in (entry.reading, *entry.also):
                yield name, reading


@pytest.mark.parametrize("name", ruleset_ids())
def test_every_file_loads_with_a_source_for_every_value(name: str) -> None:
    """A value nobody can look up is no rule."""
    loaded = loaded_ruleset(name)

    assert list(loaded.entries) == list(KEYS)
    for key, entry in loaded.entries.items():
        source = entry.reading.source
        assert source.at, key
        assert bool(source.quote) is not bool(source.says), key
        assert source.document in loaded.titles, key
    assert loaded.ruleset.id == name


@pytest.mark.parametrize("name", ruleset_ids())
def test_a_file_written_out_in_full_gives_the_same_ruleset(name: str) -> None:
    """The text form of every value reads back, and nothing depends on the base any more."""
    loaded = loaded_ruleset(name)
    content: dict[str, Any] = {"id": name, "title": "t", "kind": "sheet", "source": "s"}
    content |= {group: {} for group in GROUPS}
    for key, entry in loaded.entries.items():
        raw = KEYS[key].write(entry.reading.value)
        content[KEYS[key].group][KEYS[key].name] = {"value": raw, "at": "a", "says": "s"}

    again = load_ruleset(name, {name: Document("file", content)})

    assert again.ruleset == loaded.ruleset
    assert {again.origin(key) for key in KEYS} == {Origin.STATED}


def test_the_advised_defaults_are_those_of_the_code() -> None:
    """A ruleset made without a file and one that states nothing are the same."""
    assert loaded_ruleset("advised-defaults").ruleset == Ruleset()


def test_each_document_is_a_ruleset_or_an_event_that_names_one() -> None:
    """A plan without rules is an event file; everything else is a ruleset file."""
    for folder in ("rulesets", "events"):
        for file in (CONFIG / folder).glob("*.toml"):
            content = tomllib.loads(file.read_text("utf-8"))
            is_plan = content["kind"] == DocumentKind.PLAN.value

            assert is_plan is (folder == "events"), file.name
            assert is_plan is ("ruleset" in content), file.name


def test_every_open_question_that_is_cited_is_listed() -> None:
    """Whoever meets a number in a file finds what it is about."""
    questions = (CONFIG / "rulesets" / "OPEN_QUESTIONS.md").read_text("utf-8")
    listed = set(re.findall(r"^\| (AMB-\d\d)", questions, re.MULTILINE))
    cited = set()
    for file in [*CONFIG.rglob("*.toml"), *(CONFIG.parent / "referee/rules").rglob("*.py")]:
        cited |= set(re.findall(r"AMB-\d\d", file.read_text("utf-8")))

    assert cited <= listed


def test_the_documents_about_rulesets_are_current() -> None:
    """After a change of the data: ``python -m tests.rules.ruleset_docs``."""
    assert ruleset_docs.OVERVIEW.read_text("utf-8") == ruleset_docs.overview()
    assert ruleset_docs.REFERENCE.read_text("utf-8") == ruleset_docs.reference()


def test_the_example_of_the_overview_loads(tmp_path: Path) -> None:
    """The first thing an organiser copies must work."""
    (example,) = re.findall(r"```toml\n(.*?)```", ruleset_docs.overview(), re.DOTALL)
    path = tmp_path / "clubnight.toml"
    path.write_text(example, "utf-8")

    assert loaded_ruleset(str(path)).ruleset.round.minutes == 45


def test_a_quoted_clause_selects_the_other_reading() -> None:
    """A sheet that contradicts itself can be asked by either clause."""
    loaded = loaded_ruleset("yinbao-2017")
    clause = "60分钟到时，双方打同一点数时，先晋级的为胜方。"

    assert loaded.as_read_in(clause).round.tie_at_time.value == "first_to_reach"
    assert loaded.as_read_in("同分的 加赛一局").round.tie_at_time.value == "extra_game"
    assert loaded.as_read_in("") == loaded.ruleset


def test_a_quote_with_both_readings_in_it_selects_none() -> None:
    """A long quote that takes in the first reading as well decides nothing."""
    loaded = loaded_ruleset("general-never-demote")
    clause = "出牌：0—30秒属正常出牌时间；30—45秒警告，警告后15秒内仍不出牌，记犯规1次。"

    assert loaded.as_read_in(clause) == loaded.ruleset


@pytest.mark.parametrize(
    ("name", "key", "origin", "document"),
    [
        ("union-2024", "tribute.return_limit", Origin.STATED, "union-2024"),
        ("nanjing-branch", "tribute.return_limit", Origin.FILLED, "union-2024"),
        ("nanjing-branch", "clocks.sort_seconds", Origin.ADVISED, "advised-defaults"),
        ("jiangsu-2017", "tribute.card", Origin.FILLED, "national-2017"),
        ("jiangsu-2017", "hands.full_house_joker_pair", Origin.ADVISED, "advised-defaults"),
    ],
)
def test_a_value_tells_whose_it_is(name: str, key: str, origin: Origin, document: str) -> None:
    """Stated here, filled from another document, or advised: three different weights."""
    loaded = loaded_ruleset(name)

    assert loaded.origin(key) is origin
    assert loaded.entries[key].reading.source.document == document


@cache
def source_lines(number: str) -> list[str]:
    (file,) = SOURCES.glob(f"{number}_*.txt")
    return file.read_text("utf-8").split("\n")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=needs(SOURCES)) for name in ruleset_ids()]
)
def test_quotes_stand_where_they_are_said_to_stand(name: str) -> None:
    """Every quote is found on its line of its source file, white space aside."""
    for key, reading in stated(loaded_ruleset(name)):
        if reading.source.quote:
            number, line = reading.source.at.split(" L")
            text = PRONUNCIATION.sub("", source_lines(number)[int(line) - 1])

            assert "".join(reading.source.quote.split()) in "".join(text.split()), key


@cache
def matrix() -> dict[str, dict[str, object]]:
    content: dict[str, Any] = json.loads(MATRIX.read_text("utf-8"))
    rows: dict[str, dict[str, object]] = content["matrix"]
    return rows


@pytest.mark.parametrize(
    "column", [pytest.param(column, marks=needs(MATRIX)) for column in COLUMNS["columns"]]
)
def test_every_cell_of_the_matrix_is_stated(column: str) -> None:
    """What a document says of a subject stands in its file, or is listed with a reason."""
    for name, row in matrix().items():
        loaded = loaded_ruleset(name)
        says = any(loaded.origin(key) is Origin.STATED for key in COLUMNS["columns"][column])
        unsaid = column in COLUMNS["unsaid"].get(name, {})

        assert not (says and unsaid), f"{name} is listed as not saying {column}, but does"
        assert row[column] is None or says or unsaid, f"{name}: {column}: {row[column]}"


@pytest.mark.shared
@pytest.mark.skipif(not MATRIX.exists(), reason=f"no reference material at {MATRIX}")
def test_the_matrix_has_no_other_columns() -> None:
    """A new subject must get its keys."""
    assert set(next(iter(matrix().values()))) == set(COLUMNS["columns"])


@pytest.mark.shared
@pytest.mark.skipif(not PARAMETERS.exists(), reason=f"no reference material at {PARAMETERS}")
def test_every_parameter_became_a_switch() -> None:
    """The rows of the parameter tables are the minimum a ruleset must tell apart."""
    tables = PARAMETERS.read_text("utf-8").split("## Appendix")[0]
    first_cells = re.findall(r"^\| (`?[^|]+) \|", tables, re.MULTILINE)
    names = {name for cell in first_cells for name in re.findall(r"`(\w+)`", cell)}

    assert len(names) > 90
    assert names == set(COLUMNS["parameters"])
    assert {key for keys in COLUMNS["parameters"].values() for key in keys} <= set(KEYS)


NUMBERS = {
    "levelup_12": "advance.double_down",
    "levelup_13": "advance.first_third",
    "levelup_14": "advance.first_last",
    "round_time": "round.minutes",
    "deals_limit": "round.deals",
    "arrive": "clocks.arrive_minutes",
    "sort_time": "clocks.sort_seconds",
    "lateness": "clocks.late_forfeit_minutes",
}
"""Columns whose cells begin with the number the file must hold."""


@pytest.mark.parametrize(
    "column", [pytest.param(column, marks=needs(MATRIX)) for column in NUMBERS]
)
def test_numbers_of_the_matrix_are_those_of_the_files(column: str) -> None:
    """The matrix was made by others from the same documents."""
    for name, row in matrix().items():
        number = re.match(r"\d+", str(row[column]))
        if number:
            value = values_of(loaded_ruleset(name).ruleset)[NUMBERS[column]]

            assert value == int(number[0]), name


@pytest.mark.shared
@pytest.mark.skipif(not VECTORS.exists(), reason=f"no reference material at {VECTORS}")
def test_vectors_are_counted() -> None:
    """The overview tells how often each ruleset is asked."""
    vectors = json.loads(VECTORS.read_text("utf-8"))["vectors"]

    assert Counter(vector["ruleset"] or "every sheet" for vector in vectors) == ruleset_docs.VECTORS
