"""Changing values in a TOML file that a person wrote, with its comments left where they are."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

_HEADER = re.compile(r"^\[([A-Za-z0-9_]+)\]\s*(#.*)?$")
Value = str | bool | int | float | tuple[str, ...]


def with_values(text: str, values: Mapping[tuple[str, str], Value]) -> str:
    """The text with other values.

    Args:
        text: Of the file; every value that is changed stands on a line of its own.
        values: By section and key. What is not there yet is added to its section, or with it.
    """
    lines = text.splitlines()
    for (section, key), value in values.items():
        begin, end = _section(lines, section)
        if begin < 0:
            lines += ([""] if lines and lines[-1] else []) + [f"[{section}]"]
            begin = end = len(lines)
        written = f"{key} = {_toml(value)}"
        place = _place(lines, begin, end, key)
        if place is None:
            while end > begin and not lines[end - 1].strip():
                end -= 1
            lines.insert(end, written)
        else:
            lines[place] = written
    return "".join(line + "\n" for line in lines)


def _section(lines: list[str], section: str) -> tuple[int, int]:
    """The lines of a section after its header, half open; ``-1`` when it is not there."""
    begin = -1
    for number, line in enumerate(lines):
        header = _HEADER.match(line.strip())
        if header is None:
            continue
        if begin >= 0:
            return begin, number
        if header[1] == section:
            begin = number + 1
    return begin, len(lines)


def _place(lines: list[str], begin: int, end: int, key: str) -> int | None:
    wanted = re.compile(rf"^\s*{re.escape(key)}\s*=")
    return next((n for n in range(begin, end) if wanted.match(lines[n])), None)


def _toml(value: Value) -> str:
    """A TOML value; JSON's strings, numbers and lists are TOML's, too."""
    if isinstance(value, tuple):
        return json.dumps(list(value), ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False)
