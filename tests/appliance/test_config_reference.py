"""The page about ``table.toml`` says what the program does."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.appliance.config_reference import PATH, WHEN, keys, reference

SHIPPED = Path(__file__).parents[2] / "config" / "table.toml"


def test_page_is_current() -> None:
    """A changed key, default or range is written down in the same commit."""
    assert PATH.read_text("utf-8") == reference(), "run python -m tests.appliance.config_reference"


def test_advice_is_about_keys_that_exist() -> None:
    """No advice outlives its key."""
    assert WHEN.keys() <= set(keys())


def test_shipped_file_shows_every_key_at_its_default() -> None:
    """Whoever opens the file sees all there is to set."""
    shown = {
        f"{section}.{key}"
        for section, table in tomllib.loads(SHIPPED.read_text("utf-8")).items()
        if section != "format"
        for key in table
    }
    assert shown == set(keys())
