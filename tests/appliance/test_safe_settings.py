"""What is left of the settings when a table has to be kept open by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.app.main import main
from referee.app.settings import load_settings


def safe(tmp_path: Path, text: str) -> Path:
    given, made = tmp_path / "table.toml", tmp_path / "safe.toml"
    given.write_text(text, "utf-8")
    assert main(["safe-config", "--config", str(given), "--to", str(made)]) == 0
    return made


def test_hardware_stays_behind_and_the_rest_is_taken_over(tmp_path: Path) -> None:
    """Page, language and journals are as people know them."""
    made = load_settings(
        safe(
            tmp_path,
            "[panel]\ndriver = 'gpio'\n[reader]\nthreads = 4\n[texts]\nlanguage = 'zh'\n"
            "[journal]\nfolder = '/disk/\"牌\"'\n[web]\nport = 80\nhosts = ['table-3']\n",
        )
    )

    assert made.panel.driver == "simulated"
    assert made.reader.threads == 2
    assert made.texts.language == "zh"
    assert made.journal.folder == '/disk/"牌"'
    assert (made.web.port, made.web.hosts) == (80, ("table-3",))


@pytest.mark.parametrize(
    "text", ["[web]\nprot = 1\n[texts]\nlanguage = 'en'\n", "[texts]\nlanguage = 'en'\nweb = 3\n"]
)
def test_section_with_a_mistake_falls_back_to_its_defaults(tmp_path: Path, text: str) -> None:
    """One misspelt key does not take the page away."""
    made = load_settings(safe(tmp_path, text))

    assert made.web.port == 8642


@pytest.mark.parametrize("text", ["[web\n", "\x00", ""])
def test_file_that_is_no_settings_file_gives_the_defaults(tmp_path: Path, text: str) -> None:
    """Whatever happened to the file, there is a page."""
    assert load_settings(safe(tmp_path, text)) == load_settings(None)
