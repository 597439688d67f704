"""Settings files of earlier formats: read as they are, and brought up to date with a copy kept.

The format of a ``table.toml`` is the number at its top; a file without one has format 1.

====== =====================================================================
format what changed
====== =====================================================================
1      as of 0.1.0, without a number
2      sections ``camera``, ``metrics`` and ``rules``; ``reader.deck``
====== =====================================================================
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from referee.app.errors import InputRefused
from referee.record.files import sync_folder

FORMAT = 2
"""What this program writes, and the newest it reads."""
KEY = "format"
_SECTION = re.compile(r"^\[([A-Za-z0-9_]+)\]", re.MULTILINE)

Table = dict[str, Any]


def _to_2(table: Table) -> Table:
    """Nothing was renamed: what is new has its defaults."""
    return table


_STEPS: Mapping[int, Callable[[Table], Table]] = {1: _to_2}
"""From a format to the one after it."""


def format_of(table: Mapping[str, Any], place: str) -> int:
    """The format of a settings file; raises `InputRefused` for one that is newer than the program.

    Args:
        table: What the file holds.
        place: Its name, for the message.
    """
    found = table.get(KEY, 1)
    if type(found) is not int or found < 1:
        raise InputRefused(f"{place}: {KEY}: found {found!r}, wanted a number from 1 to {FORMAT}")
    if found > FORMAT:
        raise InputRefused(
            f"{place}: {KEY}: found {found}, wanted at most {FORMAT}: the file is of a newer "
            "program; install that, or begin with guandan-referee setup"
        )
    return found


def up_to_date(table: Table, place: str) -> Table:
    """The values of a file of any known format, without its number; raises `InputRefused`."""
    for number in range(format_of(table, place), FORMAT):
        table = _STEPS[number](dict(table))
    return {key: value for key, value in table.items() if key != KEY}


def migrate_file(file: Path, shipped: Path) -> Path | None:
    """Bring a settings file up to date; what a person wrote stays, word for word.

    Args:
        file: The settings.
        shipped: Those that ship, from which new sections are taken with their explanations.

    Returns:
        Where the file as it was is kept; ``None`` when there was nothing to do.

    Raises:
        InputRefused: If the file cannot be read, is of a newer format, or cannot be written.
    """
    try:
        text = file.read_text("utf-8")
        found = format_of(tomllib.loads(text), str(file))
        if found == FORMAT:
            return None
        kept = file.with_name(f"{file.name}.{KEY}-{found}")
        _put(kept, text, file)
        _put(file, _migrated_text(text, shipped.read_text("utf-8")), file)
    except (OSError, ValueError) as error:
        raise InputRefused(f"{file}: cannot be brought up to date ({error})") from error
    return kept


def _migrated_text(text: str, shipped: str) -> str:
    known = set(_SECTION.findall(text))
    # In front of everything: after a section's header it would be a key of that section.
    parts = [
        f"# Format of this file; see guandan-referee migrate-config --help.\n{KEY} = {FORMAT}\n"
    ]
    parts.append(text if text.endswith("\n") or not text else text + "\n")
    parts += [body for name, body in _sections(shipped) if name not in known]
    return "\n".join(parts)


def _sections(text: str) -> list[tuple[str, str]]:
    begins = [match.start() for match in _SECTION.finditer(text)]
    bodies = [text[begin:end] for begin, end in zip(begins, [*begins[1:], len(text)], strict=True)]
    return [(_SECTION.findall(body)[0], body.rstrip("\n") + "\n") for body in bodies]


def _put(path: Path, text: str, like: Path) -> None:
    """Whole or not at all, with the rights of the file it stands for."""
    unfinished = path.with_name(path.name + ".unfinished")
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    about = like.stat()
    unfinished.chmod(about.st_mode & 0o777)
    if os.geteuid() == 0:
        os.chown(unfinished, about.st_uid, about.st_gid)
    unfinished.replace(path)
    sync_folder(path.parent)
