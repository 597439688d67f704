"""Every mistake of the files a person writes for a table, all at once.

Which kind a file is shows in its keys: a session file has acts, a ruleset or event file an id, a
pins file the four seats; everything else has to be a ``table.toml``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from firmware_bridge.errors import PanelPinsRefused
from firmware_bridge.panels.gpio_pins import read_pins
from referee.app.errors import InputRefused
from referee.app.rulesets import loaded_ruleset
from referee.app.session_file import check_pictures, read_session
from referee.app.settings import Settings, load_settings
from referee.rules.ruleset_mistakes import RulesetError
from referee.rules.seats import Seat


class FileKind(Enum):
    TABLE = "table"
    RULESET = "ruleset"
    SESSION = "session"
    PINS = "pins"


@dataclass(frozen=True, slots=True)
class Checked:
    """One file and what is wrong with it."""

    path: Path
    kind: FileKind
    mistakes: tuple[str, ...]
    """One line each: file, key, what was found, what is wanted."""


def check_files(paths: Iterable[Path]) -> list[Checked]:
    """Check files, and every ``.toml`` below folders.

    Raises:
        InputRefused: If there is nothing to check.
    """
    checked = [_check(file) for path in paths for file in _files(path)]
    if not checked:
        raise InputRefused("no file to check; name a TOML file or a folder that holds some")
    return checked


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(path.rglob("*.toml"))
    else:
        yield path


def _check(path: Path) -> Checked:
    kind = _kind(path)
    try:
        match kind:
            case FileKind.TABLE:
                mistakes = tuple(_of_table(path, load_settings(path)))
            case FileKind.RULESET:
                loaded_ruleset(str(path))
                mistakes = ()
            case FileKind.SESSION:
                check_pictures(read_session(path)[0])
                mistakes = ()
            case FileKind.PINS:
                read_pins(path)
                mistakes = ()
    except (InputRefused, PanelPinsRefused) as refused:
        mistakes = tuple(refused.mistakes)
    except RulesetError as refused:
        mistakes = tuple(map(str, refused.mistakes))
    return Checked(path, kind, mistakes)


def _kind(path: Path) -> FileKind:
    """A file that is no TOML counts as a table's settings; reading it says what is wrong."""
    try:
        keys = tomllib.loads(path.read_text("utf-8")).keys()
    except (OSError, ValueError, RecursionError):
        return FileKind.TABLE
    if "act" in keys:
        return FileKind.SESSION
    if keys & {"id", "base", "ruleset"}:
        return FileKind.RULESET
    if keys & {seat.value for seat in Seat}:
        return FileKind.PINS
    return FileKind.TABLE


def _of_table(path: Path, settings: Settings) -> Iterator[str]:
    """What no single key shows: files that are named and not there, keys that belong together."""
    web, panel = settings.web, settings.panel
    named = {
        "reader.weights": settings.reader.weights,
        "web.certificate": web.certificate,
        "web.key": web.key,
    }
    for key, name in named.items():
        if name and not Path(name).expanduser().exists():
            yield f"{path}: {key}: found {name!r}; there is no such file or folder"
    if bool(web.certificate) is not bool(web.key):
        yield f"{path}: web.certificate, web.key: one without the other; TLS needs both"
    try:
        if settings.rules.ruleset:
            loaded_ruleset(settings.rules.ruleset)
    except (RulesetError, InputRefused) as refused:
        yield f"{path}: rules.ruleset: found {settings.rules.ruleset!r}; {refused}"
    if panel.port and panel.driver != "serial":
        yield f"{path}: panel.port: is for driver 'serial'; found driver {panel.driver!r}"
    if panel.pins and panel.driver != "gpio":
        yield f"{path}: panel.pins: is for driver 'gpio'; found driver {panel.driver!r}"
    if panel.pins:
        try:
            read_pins(Path(panel.pins).expanduser())
        except PanelPinsRefused as refused:
            yield from (f"{path}: panel.pins: {mistake}" for mistake in refused.mistakes)
