"""The first set-up of a table, question by question; nothing is changed before all is answered.

Each step tries what it is about for real, may be left for later and may be taken again. The
answers are kept in a `Draft`; `write_draft` checks the whole file and puts it in place at once.
"""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from referee.app.config_check import check_files
from referee.app.errors import InputRefused
from referee.app.settings import Settings, load_settings
from referee.app.toml_editing import Value, with_values
from referee.record.files import sync_folder
from referee.texts import Language, say


class Stopped(Exception):
    """The person has gone away; nothing was changed."""


class Terminal(Protocol):
    """Where the person sits."""

    def write(self, text: str) -> None:
        """Show one line."""

    def read(self, prompt: str) -> str:
        """What was typed, without its line break; raises `Stopped` at the end of the input."""


@dataclass
class Talk:
    """Questions and answers in the languages of the person."""

    terminal: Terminal
    languages: Sequence[Language]

    def say(self, key: str, **facts: object) -> None:
        for language in self.languages:
            self.terminal.write(say(f"setup.{key}", language, **facts))

    def line(self, text: str) -> None:
        self.terminal.write(text)

    def choose(self, key: str, options: Sequence[str], default: str, **facts: object) -> str:
        """One of *options*, by its number; an empty answer takes *default*.

        The words of an option stand in the catalogue under ``KEY_OPTION``.
        """
        self.say(key, **facts)
        for number, option in enumerate(options, start=1):
            name = f"setup.{key}_{option}"
            words = " / ".join(say(name, language, **facts) for language in self.languages)
            mark = "*" if option == default else " "
            self.terminal.write(f" {mark}{number}  {words}")
        while True:
            typed = self.terminal.read(f"[{options.index(default) + 1}] ").strip()
            if not typed:
                return default
            if typed.isdecimal() and 1 <= int(typed) <= len(options):
                return options[int(typed) - 1]
            self.say("not_a_choice", found=typed, most=len(options))

    def ask(self, key: str, default: str, **facts: object) -> str:
        """A text; an empty answer takes *default*."""
        self.say(key, **facts)
        return self.terminal.read(f"[{default}] ").strip() or default

    def yes(self, key: str, *, default: bool, **facts: object) -> bool:
        self.say(key, **facts)
        while True:
            typed = self.terminal.read("[Y/n] " if default else "[y/N] ").strip().lower()
            if not typed:
                return default
            if typed in {"y", "yes", "是", "好"}:
                return True
            if typed in {"n", "no", "否", "不"}:
                return False
            self.say("yes_or_no", found=typed)


@dataclass
class Draft:
    """What was answered so far."""

    config: Path
    """The file that is to be written."""
    text: str
    """What it holds now, or what ships."""
    values: dict[tuple[str, str], Value] = field(default_factory=dict)
    files: dict[Path, str] = field(default_factory=dict)
    """Other files that belong to it, by name."""

    def settings(self) -> Settings:
        """As they will be; raises `InputRefused`."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "table.toml"
            file.write_text(self.new_text(), "utf-8")
            (checked,) = check_files([file])
            # Files of this draft are not there yet.
            mistakes = [
                mistake.removeprefix(f"{file}: ")
                for mistake in checked.mistakes
                if not any(str(own) in mistake for own in self.files)
            ]
            if mistakes:
                raise InputRefused(*(f"{self.config}: {mistake}" for mistake in mistakes))
            return load_settings(file)

    def new_text(self) -> str:
        return with_values(self.text, self.values)

    def value(self, section: str, key: str) -> Value:
        """What was answered, else what the file says, else the default."""
        if (section, key) in self.values:
            return self.values[section, key]
        found: Value | None = tomllib.loads(self.text).get(section, {}).get(key)
        if found is not None:
            return found
        default: Value = getattr(getattr(Settings(), section), key)
        return default


Step = Callable[[Talk, Draft], None]


def begin_draft(config: Path, shipped: Path) -> Draft:
    """Begin with what *config* holds, or with what ships.

    Raises:
        InputRefused: If the file there is cannot be read, or is no TOML.
    """
    try:
        text = config.read_text("utf-8") if config.exists() else shipped.read_text("utf-8")
        tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise InputRefused(f"{config}: {error}") from error
    return Draft(config, text)


def walk_through(
    talk: Talk, draft: Draft, steps: Mapping[str, Step], only: str | None = None
) -> None:
    """Take every step, or one; each may be taken again at once."""
    chosen = {only: steps[only]} if only is not None else steps
    for number, (name, step) in enumerate(chosen.items(), start=1):
        while True:
            talk.line("")
            talk.say(f"step_{name}", number=number, count=len(chosen))
            step(talk, draft)
            if not talk.yes("again", default=False):
                break


def write_draft(draft: Draft) -> Path | None:
    """Check everything, then put the files in place, the settings last and at once.

    Returns:
        Where the settings that were there before went.

    Raises:
        InputRefused: With every mistake, or if the folder cannot be written; nothing was changed.
    """
    draft.settings()
    before = draft.config.with_name(draft.config.name + ".before")
    had = draft.config.exists()
    try:
        draft.config.parent.mkdir(parents=True, exist_ok=True)
        for path, text in draft.files.items():
            _put(path, text)
        if had:
            _put(before, draft.config.read_text("utf-8"))
        _put(draft.config, draft.new_text())
    except OSError as error:
        cause = error.strerror
        raise InputRefused(f"{draft.config}: cannot be written ({cause}); try sudo") from error
    return before if had else None


def _put(path: Path, text: str) -> None:
    """Whole or not at all, also when the power goes."""
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        with unfinished.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.chmod(0o644)
        unfinished.replace(path)
        sync_folder(path.parent)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
