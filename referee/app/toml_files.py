"""TOML files into checked values, with every mistake of a file at once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from referee.app.errors import InputRefused


class Section(BaseModel):
    """A part of a file: unknown keys are refused, values are frozen and never converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


Checked = TypeVar("Checked", bound=Section)

LONGEST_FILE = 1_000_000
"""Bytes. A hand-written file is a few thousand; more is a wrong file."""


def read_toml(
    path: Path,
    shape: type[Checked],
    prepare: Callable[[dict[str, Any], str], dict[str, Any]] = lambda table, _: table,
) -> Checked:
    """Read *path* as *shape*.

    Args:
        path: The file.
        shape: What it has to hold.
        prepare: Given what it holds and its name; brings a file of an earlier format up to date.

    Raises:
        InputRefused: One line a mistake: file, key, what was found, what was wanted.
    """
    try:
        size = path.stat().st_size
        if size > LONGEST_FILE:
            raise InputRefused(f"{path}: {size} bytes, wanted a TOML file of at most a megabyte")
        text = path.read_text("utf-8")
    except OSError as error:
        raise InputRefused(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise InputRefused(f"{path}: byte {error.start} is no UTF-8, wanted a text file") from error
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputRefused(f"{path}: not TOML: {error}") from error
    try:
        prepared = prepare(table, str(path))
        return shape.model_validate(prepared, context={"folder": path.parent})
    except ValidationError as error:
        raise InputRefused(*(_line(path, dict(part)) for part in error.errors())) from error


def _line(path: Path, part: dict[str, object]) -> str:
    place = ""
    for step in part["loc"] if isinstance(part["loc"], tuple) else ():
        # Lists count from one, as people count acts.
        place += f" {step + 1}" if isinstance(step, int) else f"{'.' if place else ''}{step}"
    message = str(part["msg"]).removeprefix("Value error, ")
    if part["type"] == "extra_forbidden":
        return f"{path}: {place}: unknown key"
    if part["type"] in {"missing", "value_error"}:
        return f"{path}: {place + ': ' if place else ''}{message}"
    return f"{path}: {place}: found {part['input']!r}; {message}"
