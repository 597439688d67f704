"""The documents fit the program and each other."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.app.main import _parser, main

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.glob("*.md"))
READ = [*PAGES, *(DOCS.parent / name for name in ("README.md", "README.zh.md", "CONTRIBUTING.md"))]
"""What people follow, command by command."""


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


def typed(text: str) -> list[str]:
    """What a reader is told to type: lines of shell blocks and code between backticks."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return lines + re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def commands(text: str) -> Iterator[list[str]]:
    """The words after ``guandan-referee`` of every command that is whole."""
    for line in typed(text):
        for part in re.split(r";|&&|\|\||(?<!\\)\|", line.split("#")[0]):
            found = re.match(r".*(?<![\w/.-])guandan-referee +([a-z].*)$", part.strip())
            # A list of verbs is no command.
            if found and not re.search(r"[…\\\[\]]", found[1]):
                yield shlex.split(found[1])


@pytest.mark.parametrize("page", READ, ids=names(READ))
def test_every_command_can_be_typed_as_it_stands(page: Path) -> None:
    """Its options exist and take what they are given; a bare name is that of a command."""
    for words in commands(page.read_text("utf-8")):
        told = f"guandan-referee {shlex.join(words)}"
        bare = not any(word.startswith("-") for word in words)
        assert _is_understood([*words, "--help"] if bare else words), told


def _is_understood(words: list[str]) -> bool:
    try:
        _parser().parse_args(words)
    except SystemExit as ended:
        return ended.code == 0
    return True


def test_reader_is_told_many_commands() -> None:
    """Or the one above looks at nothing."""
    found = [words for page in READ for words in commands(page.read_text("utf-8"))]

    assert len(found) > 30
    assert {"doctor", "setup", "backup", "restore", "panel"} <= {words[0] for words in found}


def test_every_target_and_unit_is_there() -> None:
    """`make`, `systemctl` and `journalctl` know what they are told."""
    root = DOCS.parent
    text = "\n".join(page.read_text("utf-8") for page in READ)
    lines = typed(text)
    targets = {word for line in lines for word in re.findall(r"^(?:sudo )?make ([a-z0-9-]+)", line)}
    units = {
        unit.removesuffix(".service")
        for line in lines
        for unit in re.findall(
            r"(?:-u|(?:start|stop|restart|status|edit|reset-failed)) "
            r"(guandan-referee[a-z-]*(?:\.service)?)",
            line,
        )
    }

    known = set(re.findall(r"^([a-z][a-z0-9 -]*):", (root / "Makefile").read_text("utf-8"), re.M))
    assert targets <= {name for line in known for name in line.split()}
    assert units <= {path.stem for path in (root / "systemd").glob("*.service")}
    assert {"test", "demo", "test-appliance"} <= targets
    assert "guandan-referee" in units


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
