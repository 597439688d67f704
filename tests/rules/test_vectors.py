"""Every rule vector of the reference material, put to the program as a question.

The vectors are read where they lie and are no part of this repository; `test_sheet_vectors` holds
cases of our own in the same form.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.app.rule_vectors import answer
from tests.rules.reference import needs
from tests.shared import SHARED

VECTORS = SHARED / "rules" / "vectors.json"
DISPUTED = tomllib.loads((Path(__file__).parent / "vectors" / "disputed.toml").read_text("utf-8"))
"""Vectors we hold to be wrong, by id: what we answer instead, and why."""

pytestmark = needs(VECTORS)


def vectors() -> list[dict[str, Any]]:
    if not VECTORS.exists():
        return []
    found: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))["vectors"]
    return found


def named(vector: dict[str, Any]) -> str:
    """Id and source, so that a failure says where to read."""
    source = vector["quotes"][0]["source"] if vector["quotes"] else "no quote"
    return f"{vector['id']} ({vector['ruleset'] or 'all sheets'}, {source})"


def question(vector: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in vector.items() if key != "expect"}


@pytest.mark.parametrize("vector", vectors(), ids=named)
def test_vector(vector: dict[str, Any]) -> None:
    """The answer has every field the vector expects, unless the vector is listed as disputed."""
    answered = answer(question(vector))
    expected = DISPUTED.get(vector["id"], vector)["expect"]

    assert {key: answered.get(key) for key in expected} == expected


def test_disputed_vectors_are_still_there() -> None:
    """An exception without its vector, or one that agrees with it, is out of date."""
    known = {vector["id"]: vector["expect"] for vector in vectors()}

    for vector_id, dispute in DISPUTED.items():
        assert dispute["because"]
        assert dispute["expect"] != known[vector_id]


def test_there_are_as_many_as_the_file_says() -> None:
    """No vector is lost between the file and the tests."""
    stated = json.loads(VECTORS.read_text("utf-8"))["count"]

    assert len({vector["id"] for vector in vectors()}) == stated == 297
