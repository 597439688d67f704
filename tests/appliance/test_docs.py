"""The documents fit the program and each other."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.app.main import main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.glob("*.md"))


def names(paths: list[Path]) -> list[str]:
    return [path.name for path in paths]


@pytest.mark.parametrize("page", PAGES, ids=names(PAGES))
def test_links_lead_somewhere(page: Path) -> None:
    """Pages, drawings and references are where they are said to be."""
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
        assert (DOCS / target).exists(), target


def test_commands_in_the_documents_exist(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody is told to type what the program does not know."""
    with pytest.raises(SystemExit):
        main(["--help"])
    known = set(re.findall(r"^    ([a-z-]+)(?: |$)", capsys.readouterr().out, re.MULTILINE))
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    told = set(re.findall(r"(?<![/a-z.])guandan-referee ([a-z][a-z-]+)\b(?!/)", text))

    assert {"doctor", "restore", "backup"} <= told
    assert told - {"guandan-referee", "makes"} <= known


def test_both_guides_of_the_referee_tell_the_same() -> None:
    """Chapter by chapter, row by row, point by point."""

    def shape(page: Path) -> list[str]:
        lines = page.read_text("utf-8").splitlines()
        marks = [re.match(r"(#+|\||-|\d\.)", line) for line in lines]
        return [mark[1] for mark in marks if mark]

    assert shape(DOCS / "referee-guide.en.md") == shape(DOCS / "referee-guide.zh.md")


@pytest.mark.parametrize("drawing", sorted(DOCS.glob("drawings/*.svg")), ids=lambda path: path.name)
def test_drawings_are_pictures_with_a_title(drawing: Path) -> None:
    """A reader that cannot see them is told what they show."""
    root = ElementTree.parse(drawing).getroot()  # noqa: S314 - our own file

    assert root.tag.endswith("svg")
    assert root[0].tag.endswith("title")
    assert root[0].text
