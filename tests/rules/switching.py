"""Rulesets for tests: the advised defaults with some switches set, and tables that name them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.rules.ruleset import Ruleset
from referee.rules.ruleset_keys import KEYS, build_ruleset, values_of


def ruleset_with(switches: Mapping[str, Any]) -> Ruleset:
    """The advised defaults with the *switches* of a table, as ``"tribute.mode" = "none"``."""
    read = {key: KEYS[key].read(value) for key, value in switches.items()}
    return build_ruleset("under-test", values_of(Ruleset()) | read)


def table(name: str) -> dict[str, list[dict[str, Any]]]:
    """The cases of ``vectors/<name>.toml``, by the heading they stand under."""
    path = Path(__file__).parent / "vectors" / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8"))


def case_name(case: Mapping[str, Any]) -> str:
    """The id of a case in the test report."""
    return str(case["name"])
