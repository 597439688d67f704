"""The rulesets that ship with the program, and those somebody keeps in a file of his own.

They are ``config/rulesets/<id>.toml``, and ``config/events/<id>.toml`` for plans that rest on one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from referee.app.toml_files import LONGEST_FILE
from referee.rules.ruleset import Ruleset
from referee.rules.ruleset_document import Document
from referee.rules.ruleset_loading import load_ruleset
from referee.rules.ruleset_mistakes import Mistake, RulesetError
from referee.rules.ruleset_provenance import LoadedRuleset

_FOLDERS = ("rulesets", "events")
_SUFFIX = ".toml"


def ruleset_ids() -> tuple[str, ...]:
    """Ids of all rulesets that ship with the program, events among them, sorted."""
    return tuple(sorted(_shipped_files()))


def ruleset_named(name: str) -> Ruleset:
    """What an id or a path to a file stands for; raises `RulesetError`."""
    return loaded_ruleset(name).ruleset


def loaded_ruleset(name: str) -> LoadedRuleset:
    """The same with the source of every value.

    A path ends with ``.toml``. Its file may rest on the shipped rulesets, and stands in for the
    one it shares its name with.

    Raises:
        RulesetError: One line for each mistake: file, key, what was found, what would be right.
    """
    if not name.endswith(_SUFFIX):
        return _shipped_ruleset(name)
    path = Path(name)
    return load_ruleset(path.stem, _Shelf(_shipped_files() | {path.stem: path}))


@cache
def _shipped_ruleset(ruleset_id: str) -> LoadedRuleset:
    return load_ruleset(ruleset_id, _Shelf(_shipped_files()))


@cache
def _shipped_files() -> dict[str, Traversable]:
    return {
        file.name.removesuffix(_SUFFIX): file
        for folder in _FOLDERS
        for file in (_config_folder() / folder).iterdir()
        if file.name.endswith(_SUFFIX)
    }


def _config_folder() -> Traversable:
    """The folder of shipped data: inside the installed package, or ``config`` of the checkout."""
    installed = resources.files("referee") / "data" / "config"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "config"


class _Shelf(Mapping[str, Document]):
    """Documents by id. Each is read when it is asked for, so that a broken file harms no other."""

    def __init__(self, files: Mapping[str, Traversable]) -> None:
        self._files = files

    def __getitem__(self, ruleset_id: str) -> Document:
        return _document(self._files[ruleset_id])

    def __contains__(self, ruleset_id: object) -> bool:
        return ruleset_id in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def _document(file: Traversable) -> Document:
    """One file parsed; raises `RulesetError` when it is no readable TOML."""
    name = str(file)
    try:
        with file.open("rb") as stream:
            raw = stream.read(LONGEST_FILE + 1)
    except OSError as error:
        raise _unreadable(name, f"cannot be read ({error.strerror})") from error
    if len(raw) > LONGEST_FILE:
        raise _unreadable(name, f"is longer than {LONGEST_FILE} bytes")
    try:
        return Document(name, tomllib.loads(raw.decode("utf-8")))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise _unreadable(name, f"is not TOML: {error}") from error


def _unreadable(name: str, found: str) -> RulesetError:
    return RulesetError([Mistake(name, "", found, "want a ruleset file in TOML")])
